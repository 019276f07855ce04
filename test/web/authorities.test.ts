import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../electron/core/loopback.ts';
import { authoritiesOf, urlOf } from '../../electron/web/guard.ts';

const machine = {
  port: 8467,
  addresses: ['127.0.0.1', '::1', '192.168.1.5', 'fe80::1'],
  hostname: 'Attic',
} as const;

describe('What a browser may call this server', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1:8467', 'localhost:8467']],
    ['localhost', ['localhost:8467', '127.0.0.1:8467', '[::1]:8467']],
    ['::1', ['[::1]:8467', 'localhost:8467']],
    ['192.168.1.5', ['192.168.1.5:8467', 'attic:8467', 'attic.local:8467']],
    ['intray.example', ['intray.example:8467']],
  ])('listening on %s', (host, names) => {
    expect([...authoritiesOf({ ...machine, host })]).toEqual(names);
  });

  it('listening on every address: those that the machine has, and its name', () => {
    const names = authoritiesOf({ ...machine, host: '0.0.0.0' });
    expect(names.has('192.168.1.5:8467')).toBe(true);
    expect(names.has('attic:8467')).toBe(true);
    expect(names.has('[fe80::1]:8467')).toBe(true);
    expect(names.has('localhost:8467')).toBe(true);
    expect(names.has('0.0.0.0:8467')).toBe(true);
    expect(names.has('evil.example:8467')).toBe(false);
  });

  it('leaves the port out where browsers do', () => {
    expect([...authoritiesOf({ ...machine, host: '192.168.1.5', port: 80 })]).toContain('192.168.1.5');
  });

  it('tells what only this machine reaches', () => {
    expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true]);
    expect(['0.0.0.0', '::', '192.168.1.5', '127.evil.example', 'attic'].map(isLoopback)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('gives an address that a person can open', () => {
    expect(urlOf({ ...machine, host: '127.0.0.1' })).toBe('http://127.0.0.1:8467/');
    expect(urlOf({ ...machine, host: '::1' })).toBe('http://[::1]:8467/');
    expect(urlOf({ ...machine, host: '0.0.0.0' })).toBe('http://attic:8467/');
  });
});
