import { describe, expect, it } from 'vitest';
import { nextStepRule } from '../../../electron/core/checks/rules.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { endingOf, filingValues, unknownFields, waitsForReview } from '../../../electron/core/filing/filing-values.ts';
import { parseTemplate } from '../../../electron/core/filing/template.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { documentWith, jobWith, type Members } from '../../support/jobs.ts';

const fields = ['total', 'invoice_date', 'vendor', 'category', 'note'];
const extraction = (extractedData: Readonly<Record<string, unknown>>): DocumentResult => ({
  kind: 'extraction',
  status: 'processed',
  extractedData,
  extra: {},
});
const verdict = (said: object): DocumentResult => ({ kind: 'classification', status: 'processed', ...said, extra: {} });

function valuesOf(members: Members, more: { readonly verdict?: DocumentResult; readonly fields?: readonly string[] } = {}) {
  const by = more.verdict === undefined ? {} : { verdict: jobWith({ id: 9, result: more.verdict }) };
  const document = documentWith({ state: { kind: 'processed' }, ...members, ...by });
  return filingValues({
    document,
    fields: more.fields ?? fields,
    reading: {},
    foundPath: 'in/Scan 1.final.PDF',
    foundDate: '2026-03-04',
  });
}
const value = (text: string, date?: string) => ({ kind: 'value', text, ...(date !== undefined && { date }) });
const missing = { kind: 'missing' };

describe('A name in a template stands for', () => {
  const of = (name: string, data: Readonly<Record<string, unknown>>) => valuesOf({ result: extraction(data) })(name);

  it.each<[string, string, unknown, object]>([
    ['a value as it is printed', 'vendor', ' ACME ', value(' ACME ')],
    ['an amount as it was read', 'total', '1.234,50 €', value('1234.50')],
    ['a date as it was read', 'invoice_date', '4.3.2026', value('2026-03-04', '2026-03-04')],
    ['what is no text', 'vendor', 7, value('7')],
    ['what is no text', 'vendor', false, value('false')],
    ['nothing that is not there', 'vendor', undefined, missing],
    ['nothing that is null', 'vendor', null, missing],
    ['nothing but space', 'vendor', ' \t', missing],
    ['no list', 'vendor', ['a'], { kind: 'doubtful', message: say('filing.parts', { field: 'vendor' }) }],
    [
      'nothing that may mean two things',
      'invoice_date',
      '3/4/2026',
      {
        kind: 'doubtful',
        message: say('filing.ambiguous', { field: 'invoice_date', value: '3/4/2026', candidates: ['2026-04-03', '2026-03-04'] }),
      },
    ],
  ])('%s: %s', (_, name, printed, expected) => expect(of(name, { [name]: printed })).toEqual(expected));

  it('what Intray knows of the file, unless the extraction has such a field', () => {
    const plain = valuesOf({ result: extraction({}) }, { fields: [] });
    expect(['file_name', 'found_date', 'category', 'toString'].map(plain)).toEqual([
      ...[value('Scan 1.final'), value('2026-03-04', '2026-03-04'), missing, missing],
    ]);
    expect(valuesOf({ result: extraction({ file_name: 'x' }) }, { fields: [] })('file_name')).toEqual(value('x'));
    expect(valuesOf({ result: extraction({}) }, { fields: ['file_name'] })('file_name')).toEqual(missing);
  });

  it.each([
    [{ categoryName: 'Invoice', categoryId: 'c' }, value('Invoice')],
    [{ categoryId: 'c' }, value('c')],
    [{}, missing],
  ])('the category, by its name or its id: %j', (said, expected) => {
    const none = { fields: [] };
    expect(valuesOf({ result: verdict(said) }, none)('category')).toEqual(expected);
    expect(valuesOf({ result: verdict(said) }, none)('ghost')).toEqual(missing);
    expect(valuesOf({ result: extraction({}) }, { ...none, verdict: verdict(said) })('category')).toEqual(expected);
    // Where the extraction has a field of that name, that is meant.
    expect(valuesOf({ result: extraction({}) }, { verdict: verdict(said) })('category')).toEqual(missing);
  });

  it('what a person has made of it', () => {
    const review = { confirmations: [{ at: 1, by: 'Anna', corrections: { total: '5', note: 'x' } }], changes: [] };
    const corrected = valuesOf({ result: extraction({ total: '1' }), review });
    expect([corrected('total'), corrected('note')]).toEqual([value('5'), value('x')]);
  });

  it('nothing that a check flags, or that the service contradicts', () => {
    const finding = (field: string, outcome: 'breach' | 'unchecked') => ({
      rule: nextStepRule,
      outcome,
      field,
      message: foreign('Odd.'),
    });
    const flagged = valuesOf({
      result: extraction({ total: '1', vendor: 'ACME' }),
      findings: [finding('total', 'breach'), finding('vendor', 'unchecked'), finding('note', 'breach')],
    });
    expect(flagged('total')).toEqual({ kind: 'doubtful', message: foreign('Odd.') });
    expect(flagged('vendor')).toEqual(value('ACME'));
    // What is missing is doubtful, too, where a check says so.
    expect(flagged('note')).toEqual({ kind: 'doubtful', message: foreign('Odd.') });
    const review = { confirmations: [{ at: 1, by: 'Anna', corrections: { total: '5' } }], changes: [], conflict: ['total'] };
    expect(valuesOf({ result: extraction({ total: '1' }), review })('total')).toMatchObject({ kind: 'doubtful' });
  });

  it('something although the service asks for a review of it', () => {
    const result = { ...extraction({ vendor: ' ', total: '1' }), status: 'needs_review' } as DocumentResult;
    expect(valuesOf({ result })('total')).toEqual(value('1'));
    expect(valuesOf({ result })('vendor')).toEqual(missing);
  });

  it('nothing without a result', () => {
    expect(['total', 'category', 'file_name'].map(valuesOf({}, { fields: ['total'] }))).toEqual([
      missing,
      missing,
      value('Scan 1.final'),
    ]);
  });
});

it.each([
  ['reviewed', true],
  [undefined, true],
  ['delivered', false],
] as const)('Filing waits for a person who must look at a document: %s: %s', (when, waits) => {
  const result = { ...extraction({ total: '1' }), status: 'needs_review' } as DocumentResult;
  expect(waitsForReview(documentWith({ state: { kind: 'needs_review' }, result }), when)).toBe(waits);
  expect(waitsForReview(documentWith({ state: { kind: 'processed' }, result: extraction({ total: '1' }) }), when)).toBe(false);
});

it('A template may name fields, and what Intray knows of a file', () => {
  const template = parseTemplate('{total}/{category}{file_name}{found_date}{ghost}{no_one:upper}');
  if (!template.ok) throw new Error(template.error.code);
  const names = ['total', 'category', 'file_name', 'found_date'];
  expect(unknownFields(template.value, ['total'])).toEqual([
    say('filing.noField', { field: 'ghost', position: '43', names }),
    say('filing.noField', { field: 'no_one', position: '50', names }),
  ]);
  expect(unknownFields(template.value, ['total', 'ghost', 'no_one'])).toEqual([]);
});

it.each([
  ['scan.pdf', '.pdf'],
  ['scan.final.PDF', '.PDF'],
  ['scan.größe', '.größe'],
  ['scan.abcdefghij', '.abcdefghij'],
  ['scan.abcdefghijk', ''],
  ['scan.p df', ''],
  ['scan.', ''],
  ['scan', ''],
  ['.pdf', ''],
])('The ending of %s is "%s"', (name, ending) => expect(endingOf(name)).toBe(ending));
