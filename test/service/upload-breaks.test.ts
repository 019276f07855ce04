import { describe, expect, it, vi } from 'vitest';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { pieceBytes } from '../../electron/service/upload.ts';
import {
  answerOf,
  clientOf,
  closedAddress,
  closingMark,
  failureOf,
  httpAnswer,
  inDoubt,
  makeUploadFile,
  type RawConnection,
  sealed,
  startRaw,
  unreachable,
} from './support.ts';

const good = httpAnswer('200 OK', '{"batchId":"b","extractionId":"e","files":[]}', ['Content-Type: application/json']);

describe('a connection that fails', () => {
  it('before it is established: offline', async () => {
    const asked = vi.fn(() => true);
    const client = clientOf(await closedAddress());
    const failure = failureOf(await client.uploadFiles('e', [await makeUploadFile(10)], { beforeClosingBoundary: asked }));
    expect(failure).toMatchObject({
      kind: 'offline',
      message: unreachable(say('service.problem.refused', { error: 'ECONNREFUSED' })),
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it('in the middle of the body: offline, and nothing is sent a second time', async () => {
    const server = await startRaw(({ socket }) => socket.once('data', () => socket.resetAndDestroy()));
    const asked = vi.fn(() => true);
    const file = await makeUploadFile(20 * pieceBytes);
    const answer = await clientOf(server.url).uploadFiles('e', [file], { beforeClosingBoundary: asked });
    expect(failureOf(answer).kind).toBe('offline');
    expect(asked).not.toHaveBeenCalled();
    expect(server.connections).toHaveLength(1);
  });

  it.each([true, false])(
    'while the boundary is being decided on: offline, once that is decided (%s), and it is not sent',
    async (decision) => {
      const server = await startRaw(
        ({ socket, until }) => void until('Content-Type: application/pdf').then(() => socket.resetAndDestroy()),
      );
      let decided = false;
      const answer = await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], {
        beforeClosingBoundary: async () => {
          await server.connections[0]?.ended;
          await new Promise((resolve) => setTimeout(resolve, 50));
          decided = true;
          return decision;
        },
      });
      expect(decided).toBe(true);
      expect(failureOf(answer).kind).toBe('offline');
      expect(server.connections).toHaveLength(1);
      expect(server.connections[0]?.received().includes(closingMark)).toBe(false);
    },
  );

  it.each<[string, (connection: RawConnection) => void]>([
    ['is reset', ({ socket }) => socket.resetAndDestroy()],
    ['is closed', ({ socket }) => socket.end()],
    ['is closed within the answer’s head', ({ socket }) => socket.end('HTTP/1.1 200 O')],
    [
      'is closed within the answer’s body',
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{"batchId":'),
    ],
    ['brings something that is not HTTP', ({ socket }) => socket.end('220 smtp.example.com ESMTP\r\n')],
  ])('after the upload was whole: unresolved, if it %s', async (_, fail) => {
    const server = await startRaw((connection) => void connection.until(closingMark).then(() => fail(connection)));
    const answer = await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], sealed);
    expect(failureOf(answer).kind).toBe('unresolved');
    expect(server.connections).toHaveLength(1);
  });

  it('after the service closed an idle one: the next upload opens a new one', async () => {
    const server = await startRaw(({ socket, until }) => void until(closingMark).then(() => socket.end(good)));
    const client = clientOf(server.url);
    for (let turn = 0; turn < 3; turn += 1) answerOf(await client.uploadFiles('e', [await makeUploadFile(10)], sealed));
    expect(server.connections).toHaveLength(3);
  });

  it('as an idle one that is reset when the next upload begins: offline, not unresolved', async () => {
    const server = await startRaw(({ socket, until }) => {
      void until(closingMark).then(() => {
        socket.write(good);
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    const client = clientOf(server.url);
    answerOf(await client.uploadFiles('e', [await makeUploadFile(10)], sealed));
    const answer = await client.uploadFiles('e', [await makeUploadFile(10)], {
      beforeClosingBoundary: () => server.connections[0]?.ended.then(() => true) ?? false,
    });
    expect(failureOf(answer).kind).toBe('offline');
    expect(server.connections).toHaveLength(1);
  });
});

describe('time', () => {
  it('runs out when the service accepts no more bytes: offline', async () => {
    const server = await startRaw(({ socket }) => socket.pause());
    const client = clientOf(server.url, { timeouts: { sendIdle: 300 } });
    const answer = await client.uploadFiles('e', [await makeUploadFile(24 * pieceBytes)], sealed);
    expect(failureOf(answer)).toMatchObject({
      kind: 'offline',
      message: unreachable(say('service.problem.sendingStopped', { limitMs: 300 })),
    });
  });

  it('does not run while the closing boundary is being decided on', async () => {
    const server = await startRaw(({ socket, until }) => void until(closingMark).then(() => socket.write(good)));
    const client = clientOf(server.url, { timeouts: { sendIdle: 900, uploadAnswer: 900 } });
    const answer = await client.uploadFiles('e', [await makeUploadFile(10)], {
      beforeClosingBoundary: () => new Promise((resolve) => setTimeout(() => resolve(true), 1_200)),
    });
    answerOf(answer);
  });

  it('runs out when no answer comes: unresolved', async () => {
    const server = await startRaw(() => undefined);
    const client = clientOf(server.url, { timeouts: { uploadAnswer: 200 } });
    const failure = failureOf(await client.uploadFiles('e', [await makeUploadFile(10)], sealed));
    expect(failure).toMatchObject({ kind: 'unresolved', message: inDoubt(say('service.problem.noAnswer', { limitMs: 200 })) });
  });

  it('runs out when the answer stops arriving: unresolved', async () => {
    const server = await startRaw(({ socket, until }) => {
      void until(closingMark).then(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{'));
    });
    const client = clientOf(server.url, { timeouts: { answerIdle: 200 } });
    const failure = failureOf(await client.uploadFiles('e', [await makeUploadFile(10)], sealed));
    expect(failure).toMatchObject({
      kind: 'unresolved',
      message: inDoubt(say('service.problem.answerStopped', { limitMs: 200 })),
    });
  });
});

describe('an answer before the body is whole', () => {
  const early = (status: string, body: string, headers: readonly string[] = []) => {
    return startRaw(({ socket }) => socket.once('data', () => socket.write(httpAnswer(status, body, headers))));
  };

  it.each([
    ['413 Payload Too Large', '{"error":"File exceeds 25 MB"}', { kind: 'too-large', message: foreign('File exceeds 25 MB') }],
    ['429 Too Many Requests', '{"error":"Slow down"}', { kind: 'rate', retryAfterMs: 3_000 }],
    // It cannot have read the last file: its boundary was never written.
    ['200 OK', '{"batchId":"b","extractionId":"e","files":[]}', { kind: 'offline' }],
  ])('%s is read and classified, and ends the upload', async (status, body, expected) => {
    const server = await early(status, body, ['Retry-After: 3']);
    const asked = vi.fn(() => true);
    const file = await makeUploadFile(24 * pieceBytes);
    const answer = await clientOf(server.url).uploadFiles('e', [file], { beforeClosingBoundary: asked });
    expect(failureOf(answer)).toMatchObject(expected);
    expect(asked).not.toHaveBeenCalled();
    await server.connections[0]?.ended;
    expect(server.connections[0]?.received().length).toBeLessThan(file.size);
    expect(server.connections).toHaveLength(1);
  });

  it('is read to its end, however slowly it arrives, although the service reads no more of the body', async () => {
    const server = await startRaw(({ socket }) => {
      socket.once('data', () => {
        socket.pause();
        socket.write('HTTP/1.1 413 Payload Too Large\r\nContent-Length: 30\r\n\r\n{"error":');
        setTimeout(() => socket.write('"File exceeds 25 MB"}'), 1_200);
      });
    });
    const client = clientOf(server.url, { timeouts: { sendIdle: 900 } });
    const answer = await client.uploadFiles('e', [await makeUploadFile(24 * pieceBytes)], sealed);
    expect(failureOf(answer)).toMatchObject({ kind: 'too-large', message: foreign('File exceeds 25 MB') });
  });

  it('is read although the connection is closed right after it, if the network delivers it', async () => {
    const body = '{"error":"File exceeds 25 MB"}';
    const server = await startRaw(({ socket }) => {
      socket.once('data', () => {
        // What the client still sends is never read, so this close resets the connection.
        socket.pause();
        socket.write(httpAnswer('413 Payload Too Large', body, ['Connection: close']), () => socket.destroy());
      });
    });
    const client = clientOf(server.url);
    const file = await makeUploadFile(24 * pieceBytes);
    const kinds: string[] = [];
    for (let turn = 0; turn < 20; turn += 1) kinds.push(failureOf(await client.uploadFiles('e', [file], sealed)).kind);
    expect(kinds.filter((kind) => kind === 'too-large').length).toBeGreaterThanOrEqual(16);
    expect(new Set(kinds)).not.toContain('unresolved');
  });

  it('while the closing boundary is being decided on counts too; the boundary is not sent', async () => {
    const server = await startRaw(({ socket, until }) => {
      void until('Content-Type: application/pdf').then(() =>
        socket.write(httpAnswer('403 Forbidden', '{"error":"Out of pages"}')),
      );
    });
    const answer = await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], {
      beforeClosingBoundary: () => server.connections[0]?.ended.then(() => true) ?? false,
    });
    expect(failureOf(answer)).toMatchObject({ kind: 'forbidden', reason: 'pages' });
    expect(server.connections[0]?.received().includes(closingMark)).toBe(false);
  });
});
