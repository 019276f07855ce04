import { describe, expect, it } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import type { Service } from '../../electron/service/service.ts';
import {
  answerOf,
  clientOf,
  failureOf,
  httpAnswer,
  key,
  makeUploadFile,
  type Reply,
  type SeenRequest,
  sealed,
  startRaw,
  startService,
} from './support.ts';

async function ask<Value>(
  reply: Reply,
  call: (client: Service) => Promise<Value>,
): Promise<{ seen: SeenRequest; answer: Value }> {
  const service = await startService(() => reply);
  const answer = await call(clientOf(service.url, { userAgent: 'Intray/1.2.3' }));
  expect(service.seen).toHaveLength(1);
  const [seen] = service.seen;
  expect(seen?.headers.authorization).toBe(`Bearer ${key}`);
  expect(seen?.headers['user-agent']).toBe('Intray/1.2.3');
  return { seen: seen!, answer };
}

/** The parts of a form, parsed in the simplest way. */
function partsOf({ headers, body }: SeenRequest): { readonly head: string; readonly content: string }[] {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1];
  const text = body.toString('latin1');
  expect(text.endsWith(`\r\n--${boundary}--\r\n`)).toBe(true);
  return text
    .slice(`--${boundary}\r\n`.length, -`\r\n--${boundary}--\r\n`.length)
    .split(`\r\n--${boundary}\r\n`)
    .map((part) => {
      const [head = '', ...content] = part.split('\r\n\r\n');
      return { head, content: content.join('\r\n\r\n') };
    });
}

const batch = { batchId: 'b1', extractionId: 'e1', files: [{ id: 'f1', file_name: 'a.pdf', status: 'queued' }] };
const readBatch = { batchId: 'b1', extractionId: 'e1', files: [{ id: 'f1', fileName: 'a.pdf', status: 'queued', ended: false }] };
const details = {
  name: 'Invoices',
  description: 'What we owe',
  language: 'de',
  options: { hasTable: true },
  fields: [{ key: 'total', description: 'The sum', example: '12.50' }],
};

describe('the extraction endpoints', () => {
  it('createExtraction sends the details and the files', async () => {
    const file = await makeUploadFile(1_000, 'a.pdf');
    const { seen, answer } = await ask({ status: 201, body: batch }, (client) =>
      client.createExtraction(details, [file], sealed),
    );
    expect(`${seen.method} ${seen.path}`).toBe('POST /api/v1/createExtraction');
    const [first, second, ...more] = partsOf(seen);
    expect(first?.head).toBe('Content-Disposition: form-data; name="extractionDetails"');
    expect(JSON.parse(first?.content ?? '')).toEqual(details);
    expect(second?.head).toBe('Content-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf');
    expect(second?.content).toHaveLength(1_000);
    expect(more).toEqual([]);
    expect(answerOf(answer)).toEqual(readBatch);
  });

  it('viewExtraction sends the id', async () => {
    const body = { extractionId: 'e1', ...details, updated_at: '2025-01-02T00:00:00Z', pages: 3 };
    const { seen, answer } = await ask({ status: 200, body }, (client) => client.viewExtraction('e1'));
    expect(`${seen.method} ${seen.path}`).toBe('POST /api/v1/viewExtraction');
    expect(seen.headers['content-type']).toBe('application/json');
    expect(seen.headers.accept).toBe('application/json');
    expect(seen.body.toString()).toBe('{"extractionId":"e1"}');
    expect(answerOf(answer)).toEqual({ extractionId: 'e1', ...details, updatedAt: '2025-01-02T00:00:00Z', extra: { pages: 3 } });
  });

  it('updateExtraction sends what changes, with and without files', async () => {
    const { seen, answer } = await ask({ status: 200, body: '' }, (client) =>
      client.updateExtraction('e1', { name: 'New' }, [], sealed),
    );
    expect(`${seen.method} ${seen.path}`).toBe('PATCH /api/v1/updateExtraction');
    expect(partsOf(seen)).toEqual([
      { head: 'Content-Disposition: form-data; name="extractionId"', content: 'e1' },
      { head: 'Content-Disposition: form-data; name="extractionDetails"', content: '{"name":"New"}' },
    ]);
    expect(answer).toEqual({ ok: true, value: undefined });

    const file = await makeUploadFile(5);
    const second = await ask({ status: 200, body: { anything: 1 } }, (client) =>
      client.updateExtraction('e1', {}, [file], sealed),
    );
    expect(partsOf(second.seen)).toHaveLength(3);
    expect(second.answer.ok).toBe(true);
  });

  it('deleteExtraction sends the id', async () => {
    const { seen, answer } = await ask({ status: 204 }, (client) => client.deleteExtraction('e1'));
    expect(`${seen.method} ${seen.path} ${seen.body}`).toBe('DELETE /api/v1/deleteExtraction {"extractionId":"e1"}');
    expect(seen.headers['content-type']).toBe('application/json');
    expect(answer).toEqual({ ok: true, value: undefined });
  });

  it('uploadFiles sends the id and the files', async () => {
    const files = [await makeUploadFile(10, 'a.pdf'), await makeUploadFile(20, 'b.pdf')];
    const { seen, answer } = await ask({ status: 200, body: batch }, (client) => client.uploadFiles('e1', files, sealed));
    expect(`${seen.method} ${seen.path}`).toBe('POST /api/v1/uploadFiles');
    const parts = partsOf(seen);
    expect(parts[0]).toEqual({ head: 'Content-Disposition: form-data; name="extractionId"', content: 'e1' });
    expect(parts.slice(1).map(({ content }) => content.length)).toEqual([10, 20]);
    expect(answerOf(answer)).toEqual(readBatch);
  });

  it('uploadFiles is about its own extraction, whatever the answer leaves out', async () => {
    const file = await makeUploadFile(1);
    const { answer } = await ask({ status: 200, body: { batchId: 'b1' } }, (client) => client.uploadFiles('e1', [file], sealed));
    expect(answerOf(answer)).toEqual({ batchId: 'b1', extractionId: 'e1', files: [] });
    const { answer: viewed } = await ask({ status: 200, body: { name: 'x', fields: [] } }, (client) =>
      client.viewExtraction('e1'),
    );
    expect(answerOf(viewed).extractionId).toBe('e1');
    const { answer: made } = await ask({ status: 200, body: { batchId: 'b1' } }, (client) =>
      client.createExtraction(details, [file], sealed),
    );
    expect(failureOf(made).kind).toBe('unresolved');
  });

  it('getBatchResults asks for a batch, or for one file of it', async () => {
    const reply = { status: 200, body: batch };
    const whole = await ask(reply, (client) => client.getBatchResults('e1', 'b1'));
    expect(`${whole.seen.method} ${whole.seen.path}`).toBe('POST /api/v1/getBatchResults');
    expect(whole.seen.body.toString()).toBe('{"extractionId":"e1","batchId":"b1"}');
    expect(answerOf(whole.answer)).toEqual({ files: readBatch.files });
    const one = await ask(reply, (client) => client.getBatchResults('e1', 'b1', { fileId: 'f1' }));
    expect(one.seen.body.toString()).toBe('{"extractionId":"e1","batchId":"b1","fileId":"f1"}');
  });
});

describe('the classification endpoints', () => {
  it('createClassification sends the categories in the service’s words', async () => {
    const asked = {
      name: 'Mail',
      description: 'What comes in',
      categories: [
        { name: 'Invoice', description: 'Bills', keywords: ['total'], linkedExtractionId: 'e1' },
        { name: 'Other', description: 'The rest' },
      ],
    };
    const body = { classification: { id: 'c1', name: 'Mail', categories: [{ id: 'k1', name: 'Invoice' }] } };
    const { seen, answer } = await ask({ status: 201, body }, (client) => client.createClassification(asked));
    expect(`${seen.method} ${seen.path}`).toBe('POST /v1/classifications');
    expect(JSON.parse(seen.body.toString())).toEqual({
      name: 'Mail',
      description: 'What comes in',
      categories: [
        { name: 'Invoice', description: 'Bills', keywords: ['total'], linked_extraction_id: 'e1' },
        { name: 'Other', description: 'The rest' },
      ],
    });
    expect(answerOf(answer)).toEqual({ id: 'c1', name: 'Mail', categories: [{ id: 'k1', name: 'Invoice' }] });
  });

  it('uploadClassificationBatch sends the files alone', async () => {
    const body = { batch: { id: 'b1', classification_id: 'c1', status: 'queued', file_count: 1 } };
    const file = await makeUploadFile(10, 'a.pdf');
    const { seen, answer } = await ask({ status: 202, body }, (client) => client.uploadClassificationBatch('c1', [file], sealed));
    expect(`${seen.method} ${seen.path}`).toBe('POST /v1/classifications/c1/batches');
    expect(partsOf(seen).map(({ head }) => head)).toEqual([
      'Content-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf',
    ]);
    expect(answerOf(answer)).toEqual({ id: 'b1' });
  });

  it('getClassificationBatch reads without a body', async () => {
    const body = { batch: { status: 'queued', file_count: 1 }, files: [{ id: 'f1', file_name: 'a.pdf', status: 'queued' }] };
    const { seen, answer } = await ask({ status: 200, body }, (client) => client.getClassificationBatch('c1', 'b1'));
    expect(`${seen.method} ${seen.path}`).toBe('GET /v1/classifications/c1/batches/b1');
    expect(seen.body).toHaveLength(0);
    expect(seen.headers['content-type']).toBeUndefined();
    expect(answerOf(answer)).toMatchObject({ files: [{ id: 'f1' }] });
  });

  it('overrideCategory and redoClassification name the file', async () => {
    const override = await ask({ status: 200, body: 'OK' }, (client) => client.overrideCategory('c1', 'f1', 'k2'));
    expect(`${override.seen.method} ${override.seen.path}`).toBe('PATCH /v1/classifications/c1/files/f1');
    expect(override.seen.body.toString()).toBe('{"classified_category_id":"k2"}');
    expect(override.answer.ok).toBe(true);
    const redo = await ask({ status: 202 }, (client) => client.redoClassification('c1', 'f1'));
    expect(`${redo.seen.method} ${redo.seen.path}`).toBe('POST /v1/classifications/c1/files/f1/redo');
    expect(redo.seen.headers['content-length']).toBe('0');
    expect(redo.answer.ok).toBe(true);
  });

  it('keeps an identifier within its segment of the path', async () => {
    const { seen } = await ask({ status: 200 }, (client) => client.overrideCategory('a/../b?c', 'é f', 'k'));
    expect(seen.path).toBe('/v1/classifications/a%2F..%2Fb%3Fc/files/%C3%A9%20f');
  });
});

describe('the client', () => {
  it('closes its connections once the calls in flight have been answered', async () => {
    const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const service = await startRaw(({ socket, until }) => {
      void until('"extractionId"').then(() => arrived.resolve());
      void answer.promise.then(() => socket.write(httpAnswer('200 OK', '{"name":"Invoices","fields":[]}')));
    });
    const client = clientOf(service.url);
    const call = client.viewExtraction('e');
    await arrived.promise;
    const closed = client.close();
    answer.resolve();
    expect(answerOf(await call).name).toBe('Invoices');
    await closed;
  });

  it('keeps a base path in front of every call', async () => {
    const service = await startService(() => ({ status: 500, body: { error: 'No' } }));
    const client = clientOf(`${service.url}/documents/`);
    expect(client.origin).toBe(`${service.url}/documents`);
    const files = [await makeUploadFile(1)];
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      'POST /api/v1/createExtraction': () => client.createExtraction(details, files, sealed),
      'POST /api/v1/viewExtraction': () => client.viewExtraction('e'),
      'PATCH /api/v1/updateExtraction': () => client.updateExtraction('e', {}, [], sealed),
      'DELETE /api/v1/deleteExtraction': () => client.deleteExtraction('e'),
      'POST /api/v1/uploadFiles': () => client.uploadFiles('e', files, sealed),
      'POST /api/v1/getBatchResults': () => client.getBatchResults('e', 'b'),
      'POST /v1/classifications': () => client.createClassification({ name: 'a', description: 'b', categories: [] }),
      'POST /v1/classifications/c/batches': () => client.uploadClassificationBatch('c', files, sealed),
      'GET /v1/classifications/c/batches/b': () => client.getClassificationBatch('c', 'b'),
      'PATCH /v1/classifications/c/files/f': () => client.overrideCategory('c', 'f', 'k'),
      'POST /v1/classifications/c/files/f/redo': () => client.redoClassification('c', 'f'),
    };
    for (const call of Object.values(calls)) expect(await call()).toMatchObject({ ok: false, error: { kind: 'server' } });
    expect(service.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Object.keys(calls).map((called) => called.replace(' ', ' /documents')),
    );
    for (const { headers } of service.seen)
      expect(headers).toMatchObject({
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        'accept-encoding': 'identity',
      });
  });

  it('sends of details what is documented, and nothing else', async () => {
    const service = await startService(() => ({ status: 200, body: batch }));
    const client = clientOf(service.url);
    const field = { key: 'total', description: 'The sum', example: '5' };
    const more = { name: 'a', description: 'b', secret: 'x' };
    await client.createExtraction({ ...more, fields: [{ ...field, secret: 'x' } as typeof field] }, [], sealed);
    await client.createClassification({ ...more, categories: [{ ...more, keywords: ['k'], linkedExtractionId: 'e' }] });
    const [extraction, classification] = service.seen.map(({ body }) => body.toString());
    expect(extraction).toContain(JSON.stringify({ name: 'a', description: 'b', fields: [field] }));
    expect(JSON.parse(classification ?? '')).toEqual({
      ...{ name: 'a', description: 'b' },
      categories: [{ name: 'a', description: 'b', keywords: ['k'], linked_extraction_id: 'e' }],
    });
  });

  it('refuses an address that is not safe', () => {
    expect(() => createServiceClient({ url: 'http://api.example.com', key: () => key })).toThrow('is not encrypted');
  });

  it.each<[string, () => string | undefined | Promise<string | undefined>, string, 'missing' | 'unreadable' | 'impossible']>([
    ['no key', () => undefined, 'missing', 'missing'],
    ['an empty key', () => '  ', 'missing', 'missing'],
    ['a key that cannot be read', () => Promise.reject(new Error(`keychain: ${key}`)), 'missing', 'unreadable'],
    ['a key that no header can carry', () => `${key}\r\nX-Evil: 1`, 'invalid', 'impossible'],
    ['a key with space in it', () => `${key} x`, 'invalid', 'impossible'],
    ['a key with an umlaut', () => `${key}ü`, 'invalid', 'impossible'],
    ['a key with an invisible character', () => `${key}\u007f`, 'invalid', 'impossible'],
  ])('makes no request with %s, and says so without it', async (_, source, reason, why) => {
    const service = await startService(() => ({ status: 200, body: batch }));
    const client = clientOf(service.url, { key: source });
    const failures = [
      failureOf(await client.getBatchResults('e', 'b')),
      failureOf(await client.uploadFiles('e', [await makeUploadFile(1)], sealed)),
    ];
    for (const failure of failures)
      expect(failure).toEqual({ kind: 'key', reason, status: 401, message: say(`service.key.${why}`) });
    expect(JSON.stringify(failures)).not.toContain(key);
    expect(service.seen).toEqual([]);
  });

  it('takes the space around a key for none of it', async () => {
    const service = await startService(() => ({ status: 200, body: batch }));
    await clientOf(service.url, { key: () => ` !${key}~\n` }).getBatchResults('e', 'b');
    expect(service.seen[0]?.headers.authorization).toBe(`Bearer !${key}~`);
  });

  it('reads the key again before every call', async () => {
    const keys = ['key-one', 'key-two'];
    const service = await startService(() => ({ status: 200, body: batch }));
    const client = clientOf(service.url, { key: async () => keys.shift() });
    await client.getBatchResults('e', 'b');
    await client.getBatchResults('e', 'b');
    expect(service.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-one', 'Bearer key-two']);
  });

  // undici opens a second one, because the first is not free again within the same turn.
  it('reuses connections for successive calls', async () => {
    const service = await startService(() => ({ status: 200, body: batch }));
    const client = clientOf(service.url);
    for (let call = 0; call < 10; call += 1) answerOf(await client.getBatchResults('e', 'b'));
    expect(new Set(service.seen.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
  });
});
