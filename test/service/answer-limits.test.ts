import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { answerBounds, readAnswer } from '../../electron/service/read-answer.ts';
import { classificationResultsSchema, extractionResultsSchema, extractionSchema } from '../../electron/service/schemas.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}"98765432109876543210"${']'.repeat(levels)}`;
const fileOf = (id: string, value: string): string =>
  `{"id":"${id}","file_name":"${id}.pdf","status":"processed","result":{"extracted_data":{"total":${value}}}}`;
const answerOf = (...values: string[]): string =>
  `{"files":[${values.map((value, index) => fileOf(`f${index + 1}`, value)).join(',')}]}`;

/** What becomes of each file: its total, or why it is not taken. */
function read(text: string): readonly unknown[] | string {
  const answer = readAnswer(extractionResultsSchema, text);
  if (!answer.ok) return inEnglish(answer.error);
  return answer.value.files.map(({ excess, result }) =>
    excess === undefined ? result?.kind === 'extraction' && result.extractedData.total : { excess: inEnglish(excess) },
  );
}

const tooDeep = { excess: 'it is nested more than 32 levels deep' };

describe('An answer of which one file holds too much', () => {
  it.for([33, 3_000, 20_000, 1_000_000])('gives the other files, with every digit: %i levels', (levels) => {
    expect(read(answerOf('1234567890123456789', nested(levels), '"12.50"'))).toEqual(['1234567890123456789', tooDeep, '12.50']);
  });

  it('may nest a value 29 levels deep, below file, result and data, and no deeper', () => {
    const [value] = read(answerOf(nested(29))) as unknown[];
    expect(JSON.stringify(value)).toBe(nested(29));
    expect(read(answerOf(nested(30)))).toEqual([tooDeep]);
  });

  it('names the limit of a value, of all values and of their number', () => {
    const { fileLength, fileValues, valueLength } = answerBounds;
    const long = JSON.stringify('x'.repeat(valueLength));
    expect(read(answerOf(`"x${long.slice(1)}`, '"1"'))).toEqual([
      { excess: 'it has a value of more than 1,048,576 characters' },
      '1',
    ]);
    expect(read(answerOf(`[${Array(fileLength / valueLength + 1).fill(long)}]`, '"1"'))).toEqual([
      { excess: 'its values have more than 8,388,608 characters together' },
      '1',
    ]);
    expect(read(answerOf(`[${Array(fileValues).fill('1')}]`, '"1"'))).toEqual([
      { excess: 'it holds more than 100,000 values' },
      '1',
    ]);
  });

  it.each([
    ['1e400', '1e400'],
    ['-1E+999', '-1E+999'],
    ['1e-400', '1e-400'],
    ['123456789012345678', '123456789012345678'],
    ['12345678.1234567891', '12345678.1234567891'],
    ['9007199254740991', 9_007_199_254_740_991],
    ['0e400', 0],
    ['1.50000000000000000000', 1.5],
    ['0.1', 0.1],
    ['1e300', 1e300],
  ])('keeps the number %s as it was sent', (sent, kept) => {
    expect(read(answerOf(sent))).toEqual([kept]);
  });

  it('is told from brackets, quotation marks and backslashes inside texts', () => {
    const texts = ['['.repeat(50), `"${'{'.repeat(50)}`, '\\', `\\"${'['.repeat(50)}`, `${'\\'.repeat(9)}`];
    expect(read(answerOf(...texts.map((text) => JSON.stringify(text))))).toEqual(texts);
  });

  it('is read the same for a classification', () => {
    const file = `{"id":"f","file_name":"a.pdf","status":"processed","classification_reasoning":${nested(20_000)}}`;
    const answer = readAnswer(classificationResultsSchema, `{"batch":{"status":"processed"},"files":[${file}]}`);
    expect(answer).toMatchObject({ ok: true, value: { files: [{ id: 'f', status: 'processed', excess: {} }] } });
  });
});

describe('An answer that holds too much as a whole', () => {
  it('cannot be read', () => {
    expect(read(`{"files":[${'1,'.repeat(answerBounds.answerValues)}1]}`)).toBe('it holds more than 2,000,000 values');
    expect(read(`{"files":[],"more":${'['.repeat(20_000)}`)).toBe('it is not JSON');
  });

  it('cannot be read where it concerns no single file', () => {
    const extraction = (options: string) =>
      readAnswer(extractionSchema('e'), `{"name":"Invoices","fields":[],"options":{"a":${options}}}`);
    expect(extraction('1').ok).toBe(true);
    const read = extraction(nested(20_000));
    expect(read.ok ? '' : inEnglish(read.error)).toBe('it is nested more than 32 levels deep');
  });
});
