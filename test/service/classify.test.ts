import { describe, expect, it } from 'vitest';
import { foreign, type Message, say } from '../../electron/core/messages/message.ts';
import type { Failure } from '../../electron/core/protocol/failure.ts';
import {
  type CallFacts,
  classifyAbort,
  classifyLost,
  classifyStatus,
  classifyTooEarly,
  classifyUnreadable,
} from '../../electron/service/classify.ts';
import { unreachable } from './support.ts';

const poll: CallFacts = { call: 'getBatchResults', api: 'extraction', stage: 'free' };
const read: CallFacts = { call: 'getClassificationBatch', api: 'classification', stage: 'free' };
const partial: CallFacts = { call: 'uploadFiles', api: 'extraction', stage: 'partial' };
const whole: CallFacts = { call: 'uploadFiles', api: 'extraction', stage: 'whole' };
const wholeClassification: CallFacts = { call: 'uploadClassificationBatch', api: 'classification', stage: 'whole' };

const now = Date.UTC(2025, 0, 1, 12, 0, 0);
const page = '<!DOCTYPE html><html><body>Sign in</body></html>';
const own = (message: string) => JSON.stringify({ error: message });

function classified(facts: CallFacts, status: number, text = '', headers: Record<string, string> = {}): Failure {
  return classifyStatus(facts, { status, headers, text }, { key: 'sk-secret-key', now });
}

describe('an answer that is not a success', () => {
  it.each<[string, CallFacts, number, string, Partial<Failure>]>([
    // Refusals say the same on every call.
    [
      '400',
      whole,
      400,
      own('extractionId is required'),
      { kind: 'bad-request', message: foreign('extractionId is required'), status: 400 },
    ],
    ['400, poll', poll, 400, own('no'), { kind: 'bad-request', status: 400 }],
    ['409', whole, 409, own('conflict'), { kind: 'bad-request', status: 409 }],
    ['415', whole, 415, own('type'), { kind: 'bad-request', status: 415 }],
    ['422', partial, 422, own('shape'), { kind: 'bad-request', status: 422 }],
    ['401 invalid', poll, 401, own('Invalid API key'), { kind: 'key', reason: 'invalid', status: 401 }],
    ['401 missing', poll, 401, own('API key is missing'), { kind: 'key', reason: 'missing' }],
    ['401 revoked', whole, 401, own('This API key has been revoked.'), { kind: 'key', reason: 'revoked' }],
    ['401 unclear', partial, 401, own('Unauthorized'), { kind: 'key', reason: 'unclear' }],
    ['401 without a body', poll, 401, '', { kind: 'key', reason: 'unclear' }],
    ['401 about the rate', whole, 401, own('Rate limit exceeded for this key'), { kind: 'rate', status: 401 }],
    ['402', whole, 402, own('Payment required'), { kind: 'forbidden', reason: 'pages', status: 402 }],
    ['403 pages', whole, 403, own('Out of pages'), { kind: 'forbidden', reason: 'pages', status: 403 }],
    ['403 revoked', poll, 403, own('API key revoked'), { kind: 'forbidden', reason: 'revoked' }],
    ['403 unclear', poll, 403, own('Forbidden'), { kind: 'forbidden', reason: 'unclear' }],
    ['403 naming both', poll, 403, own('Key revoked or out of pages'), { kind: 'forbidden', reason: 'unclear' }],
    ['404', poll, 404, own('Batch not found'), { kind: 'not-found', message: foreign('Batch not found'), status: 404 }],
    ['404, upload', whole, 404, own('Extraction not found'), { kind: 'not-found' }],
    ['408', partial, 408, own('Request timeout'), { kind: 'server', status: 408 }],
    ['413', partial, 413, own('File exceeds 25 MB'), { kind: 'too-large', message: foreign('File exceeds 25 MB'), status: 413 }],
    ['413 of a proxy', whole, 413, page, { kind: 'too-large', status: 413 }],
    ['429', whole, 429, own('Slow down'), { kind: 'rate', message: foreign('Slow down'), status: 429 }],
    // The service's own 5xx: not accepted, whether the upload was whole or not.
    ['500', poll, 500, own('Internal error'), { kind: 'server', message: foreign('Internal error'), status: 500 }],
    ['503, upload not whole', partial, 503, own('Busy'), { kind: 'server', status: 503 }],
    ['503, upload whole', whole, 503, own('Busy'), { kind: 'server', status: 503 }],
    ['502 with an error, whole', whole, 502, own('Model unavailable'), { kind: 'unresolved', status: 502 }],
    // After a whole upload, what may come from something in between leaves it in doubt.
    ['504 with an error, whole', whole, 504, own('upstream request timeout'), { kind: 'unresolved', status: 504 }],
    ['504 {error: {code}}, whole', whole, 504, '{"error":{"code":"504"}}', { kind: 'unresolved' }],
    ['503 {error, status}, whole', whole, 503, '{"status":503,"error":"Busy"}', { kind: 'server', whole: true }],
    ['503 {error}, classification', wholeClassification, 503, own('Busy'), { kind: 'server', whole: true }],
    ['501 {error}, whole', whole, 501, own('Busy'), { kind: 'unresolved' }],
    ['520 {error}, whole', whole, 520, own('Unknown'), { kind: 'unresolved', status: 520 }],
    ['503 {error: {message}}, whole', whole, 503, '{"error":{"message":"Busy"}}', { kind: 'unresolved' }],
    ['408 with an error, whole', whole, 408, own('Request timeout'), { kind: 'unresolved', status: 408 }],
    ['408 {error}, classification', wholeClassification, 408, own('Request timeout'), { kind: 'unresolved' }],
    // A 4xx accepts nothing, whatever its body.
    ['400 {message}, whole', whole, 400, '{"message":"no"}', { kind: 'bad-request', message: foreign('no') }],
    ['400 empty, whole', whole, 400, '', { kind: 'bad-request' }],
    ['400 page, whole', whole, 400, page, { kind: 'offline' }],
    ['403 {error, request_id}', whole, 403, '{"error":"out of pages","request_id":"r1"}', { kind: 'forbidden', reason: 'pages' }],
    ['401 {error, code}', whole, 401, '{"error":"Invalid API key","code":7}', { kind: 'key', reason: 'invalid' }],
    ['404 {error, code}', whole, 404, '{"error":"No such extraction","code":"x"}', { kind: 'not-found' }],
    ['404 page, whole', whole, 404, page, { kind: 'offline' }],
    ['404 empty, poll', poll, 404, '', { kind: 'server', status: 404 }],
    ['404 {message}, whole', whole, 404, '{"message":"no Route matched"}', { kind: 'server', status: 404 }],
    ['404 {detail}, classification', read, 404, '{"detail":"No such"}', { kind: 'not-found' }],
    ['404 {message}, classification', wholeClassification, 404, '{"message":"No such"}', { kind: 'not-found' }],
    ['401 text, whole', whole, 401, 'Unauthorized', { kind: 'key', reason: 'unclear' }],
    ['429 page, whole', whole, 429, page, { kind: 'rate' }],
    ['500 {error: {message}}', wholeClassification, 500, '{"error":{"message":"Busy"}}', { kind: 'unresolved', status: 500 }],
    ['500 {message}, classification', wholeClassification, 500, '{"message":"Busy"}', { kind: 'unresolved', status: 500 }],
    // A gateway's.
    ['502 page, whole', whole, 502, page, { kind: 'unresolved', status: 502 }],
    ['502 page, not whole', partial, 502, page, { kind: 'offline' }],
    ['502 page, poll', poll, 502, page, { kind: 'offline' }],
    ['503 text, whole', whole, 503, 'Service Unavailable', { kind: 'unresolved', status: 503 }],
    ['503 text, not whole', partial, 503, 'Service Unavailable', { kind: 'offline' }],
    [
      '503 text, poll',
      poll,
      503,
      'Service Unavailable',
      {
        kind: 'server',
        message: say('service.failure.withStatus', { status: 503, message: foreign('Service Unavailable') }),
        status: 503,
      },
    ],
    ['500 empty, whole', whole, 500, '', { kind: 'unresolved', status: 500 }],
    ['504 {message}, whole', whole, 504, '{"message":"Endpoint request timed out"}', { kind: 'unresolved', status: 504 }],
    ['504 {message}, classification', wholeClassification, 504, '{"message":"timed out"}', { kind: 'unresolved', status: 504 }],
    ['500 with an empty error, whole', whole, 500, own(' '), { kind: 'unresolved', status: 500 }],
    // A portal's or proxy's.
    ['302, poll', poll, 302, '', { kind: 'offline' }],
    ['307, not whole', partial, 307, page, { kind: 'offline' }],
    [
      '302, whole',
      whole,
      302,
      '',
      { kind: 'offline', message: unreachable(say('service.problem.wrongAddress', { status: 302 })) },
    ],
    ['403 page, poll', poll, 403, page, { kind: 'offline' }],
    ['403 page, upload', whole, 403, page, { kind: 'offline' }],
    ['407, not whole', partial, 407, '', { kind: 'offline' }],
  ])('%s', (_, facts, status, text, expected) => {
    expect(classified(facts, status, text)).toMatchObject(expected);
  });

  it('reads the wait from Retry-After', () => {
    expect(classified(poll, 429, own('Slow down'), { 'retry-after': '7' })).toMatchObject({ kind: 'rate', retryAfterMs: 7_000 });
    expect(classified(poll, 429, own('Slow down'))).not.toHaveProperty('retryAfterMs');
    const headers = { 'retry-after': 'Wed, 01 Jan 2025 12:00:30 GMT' };
    expect(classified(poll, 401, own('too many requests'), headers)).toMatchObject({ kind: 'rate', retryAfterMs: 30_000 });
  });

  it('always has a message, and never the key in it', () => {
    expect(classified(poll, 400)).toEqual({
      kind: 'bad-request',
      status: 400,
      message: say('service.failure.noReason', { call: 'getBatchResults', status: 400 }),
    });
    expect(classified(poll, 401, own('Key sk-secret-key is invalid'))).toMatchObject({
      message: foreign('Key [API key] is invalid'),
    });
    expect(JSON.stringify(classified(read, 503, 'cannot reach sk-secret-key'))).not.toContain('sk-secret-key');
  });
});

const missing = say('service.answer.missing', { member: 'files[0].id' });
const webPage = say('service.problem.webPage', { status: 200 });
const closed = say('service.problem.closed', { error: 'ECONNRESET' });

describe('a success that cannot be read', () => {
  it.each<[string, CallFacts, boolean, Partial<Failure>]>([
    [
      'names the member on a call that costs nothing',
      poll,
      false,
      { kind: 'unreadable', message: say('service.failure.unreadable', { call: 'getBatchResults', problem: missing }) },
    ],
    ['is no connection if it is a web page', poll, true, { kind: 'offline' }],
    ['leaves a whole upload in doubt', whole, false, { kind: 'unresolved', status: 200 }],
    ['leaves a whole upload in doubt if it is a web page too', whole, true, { kind: 'unresolved', status: 200 }],
    ['proves nothing before an upload is whole if it is a web page', partial, true, { kind: 'offline' }],
  ])('%s', (_, facts, html, expected) => {
    expect(html ? classifyLost(facts, webPage, 200) : classifyUnreadable(facts, 200, missing)).toMatchObject(expected);
  });

  it('names the member of an upload as well', () => {
    const problem = say('service.problem.unreadable', { call: 'uploadFiles', problem: missing });
    expect(classifyUnreadable(whole, 200, missing).message).toEqual(say('service.failure.inDoubt', { problem }));
  });
});

describe('a call without an answer', () => {
  it.each<[string, Failure, Failure['kind']]>([
    ['a poll whose connection broke', classifyLost(poll, closed), 'offline'],
    ['an upload whose connection broke before it was whole', classifyLost(partial, closed), 'offline'],
    ['an upload whose connection broke after it was whole', classifyLost(whole, closed), 'unresolved'],
    ['an upload answered too early', classifyTooEarly(200), 'offline'],
    ['a poll that was cancelled', classifyAbort(poll), 'aborted'],
    ['an upload cancelled before it was whole', classifyAbort(partial), 'aborted'],
    ['an upload cancelled after it was whole', classifyAbort(whole), 'unresolved'],
  ])('%s is %3$s', (_, failure, kind) => {
    expect(failure.kind).toBe(kind);
    expect(failure).not.toHaveProperty('status');
  });
});

describe('The whole of a failure', () => {
  const said = foreign('No');
  const unnamed = (call: string, status: number) => say('service.failure.noReason', { call, status });
  const doubt = (problem: Message) => say('service.failure.inDoubt', { problem });

  it.each<[string, CallFacts, number, string, Failure]>([
    ['408', poll, 408, own('No'), { kind: 'server', message: said, status: 408 }],
    [
      '408, whole',
      whole,
      408,
      own('No'),
      { kind: 'unresolved', message: doubt(say('service.problem.gateway', { status: 408 })), status: 408 },
    ],
    ['407', whole, 407, own('No'), { kind: 'offline', message: unreachable(say('service.problem.proxySignIn')) }],
    ['page', poll, 400, page, { kind: 'offline', message: unreachable(say('service.problem.webPage', { status: 400 })) }],
    ['399', partial, 399, '', { kind: 'offline', message: unreachable(say('service.problem.wrongAddress', { status: 399 })) }],
    ['300', poll, 300, '', { kind: 'offline', message: unreachable(say('service.problem.redirect', { status: 300 })) }],
    ['400', poll, 400, '', { kind: 'bad-request', message: unnamed('getBatchResults', 400), status: 400 }],
    ['402', poll, 402, own('No'), { kind: 'forbidden', message: said, status: 402, reason: 'pages' }],
    [
      '404 text',
      poll,
      404,
      'No',
      { kind: 'server', message: say('service.failure.withStatus', { status: 404, message: said }), status: 404 },
    ],
    ['404 empty', read, 404, '', { kind: 'server', message: unnamed('getClassificationBatch', 404), status: 404 }],
    ['404 list', read, 404, '[]', { kind: 'server', message: unnamed('getClassificationBatch', 404), status: 404 }],
    [
      '404 object',
      poll,
      404,
      '{"detail":"No"}',
      {
        kind: 'server',
        message: say('service.failure.withStatus', { status: 404, message: foreign('detail: No') }),
        status: 404,
      },
    ],
    ['499', poll, 499, own('No'), { kind: 'bad-request', message: said, status: 499 }],
    ['500 whole', whole, 500, own('No'), { kind: 'server', message: said, status: 500, whole: true }],
    [
      '502 whole',
      whole,
      502,
      own('No'),
      { kind: 'unresolved', message: doubt(say('service.problem.gateway', { status: 502 })), status: 502 },
    ],
    ['502 error', partial, 502, own('No'), { kind: 'server', message: said, status: 502 }],
    ['502 page', poll, 502, page, { kind: 'offline', message: unreachable(say('service.problem.gatewayPage', { status: 502 })) }],
    ['502 page', partial, 502, page, { kind: 'offline', message: unreachable(say('service.problem.gateway', { status: 502 })) }],
    ['500 {message}', read, 500, '{"message":"No"}', { kind: 'server', message: said, status: 500 }],
    [
      '500 {message}, extraction',
      poll,
      500,
      '{"message":"No"}',
      { kind: 'server', message: say('service.failure.withStatus', { status: 500, message: said }), status: 500 },
    ],
    ...([502, 504] as const).map((status): [string, CallFacts, number, string, Failure] => [
      `${status} {message}`,
      { ...read, stage: 'partial' },
      status,
      '{"message":"No"}',
      { kind: 'offline', message: unreachable(say('service.problem.gateway', { status })) },
    ]),
    ['503 {message}', { ...read, stage: 'partial' }, 503, '{"message":"No"}', { kind: 'server', message: said, status: 503 }],
    [
      '500 {message}, extraction, not whole',
      partial,
      500,
      '{"message":"No"}',
      { kind: 'offline', message: unreachable(say('service.problem.gateway', { status: 500 })) },
    ],
    ['503 empty', poll, 503, '', { kind: 'server', message: unnamed('getBatchResults', 503), status: 503 }],
  ])('is this: %s', (_, facts, status, text, expected) => expect(classified(facts, status, text)).toEqual(expected));

  it('is one of a call without an answer', () => {
    expect(classifyAbort(poll)).toEqual({
      kind: 'aborted',
      message: say('service.failure.cancelled', { call: 'getBatchResults' }),
    });
    expect(classifyAbort(whole)).toEqual({ kind: 'unresolved', message: doubt(say('service.problem.cancelled')) });
    expect(classifyTooEarly(201)).toEqual({
      kind: 'offline',
      message: unreachable(say('service.problem.tooEarly', { status: 201 })),
    });
    expect(classifyLost(whole, closed)).toEqual({ kind: 'unresolved', message: doubt(closed) });
    expect(classifyLost(whole, webPage, 200)).toEqual({ kind: 'unresolved', message: doubt(webPage), status: 200 });
    expect(classifyLost(poll, closed, 200)).toEqual({ kind: 'offline', message: unreachable(closed) });
    expect(classifyUnreadable(partial, 201, missing)).toEqual({
      ...{ kind: 'unreadable', status: 201 },
      message: say('service.failure.unreadable', { call: 'uploadFiles', problem: missing }),
    });
  });
});
