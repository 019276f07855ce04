import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { checkServiceUrl, originOf } from '../../electron/service/address.ts';

function messageOf(text: string): string {
  const checked = checkServiceUrl(text);
  return checked.ok ? `accepted as ${checked.value.href}` : inEnglish(checked.error);
}

describe('the service address', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['  https://API.example.com/  ', 'https://api.example.com'],
    ['https://api.example.com:443', 'https://api.example.com'],
    ['https://api.example.com:8443/', 'https://api.example.com:8443'],
    ['https://example.com/documents', 'https://example.com/documents'],
    ['https://example.com/a/b//', 'https://example.com/a/b'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://127.8.9.10', 'http://127.8.9.10'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:3000/base/', 'http://[::1]:3000/base'],
  ])('%s is taken as %s', (text, origin) => {
    const checked = checkServiceUrl(text);
    expect(checked.ok && originOf(checked.value)).toBe(origin);
  });

  it.each([
    ['', 'no address yet'],
    ['api.example.com', 'write https://api.example.com'],
    ['localhost:3000', 'write http://localhost:3000'],
    ['not an address', '“not an address” is not an address'],
    ['ftp://api.example.com', 'is not a web address'],
    ['http://api.example.com/base', '“http://api.example.com/base” is not encrypted: use https://api.example.com/base'],
    ['http://localhost.example.com', 'is not encrypted'],
    ['http://128.0.0.1', 'is not encrypted'],
    ['http://[::2]', 'is not encrypted'],
    ['https://api.example.com/?tenant=1', 'leave out everything from'],
    ['https://api.example.com/#top', 'leave out everything from'],
  ])('%j is refused with the remedy', (text, remedy) => {
    expect(messageOf(text)).toContain(remedy);
  });

  it.each([
    'https://user:hunter2@api.example.com',
    'http://user:hunter2@api.example.com/base',
    'https://hunter2@api.example.com',
    'user:hunter2@api.example.com',
    'https://api.example.com/?key=hunter2',
    'ftp://user:hunter2@api.example.com',
  ])('a secret in %s is refused and not repeated', (text) => {
    expect(checkServiceUrl(text).ok).toBe(false);
    expect(messageOf(text)).not.toContain('hunter2');
    expect(messageOf(text)).toContain('api.example.com');
  });
});
