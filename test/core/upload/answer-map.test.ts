import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapAnswer, plainName } from '../../../electron/core/upload/answer-map.ts';

const named = (...names: string[]) => names.map((fileName) => ({ fileName }));
const numbered = (...names: string[]) => names.map((fileName, index) => ({ id: index + 1, fileName }));
/** By the name that was sent, the place in the answer. */
const mapped = (sent: readonly string[], answered: readonly string[]) => {
  const pairs = mapAnswer(numbered(...sent), named(...answered));
  return Object.fromEntries(sent.flatMap((name, index) => (pairs.has(index + 1) ? [[name, pairs.get(index + 1)]] : [])));
};

describe('An answer maps', () => {
  it.for([
    ['by name, in any order', ['a.pdf', 'b.pdf'], ['b.pdf', 'a.pdf'], { 'a.pdf': 1, 'b.pdf': 0 }],
    ['another case', ['Scan.PDF', 'b.pdf', 'c.pdf'], ['scan.pdf', 'x', 'y'], { 'Scan.PDF': 0 }],
    ['another Unicode form', ['Mu\u0308ller.pdf', 'b', 'c'], ['M\u00fcller.pdf', 'x', 'y'], { 'Mu\u0308ller.pdf': 0 }],
    ['the exact name before the like one', ['a.pdf', 'b', 'c'], ['A.pdf', 'a.pdf', 'x'], { 'a.pdf': 1 }],
    ['the one that is left to the one that is left', ['a.pdf', 'täx.pdf'], ['a.pdf', 't?x.pdf'], { 'a.pdf': 0, 'täx.pdf': 1 }],
    ['a lone document to a lone file, whatever its name', ['a.pdf'], ['upload-1'], { 'a.pdf': 0 }],
    ['neither of two that are left', ['a', 'b', 'c'], ['a', 'x', 'y'], { a: 0 }],
    ['not one document to one of two files', ['a', 'b'], ['a', 'x', 'y'], { a: 0 }],
    ['not one of two documents to one file', ['a', 'b', 'c'], ['a', 'x'], { a: 0 }],
    ['no document to one of two files of its name', ['a', 'b'], ['a', 'a', 'b'], { b: 2 }],
    ['nothing of an empty answer', ['a', 'b'], [], {}],
    ['nothing to an empty batch', [], ['a'], {}],
  ] as const)('%s', ([, sent, answered, expected]) => {
    expect(mapped(sent, answered)).toEqual(expected);
  });

  it.for(['', '__proto__', 'constructor'])('the name "%s" like any other', (name) => {
    expect(mapAnswer(numbered('a', name), named(name, 'a'))).toEqual(
      new Map([
        [1, 1],
        [2, 0],
      ]),
    );
  });
});

describe('Whatever the answer', () => {
  const name = fc.constantFrom('a.pdf', 'A.pdf', 'b.pdf', 'ä.pdf', 'a\u0308.pdf', 'Ä.PDF', 'c', 'd', 'straße', 'STRASSE');
  /** As a batch is composed: no two names that are comparable. */
  const sentNames = fc.uniqueArray(name, { selector: plainName, maxLength: 6 });
  const answeredNames = fc.array(fc.oneof(name, fc.string({ maxLength: 2 })), { maxLength: 8 });

  it('no two documents get one file, and every place is in the answer', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), answeredNames, (sent, answered) => {
        const places = [...mapAnswer(numbered(...sent), named(...answered)).values()];
        expect(new Set(places).size).toBe(places.length);
        for (const place of places) expect(answered[place]).toBeDefined();
      }),
    );
  });

  it('the order of neither side says anything', () => {
    const shuffled = fc.tuple(sentNames, answeredNames).chain(([sent, answered]) =>
      fc.record({
        sent: fc.constant(sent),
        answered: fc.constant(answered),
        sentOrder: fc.shuffledSubarray([...sent.keys()], { minLength: sent.length }),
        answeredOrder: fc.shuffledSubarray([...answered.keys()], { minLength: answered.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ sent, answered, sentOrder, answeredOrder }) => {
        const once = mapAnswer(numbered(...sent), named(...answered));
        const documents = numbered(...sent);
        const again = mapAnswer(
          sentOrder.flatMap((index) => documents[index] ?? []),
          named(...answeredOrder.map((index) => answered[index] ?? '')),
        );
        const inFirstOrder = new Map([...again].map(([id, place]) => [id, answeredOrder[place]]));
        expect(new Map([...inFirstOrder].sort())).toEqual(new Map([...once].sort()));
      }),
    );
  });

  it('a document whose very name is there once gets that file', () => {
    fc.assert(
      fc.property(sentNames, answeredNames, (sent, answered) => {
        const pairs = mapAnswer(numbered(...sent), named(...answered));
        for (const [index, its] of sent.entries()) {
          if (answered.filter((other) => other === its).length === 1) expect(pairs.get(index + 1)).toBe(answered.indexOf(its));
        }
      }),
    );
  });

  it('only the last document and the last file are ever paired without a name in common', () => {
    fc.assert(
      fc.property(sentNames, answeredNames, (sent, answered) => {
        const pairs = mapAnswer(numbered(...sent), named(...answered));
        const strangers = [...pairs].filter(([id, place]) => plainName(sent[id - 1] ?? '') !== plainName(answered[place] ?? ''));
        expect(strangers.length).toBeLessThanOrEqual(1);
        if (strangers.length === 1) expect([sent.length, answered.length]).toEqual([pairs.size, pairs.size]);
      }),
    );
  });
});
