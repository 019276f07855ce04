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
