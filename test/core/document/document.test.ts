import { describe, expect, it } from 'vitest';
import { directoryOf, fileNameOf, sameFacts } from '../../../electron/core/document/document.ts';

describe('A path relative to its folder', () => {
  it.for([
    ['invoice.pdf', '', 'invoice.pdf'],
    ['2026/invoice.pdf', '2026', 'invoice.pdf'],
    ['2026/März & Co/scan 1.pdf', '2026/März & Co', 'scan 1.pdf'],
    ['2026/a\\b.pdf', '2026', 'a\\b.pdf'],
  ] as const)('%s lies in "%s" under the name "%s"', ([path, directory, name]) => {
    expect([directoryOf(path), fileNameOf(path)]).toEqual([directory, name]);
  });
});

describe('Two looks at a file', () => {
  const before = { size: 10, mtimeMs: 1_000.25, ino: 7 };

  it.for([
    ['nothing', {}, true],
    ['the size', { size: 11 }, false],
    ['the time by a fraction of a millisecond', { mtimeMs: 1_000.5 }, false],
    ['the file in its place', { ino: 8 }, false],
  ] as const)('see the same file if %s changed: %s', ([, change, same]) => {
    expect(sameFacts(before, { ...before, ...change })).toBe(same);
  });
});
