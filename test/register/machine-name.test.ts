import { describe, expect, it } from 'vitest';
import { nameAmong } from '../../electron/register/machine-name.ts';
import type { Machine } from '../../electron/register/register.ts';

const machine = (id: string, name: string, alive = true): Machine => ({ id, name, alive, lastSeen: 0 });
const own = { id: 'own', name: 'desk' };

describe('A machine is called', () => {
  it.each<readonly [what: string, name: string, machines: readonly Machine[]]>([
    ['as its computer, where it is the first', 'desk', []],
    ['as its computer, beside others', 'desk', [machine('a', 'server'), machine('b', 'desk 2'), machine('c', 'desk (2)')]],
    ['as before', 'desk', [machine('own', 'desk', false), machine('a', 'server')]],
    ['with a number, beside one of the same name', 'desk (2)', [machine('a', 'desk')]],
    ['with the next number, beside two', 'desk (3)', [machine('a', 'desk'), machine('b', 'desk (2)')]],
    ['with the lowest number that is free', 'desk (2)', [machine('a', 'desk'), machine('b', 'desk (3)')]],
    ['as its computer, where the other one is not at work', 'desk', [machine('a', 'desk', false)]],
    [
      'with the number that it had, though the other one is not at work',
      'desk (3)',
      [machine('own', 'desk (3)'), machine('a', 'desk', false)],
    ],
    [
      'without the number that it had, once nobody knows the other one',
      'desk',
      [machine('own', 'desk (2)'), machine('b', 'desk (3)')],
    ],
    [
      'with another number, where the one that it had is taken',
      'desk (3)',
      [machine('own', 'desk (2)'), machine('a', 'desk'), machine('b', 'desk (2)')],
    ],
    ['as its computer is called by now', 'desk', [machine('own', 'old name (2)'), machine('a', 'old name')]],
    [
      'as its computer, though it had what only looks like a number',
      'desk (2)',
      [machine('own', 'desk (2) (3)'), machine('a', 'desk')],
    ],
  ])('%s', (_, name, machines) => {
    expect(nameAmong(own, machines)).toBe(name);
  });
});
