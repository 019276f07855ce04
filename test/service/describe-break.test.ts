import { describe, expect, it } from 'vitest';
import { type Message, say } from '../../electron/core/messages/message.ts';
import { describeBreak } from '../../electron/service/calls.ts';
import { ProxyUnreachable } from '../../electron/service/connections.ts';
import { answerEndless, answerStalled, sendStalled } from '../../electron/service/transport.ts';

const timeouts = { connect: 1, sendIdle: 2, uploadAnswer: 3, answer: 4, answerIdle: 5, answerWhole: 6 };
const broke = (code: string, text = '') => Object.assign(new Error(text), { code });
const said = (cause: unknown) => describeBreak(cause, timeouts, 7);

describe('Why a connection failed', () => {
  it.each<[string, Message]>([
    ...['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'].map((error): [string, Message] => [
      error,
      say('service.problem.closed', { error }),
    ]),
    ['ECONNREFUSED', say('service.problem.refused', { error: 'ECONNREFUSED' })],
    ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'].map((error): [string, Message] => [
      error,
      say('service.problem.unknownHost', { error }),
    ]),
    ...['ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN'].map((error): [string, Message] => [
      error,
      say('service.problem.unreachableHost', { error }),
    ]),
    ...['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].map((error): [string, Message] => [
      error,
      say('service.problem.noConnection', { limitMs: 1, error }),
    ]),
    ['UND_ERR_HEADERS_TIMEOUT', say('service.problem.noAnswer', { limitMs: 7 })],
    [answerStalled, say('service.problem.noAnswer', { limitMs: 7 })],
    ['UND_ERR_BODY_TIMEOUT', say('service.problem.answerStopped', { limitMs: 5 })],
    [answerEndless, say('service.problem.answerEndless', { limitMs: 6 })],
    [sendStalled, say('service.problem.sendingStopped', { limitMs: 2 })],
    ['UND_ERR_DESTROYED', say('service.problem.closedHere')],
    ['UND_ERR_CLOSED', say('service.problem.closedHere')],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', say('service.problem.cutShort')],
    ...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map(
      (error): [string, Message] => [error, say('service.problem.notSecure', { error })],
    ),
    ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN', 'HOSTNAME_MISMATCH'].map((error): [string, Message] => [
      error,
      say('service.problem.notSecure', { error }),
    ]),
    ['HPE_INVALID_CONSTANT', say('service.problem.notHttp', { error: 'HPE_INVALID_CONSTANT' })],
    ['X_HPE_', say('service.problem.failedWith', { error: 'X_HPE_' })],
    ['X_CERT_', say('service.problem.failedWith', { error: 'X_CERT_' })],
    ['EMFILE', say('service.problem.failedWith', { error: 'EMFILE' })],
  ])('is told by its code: %s', (code, message) => {
    expect(said(broke(code))).toEqual(message);
    // What undici throws may have it within.
    expect(said(new TypeError('fetch failed', { cause: broke(code) }))).toEqual(message);
    expect(said({ cause: { cause: { code } } })).toEqual(message);
  });

  it.each<[string, unknown, Message]>([
    ['a certificate, by its text', broke('EPROTO', 'bad certificate'), say('service.problem.notSecure', { error: 'EPROTO' })],
    ['a proxy that asks for a name', broke('UND_ERR_ABORTED', 'Proxy response (407)'), say('service.problem.proxySignIn')],
    [
      'such a proxy without a code',
      new Error('Proxy response (407) !== 200 when HTTP Tunneling'),
      say('service.problem.proxySignIn'),
    ],
    ['a proxy that refuses', new Error('Proxy response (502) !== 200 when HTTP Tunneling'), say('service.problem.proxyRefused')],
    ['a port, which is no answer of a proxy', new Error('connect to proxy:4070 failed'), say('service.problem.failed')],
    ['a number, which is no code', Object.assign(new Error('x'), { code: 7 }), say('service.problem.failed')],
    ['something without a code', new Error('sk-secret'), say('service.problem.failed')],
    ['a text', 'ECONNRESET', say('service.problem.failed')],
    ['nothing', undefined, say('service.problem.failed')],
    ['null', null, say('service.problem.failed')],
  ])('is told of %s', (_, cause, message) => expect(said(cause)).toEqual(message));

  it('is told of a proxy with what happened to it', () => {
    const cause = new ProxyUnreachable('http://proxy:3128', broke('ECONNREFUSED'));
    const message = say('service.problem.proxyUnreachable', {
      proxy: 'http://proxy:3128',
      problem: say('service.problem.refused', { error: 'ECONNREFUSED' }),
    });
    expect(said(cause)).toEqual(message);
    expect(said(new Error('fetch failed', { cause }))).toEqual(message);
  });
});
