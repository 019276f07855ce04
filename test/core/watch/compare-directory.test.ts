import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileFacts, pathIn } from '../../../electron/core/document/document.ts';
import type { FileRecord } from '../../../electron/core/document/records.ts';
import {
  compareDirectory,
  type Found,
  isSameLeftAlone,
  isSameOnReturn,
  isWithin,
} from '../../../electron/core/watch/compare-directory.ts';

const facts: FileFacts = { size: 10, mtimeMs: 1_000, ino: 7 };
const rowOf = (name: string, of = facts): FileRecord => ({ folderId: 1, directory: 'in', name, facts: of });
const foundAs = (name: string, of = facts): Found => ({ directory: 'in', name, facts: of });
const namesOf = (difference: ReturnType<typeof compareDirectory>) => ({
  fresh: difference.fresh.map(({ name }) => name),
  changed: difference.changed.map(({ found }) => found.name),
  vanished: difference.vanished.map(({ name }) => name),
});

describe('A directory and what the last scan knew of it', () => {
  it('tells apart what is fresh, changed, vanished and as it was', () => {
    const rows = [rowOf('kept.pdf'), rowOf('grown.pdf'), rowOf('removed.pdf')];
    const found = [foundAs('kept.pdf'), foundAs('grown.pdf', { ...facts, size: 11 }), foundAs('new.pdf')];
    expect(namesOf(compareDirectory(rows, found))).toEqual({
      fresh: ['new.pdf'],
      changed: ['grown.pdf'],
      vanished: ['removed.pdf'],
    });
  });

  it.for([
    ['case', 'Scan.pdf', 'scan.pdf'],
    ['Unicode form', 'M\u00fcller.pdf', 'Mu\u0308ller.pdf'],
  ] as const)('compares names to the letter: another %s is another name', ([, known, there]) => {
    expect(namesOf(compareDirectory([rowOf(known)], [foundAs(there)]))).toEqual({
      fresh: [there],
      changed: [],
      vanished: [known],
    });
  });

  it.for(['__proto__', 'constructor', 'toString'])('takes the name %s for a name', (name) => {
    expect(namesOf(compareDirectory([], [foundAs(name)]))).toEqual({ fresh: [name], changed: [], vanished: [] });
    expect(namesOf(compareDirectory([rowOf(name)], [foundAs(name)]))).toEqual({ fresh: [], changed: [], vanished: [] });
  });

  const name = fc.oneof(
    fc.constantFrom('a.pdf', 'A.pdf', 'ä.pdf', 'a\u0308.pdf', 'b.pdf', '__proto__'),
    fc.string({ minLength: 1, maxLength: 3 }),
  );
  const anyFacts = fc.record({ size: fc.nat(2), mtimeMs: fc.nat(2), ino: fc.nat(2) });
  const listing = fc.uniqueArray(fc.tuple(name, anyFacts), { selector: ([its]) => its, maxLength: 12 });

  it('puts each name in one class at most, and none is lost', () => {
    fc.assert(
      fc.property(listing, listing, (before, now) => {
        const difference = compareDirectory(
          before.map(([its, of]) => rowOf(its, of)),
          now.map(([its, of]) => foundAs(its, of)),
        );
        const { fresh, changed, vanished } = namesOf(difference);
        const classed = [...fresh, ...changed, ...vanished];
        expect(new Set(classed).size).toBe(classed.length);
        const known = new Map(before);
        const there = new Map(now);
        for (const its of fresh) expect([known.has(its), there.has(its)]).toEqual([false, true]);
        for (const its of vanished) expect([known.has(its), there.has(its)]).toEqual([true, false]);
        for (const its of new Set([...known.keys(), ...there.keys()])) {
          if (!classed.includes(its)) expect(there.get(its)).toEqual(known.get(its));
        }
        for (const { found, row } of difference.changed) {
          expect(row.name).toBe(found.name);
          expect(found.facts).not.toEqual(row.facts);
        }
      }),
    );
  });

  it('finds nothing to do when it looks a second time', () => {
    fc.assert(
      fc.property(listing, (now) => {
        const again = compareDirectory(
          now.map(([its, of]) => rowOf(its, of)),
          now.map(([its, of]) => foundAs(its, of)),
        );
        expect(again).toEqual({ fresh: [], changed: [], vanished: [] });
      }),
    );
  });
});

describe('Paths in a folder', () => {
  it.for([
    ['', 'a.pdf', 'a.pdf'],
    ['in', 'a.pdf', 'in/a.pdf'],
    ['in/deep', 'a.pdf', 'in/deep/a.pdf'],
  ] as const)('directory "%s" and name "%s" make "%s"', ([directory, file, path]) => {
    expect(pathIn(directory, file)).toBe(path);
  });

  it.for([
    ['in', '', true],
    ['', '', true],
    ['in', 'in', true],
    ['in/deep', 'in', true],
    ['inbox', 'in', false],
    ['in', 'in/deep', false],
    ['', 'in', false],
  ] as const)('"%s" is within "%s": %s', ([directory, ancestor, expected]) => {
    expect(isWithin(directory, ancestor)).toBe(expected);
  });
});

describe('A file whose share was away', () => {
  const minute = 60_000;
  it.each<[is: boolean, what: string, shift: number]>([
    [true, 'has its time', 0],
    [true, 'has it as FAT rounds it', -2_000],
    [true, 'has it an hour later', 60 * minute],
    [true, 'has it an hour earlier, as FAT rounds it', -60 * minute + 2_000],
    [true, 'has it in a zone of a quarter of an hour', 45 * minute - 2_000],
    [true, 'has it in the farthest zone', 26 * 60 * minute],
    [false, 'has it farther away', 26 * 60 * minute + 15 * minute],
    [false, 'was written a moment later', 2_001],
    [false, 'was written beside a quarter of an hour later', 15 * minute - 2_001],
  ])('is the same (%s) where it %s', (is, _, shift) => {
    const now = { ...facts, ino: 8, mtimeMs: facts.mtimeMs + shift };
    expect(isSameLeftAlone(facts, now)).toBe(is);
    expect(isSameLeftAlone(now, facts)).toBe(is);
    expect(isSameLeftAlone(facts, { ...now, size: 11 })).toBe(false);
  });

  it('that was sent is the same by its inode and such a time, or by its time to the millisecond', () => {
    expect(isSameOnReturn(facts, { ...facts, ino: 8 })).toBe(true);
    expect(isSameOnReturn(facts, { ...facts, mtimeMs: facts.mtimeMs + 60 * minute })).toBe(true);
    expect(isSameOnReturn(facts, { ...facts, ino: 8, mtimeMs: facts.mtimeMs + 60 * minute })).toBe(false);
  });
});
