import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFor, isKnown, previewId, proxyIn } from '../../electron/desktop/addresses.ts';
import { desktopEntry } from '../../electron/desktop/autostart-entry.ts';

describe('An address of the window', () => {
  it('stands for a file of the built window', () => {
    expect(fileFor('/', '/app/renderer')).toBe(join('/app/renderer', 'index.html'));
    expect(fileFor('/assets/main.js', '/app/renderer')).toBe(join('/app/renderer', 'assets', 'main.js'));
  });

  it.each([
    '/../secret',
    '/%2e%2e/secret',
    '/assets/../../secret',
    '/..%2f..%2fetc/passwd',
    '/..%5csecret',
    '/a%00b',
    '/%',
    '/.',
  ])('stands for none if it leads out or cannot be read: %s', (address) => {
    expect(fileFor(address, '/app/renderer')).toBeUndefined();
  });

  it('stands for a document by its number alone', () => {
    expect(previewId('/preview/42')).toBe(42);
    for (const other of ['/preview/', '/preview/4/2', '/preview/-1', '/preview/1e3', '/preview/../42', '/x/preview/42'])
      expect(previewId(other)).toBeUndefined();
  });
});

describe('A link out of the window', () => {
  it('is opened over https to a known host, and nowhere else', () => {
    expect(isKnown('https://service.example/keys', ['service.example'])).toBe(true);
    for (const other of [
      'http://service.example/',
      'https://service.example.evil.example/',
      'https://user@service.example/',
      'https://other.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'nonsense',
    ])
      expect(isKnown(other, ['service.example'])).toBe(false);
  });
});

describe("The system's proxy", () => {
  it.each([
    ['DIRECT', undefined],
    ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
    ['PROXY proxy.example:3128; DIRECT', 'http://proxy.example:3128'],
    ['HTTPS secure.example:443', 'https://secure.example:443'],
    ['SOCKS5 socks.example:1080', 'socks5://socks.example:1080'],
    ['', undefined],
  ])('is read from %j', (answer, expected) => {
    expect(proxyIn(answer)).toBe(expected);
  });
});

describe('The entry that starts Intray at login on Linux', () => {
  it('names the program whatever its path holds, and keeps it in the tray', () => {
    expect(desktopEntry('/opt/My "Apps"/100% $HOME/intray')).toContain(
      'Exec="/opt/My \\"Apps\\"/100%% \\$HOME/intray" --hidden\n',
    );
  });
});
