import { describe, expect, it } from 'vitest';
import { completed, isElsewhere, problemWith } from '../../../renderer/settings/connection.ts';

const kept = { url: 'https://documents.example/base', sandbox: false, key: 'keychain' } as const;

describe('An address and a key, before anything is sent', () => {
  it('need an address that is one', () => {
    expect(problemWith(' ', 'k', kept)).toEqual({ field: 'url', kind: 'addressMissing' });
    for (const wrong of ['documents.example', 'ftp://documents.example', 'https://', 'not at all']) {
      expect(problemWith(wrong, 'k', kept)).toEqual({ field: 'url', kind: 'addressWrong' });
    }
    expect(problemWith('http://127.0.0.1:8080', 'k', kept)).toBeUndefined();
  });

  it.each([
    ['api.example.com', 'https://api.example.com'],
    [' api.example.com:8443/v1 ', 'https://api.example.com:8443/v1'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080/base', 'http://127.0.0.1:8080/base'],
    ['http://api.example.com', 'http://api.example.com'],
    ['ftp://api.example.com', 'ftp://api.example.com'],
    ['not at all', 'not at all'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('are completed: %s', (typed, address) => {
    expect(completed(typed)).toBe(address);
  });

  it('need no key where one is kept for the same service', () => {
    expect(problemWith('https://documents.example/other', '', kept)).toBeUndefined();
    expect(problemWith('https://documents.example', '', { ...kept, key: 'environment' })).toBeUndefined();
  });

  it('need a key where there is none, and where the kept one belongs elsewhere', () => {
    expect(problemWith('https://documents.example', '', { ...kept, key: 'none' })).toEqual({ field: 'key', kind: 'keyMissing' });
    expect(problemWith('https://other.example', '', kept)).toEqual({ field: 'key', kind: 'keyMissing' });
    expect(isElsewhere('https://documents.example:444', kept)).toBe(true);
    expect(isElsewhere('https://DOCUMENTS.example', kept)).toBe(false);
    // The sandbox is no service of anybody's: its key is kept for none.
    expect(isElsewhere(kept.url, { ...kept, sandbox: true })).toBe(true);
  });
});
