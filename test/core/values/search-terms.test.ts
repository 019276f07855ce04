import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentMatches, fold, indexedLength, meantBy, searchTerms } from '../../../electron/core/values/search-terms.ts';
import type { TypedValue } from '../../../electron/core/values/typed-value.ts';
import { anyCharacter } from '../../support/any-character.ts';

describe('What a query looks for', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['ACME', [['acme']]],
    [' Müller  GmbH ', [['müller'], ['gmbh']]],
    ['Mu\u0308ller', [['müller']]],
    ['a\0b', [['a'], ['b']]],
    // What a number or a date means, and what is printed.
    ['5.464,37', [['5.464,37', '5464.37']]],
    ['31.12.2026', [['31.12.2026', '2026-12-31']]],
    [' 4 March 2026 5.00 ', [['4'], ['march'], ['2026'], ['5.00']]],
    [' 31.12.2026\t', [['31.12.2026', '2026-12-31']]],
    ['03/04/2026', [['03/04/2026', '2026-04-03', '2026-03-04']]],
    ['1 234,50', [['1 234,50', '1234.50']]],
    // Of several words, each on its own.
    ['ACME 5.464,37', [['acme'], ['5.464,37', '5464.37']]],
    ['2026-03', [['2026-03']]],
    // Too short for the index of texts.
    ['1,', [['1,']]],
    ['1.5', [['1.5']]],
    ['1,5', [['1,5', '1.5']]],
  ])('%j: %j', (query, terms) => expect(searchTerms(query)).toEqual(terms));

  it('is well-formed, in one spelling and without case', () => {
    expect(indexedLength).toBe(3);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const folded = fold(text);
        expect([folded.isWellFormed(), folded.includes('\0')]).toEqual([true, false]);
        for (const form of searchTerms(text).flat()) expect(form).not.toBe('');
      }),
    );
  });
});

describe('Where a query is found', () => {
  const amount: TypedValue = { kind: 'amount', value: '5464.37', assumed: [] };
  const either: TypedValue = { kind: 'date', ambiguous: ['2026-04-03', '2026-03-04'] };
  const printed = new Map([
    ['field:vendor', 'ACME Ltd'],
    ['field:total', '5,464.37'],
    ['field:date', '03/04/2026'],
  ]);
  const typed = new Map<string, TypedValue>([
    ['total', amount],
    ['date', either],
  ]);
  const found = (query: string, values = printed, path = 'in/scan acme.pdf') =>
    documentMatches(searchTerms(query), path, values, typed).map(({ column, text, marks }) => ({
      column,
      text,
      marked: marks.map(([from, to]) => text.slice(from, to)),
    }));

  it('is in the values first, then in the path', () => {
    expect(found('acme')).toEqual([{ column: 'field:vendor', text: 'ACME Ltd', marked: ['ACME'] }]);
    expect(found('scan')).toEqual([{ column: 'name', text: 'in/scan acme.pdf', marked: ['scan'] }]);
    expect(found('nobody')).toEqual([]);
  });

  it('is each word, where it is first found', () => {
    expect(found('ltd acme')).toEqual([{ column: 'field:vendor', text: 'ACME Ltd', marked: ['ACME', 'Ltd'] }]);
    expect(found('scan nobody ltd').map(({ column }) => column)).toEqual(['name', 'field:vendor']);
  });

  it('is a whole value that means it', () => {
    expect(found('5.464,37')).toEqual([{ column: 'field:total', text: '5,464.37', marked: ['5,464.37'] }]);
    expect(found('04.03.2026')).toEqual([{ column: 'field:date', text: '03/04/2026', marked: ['03/04/2026'] }]);
    expect([meantBy(amount), meantBy(either), meantBy(undefined)]).toEqual([['5464.37'], ['2026-04-03', '2026-03-04'], []]);
  });

  it('is what is printed, before what is meant', () => {
    expect(found('5,464.37')[0]?.marked).toEqual(['5,464.37']);
    expect(found('464')[0]?.marked).toEqual(['464']);
  });

  it('is a whole text whose letters are others in lower case', () => {
    // In one spelling it is shorter; in lower case the other is longer.
    expect(found('ller', new Map([['field:city', 'Mu\u0308ller']]))[0]?.marked).toEqual(['Mu\u0308ller']);
    expect(found('i\u0307zmir', new Map([['field:city', '\u0130zmir']]))[0]?.marked).toEqual(['\u0130zmir']);
  });

  it('is marked once where terms overlap', () => {
    expect(found('acm cme', new Map([['field:vendor', 'ACME']]))[0]?.marked).toEqual(['ACME']);
    expect(found('acme cm', new Map([['field:vendor', 'ACME']]))[0]?.marked).toEqual(['ACME']);
    expect(found('ac me', new Map([['field:vendor', 'ACME']]))[0]?.marked).toEqual(['AC', 'ME']);
  });

  it('is shown with what is around it, where the text is long', () => {
    const at = (before: number, after: number) =>
      found('needle', new Map([['field:note', `${'a'.repeat(before)}needle${'b'.repeat(after)}`]]))[0];
    expect(at(37, 37)).toMatchObject({ text: `${'a'.repeat(37)}needle${'b'.repeat(37)}`, marked: ['needle'] });
    expect(at(38, 37)).toMatchObject({ text: `…${'a'.repeat(20)}needle${'b'.repeat(37)}`, marked: ['needle'] });
    expect(at(20, 100)).toMatchObject({ text: `${'a'.repeat(20)}needle${'b'.repeat(54)}…`, marked: ['needle'] });
    expect(at(21, 54)).toMatchObject({ text: `…${'a'.repeat(20)}needle${'b'.repeat(54)}`, marked: ['needle'] });
    expect(at(21, 55)).toMatchObject({ text: `…${'a'.repeat(20)}needle${'b'.repeat(54)}…`, marked: ['needle'] });
  });

  it('is left out or cut where it is beyond that', () => {
    const note = (gap: number) => new Map([['field:note', `first${'-'.repeat(gap)}second${'-'.repeat(90)}`]]);
    expect(found('first second', note(69))[0]?.marked).toEqual(['first', 'second']);
    expect(found('first second', note(70))[0]?.marked).toEqual(['first', 'secon']);
    expect(found('first second', note(75))[0]?.marked).toEqual(['first']);
  });
});
