import { describe, expect, it } from 'vitest';
import { isHtml, presentable, readErrorBody } from '../../electron/service/error-body.ts';

describe('the body of an error', () => {
  it.each([
    ['{"error":"No such batch"}', 'error', 'No such batch'],
    ['{"error":{"message":"No such batch","code":"not_found"}}', 'message', 'No such batch (code: not_found)'],
    ['{"error":"out of pages","request_id":"r1","at":17,"more":{}}', 'error', 'out of pages (request_id: r1, at: 17)'],
    ['\ufeff{"error":"No such batch"}', 'error', 'No such batch'],
    ['{"message":"No such batch"}', 'message', 'No such batch'],
    ['No such batch', 'text', 'No such batch'],
    ['{"detail":"no"}', 'object', 'detail: no'],
    ['{"error":null}', 'object', undefined],
    ['["no"]', 'none', undefined],
    ['', 'none', undefined],
    ['<html><body>no</body></html>', 'html', undefined],
  ])('%s is read as %s', (text, form, message) => {
    expect(readErrorBody('', text)).toMatchObject({ form, ...(message !== undefined && { message }) });
  });

  it('looks for words beside the message too', () => {
    expect(readErrorBody('', '{"error":{"message":"No.","code":"rate_limited"}}').words).toContain('rate_limited');
  });
});

describe('a web page', () => {
  it.each([
    ['text/html; charset=utf-8', 'anything', true],
    ['application/xhtml+xml', '<x/>', true],
    ['', '\n <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', true],
    ['text/plain', '<HTML><head>', true],
    ['text/html', '{"batchId":"b"}', false],
    ['application/json', '{"html":"<html>"}', false],
    ['text/plain', 'Service Unavailable', false],
  ])('%j %j: %s', (contentType, text, expected) => {
    expect(isHtml(contentType, text)).toBe(expected);
  });
});

describe('a presentable message', () => {
  it('is one line without control characters', () => {
    expect(presentable('  a\r\n\tb\u0000\u001b[31m\u202ec  ', undefined)).toBe('a b[31mc');
  });

  it('has at most 500 characters, none of them cut', () => {
    const message = presentable('\u{1f4c4}'.repeat(600), undefined);
    expect([...message]).toHaveLength(500);
    expect(message.isWellFormed()).toBe(true);
  });

  it('contains no key, nor part of one where it is cut', () => {
    const key = 'sk-0123456789';
    expect(presentable(`bad key ${key}!`, key)).toBe('bad key [API key]!');
    expect(presentable(`sk-01234\u000056789`, key)).toBe('[API key]');
    expect(presentable(`${'x'.repeat(495)}${key}`, key)).not.toContain('sk-');
  });

  it.each<[string, (key: string) => string]>([
    ['quoted', (key) => JSON.stringify(key).slice(1, -1)],
    ['in an address', (key) => encodeURIComponent(key)],
    ['in an address, in lower case', (key) => encodeURIComponent(key).replaceAll(/%../g, (code) => code.toLowerCase())],
    ['in base64', (key) => Buffer.from(key).toString('base64')],
    ['in base64url', (key) => Buffer.from(key).toString('base64url')],
    ['in base64, after a name', (key) => Buffer.from(`user:${key}`).toString('base64')],
    ['in base64, after Bearer', (key) => Buffer.from(`Bearer ${key}!`).toString('base64')],
  ])('has no key in it that came %s', (_, spelled) => {
    const key = 'sk+live/7f3a=91c0&5be2%d4"e6?';
    const message = presentable(`refused: ${spelled(key)} .`, key);
    expect(message).toContain('[API key]');
    for (const part of ['7f3a', '5be2', 'sk+live', 'sk%2']) expect(message).not.toContain(part);
  });

  it.each(['base64', 'base64url'] as const)('has no key in it that has both signs in %s', (spelling) => {
    const key = 'sk-???>>>7f3a91>>>???';
    const spelled = Buffer.from(key).toString(spelling);
    expect(spelled).toMatch(spelling === 'base64' ? /\/.*\+/ : /_.*-/);
    expect(presentable(`refused: ${spelled} .`, key)).toBe('refused: [API key] .');
  });
});

describe('What an error says beside its message', () => {
  it.each([
    ['{"error":"No","message":"Never","code":"c","type":"t","reason":"r","detail":"d"}', 'No Never c t r'],
    ['{"error":{"message":"Never","code":"c","type":7}}', 'Never c'],
    ['{"message":"Never","code":" ","reason":"r"}', 'Never r'],
    ['{"detail":"rate"}', ''],
    ['rate', 'rate'],
    ['<html>rate</html>', ''],
  ])('is looked through for words: %s', (text, words) => expect(readErrorBody('', text).words).toBe(words));

  it.each<[string, object]>([
    [
      '{"error":"No","message":"Never","at":0,"ok":false,"list":[1],"none":null,"empty":" "}',
      { form: 'error', message: 'No (message: Never, at: 0)' },
    ],
    ['{"error":{"message":"No","error":"x"}}', { form: 'message', message: 'No (error: x)' }],
    ['{"message":"No","error":{}}', { form: 'message', message: 'No' }],
    ['{"message":"No","error":7}', { form: 'message', message: 'No (error: 7)' }],
    ['{"error":{"message":" "},"message":"No"}', { form: 'message', message: 'No' }],
    ['{"a":1,"b":"x"}', { form: 'object', message: 'a: 1, b: x' }],
    ['{}', { form: 'object' }],
    ['7', { form: 'none' }],
    ['"No"', { form: 'none' }],
    [' \n', { form: 'none' }],
    [' No ', { form: 'text', message: ' No ' }],
  ])('is shown with it: %s', (text, expected) => {
    const { words: _, ...body } = readErrorBody('', text);
    expect(body).toEqual(expected);
  });

  it('is not looked for in a web page, whatever its type', () => {
    expect(readErrorBody('text/html', 'No').form).toBe('html');
    expect(readErrorBody('', '<head><title>No</title>').form).toBe('html');
    expect(readErrorBody('text/html', '{"error":"No"}').form).toBe('error');
    expect(readErrorBody('text/html', '').form).toBe('html');
  });

  it.each([
    [' TEXT/HTML', 'x', true],
    ['text/htmlx', 'x', false],
    ['x text/html', 'x', false],
    ['', '<body>', true],
    ['', '<head>', true],
    ['', '<header>', false],
    ['', '<!DOCTYPE xml>', false],
    ['', 'x <html>', false],
  ])('is a web page or not: "%s": %s: %s', (type, text, expected) => expect(isHtml(type, text)).toBe(expected));
});

describe('A message of any length', () => {
  it.each([
    [500, 500, 'x'],
    [501, 500, '…'],
  ])('of %d characters has %d, the last of them %s', (length, shown, last) => {
    const message = presentable('x'.repeat(length), undefined);
    expect([message.length, message.at(-1)]).toEqual([shown, last]);
  });

  it.each(['base64', 'base64url'] as const)('has no key of any length in it, wherever it stands in a text in %s', (spelling) => {
    for (let length = 8; length <= 13; length += 1)
      for (const before of ['', 'a', 'ab', 'abc'])
        for (const after of ['', 'y', 'yz', 'xyz']) {
          const key = 'k7Qw2Zp9Xv4Rt'.slice(0, length);
          const message = presentable(`no: ${Buffer.from(before + key + after).toString(spelling)}.`, key);
          expect([before, length, after, message.includes('[API key]')]).toEqual([before, length, after, true]);
        }
  });

  it('has no short key in it that came in base64, unless that could be a part of any word', () => {
    const encoded = (key: string) => Buffer.from(key).toString('base64');
    expect(presentable(`no ${encoded('ab+/=c')}`, 'ab+/=c')).toBe('no [API key]');
    expect(presentable(`no ${encoded('abcd')}`, 'abcd')).toBe('no [API key]');
    expect(presentable(`no ${encoded('abcde').slice(0, 7)}`, 'abcde')).toBe('no YWJjZGU');
  });

  it('keeps what a short key has in common with words', () => {
    expect(presentable('abc abcd', 'abc')).toBe('abc abcd');
    expect(presentable('abc abcd', 'abcd')).toBe('abc [API key]');
  });

  it.each(['\t', '\r\n', '\u2028', '\u2029', '\t\n\r'])('is one line: %j', (space) =>
    expect(presentable(`a${space}b`, undefined)).toBe('a b'),
  );

  it.each(['\u0000', '\u001f', '\u007f', '\u009f', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'])(
    'has nothing in it that nobody sees: %j',
    (character) => expect(presentable(`a${character}b`, undefined)).toBe('ab'),
  );
});
