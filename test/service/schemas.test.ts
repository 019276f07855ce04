import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { MessageError } from '../../electron/core/messages/message-error.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { readAnswer } from '../../electron/service/read-answer.ts';
import {
  classificationBatchSchema,
  classificationResultsSchema,
  classificationSchema,
  extractionResultsSchema,
  extractionSchema,
  uploadSchema,
} from '../../electron/service/schemas.ts';

function read<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const result = readAnswer(schema, typeof body === 'string' ? body : JSON.stringify(body));
  if (!result.ok) throw new MessageError(result.error);
  return result.value;
}

function problem(schema: z.ZodType<unknown>, body: unknown): string {
  const result = readAnswer(schema, typeof body === 'string' ? body : JSON.stringify(body));
  return result.ok ? 'nothing' : inEnglish(result.error);
}

const results = extractionResultsSchema;
const file = { id: 'f1', file_name: 'a.pdf', status: 'queued' };
const done = { ...file, status: 'processed' };

describe('batch results', () => {
  it('are read with their values as they came', () => {
    const result = { extracted_data: { total: '12.50', lines: [{ a: 1 }], none: null }, model_used: 'm-1', tokens: 7 };
    const body = { batchId: 'b', extractionId: 'e', files: [{ ...file, status: 'processed', result, page_count: 2 }] };
    expect(read(results, body)).toEqual({
      files: [
        {
          id: 'f1',
          fileName: 'a.pdf',
          status: 'processed',
          ended: true,
          result: {
            kind: 'extraction',
            status: 'processed',
            extractedData: { total: '12.50', lines: [{ a: 1 }], none: null },
            modelUsed: 'm-1',
            extra: { tokens: 7, page_count: 2 },
          },
        },
      ],
    });
  });

  it('keep undocumented statuses', () => {
    expect(read(results, { files: [{ ...file, status: 'archived' }] }).files[0]?.status).toBe('archived');
  });

  it('treat null as absent', () => {
    const [first] = read(results, { batchId: null, extractionId: null, files: [{ ...file, result: null, note: null }] }).files;
    expect(first).toEqual({ id: 'f1', fileName: 'a.pdf', status: 'queued', ended: false });
    const result = { extracted_data: {}, model_used: null };
    const [second] = read(results, { files: [{ ...done, result, note: null }] }).files;
    expect(second?.result).toEqual({ kind: 'extraction', status: 'processed', extractedData: {}, extra: { note: null } });
  });

  it('lack a result without extracted data', () => {
    const [first] = read(results, { files: [{ ...done, result: { model_used: 'm' } }] }).files;
    expect(first).toEqual({ id: 'f1', fileName: 'a.pdf', status: 'processed', ended: false, lacking: true });
  });

  it('lack a result whose data are a text that holds too much, or no object', () => {
    const deep = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`;
    for (const text of [deep, '[1]', '"a"', '{"total":'] as const) {
      const result = { extracted_data: text };
      const [first] = read(results, { files: [{ ...done, result }] }).files;
      expect(first).toEqual({ id: 'f1', fileName: 'a.pdf', status: 'processed', ended: false, lacking: true });
    }
    const [first] = read(results, { files: [{ ...done, result: { extracted_data: '{"total":"1"}' } }] }).files;
    expect(first?.result).toMatchObject({ extractedData: { total: '1' } });
  });

  it('accept a number of any length as an identifier', () => {
    expect(
      read(results, '{"batchId":12,"files":[{"id":12345678901234567890,"file_name":"a.pdf","status":"queued"}]}'),
    ).toMatchObject({
      files: [{ id: '12345678901234567890' }],
    });
  });

  it('keep every digit of a long number among the values', () => {
    const text =
      '{"files":[{"id":"f","file_name":"a","status":"processed","result":{"extracted_data":{"iban":98765432109876543210,"x":1.5}}}]}';
    expect(read(results, text).files[0]?.result).toMatchObject({ extractedData: { iban: '98765432109876543210', x: 1.5 } });
  });

  it('carry a member named __proto__ without harm', () => {
    const text =
      '{"files":[{"id":"f","file_name":"a","status":"processed","__proto__":{"polluted":true},"result":{"extracted_data":{"__proto__":"x"}}}]}';
    const [first] = read(results, text).files;
    if (first?.result?.kind !== 'extraction') throw new Error('It has no result.');
    const { extractedData, extra } = first.result;
    expect(Object.keys(extractedData)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(extra)).toBe(Object.prototype);
    expect(extra).not.toHaveProperty('polluted');
  });

  it.each([
    [{}, 'files is missing'],
    [{ files: null }, 'files is missing'],
    [{ files: 'none' }, 'files cannot be read'],
    ['', 'it is empty'],
    ['{"files":', 'it is not JSON'],
    ['[]', 'it is not a JSON object'],
    ['null', 'it is not a JSON object'],
  ])('%j: %s', (body, expected) => {
    expect(problem(results, body)).toBe(expected);
  });

  it.each([
    [{ file_name: 'a.pdf', status: 'queued' }, 'files[1].id is missing'],
    [{ ...file, id: null }, 'files[1].id is missing'],
    [{ ...file, id: '' }, 'files[1].id cannot be read'],
    [{ ...file, file_name: undefined }, 'files[1].file_name is missing'],
    [{ ...file, status: 3 }, 'files[1].status cannot be read'],
    ['a.pdf', 'files[1] cannot be read'],
  ])('name an entry that cannot be read, and have the others: %j: %s', (entry, expected) => {
    const { files, unreadable = [] } = read(results, { files: [file, entry, { ...file, id: 'f3' }] });
    expect([files.map(({ id }) => id), unreadable.map(inEnglish)]).toEqual([['f1', 'f3'], [expected]]);
  });

  it('may begin with a byte order mark', () => {
    expect(read(results, '\ufeff{"files":[]}').files).toEqual([]);
  });
});

describe('an extraction', () => {
  it('is read with the members it has', () => {
    const body = {
      extractionId: 'e',
      name: 'Invoices',
      language: null,
      options: { hasTable: true, other: 1 },
      fields: [
        { key: 'total', description: 'The sum', example: '12.50' },
        { key: 'date', description: null },
      ],
      created_at: '2025-01-01T00:00:00Z',
      owner: 'me',
    };
    expect(read(extractionSchema('e'), body)).toEqual({
      extractionId: 'e',
      name: 'Invoices',
      options: { hasTable: true, other: 1 },
      fields: [
        { key: 'total', description: 'The sum', example: '12.50' },
        { key: 'date', description: '', example: '' },
      ],
      createdAt: '2025-01-01T00:00:00Z',
      extra: { owner: 'me' },
    });
  });

  it('keeps an optional member of an unexpected type', () => {
    const body = { name: 'Invoices', description: { en: 'x' }, fields: [] };
    expect(read(extractionSchema('e'), body)).toEqual({
      extractionId: 'e',
      name: 'Invoices',
      fields: [],
      extra: { description: { en: 'x' } },
    });
  });

  it.each([
    [{ fields: [] }, 'name is missing'],
    [{ name: 'x' }, 'fields is missing'],
    [{ name: 'x', fields: [{ description: 'no key' }] }, 'fields[0].key is missing'],
  ])('%j: %s', (body, expected) => {
    expect(problem(extractionSchema('e'), body)).toBe(expected);
  });
});

describe('the answer of an upload', () => {
  it('needs only its batchId', () => {
    expect(read(uploadSchema('e'), { batchId: 'b' })).toEqual({ extractionId: 'e', batchId: 'b', files: [] });
    expect(read(uploadSchema('e'), { batchId: 7, files: null })).toEqual({ extractionId: 'e', batchId: '7', files: [] });
    expect(problem(uploadSchema('e'), { files: [file] })).toBe('batchId is missing');
  });

  it('keeps the files that can be read', () => {
    const files = [{ id: 'f1', file_name: 'a.pdf' }, { file_name: 'b.pdf' }, 'c.pdf', null];
    expect(read(uploadSchema('e'), { batchId: 'b', extractionId: 'e', files }).files).toEqual([
      { id: 'f1', fileName: 'a.pdf', status: 'queued', ended: false },
    ]);
  });

  it('names the new extraction after createExtraction', () => {
    expect(read(uploadSchema(undefined), { extractionId: 'new', batchId: 'b', files: [] }).extractionId).toBe('new');
    expect(problem(uploadSchema(undefined), { batchId: 'b', files: [] })).toBe('extractionId is missing');
  });
});

describe('classifications', () => {
  const made = { id: 'c', name: 'Mail', categories: [{ id: 'k1', name: 'Invoice' }], extra_member: 1 };

  it('are read wrapped or unwrapped', () => {
    const expected = { id: 'c', name: 'Mail', categories: [{ id: 'k1', name: 'Invoice' }] };
    expect(read(classificationSchema, { classification: made })).toEqual(expected);
    expect(read(classificationSchema, made)).toEqual(expected);
  });

  it('have batches, wrapped or unwrapped', () => {
    const batch = { id: 'b', classification_id: 'c', status: 'queued', file_count: 3 };
    const expected = { id: 'b' };
    expect(read(classificationBatchSchema, { batch })).toEqual(expected);
    expect(read(classificationBatchSchema, batch)).toEqual(expected);
    expect(read(classificationBatchSchema, { batch: { id: 9 } })).toEqual({ id: '9' });
  });

  it.each([
    [classificationSchema, {}, 'classification is missing'],
    [classificationSchema, { classification: { name: 'x', categories: [] } }, 'classification.id is missing'],
    [classificationSchema, { id: 'c', name: 'x', categories: [{ name: 'y' }] }, 'categories[0].id is missing'],
    [classificationBatchSchema, {}, 'batch is missing'],
    [classificationBatchSchema, { batch: { status: 'queued' } }, 'batch.id is missing'],
    [classificationResultsSchema, { batch: { status: 'queued' } }, 'files is missing'],
  ])('%#: %j: %s', (schema, body, expected) => {
    expect(problem(schema as z.ZodType<unknown>, body)).toBe(expected);
  });

  it.each([0, '0', -1, '-1', '0.25', 1e-9])('have a confidence as the service counts it: %j', (confidence) => {
    const { files } = read(classificationResultsSchema, { files: [{ ...done, confidence }] });
    expect(files[0]?.result).toMatchObject({ confidence: Number(confidence) });
  });

  it.each(['high', '1e3', '.5', '1.', ' 1', '', true, [1]])('have no confidence that is none: %j', (confidence) => {
    const { files } = read(classificationResultsSchema, { files: [{ ...done, classified_category_name: '', confidence }] });
    expect(files[0]?.result).toEqual({ kind: 'classification', status: 'processed', categoryName: '', extra: { confidence } });
  });

  it('have results, with and without a verdict', () => {
    const verdict = {
      classified_category_id: 5,
      classified_category_name: 'Invoice',
      confidence: 0.93,
      classification_reasoning: 'It says so.',
    };
    const body = {
      batch: { status: 'processed', file_count: 2, id: 'b' },
      files: [
        { ...file, status: 'processed', ...verdict, pages: 2 },
        { ...done, id: 'f2', classified_category_id: null, confidence: '-0.5' },
        { ...file, id: 'f3' },
      ],
    };
    expect(read(classificationResultsSchema, body)).toEqual({
      files: [
        {
          ...{ id: 'f1', fileName: 'a.pdf', status: 'processed', ended: true },
          result: {
            ...{ kind: 'classification', status: 'processed', categoryId: '5', categoryName: 'Invoice' },
            ...{ confidence: 0.93, reasoning: 'It says so.', extra: { pages: 2 } },
          },
        },
        {
          ...{ id: 'f2', fileName: 'a.pdf', status: 'processed', ended: true },
          result: { kind: 'classification', status: 'processed', confidence: -0.5, extra: {} },
        },
        { id: 'f3', fileName: 'a.pdf', status: 'queued', ended: false },
      ],
    });
  });
});
