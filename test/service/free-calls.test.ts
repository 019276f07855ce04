import { describe, expect, it, onTestFinished } from 'vitest';
import { foreign, type Message, say } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { startStrictService } from '../support/strict/strict-service.ts';
import { answerOf, clientOf, closedAddress, failureOf, httpAnswer, key, startRaw, startService, unreachable } from './support.ts';

const page = '<!doctype html><html><body>Sign in</body></html>';

async function pollAgainst(status: string, body: string, headers: readonly string[] = []) {
  const server = await startRaw(({ socket }) => socket.once('data', () => socket.write(httpAnswer(status, body, headers))));
  return failureOf(await clientOf(server.url).getBatchResults('e', 'b'));
}

const unreadable = (problem: Message) => say('service.failure.unreadable', { call: 'getBatchResults', problem });

describe('a call that costs nothing', () => {
  it.each([
    ['200 OK', page, { kind: 'offline', message: unreachable(say('service.problem.webPage', { status: 200 })) }],
    ['302 Found', '', { kind: 'offline', message: unreachable(say('service.problem.redirect', { status: 302 })) }],
    ['502 Bad Gateway', page, { kind: 'offline' }],
    ['200 OK', 'OK', { kind: 'unreadable', message: unreadable(say('service.answer.notJson')) }],
    ['200 OK', '', { kind: 'unreadable', message: unreadable(say('service.answer.empty')) }],
    ['500 Oops', '{"error":"Out of order"}', { kind: 'server', message: foreign('Out of order') }],
    [
      '503 Busy',
      'no healthy upstream',
      { kind: 'server', message: say('service.failure.withStatus', { status: 503, message: foreign('no healthy upstream') }) },
    ],
    ['404 Not Found', '{"error":"Batch not found"}', { kind: 'not-found', message: foreign('Batch not found') }],
    ['401 Unauthorized', '{"error":"Invalid API key"}', { kind: 'key', reason: 'invalid' }],
  ])('%s %j', async (status, body, expected) => {
    expect(await pollAgainst(status, body)).toMatchObject(expected);
  });

  it('waits as long as 429 says, in seconds or until a date', async () => {
    expect(await pollAgainst('429 Too Many Requests', '{"error":"Slow down"}', ['Retry-After: 20'])).toEqual({
      kind: 'rate',
      status: 429,
      message: foreign('Slow down'),
      retryAfterMs: 20_000,
    });
    const dates = ['Date: Wed, 01 Jan 2025 12:00:00 GMT', 'Retry-After: Wed, 01 Jan 2025 12:00:45 GMT'];
    expect(await pollAgainst('429 Too Many Requests', '{"error":"Slow down"}', dates)).toMatchObject({ retryAfterMs: 45_000 });
  });

  it('follows no redirect', async () => {
    const service = await startService(() => ({ status: 307, headers: { location: '/elsewhere' } }));
    expect(failureOf(await clientOf(service.url).getBatchResults('e', 'b')).kind).toBe('offline');
    expect(service.seen).toHaveLength(1);
  });

  it('counts as offline when nobody listens', async () => {
    const failure = failureOf(await clientOf(await closedAddress()).viewExtraction('e'));
    expect(failure).toEqual({
      kind: 'offline',
      message: unreachable(say('service.problem.refused', { error: 'ECONNREFUSED' })),
    });
  });

  it('counts as offline when the host has no address', async () => {
    const client = clientOf('https://service.invalid');
    expect(failureOf(await client.viewExtraction('e'))).toMatchObject({
      kind: 'offline',
      message: unreachable(say('service.problem.unknownHost', { error: expect.any(String) })),
    });
  });

  it('counts as offline when the other side does not speak TLS', async () => {
    const server = await startRaw(({ socket }) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(failureOf(await clientOf(server.url.replace('http:', 'https:')).viewExtraction('e')).kind).toBe('offline');
  });

  it.each<[string, string]>([
    ['is reset', 'reset'],
    ['is cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"files":['],
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('counts as offline when its answer %s, and is not sent twice', async (_, bytes) => {
    const server = await startRaw(({ socket }) =>
      socket.once('data', () => (bytes === 'reset' ? socket.resetAndDestroy() : socket.end(bytes))),
    );
    expect(failureOf(await clientOf(server.url).getBatchResults('e', 'b')).kind).toBe('offline');
    expect(server.connections).toHaveLength(1);
  });

  it('runs out of time for the head of the answer, and for its body', async () => {
    const silent = await startRaw(() => undefined);
    const client = clientOf(silent.url, { timeouts: { answer: 150 } });
    expect(failureOf(await client.getBatchResults('e', 'b'))).toMatchObject({
      kind: 'offline',
      message: unreachable(say('service.problem.noAnswer', { limitMs: 150 })),
    });
    const stuck = await startRaw(({ socket }) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')),
    );
    const other = clientOf(stuck.url, { timeouts: { answerIdle: 150 } });
    expect(failureOf(await other.getBatchResults('e', 'b'))).toMatchObject({
      kind: 'offline',
      message: unreachable(say('service.problem.answerStopped', { limitMs: 150 })),
    });
  });

  it('ends one whose answer comes byte by byte and does not end, whether in its head or in its body', async () => {
    const service = await startStrictService({ onWhole: () => 'drip' });
    onTestFinished(() => service.close());
    const client = clientOf(service.url, { key: () => service.key, timeouts: { answerWhole: 250 } });
    expect(failureOf(await client.viewExtraction(service.addExtraction()))).toMatchObject({
      kind: 'offline',
      message: unreachable(say('service.problem.answerEndless', { limitMs: 250 })),
    });
    const head = await startRaw(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nx-head: ');
      const dripping = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(dripping));
    });
    expect(failureOf(await clientOf(head.url, { timeouts: { answer: 250 } }).viewExtraction('e'))).toMatchObject({
      message: unreachable(say('service.problem.noAnswer', { limitMs: 250 })),
    });
  });

  it('can be cancelled before, during, and while it connects', async () => {
    const server = await startRaw(() => undefined);
    const client = clientOf(server.url);
    expect(failureOf(await client.getBatchResults('e', 'b', { signal: AbortSignal.abort() })).kind).toBe('aborted');
    expect(server.connections).toHaveLength(0);
    expect(failureOf(await client.getBatchResults('e', 'b', { signal: AbortSignal.timeout(50) })).kind).toBe('aborted');

    const stuck = await startRaw(() => undefined);
    const connecting = clientOf(stuck.url.replace('http:', 'https:'), { timeouts: { connect: 3_600_000 } });
    expect(failureOf(await connecting.getBatchResults('e', 'b', { signal: AbortSignal.timeout(50) })).kind).toBe('aborted');
  });

  it('runs out of time to connect', async () => {
    // The other side accepts the connection but never shakes hands.
    const stuck = await startRaw(() => undefined);
    const client = clientOf(stuck.url.replace('http:', 'https:'), { timeouts: { connect: 200 } });
    expect(failureOf(await client.getBatchResults('e', 'b'))).toMatchObject({
      kind: 'offline',
      message: unreachable(say('service.problem.noConnection', { limitMs: 200, error: expect.any(String) })),
    });
  });

  it('reads only the beginning of an endless error', async () => {
    const server = await startRaw(({ socket }) => {
      socket.once('data', () =>
        socket.write(`HTTP/1.1 400 Bad Request\r\nContent-Length: 9999999\r\n\r\n${'x'.repeat(400_000)}`),
      );
    });
    const failure = failureOf(await clientOf(server.url).getBatchResults('e', 'b'));
    expect(failure.kind).toBe('bad-request');
    expect(inEnglish(failure.message).length).toBeLessThanOrEqual(500);
  });

  it('never repeats the key, even if the service does', async () => {
    const said = [`{"error":"Key ${key} is not known"}`, `Key ${key} is not known`, `{"files":{"${key}":1}}`];
    for (const body of said) {
      for (const status of ['200 OK', '401 Unauthorized', '500 Oops']) {
        expect(JSON.stringify(await pollAgainst(status, body))).not.toContain(key);
      }
    }
  });

  it('with an undocumented answer accepts any success but a web page', async () => {
    const replies = ['', 'OK', '{"deleted":true}', '[1]'];
    for (const body of replies) {
      const service = await startService(() => ({ status: 200, body }));
      expect(answerOf(await clientOf(service.url).deleteExtraction('e'))).toBeUndefined();
    }
    const portal = await startService(() => ({ status: 200, body: page }));
    expect(failureOf(await clientOf(portal.url).deleteExtraction('e')).kind).toBe('offline');
  });
});
