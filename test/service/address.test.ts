import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { basePathOf, checkServiceUrl, originOf } from '../../electron/service/address.ts';

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
    ['   ', 'no address yet'],
    ['127.0.0.1:3000/base', 'write http://127.0.0.1:3000/base'],
    ['[::1]:3000', 'write http://[::1]:3000'],
    ['api.example.com:8443/base', 'write https://api.example.com:8443/base'],
    ['localhost.example.com', 'write https://localhost.example.com'],
    ['mailto:a', 'write https://mailto:a'],
    ['file:///etc', 'is not a web address'],
    ['a b.example.com', '“a b.example.com” is not an address'],
    ['https://', '“https://” is not an address'],
    ['HTTP://api.example.com', 'use https://api.example.com'],
    ['https://@api.example.com', 'accepted as https://api.example.com/'],
    ['https://:pw@api.example.com', '“https://api.example.com” was given with a user name or password'],
    ['https://api.example.com/base?', 'accepted as https://api.example.com/base'],
    [`https://${'a'.repeat(60)}.example.com/${'b'.repeat(300)}?x`, 'leave out everything from'],
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

it.each([
  ['https://api.example.com', '', 'https://api.example.com'],
  ['https://api.example.com/', '', 'https://api.example.com'],
  ['https://api.example.com/base/', '/base', 'https://api.example.com/base'],
])('The base path of %s is "%s"', (text, path, origin) => {
  const checked = checkServiceUrl(text);
  expect(checked.ok && [basePathOf(checked.value), originOf(checked.value)]).toEqual([path, origin]);
});

it('An address is named as far as a person reads it', () => {
  const long = messageOf(`ftp://${'a'.repeat(300)}`);
  expect(long).toContain(`“ftp://${'a'.repeat(194)}”`);
});
