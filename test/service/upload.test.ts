import { appendFile, chmod, mkdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { type Message, say } from '../../electron/core/messages/message.ts';
import type { UploadFile } from '../../electron/service/service.ts';
import { pieceBytes } from '../../electron/service/upload.ts';
import { uploadFileOf } from '../support/upload-file.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  answerOf,
  clientOf,
  closingMark,
  failureOf,
  httpAnswer,
  makeUploadFile,
  type RawConnection,
  sealed,
  startRaw,
} from './support.ts';

const good = httpAnswer('200 OK', '{"batchId":"b","extractionId":"e","files":[]}', ['Content-Type: application/json']);

/** The received body, and its announced length. */
function bodyOf(connection: RawConnection): { readonly text: string; readonly announced: number } {
  const [head = '', ...rest] = connection.received().toString('latin1').split('\r\n\r\n');
  return { text: rest.join('\r\n\r\n'), announced: Number(/content-length: (\d+)/i.exec(head)?.[1]) };
}

function deferred<Value>() {
  return Promise.withResolvers<Value>();
}

describe('the closing boundary', () => {
  it('is held back until it is allowed, after everything else was sent', async () => {
    const server = await startRaw(({ socket, until }) => void until(closingMark).then(() => socket.write(good)));
    const file = await makeUploadFile(pieceBytes + 1_000);
    const asked = deferred<void>();
    const allowed = deferred<boolean>();
    const upload = clientOf(server.url).uploadFiles('e', [file], {
      beforeClosingBoundary: () => {
        asked.resolve();
        return allowed.promise;
      },
    });
    await asked.promise;
    await waitFor(() => expect(server.connections[0] && bodyOf(server.connections[0]).text.length).toBeGreaterThan(file.size));
    const connection = server.connections[0]!;
    const boundary = /boundary=(\S+)/.exec(connection.received().toString('latin1'))?.[1];
    const withheld = `\r\n--${boundary}--\r\n`;
    await waitFor(() => expect(bodyOf(connection).text.length).toBe(bodyOf(connection).announced - withheld.length));
    allowed.resolve(true);
    answerOf(await upload);
    expect(bodyOf(connection).text.endsWith(withheld)).toBe(true);
    expect(bodyOf(connection).text.length).toBe(bodyOf(connection).announced);
  });

  it.each([
    ['is refused', () => false],
    ['is refused later', async () => false],
    ['cannot be recorded', () => Promise.reject(new Error('disk full'))],
    [
      'throws at once',
      () => {
        throw new Error('disk full');
      },
    ],
  ])('is never sent if it %s: the connection is closed', async (_, beforeClosingBoundary) => {
    const server = await startRaw(() => undefined);
    const answer = await clientOf(server.url).uploadFiles('e', [await makeUploadFile(500)], { beforeClosingBoundary });
    expect(failureOf(answer).kind).toBe('withdrawn');
    await server.connections[0]?.ended;
    expect(server.connections[0]?.received().includes(closingMark)).toBe(false);
    expect(server.connections).toHaveLength(1);
  });
});

describe('a file that has changed', () => {
  it.each<[string, (file: UploadFile) => Promise<unknown>, (file: UploadFile) => Message]>([
    ['became shorter', (file) => truncate(file.path, file.size - 1), ({ path }) => say('disk.changed', { path })],
    ['grew', (file) => appendFile(file.path, 'x'), ({ path }) => say('disk.changed', { path })],
    ['vanished', (file) => rm(file.path), ({ path }) => say('disk.missing', { path })],
    ['became a directory', (file) => rm(file.path).then(() => mkdir(file.path)), ({ path }) => say('disk.notAFile', { path })],
  ])('and %s cancels the upload', async (_, change, message) => {
    for (const size of [10, pieceBytes, pieceBytes + 1, 2 * pieceBytes + 77]) {
      const server = await startRaw(() => undefined);
      const [first, second] = [await makeUploadFile(300_000), await makeUploadFile(size)];
      await change(second);
      const asked = vi.fn(() => true);
      const answer = await clientOf(server.url).uploadFiles('e', [first, second], { beforeClosingBoundary: asked });
      expect(failureOf(answer)).toMatchObject({ kind: 'withdrawn', path: second.path, message: message(second) });
      expect(asked).not.toHaveBeenCalled();
      await server.connections[0]?.ended;
      expect(server.connections[0]?.received().includes(closingMark)).toBe(false);
    }
  });

  it('and has other bytes of the same size and time is never sent whole', async () => {
    for (const size of [10, pieceBytes, 2 * pieceBytes + 77]) {
      const server = await startRaw(() => undefined);
      const { path } = await makeUploadFile(size);
      await utimes(path, 1_000, 1_000);
      const file = await uploadFileOf(path);
      await writeFile(path, Buffer.alloc(size, 'x'));
      await utimes(path, 1_000, 1_000);
      const asked = vi.fn(() => true);
      const answer = await clientOf(server.url).uploadFiles('e', [file, await makeUploadFile(100)], {
        beforeClosingBoundary: asked,
      });
      expect(failureOf(answer)).toMatchObject({
        ...{ kind: 'withdrawn', path, message: say('service.upload.fileSwapped', { fileName: file.fileName }) },
      });
      expect(asked).not.toHaveBeenCalled();
      await server.connections[0]?.ended;
      expect(server.connections[0]?.received().includes(closingMark)).toBe(false);
    }
  });

  it('may be read-protected', async ({ skip }) => {
    skip(process.getuid?.() === 0 || process.platform === 'win32', 'everything may be read here');
    const file = await makeUploadFile(10);
    await chmod(file.path, 0);
    const server = await startRaw(() => undefined);
    expect(failureOf(await clientOf(server.url).uploadFiles('e', [file], sealed))).toMatchObject({
      kind: 'withdrawn',
      path: file.path,
    });
  });
});

describe('cancelling an upload', () => {
  it('before it begins makes no connection', async () => {
    const server = await startRaw(() => undefined);
    const answer = await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], {
      ...sealed,
      signal: AbortSignal.abort(),
    });
    expect(failureOf(answer).kind).toBe('aborted');
    expect(server.connections).toHaveLength(0);
  });

  it('in the middle of the body: aborted', async () => {
    const server = await startRaw(({ socket }) => socket.pause());
    const breaker = new AbortController();
    const upload = clientOf(server.url).uploadFiles('e', [await makeUploadFile(24 * pieceBytes)], {
      ...sealed,
      signal: breaker.signal,
      onProgress: () => breaker.abort(),
    });
    expect(failureOf(await upload).kind).toBe('aborted');
  });

  it('while the closing boundary is being decided on: aborted, and the boundary is not sent', async () => {
    const server = await startRaw(() => undefined);
    const breaker = new AbortController();
    const answer = await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], {
      signal: breaker.signal,
      beforeClosingBoundary: async () => {
        breaker.abort();
        await server.connections[0]?.ended;
        return true;
      },
    });
    expect(failureOf(answer).kind).toBe('aborted');
    expect(server.connections[0]?.received().includes(closingMark)).toBe(false);
  });

  it('after it was whole: unresolved', async () => {
    const breaker = new AbortController();
    const server = await startRaw(({ until }) => void until(closingMark).then(() => breaker.abort()));
    const answer = await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], { ...sealed, signal: breaker.signal });
    expect(failureOf(answer).kind).toBe('unresolved');
  });
});

describe('an answer to a whole upload', () => {
  it.each([
    ['200 OK', '', 'unresolved'],
    ['204 No Content', '', 'unresolved'],
    ['200 OK', 'OK', 'unresolved'],
    ['200 OK', '<!doctype html><title>Sign in</title>', 'unresolved'],
    ['200 OK', '{"files":[]}', 'unresolved'],
    ['302 Found', '', 'offline'],
    ['504 Gateway Timeout', 'upstream timed out', 'unresolved'],
    ['500 Internal Server Error', '{"error":"Out of order"}', 'server'],
    ['400 Bad Request', '{"error":"No"}', 'bad-request'],
  ])('%s %j: %s', async (status, body, kind) => {
    const server = await startRaw(
      ({ socket, until }) => void until(closingMark).then(() => socket.write(httpAnswer(status, body))),
    );
    const answer = await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], sealed);
    expect(failureOf(answer).kind).toBe(kind);
  });

  it('may be any success', async () => {
    const server = await startRaw(
      ({ socket, until }) => void until(closingMark).then(() => socket.write(good.replace('200 OK', '201 Created'))),
    );
    expect(answerOf(await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], sealed)).batchId).toBe('b');
  });

  it('that never came leaves no doubt about an update without files, which costs nothing', async () => {
    const server = await startRaw(({ socket, until }) => void until(closingMark).then(() => socket.destroy()));
    const answer = await clientOf(server.url).updateExtraction('e', { name: 'x' }, [], sealed);
    expect(failureOf(answer).kind).toBe('offline');
  });
});

describe('progress', () => {
  it('counts up to the Content-Length', async () => {
    const server = await startRaw(({ socket, until }) => void until(closingMark).then(() => socket.write(good)));
    const told: [number, number][] = [];
    answerOf(
      await clientOf(server.url).uploadFiles('e', [await makeUploadFile(3 * pieceBytes)], {
        ...sealed,
        onProgress: (sent, total) => told.push([sent, total]),
      }),
    );
    const { announced } = bodyOf(server.connections[0]!);
    expect(told.map(([sent]) => sent)).toEqual(told.map(([sent]) => sent).toSorted((a, b) => a - b));
    expect(told.at(-1)).toEqual([announced, announced]);
    expect(told.length).toBeGreaterThan(4);
  });

  it('does no harm if its listener throws', async () => {
    const server = await startRaw(({ socket, until }) => void until(closingMark).then(() => socket.write(good)));
    const onProgress = () => {
      throw new Error('no');
    };
    answerOf(await clientOf(server.url).uploadFiles('e', [await makeUploadFile(10)], { ...sealed, onProgress }));
  });
});
