/** Whatever HTTP allows on an answer is read: encodings nobody asked for, interim answers, trailers, a byte order mark. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { answerLimits } from '../../electron/service/transport.ts';
import { answerOf, clientOf, closingMark, failureOf, makeUploadFile, sealed, startRaw, startService } from './support.ts';

const encodings: [string, (text: string) => Buffer][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
  // Who decodes an answer may leave its heading.
  ['gzip', (text) => Buffer.from(text)],
  ['identity', (text) => Buffer.from(text)],
  ['identity', (text) => Buffer.from(`\ufeff${text}`)],
];

const accepted = { batchId: 'b', extractionId: 'e', files: [{ id: 'f', file_name: 'ä.pdf', status: 'queued' }] };

describe.each(encodings)('an answer in %s', (encoding, encode) => {
  const startEncoded = (status: number, body: object) =>
    startRaw(({ socket, until }) => {
      const bytes = encode(JSON.stringify(body));
      const head = `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
      void until('{"extractionId"').then(() => socket.write(Buffer.concat([Buffer.from(head), bytes])));
      void until(closingMark).then(() => socket.write(Buffer.concat([Buffer.from(head), bytes])));
    });

  it('to an upload, to a call that costs nothing, and of an error is read', async () => {
    const good = await startEncoded(200, accepted);
    expect(answerOf(await clientOf(good.url).uploadFiles('e', [await makeUploadFile(10)], sealed)).batchId).toBe('b');
    const mail = await startEncoded(202, { batch: { id: 'm' } });
    expect(answerOf(await clientOf(mail.url).uploadClassificationBatch('c', [await makeUploadFile(10)], sealed)).id).toBe('m');
    expect(answerOf(await clientOf(good.url).getBatchResults('e', 'b')).files[0]?.fileName).toBe('ä.pdf');
    const bad = await startEncoded(403, { error: 'out of pages' });
    const refused = failureOf(await clientOf(bad.url).uploadFiles('e', [await makeUploadFile(10)], sealed));
    expect(refused).toMatchObject({ kind: 'forbidden', reason: 'pages', message: foreign('out of pages') });
  });
});

describe('answers', () => {
  it('are asked for as they are', async () => {
    const service = await startService(() => ({ status: 200, body: accepted }));
    await clientOf(service.url).getBatchResults('e', 'b');
    await clientOf(service.url).uploadFiles('e', [await makeUploadFile(10)], sealed);
    expect(service.seen.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity', 'identity']);
  });

  it('that grow beyond what is read are not', async () => {
    const bomb = gzipSync(Buffer.alloc(answerLimits.good + 1, ' '));
    const server = await startRaw(({ socket }) =>
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
        socket.write(bomb);
      }),
    );
    const problem = say('service.answer.tooLong');
    expect(failureOf(await clientOf(server.url).getBatchResults('e', 'b'))).toMatchObject({
      kind: 'unreadable',
      message: say('service.failure.unreadable', { call: 'getBatchResults', problem }),
    });
  });

  const body = JSON.stringify(accepted);
  const whole = `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  it.each<[string, readonly string[]]>([
    ['100 Continue', [`HTTP/1.1 100 Continue\r\n\r\n${whole}`]],
    ['100 Continue, alone at first and twice', ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\n', whole]],
    ['102 and 103', [`HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${whole}`]],
    ['103 and 100', [`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${whole}`]],
    [
      'trailers',
      [
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n',
        `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\nX-Sum: 1\r\n\r\n`,
      ],
    ],
    ['206', [whole.replace('200 OK', '206 Partial Content')]],
  ])('with %s are read', async (_, pieces) => {
    const server = await startRaw(({ socket, until }) => {
      const answer = async () => {
        for (const piece of pieces) await new Promise((resolve) => socket.write(piece, () => setImmediate(resolve)));
      };
      void until(closingMark).then(answer);
      void until('{"extractionId"').then(answer);
    });
    const file = await makeUploadFile(10);
    expect(answerOf(await clientOf(server.url).uploadFiles('e', [file], sealed)).batchId).toBe('b');
    expect(answerOf(await clientOf(server.url).getBatchResults('e', 'b')).files).toMatchObject([{ fileName: 'ä.pdf' }]);
  });

  it('that say "100 Continue" while the files are on their way do not end an upload', async () => {
    const server = await startRaw(({ socket, until }) => {
      void until('filename=').then(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
      void until(closingMark).then(() => socket.write(whole));
    });
    const file = await makeUploadFile(5 * 1024 * 1024);
    expect(answerOf(await clientOf(server.url).uploadFiles('e', [file], sealed)).batchId).toBe('b');
  });

  it('whose text begins as an interim answer does are left as they are', async () => {
    const told = 'HTTP/1.1 100 Continue\r\n\r\n';
    const server = await startRaw(({ socket, until }) => {
      const head = `HTTP/1.1 400 No\r\nContent-Type: text/plain\r\nContent-Length: ${told.length}\r\n\r\n`;
      void until('}').then(() => socket.write(head, () => setTimeout(() => socket.write(told), 20)));
    });
    expect(failureOf(await clientOf(server.url).getBatchResults('e', 'b')).message).toEqual(foreign('HTTP/1.1 100 Continue'));
  });
});

describe('a whole answer whose connection breaks after its last byte', () => {
  const padded = (length: number) => {
    const text = JSON.stringify({ ...accepted, pad: 'x'.repeat(length) });
    return `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };

  it.each([10, 60_000])('is an answer: %i characters', async (length) => {
    const server = await startRaw(({ socket, until }) => {
      void until(closingMark).then(() => socket.write(padded(length), () => socket.resetAndDestroy()));
    });
    const client = clientOf(server.url);
    expect(answerOf(await client.uploadFiles('e', [await makeUploadFile(10)], sealed)).batchId).toBe('b');
  });
});
