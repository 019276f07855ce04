import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksSigner } from '../../electron/desktop/update-signer.ts';
import { projectRoot } from '../../resources/tools/build.ts';

const feed = 'provider: generic\nurl: https://releases.example/intray\nupdaterCacheDirName: intray-updater\n';

describe('An update', () => {
  it.each([
    ['darwin', feed, true],
    ['win32', `${feed}publisherName:\n  - Intray contributors\n`, true],
    ['win32', `${feed}publisherName: Intray contributors\n`, true],
    // Not signed, or by whom is not said: whoever has the feed could send anything.
    ['win32', feed, false],
    ['win32', `${feed}publisherName:\n`, false],
    ['linux', feed, false],
    ['darwin', feed.replace('https', 'http'), false],
    ['darwin', 'provider: github\nowner: intray\nrepo: intray\n', true],
  ] as const)('is installed on %s only where its signer is checked', (platform, update, installed) => {
    expect(checksSigner(platform, update)).toBe(installed);
  });
});

it('The description of the packages names files that there are', () => {
  const text = readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8');
  const named = text.match(/\b(?:electron|resources|test)\/[\w./-]*[\w-]/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !existsSync(join(projectRoot, name)))).toEqual([]);
});
