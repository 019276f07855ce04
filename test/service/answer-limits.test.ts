import { describe, expect, it } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { answerBounds, excessOf, parseAnswer, readAnswer } from '../../electron/service/read-answer.ts';
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

describe('What an answer may just hold', () => {
  const { fileLength, fileValues, nameLength, valueLength } = answerBounds;

  it('is a value, values and names of so many characters', () => {
    expect(excessOf('x'.repeat(valueLength))).toBeUndefined();
    expect(excessOf('x'.repeat(valueLength + 1))).toEqual(say('service.answer.valueTooLong', { limit: 1_048_576 }));
    const whole = Array<string>(fileLength / valueLength).fill('x'.repeat(valueLength));
    expect(excessOf(whole)).toBeUndefined();
    expect(excessOf([...whole, 'x'])).toEqual(say('service.answer.fileTooLong', { limit: 8_388_608 }));
    expect(excessOf({ x: whole })).toEqual(say('service.answer.fileTooLong', { limit: 8_388_608 }));
    expect(excessOf({ ['x'.repeat(valueLength + 1)]: 1 })).toEqual(say('service.answer.valueTooLong', { limit: 1_048_576 }));
  });

  it('is so many values, with the names of members and the list itself', () => {
    expect(excessOf(Array(fileValues - 1).fill(1))).toBeUndefined();
    expect(excessOf(Array(fileValues).fill(1))).toEqual(say('service.answer.tooManyValues', { limit: 100_000 }));
    const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]));
    expect(excessOf(members(49_999))).toBeUndefined();
    expect(excessOf(members(50_000))).toBeDefined();
  });

  it('is nested so deep', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    expect(excessOf(deep(32))).toBeUndefined();
    expect(excessOf(deep(33))).toEqual(say('service.answer.tooDeep', { limit: 32 }));
    expect([null, undefined, true, 7].map((value) => excessOf(value))).toEqual([...[undefined, undefined, undefined, undefined]]);
  });

  it('is a name of so many characters', () => {
    const file = (id: number, name: number, status: number) =>
      readAnswer(
        extractionResultsSchema,
        JSON.stringify({ files: [{ id: 'x'.repeat(id), file_name: 'x'.repeat(name), status: 'x'.repeat(status) }] }),
      );
    const read = (...lengths: Parameters<typeof file>) => {
      const answer = file(...lengths);
      return answer.ok && answer.value.unreadable === undefined;
    };
    expect(read(nameLength, nameLength, nameLength)).toBe(true);
    expect([read(nameLength + 1, 1, 1), read(1, nameLength + 1, 1), read(1, 1, nameLength + 1)]).toEqual([false, false, false]);
  });

  it('is parsed as far as so many values go', () => {
    const list = (count: number) => parseAnswer(`[${Array(count).fill('1').join(',')}]`);
    expect(list(answerBounds.answerValues - 1)).not.toBe('too-many-values');
    expect(list(answerBounds.answerValues)).toBe('too-many-values');
  });
});

describe('A number of an answer', () => {
  it.each([
    ['123456789012345', 123_456_789_012_345],
    ['1234567890123456', 1_234_567_890_123_456],
    ['9007199254740992', 9_007_199_254_740_992],
    ['9007199254740993', '9007199254740993'],
    ['0.99999999999999999', '0.99999999999999999'],
    ['1234567890123456.0', '1234567890123456.0'],
    ['-9007199254740993', '-9007199254740993'],
    ['0.000000000000000001', 1e-18],
    ['1234567.890123456', 1_234_567.890_123_456],
    ['1000000000000000000000', 1e21],
    ['1.0000000000000001', '1.0000000000000001'],
    ['0.1234567890123456', 0.123_456_789_012_345_6],
    ['0.12345678901234567', '0.12345678901234567'],
    ['1E+100', 1e100],
    ['0E400', 0],
    ['-0E-400', -0],
    ['1234567890123456E+1', '1234567890123456E+1'],
    ['0.0e-999', 0],
    ['-1e-999', '-1e-999'],
    ['1e308', 1e308],
    ['2e308', '2e308'],
  ])('is kept as it was written, if a number cannot hold it: %s', (sent, kept) => {
    expect(parseAnswer(`{"a":${sent}}`)).toEqual({ value: { a: kept } });
  });

  it('is none in a text, and what is no JSON is none', () => {
    expect(parseAnswer('{"a":"1e400","b":12345678901234567890}')).toEqual({ value: { a: '1e400', b: '12345678901234567890' } });
    expect(['{', '{"a":01}', 'x', '', '"a', '[[]', ']'].map(parseAnswer)).toEqual(Array(7).fill(undefined));
    expect(['7', '"a"', 'null', '[]', '\ufeff[]'].map(parseAnswer)).toEqual([
      { value: 7 },
      { value: 'a' },
      { value: null },
      { value: [] },
      { value: [] },
    ]);
  });
});

it('At most three problems of an answer are told', () => {
  const fields = Array.from({ length: 5 }, () => ({}));
  const read = readAnswer(extractionSchema('e'), JSON.stringify({ name: 7, fields }));
  expect(read.ok ? '' : inEnglish(read.error)).toBe(
    'name cannot be read, fields[0].key is missing, and fields[1].key is missing',
  );
});
