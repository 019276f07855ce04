import { describe, expect, it } from 'vitest';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { MessageError } from '../../../electron/core/messages/message-error.ts';
import { categorySet, confirm, type Review, received } from '../../../electron/core/review/local-review.ts';
import { resultView } from '../../../electron/core/review/result-view.ts';

const fields = [{ key: 'number', description: 'The number' }, { key: 'total', description: '' }, { key: 'iban' }];
const extracted = (data: Readonly<Record<string, unknown>>, status: 'needs_review' | 'confirmed'): DocumentResult => ({
  kind: 'extraction',
  status,
  extractedData: data,
  extra: {},
});
const first = extracted({ total: '', number: '17', currency: 'EUR' }, 'needs_review');
const around = (review?: Review) => ({
  fields,
  categories: [],
  possibleDuplicate: false,
  ...(review !== undefined && { review }),
});

function corrected(): Review {
  const review = confirm(undefined, first, { total: '2.00' }, { at: 5, by: 'Anna' });
  if (!review.ok) throw new MessageError(review.error);
  return review.value;
}

describe('An extraction as it is shown', () => {
  it('has its fields in order, with what is wrong at each', () => {
    const view = resultView(first, around());
    expect(view).toMatchObject({
      fields: [
        { key: 'number', description: 'The number', value: '17', reasons: [] },
        { key: 'total', value: '', reasons: [{ kind: 'empty-field' }] },
        { key: 'iban', reasons: [{ kind: 'missing-field' }] },
        { key: 'currency', value: 'EUR', reasons: [] },
      ],
      reasons: [{ kind: 'service' }],
      review: { changes: [], conflict: false },
    });
  });

  it('shows a correction beside what the service said, and no more reasons', () => {
    const view = resultView(first, around(corrected()));
    expect(view).toMatchObject({
      reasons: [],
      review: { confirmed: { at: 5, by: 'Anna' }, changes: [{ field: 'total', from: '', to: '2.00' }] },
    });
    if (view.kind !== 'extraction') throw new Error();
    expect(view.fields[1]).toEqual({ key: 'total', value: '2.00', serviceValue: '', reasons: [] });
    expect(view.fields.flatMap(({ reasons }) => reasons)).toEqual([]);
  });

  it('says nothing of the service where that says the same by now, or nothing', () => {
    const fieldsOf = (now: DocumentResult) => {
      const view = resultView(now, around(received(corrected(), first, now)));
      return view.kind === 'extraction' ? view.fields : [];
    };
    expect(fieldsOf(extracted({ total: '2.00', number: '17' }, 'confirmed'))[1]).toEqual({
      key: 'total',
      value: '2.00',
      reasons: [],
    });
    expect(fieldsOf(first)[2]).not.toHaveProperty('value');
  });

  it('shows all three values of a conflict', () => {
    const newer = extracted({ total: '3.00', number: '17' }, 'confirmed');
    const view = resultView(newer, around(received(corrected(), first, newer)));
    if (view.kind !== 'extraction') throw new Error();
    expect(view.review.conflict).toBe(true);
    expect(view.fields[1]).toMatchObject({
      value: '2.00',
      serviceValue: '',
      newerServiceValue: '3.00',
      reasons: [{ kind: 'conflict', field: 'total' }],
    });
  });
});

describe('A classification as it is shown', () => {
  it('has the category that a person set, by the name that is known', () => {
    const result: DocumentResult = { kind: 'classification', status: 'processed', categoryId: 'c2', extra: {} };
    const categories = [{ id: 'c2', name: 'Invoice' }];
    const review = categorySet(undefined, 'Mail', 'Invoice', { at: 3, by: 'Anna' });
    expect(resultView(result, { fields: [], categories, possibleDuplicate: false, review })).toMatchObject({
      kind: 'classification',
      category: { id: 'c2', name: 'Invoice' },
      categories,
      reasons: [],
      review: { confirmed: { by: 'Anna' }, changes: [{ from: 'Mail', to: 'Invoice' }] },
    });
  });
});

describe('A result with tens of thousands of values', () => {
  it('is shown in the window as far as anybody reads, and what needs a look first of all', () => {
    const extractedData = Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`field ${index}`, 'x']));
    const view = resultView(
      { kind: 'extraction', status: 'processed', extractedData, extra: {} },
      {
        fields: [],
        categories: [],
        possibleDuplicate: false,
        findings: [
          {
            rule: 'my rule',
            field: 'field 44999',
            outcome: 'breach',
            message: { code: 'plain', values: { text: 'no' } } as never,
          },
        ],
      },
    );
    if (view.kind !== 'extraction') throw new Error('It is an extraction.');
    expect(view.fields).toHaveLength(1_000);
    expect(view.furtherFields).toBe(44_000);
    expect(view.fields.at(-1)).toMatchObject({ key: 'field 44999', reasons: [expect.anything()] });
  });
});

describe('What is shown beside the values', () => {
  it('is the model, hints and what the checks of the folder say', () => {
    const hint = { message: say('reasons.asked'), value: '18' };
    const findings = [{ rule: 'r', outcome: 'breach', field: 'number', message: say('reasons.asked') }] as const;
    const result = { ...extracted({ number: '17' }, 'needs_review'), modelUsed: 'm-1' } as DocumentResult;
    const view = resultView(result, { ...around(), findings, hints: new Map([['number', hint]]), possibleDuplicate: true });
    expect(view).toMatchObject({
      status: 'needs_review',
      modelUsed: 'm-1',
      reasons: [{ kind: 'possible-duplicate' }, { kind: 'service' }],
    });
    if (view.kind !== 'extraction') throw new Error();
    expect(view.fields.map(({ key }) => key)).toEqual(['number', 'total', 'iban']);
    expect(view.fields[0]).toMatchObject({ hint, reasons: [{ kind: 'check', rule: 'r' }] });
    expect(view.fields[1]).not.toHaveProperty('hint');
    expect(view).not.toHaveProperty('furtherFields');
    expect(view.fields[1]).not.toHaveProperty('description');
    expect(resultView(first, around())).not.toHaveProperty('modelUsed');
  });

  it('is a field that only a person has filled in', () => {
    const review = confirm(undefined, first, { note: 'x' }, { at: 5, by: 'Anna' });
    const view = resultView(first, around(review.ok ? review.value : undefined));
    if (view.kind !== 'extraction') throw new Error();
    expect(view.fields.at(-1)).toEqual({ key: 'note', value: 'x', reasons: [] });
  });

  it('is, of a conflict about what the service has left out since, that it says nothing', () => {
    const newer = extracted({ number: '17' }, 'confirmed');
    const view = resultView(newer, around(received(corrected(), first, newer)));
    if (view.kind !== 'extraction') throw new Error();
    expect(view.fields[1]).toMatchObject({ value: '2.00', serviceValue: '', newerServiceValue: '' });
  });

  it('is what the service said before the correction that counts, not before an earlier one', () => {
    const twice = confirm(corrected(), first, { total: '3.00' }, { at: 9, by: 'Ben' });
    if (!twice.ok) throw new MessageError(twice.error);
    const newer = extracted({ number: '17', total: '5.00' }, 'needs_review');
    const view = resultView(newer, around(received(twice.value, first, newer)));
    if (view.kind !== 'extraction') throw new Error();
    expect(view.fields[1]).toMatchObject({ value: '3.00', serviceValue: '', newerServiceValue: '5.00' });
  });
});

describe('A category as it is shown', () => {
  const categories = [
    { id: 'c1', name: 'Mail' },
    { id: 'c2', name: 'Invoice' },
  ];
  it.each([
    [
      { categoryId: 'c2', categoryName: 'Bill' },
      { id: 'c2', name: 'Bill' },
    ],
    [{ categoryId: 'c2' }, { id: 'c2', name: 'Invoice' }],
    [{ categoryId: 'c9' }, { id: 'c9', name: 'c9' }],
    [{ categoryName: 'Bill' }, { name: 'Bill' }],
    [{}, undefined],
  ])('has the best name that is known: %j', (said, category) => {
    const result = { kind: 'classification', status: 'sorted', ...said, extra: {} } as const;
    const view = resultView(result, { fields: [], categories, possibleDuplicate: false });
    expect(view).toEqual({
      ...{ kind: 'classification', status: 'sorted', categories, review: { changes: [], conflict: false } },
      ...(category !== undefined && { category }),
      reasons: category === undefined ? [{ kind: 'no-category', message: say('reasons.noCategory') }] : [],
    });
  });

  it.each([{ confidence: 0.5 }, { reasoning: 'It says so.' }, {}])('has what the service says, each for itself: %j', (said) => {
    const result = { kind: 'classification', status: 'processed', categoryName: 'Mail', ...said, extra: {} } as const;
    const view = resultView(result, { fields: [], categories, possibleDuplicate: false });
    expect(Object.keys(view).filter((name) => name === 'confidence' || name === 'reasoning')).toEqual(Object.keys(said));
    expect(view).toMatchObject(said);
  });

  it('has how sure it is, why, and where it goes on; one that a person set stays', () => {
    const result = {
      kind: 'classification',
      status: 'processed',
      categoryId: 'c1',
      confidence: 0,
      reasoning: '',
      extra: {},
    } as const;
    const goesOn = { name: 'Invoices' } as never;
    const review = categorySet(undefined, undefined, 'Mail', { at: 3, by: 'Anna' });
    expect(resultView(result, { fields: [], categories, possibleDuplicate: false, goesOn, review })).toMatchObject({
      ...{ confidence: 0, reasoning: '', goesOn },
      review: { confirmed: { at: 3, by: 'Anna', stays: true }, conflict: false },
    });
  });
});
