import { describe, expect, it } from 'vitest';
import { createKeyring, createPageAccount } from '../../electron/sandbox/account.ts';
import { manualClock } from './support.ts';

describe('keys', () => {
  it('are at most five; a revoked one makes room', () => {
    const keys = createKeyring();
    const made = ['a', 'b', 'c', 'd', 'e'].map((name) => keys.create(name));
    expect(() => keys.create('f')).toThrow('An account may have at most 5 active keys. Revoke one first.');
    keys.revoke(made[0]?.id ?? '');
    expect(keys.create('f').name).toBe('f');
    expect(() => keys.create('g')).toThrow('at most 5');
  });

  it('work side by side, and end independently', () => {
    const keys = createKeyring();
    const [old, fresh] = [keys.create('old'), keys.create('fresh')];
    const check = (key: string) => keys.check(`Bearer ${key}`);
    expect([check(old.key), check(fresh.key)]).toEqual([old.id, fresh.id]);
    keys.revoke(old.id);
    expect(() => check(old.key)).toThrow('has been revoked');
    expect(check(fresh.key)).toBe(fresh.id);
  });

  it('need a name and a text that fits a header, and are unique', () => {
    const keys = createKeyring();
    expect(() => keys.create(' ')).toThrow('needs a name');
    expect(() => keys.create('a', 'with space')).toThrow('printable');
    keys.create('a', 'the-same');
    expect(() => keys.create('b', 'the-same')).toThrow('exists already');
  });
});

describe('pages', () => {
  it('are taken completely or not at all, and are renewed each month', () => {
    const clock = manualClock(Date.parse('2026-01-31T23:59:59Z'));
    const pages = createPageAccount({ clock, perMonth: 10 });
    expect(pages.take(8)).toBe(true);
    expect(pages.take(3)).toBe(false);
    expect(pages.remaining()).toBe(2);
    clock.advance(1000);
    expect(pages.remaining()).toBe(10);
  });

  it('are corrected afterwards, never below zero', () => {
    const pages = createPageAccount({ clock: manualClock(), perMonth: 10 });
    pages.take(8);
    pages.adjust(-3);
    expect(pages.remaining()).toBe(5);
    pages.adjust(7);
    expect(pages.remaining()).toBe(0);
    pages.setRemaining(4);
    expect(pages.take(4)).toBe(true);
  });
});
