import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LedgerDamaged } from '../../electron/ledger/errors.ts';
import { applyChanges, TooManyChanges, writeChanges } from '../../electron/ledger/page-changes.ts';
import { temporaryDirectory } from './fixture.ts';

const pageSize = 512;
const everything = Number.MAX_SAFE_INTEGER;

/** A file of pages, whose header says how large they are; each page holds a number. */
function fileOf(path: string, pages: readonly number[]): string {
  const bytes = Buffer.concat(pages.map((value) => Buffer.alloc(pageSize, value)));
  bytes.writeUInt16BE(pageSize, 16);
  writeFileSync(path, bytes);
  return path;
}

const pagesOf = (count: number, value = 1): number[] => Array.from({ length: count }, () => value);

describe('the changes of a file since a copy of it', () => {
  it('make the copy equal to it, however it grew, shrank and changed in between', () => {
    const version = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(version, { minLength: 2, maxLength: 6 }), ([first = [], ...later]) => {
        const directory = temporaryDirectory();
        const source = join(directory, 'source');
        const whole = fileOf(join(directory, 'whole'), first);
        const changes: string[] = [];
        for (const [index, pages] of later.entries()) {
          const target = join(directory, `changes-${index}`);
          writeChanges(fileOf(source, pages), { whole, changes }, target, everything);
          changes.push(target);
          const restored = join(directory, 'restored');
          copyFileSync(whole, restored);
          for (const path of changes) applyChanges(path, restored);
          expect(readFileSync(restored).equals(readFileSync(source))).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('are only the pages that differ, also far into a large file', () => {
    const directory = temporaryDirectory();
    const whole = fileOf(join(directory, 'whole'), pagesOf(10_000));
    const pages = pagesOf(10_003);
    for (const page of [17, 4_095, 9_999]) pages[page] = 2;
    const target = join(directory, 'changes');
    writeChanges(fileOf(join(directory, 'source'), pages), { whole, changes: [] }, target, everything);
    expect(readFileSync(target).length).toBeLessThan(7 * (pageSize + 4) + 200);
  });

  it('heal what a bad disk has altered in the copy', () => {
    const directory = temporaryDirectory();
    const source = fileOf(join(directory, 'source'), pagesOf(20));
    const whole = fileOf(join(directory, 'whole'), [...pagesOf(7), 9, ...pagesOf(12)]);
    const target = join(directory, 'changes');
    writeChanges(source, { whole, changes: [] }, target, everything);
    applyChanges(target, whole);
    expect(readFileSync(whole).equals(readFileSync(source))).toBe(true);
  });

  it('are given up where they come to more than a whole copy is worth', () => {
    const directory = temporaryDirectory();
    const whole = fileOf(join(directory, 'whole'), pagesOf(10));
    const source = fileOf(join(directory, 'source'), pagesOf(10, 2));
    const write = () => writeChanges(source, { whole, changes: [] }, join(directory, 'changes'), 5 * pageSize);
    expect(write).toThrow(TooManyChanges);
  });

  it.each<[what: string, damage: (path: string) => void]>([
    ['cut', (path) => truncateSync(path, readFileSync(path).length - 1)],
    ['cut to nothing', (path) => truncateSync(path, 0)],
    ['altered', (path) => writeFileSync(path, readFileSync(path).fill(7, 300, 301))],
    ['something else', (path) => writeFileSync(path, 'Dear diary,\n'.repeat(500))],
  ])('are refused when they are %s', (_, damage) => {
    const directory = temporaryDirectory();
    const whole = fileOf(join(directory, 'whole'), pagesOf(10));
    const source = fileOf(join(directory, 'source'), pagesOf(10, 2));
    const changes = join(directory, 'changes');
    writeChanges(source, { whole, changes: [] }, changes, everything);
    damage(changes);
    const next = () => writeChanges(source, { whole, changes: [changes] }, join(directory, 'next'), everything);
    expect(next).toThrow(LedgerDamaged);
    expect(() => applyChanges(changes, whole)).toThrow(LedgerDamaged);
  });
});
