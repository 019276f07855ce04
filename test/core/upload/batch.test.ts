import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableName } from '../../../electron/core/upload/answer-map.ts';
import { type BatchLimits, type Candidate, composeBatch, filesPerBatch, halve } from '../../../electron/core/upload/batch.ts';

let lastId = 0;
const candidate = (fileName: string, rest: Partial<Candidate> = {}): Candidate => {
  lastId += 1;
  return { id: lastId, folderId: 1, fileName, size: 100, readySince: 0, pages: 1, ...rest };
};
const namesIn = (chosen: readonly Candidate[]) => chosen.map(({ fileName }) => fileName);
const roomy: BatchLimits = { files: 10, bytes: 1_000_000 };

describe('Most files of a request', () => {
  it.for([
    ['extraction', 10, undefined, 10],
    ['extraction', 10, 4, 4],
    ['extraction', 10, 25, 25],
    ['extraction', 500, undefined, 30],
    ['extraction', 10, 500, 30],
    ['classification', 10, undefined, 30],
    ['classification', 10, 5, 5],
    ['classification', 10, 31, 30],
  ] as const)(
    'for a route of kind %s, with %i for extractions and %s for the folder: %i',
    ([kind, extractions, folder, expected]) => {
      expect(filesPerBatch({ kind, id: 'r' }, extractions, folder)).toBe(expected);
    },
  );
});

describe('Two names', () => {
  it.for([
    ['Scan.PDF', 'scan.pdf', true],
    ['M\u00fcller.pdf', 'Mu\u0308ller.pdf', true],
    ['M\u00dcLLER.pdf', 'mu\u0308ller.pdf', true],
    ['Straße.pdf', 'STRASSE.pdf', true],
    ['ẞ.pdf', 'ß.pdf', true],
    ['ΟΔΟΣ.pdf', 'οδος.pdf', true],
    ['οδοσ.pdf', 'οδος.pdf', true],
    ['scan 1.pdf', 'scan1.pdf', false],
    ['a.pdf', 'ä.pdf', false],
    ['a.pdf', 'a.pdf ', false],
  ] as const)('%j and %j are one: %s', ([one, other, same]) => {
    expect(comparableName(one) === comparableName(other)).toBe(same);
  });

  it('are one in any case and any Unicode form, however often it is asked', () => {
    const name = fc.string({ unit: fc.constantFrom(...'aZßẞäÄéİıΣσςΐñ. 0'), maxLength: 6 });
    fc.assert(
      fc.property(name, (its) => {
        const comparable = comparableName(its);
        expect(comparableName(its.normalize('NFD'))).toBe(comparable);
        expect(comparableName(its.normalize('NFC'))).toBe(comparable);
        expect(comparableName(comparable)).toBe(comparable);
      }),
    );
  });
});

describe('A batch', () => {
  it('of nothing is nothing', () => {
    expect(composeBatch([], roomy)).toEqual({ chosen: [], full: false });
    expect(composeBatch([[], []], roomy)).toEqual({ chosen: [], full: false });
  });

  it('takes everything there is, the oldest first, and could take more', () => {
    const { chosen, full } = composeBatch([[candidate('a'), candidate('b')]], roomy);
    expect([namesIn(chosen), full]).toEqual([['a', 'b'], false]);
  });

  it('lets folders take turns, in the order given', () => {
    const queues = [['a1', 'a2', 'a3', 'a4'], ['b1'], ['c1', 'c2']].map((names) => names.map((name) => candidate(name)));
    expect(namesIn(composeBatch(queues, roomy).chosen)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
    expect(namesIn(composeBatch(queues, { ...roomy, files: 4 }).chosen)).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('leaves a second file of one name for the next', () => {
    const { chosen, full } = composeBatch([[candidate('scan.pdf')], [candidate('Scan.PDF'), candidate('b')]], roomy);
    expect([namesIn(chosen), full]).toEqual([['scan.pdf', 'b'], true]);
  });

  it('takes a file above the byte cap alone', () => {
    const large = candidate('large', { size: 5_000 });
    const { chosen, full } = composeBatch([[large, candidate('small')]], { files: 10, bytes: 1_000 });
    expect([namesIn(chosen), full]).toEqual([['large'], true]);
  });

  it('fills up with smaller ones what a large one leaves', () => {
    const queue = [candidate('a', { size: 600 }), candidate('b', { size: 600 }), candidate('c', { size: 400 })];
    expect(namesIn(composeBatch([queue], { files: 10, bytes: 1_000 }).chosen)).toEqual(['a', 'c']);
  });

  it('is of the cohort that is first in line, and waits for nobody', () => {
    const queues = [
      [candidate('a', { cohort: '7.0' }), candidate('b')],
      [candidate('c', { cohort: '7.1' }), candidate('d', { cohort: '7.0' })],
    ];
    const { chosen, full } = composeBatch(queues, roomy);
    expect([namesIn(chosen), full]).toEqual([['a', 'd'], true]);
  });

  it('without a cohort takes no one who has one', () => {
    expect(namesIn(composeBatch([[candidate('a'), candidate('b', { cohort: '7.0' })]], roomy).chosen)).toEqual(['a']);
  });
});

describe('A batch under budgets', () => {
  it('passes over what they leave no pages for, and is full', () => {
    const asked: [number, number][] = [];
    const meter = {
      takes: (folderId: number, pages: number) => {
        asked.push([folderId, pages]);
        return pages < 5;
      },
    };
    const queues = [[candidate('a', { pages: 2 }), candidate('b', { pages: 5 })], [candidate('c', { folderId: 2, pages: 4 })]];
    const { chosen, full } = composeBatch(queues, { ...roomy, meter });
    expect([namesIn(chosen), full]).toEqual([['a', 'c'], true]);
    expect(asked).toEqual([
      [1, 2],
      [2, 4],
      [1, 5],
    ]);
  });

  it('takes no pages for what does not go along', () => {
    let left = 3;
    const takes = (_: number, pages: number) => {
      left -= pages;
      return true;
    };
    composeBatch([[candidate('a'), candidate('A'), candidate('b', { size: 5_000 })]], {
      files: 10,
      bytes: 1_000,
      meter: { takes },
    });
    expect(left).toBe(2);
  });
});

describe('A batch is full', () => {
  const two = () => [candidate('a', { size: 50 }), candidate('b', { size: 50 })];
  it.for([
    [3, 101, false],
    [2, 101, true],
    [3, 100, true],
    [3, 99, true],
  ] as const)('or not, of two files of 100 bytes, with room for %d files of %d bytes: %s', ([files, bytes, full]) => {
    expect(composeBatch([two()], { files, bytes }).full).toBe(full);
  });

  it('of names that a service may confuse, to the last', () => {
    expect(
      namesIn(composeBatch([[candidate('a b.pdf'), candidate('a_b.pdf'), candidate('ä.pdf'), candidate('a.pdf')]], roomy).chosen),
    ).toEqual([...['a b.pdf', 'ä.pdf']]);
  });
});

it('The halves of what was refused are of one size, or the first has one more', () => {
  expect([[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4, 5]].map((items) => halve(items))).toEqual([
    ...[[], [], [[1], [2]], [[1, 2], [3]]],
    [
      [1, 2, 3],
      [4, 5],
    ],
  ]);
});

const anyCandidate = fc.record({
  fileName: fc.constantFrom('a.pdf', 'A.PDF', 'b.pdf', 'ä.pdf', 'a\u0308.pdf', 'c.pdf', 'd.pdf', 'e.pdf', 'f.pdf'),
  size: fc.integer({ min: 1, max: 600 }),
  cohort: fc.option(fc.constantFrom('1.0', '1.1'), { nil: undefined, freq: 2 }),
});
const anyQueues = fc
  .array(fc.array(anyCandidate, { maxLength: 12 }), { maxLength: 4 })
  .map((queues) =>
    queues.map((queue, folderId) => queue.map(({ fileName, ...rest }) => candidate(fileName, { ...rest, folderId }))),
  );
const anyLimits = fc.record({ files: fc.integer({ min: 1, max: 8 }), bytes: fc.integer({ min: 1, max: 2_000 }) });

describe('Whatever is in line', () => {
  it('a batch keeps its limits, has no two like names, one cohort, and nobody twice', () => {
    fc.assert(
      fc.property(anyQueues, anyLimits, (queues, limits) => {
        const { chosen } = composeBatch(queues, limits);
        const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
        expect(chosen.length).toBeLessThanOrEqual(limits.files);
        expect(bytes <= limits.bytes || chosen.length === 1).toBe(true);
        expect(new Set(chosen.map(({ fileName }) => comparableName(fileName))).size).toBe(chosen.length);
        expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length);
        expect(new Set(chosen.map(({ cohort }) => cohort)).size).toBe(chosen.length === 0 ? 0 : 1);
        for (const its of chosen) expect(queues.flat()).toContain(its);
      }),
    );
  });

  it('a batch that is not full has taken all that may go together', () => {
    fc.assert(
      fc.property(anyQueues, anyLimits, (queues, limits) => {
        const { chosen, full } = composeBatch(queues, limits);
        const together = queues.flat().filter(({ cohort }) => cohort === undefined);
        if (!full) expect(new Set(chosen)).toEqual(new Set(together));
      }),
    );
  });

  it('composing again and again drains it: nobody is lost, nobody goes twice', () => {
    fc.assert(
      fc.property(anyQueues, anyLimits, (queues, limits) => {
        const sent: number[] = [];
        let left = queues;
        while (left.some((queue) => queue.length > 0)) {
          const { chosen } = composeBatch(left, limits);
          expect(chosen.length).toBeGreaterThan(0);
          sent.push(...chosen.map(({ id }) => id));
          left = left.map((queue) => queue.filter((its) => !chosen.includes(its)));
        }
        expect(sent.toSorted((a, b) => a - b)).toEqual(
          queues
            .flat()
            .map(({ id }) => id)
            .toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('folders with many documents each get the same share of a batch, give or take one, and their oldest go first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 30 }), (folders, files) => {
        const queues = Array.from({ length: folders }, (_, folderId) =>
          Array.from({ length: 40 }, (__, index) => candidate(`${folderId}-${index}`, { folderId })),
        );
        const { chosen } = composeBatch(queues, { files, bytes: 1_000_000 });
        const shares = queues.map((queue) => queue.filter((its) => chosen.includes(its)));
        const counts = shares.map(({ length }) => length);
        expect(chosen.length).toBe(files);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        for (const [index, share] of shares.entries()) expect(share).toEqual(queues[index]?.slice(0, share.length));
      }),
    );
  });
});

describe('Halving', () => {
  it.for([
    [0, []],
    [1, []],
    [2, [1, 1]],
    [5, [3, 2]],
    [30, [15, 15]],
  ] as const)('%i items gives parts of %j', ([count, parts]) => {
    expect(halve(Array.from({ length: count }, (_, index) => index)).map(({ length }) => length)).toEqual(parts);
  });

  it('loses nothing and ends with each alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 2, maxLength: 60 }), (items) => {
        const parts = halve(items);
        expect(parts.flat()).toEqual(items);
        for (const part of parts) expect([part.length > 0, part.length < items.length]).toEqual([true, true]);
      }),
    );
  });
});
