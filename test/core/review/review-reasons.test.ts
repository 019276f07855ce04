import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { reviewReasons } from '../../../electron/core/review/local-review.ts';

type Extraction = Extract<DocumentResult, { kind: 'extraction' }>;
type Classification = Extract<DocumentResult, { kind: 'classification' }>;

const extraction = (status: Extraction['status'], extractedData: Extraction['extractedData'] = {}): Extraction => ({
  kind: 'extraction',
  status,
  extractedData,
  extra: {},
});
const classification = (rest: Partial<Classification> = {}): Classification => ({
  kind: 'classification',
  status: 'processed',
  extra: {},
  ...rest,
});
const saidOf = (result: DocumentResult, fields: readonly string[], possibleDuplicate = false) =>
  reviewReasons(result, fields, possibleDuplicate).map(({ kind, field }) => (field === undefined ? kind : `${kind} ${field}`));

describe('An extraction', () => {
  const fields = ['number', 'total', 'date'];
  const partial = { number: 'R-1', total: ' \t', extra: null };

  it.for([
    ['processed', partial, []],
    ['confirmed', partial, []],
    ['needs_review', partial, ['service', 'empty-field total', 'missing-field date']],
    ['needs_review', {}, ['service', 'missing-field number', 'missing-field total', 'missing-field date']],
    [
      'needs_review',
      { number: null, total: '', date: undefined },
      ['service', 'missing-field number', 'empty-field total', 'missing-field date'],
    ],
    ['needs_review', { number: '0', total: 0, date: false }, ['service']],
  ] as const)('that is %s with %j is looked at because of %j', ([status, data, expected]) => {
    expect(saidOf(extraction(status, data), fields)).toEqual(expected);
  });

  it('flags only fields that it has, in their order', () => {
    expect(saidOf(extraction('needs_review', { other: '' }), ['b', 'a'])).toEqual([
      'service',
      'missing-field b',
      'missing-field a',
    ]);
  });
});

describe('A classification', () => {
  it.for([
    ['in a category', { categoryId: 'c', categoryName: 'Invoices' }, []],
    ['in a category without a name', { categoryId: 'c' }, []],
    ['in a category without an id', { categoryName: 'Invoices' }, []],
    ['of little confidence', { categoryId: 'c', confidence: 0.01 }, []],
    ['in no category', { confidence: 0.9 }, ['no-category']],
    ['in a category, which the service asks to review', { categoryId: 'c', status: 'needs_review' }, ['service']],
    ['in no category, which the service asks to review', { status: 'needs_review' }, ['service', 'no-category']],
  ] as const)('%s is looked at because of: %j', ([, rest, expected]) => {
    expect(saidOf(classification(rest), [])).toEqual(expected);
  });
});

describe('A document that was sent twice', () => {
  it.for([extraction('processed'), extraction('confirmed'), extraction('needs_review'), classification({ categoryId: 'c' })])(
    'is looked at for that first: %j',
    (result) => {
      expect(saidOf(result, [], true)[0]).toBe('possible-duplicate');
    },
  );
});

describe('Whatever the result', () => {
  const text = fc.option(fc.constantFrom('', 'Invoices'), { nil: undefined });
  const result = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('processed', 'needs_review', 'confirmed'),
        fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('', 'x', null)),
      )
      .map(([status, data]): DocumentResult => extraction(status as Extraction['status'], data)),
    fc.tuple(fc.constantFrom('processed', 'needs_review', 'confirmed', 'sorted'), text, text).map(
      ([status, categoryId, categoryName]): DocumentResult =>
        classification({
          status,
          ...(categoryId !== undefined && { categoryId }),
          ...(categoryName !== undefined && { categoryName }),
        }),
    ),
  );

  it('every reason is a sentence', () => {
    fc.assert(
      fc.property(result, fc.boolean(), (given, twice) => {
        const reasons = reviewReasons(given, ['a', 'b'], twice);
        for (const { message } of reasons) expect(inEnglish(message)).toMatch(/^[A-Z].+\.$/);
      }),
    );
  });
});
