import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { makeBytes } from '../make-files.ts';
import { createPollWatch } from './polling.ts';
import { type StrictOptions, type StrictService, startStrictService } from './strict-service.ts';
import { extractedDataOf } from './values.ts';

let service: StrictService | undefined;
afterEach(() => service?.close());

async function start(options: StrictOptions = {}): Promise<StrictService> {
  service = await startStrictService({ processingMilliseconds: 0, ...options });
  return service;
}

const pdf = (name: string, text = name): File => new File([makeBytes('pdf', text)], name, { type: 'application/pdf' });

function formOf(fields: Readonly<Record<string, string>>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('files', file, file.name);
  return form;
}

/** `fetch` sends a known Content-Length only for a body that is one piece. */
async function send(
  to: StrictService,
  method: string,
  path: string,
  body?: FormData | object,
  headers: Record<string, string> = {},
) {
  const packed = body instanceof FormData ? new Response(body) : undefined;
  const type: Record<string, string> = packed
    ? { 'content-type': packed.headers.get('content-type') ?? '' }
    : body
      ? { 'content-type': 'application/json' }
      : {};
  const answer = await fetch(`${to.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${to.key}`, ...type, ...headers },
    ...(packed ? { body: await packed.arrayBuffer() } : body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const sha256 = (text: string): string => createHash('sha256').update(makeBytes('pdf', text)).digest('hex');

describe('the strict service', () => {
  it('takes files, works on them and gives each its own values, in another order', async () => {
    const strict = await start();
    const extractionId = strict.addExtraction();
    const uploaded = await send(
      strict,
      'POST',
      '/api/v1/uploadFiles',
      formOf({ extractionId }, [pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')]),
    );
    expect(uploaded.status).toBe(200);
    expect(uploaded.body).toMatchObject({ extractionId, batchId: expect.any(String) });
    const names = (uploaded.body.files as { file_name: string; status: string }[]).map((file) => file.file_name);
    expect([...names].sort()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(names).not.toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    const results = await send(strict, 'POST', '/api/v1/getBatchResults', { extractionId, batchId: uploaded.body.batchId });
    const files = results.body.files as { file_name: string; status: string; result: { extracted_data: object } }[];
    expect(files.find((file) => file.file_name === 'b.pdf')).toMatchObject({
      status: 'processed',
      result: { extracted_data: extractedDataOf(sha256('b.pdf')) },
    });
    expect(strict.uploads.get(sha256('a.pdf'))).toBe(1);
    // It came too soon after the acceptance, and that alone was wrong.
    expect(strict.violations).toEqual([expect.stringMatching(/sooner than 2000 ms/)]);
  });

  it('makes, shows, changes and deletes an extraction', async () => {
    const strict = await start();
    const extractionDetails = JSON.stringify({ name: 'Mail', fields: [{ key: 'sender', description: 'Who', example: 'ACME' }] });
    const made = await send(strict, 'POST', '/api/v1/createExtraction', formOf({ extractionDetails }, [pdf('a.pdf')]));
    expect(made.status).toBe(201);
    const extractionId = String(made.body.extractionId);
    await send(strict, 'PATCH', '/api/v1/updateExtraction', formOf({ extractionId, extractionDetails: '{"name":"Post"}' }, []));
    expect((await send(strict, 'POST', '/api/v1/viewExtraction', { extractionId })).body).toMatchObject({
      name: 'Post',
      fields: [{ key: 'sender' }],
    });
    expect((await send(strict, 'DELETE', '/api/v1/deleteExtraction', { extractionId })).status).toBe(200);
    expect((await send(strict, 'POST', '/api/v1/viewExtraction', { extractionId })).status).toBe(404);
    expect(strict.violations).toEqual([]);
  });

  it('classifies, lets a category be overridden and runs again', async () => {
    const strict = await start({ category: (file) => (file.fileName === 'none.pdf' ? null : 'Invoice') });
    const made = await send(strict, 'POST', '/v1/classifications', {
      name: 'Mail',
      description: 'All of it',
      categories: [
        { name: 'Invoice', description: 'Bills' },
        { name: 'Letter', description: 'Rest', keywords: ['Dear'] },
      ],
    });
    const { id, categories } = made.body.classification as { id: string; categories: { id: string; name: string }[] };
    const uploaded = await send(strict, 'POST', `/v1/classifications/${id}/batches`, formOf({}, [pdf('a.pdf'), pdf('none.pdf')]));
    expect(uploaded.status).toBe(202);
    const batch = (uploaded.body.batch as { id: string }).id;
    const read = async () => {
      const { body } = await send(strict, 'GET', `/v1/classifications/${id}/batches/${encodeURIComponent(batch)}`);
      return body.files as { id: string; file_name: string; classified_category_name?: string | null }[];
    };
    const file = (await read()).find((candidate) => candidate.file_name === 'a.pdf');
    expect(file?.classified_category_name).toBe('Invoice');
    const path = `/v1/classifications/${id}/files/${encodeURIComponent(file?.id ?? '')}`;
    await send(strict, 'PATCH', path, { classified_category_id: categories[1]?.id });
    await send(strict, 'POST', `${path}/redo`);
    const again = await read();
    expect(again.find((candidate) => candidate.file_name === 'a.pdf')?.classified_category_name).toBe('Letter');
    expect(again.find((candidate) => candidate.file_name === 'none.pdf')?.classified_category_name ?? null).toBeNull();
  });

  it.each<[string, number, (strict: StrictService, id: string) => Promise<{ status: number }>]>([
    ['an unknown path', 404, (strict) => send(strict, 'POST', '/api/v1/listExtractions', {})],
    ['another method', 404, (strict) => send(strict, 'PUT', '/api/v1/viewExtraction', {})],
    ['a query', 404, (strict, id) => send(strict, 'POST', '/api/v1/viewExtraction?x=1', { extractionId: id })],
    [
      'another content type',
      400,
      (strict, id) => send(strict, 'POST', '/api/v1/viewExtraction', { extractionId: id }, { 'content-type': 'text/plain' }),
    ],
    [
      'a wrong key',
      401,
      (strict, id) => send(strict, 'POST', '/api/v1/viewExtraction', { extractionId: id }, { authorization: 'Bearer wrong' }),
    ],
    [
      'a key without Bearer',
      401,
      (strict, id) => send(strict, 'POST', '/api/v1/viewExtraction', { extractionId: id }, { authorization: strict.key }),
    ],
    ['a missing member', 400, (strict, extractionId) => send(strict, 'POST', '/api/v1/getBatchResults', { extractionId })],
    ['an extra member', 400, (strict, id) => send(strict, 'POST', '/api/v1/viewExtraction', { extractionId: id, verbose: true })],
    [
      'an upload to nowhere',
      404,
      (strict) => send(strict, 'POST', '/api/v1/uploadFiles', formOf({ extractionId: 'x' }, [pdf('a.pdf')])),
    ],
    [
      'an upload without files',
      400,
      (strict, extractionId) => send(strict, 'POST', '/api/v1/uploadFiles', formOf({ extractionId }, [])),
    ],
    [
      'an extra part',
      400,
      (strict, extractionId) => send(strict, 'POST', '/api/v1/uploadFiles', formOf({ extractionId, x: '1' }, [pdf('a.pdf')])),
    ],
    [
      'two files of one name',
      400,
      (strict, extractionId) =>
        send(strict, 'POST', '/api/v1/uploadFiles', formOf({ extractionId }, [pdf('a.pdf', '1'), pdf('A.pdf', '2')])),
    ],
    [
      'a type that the content is not',
      400,
      (strict, extractionId) =>
        send(
          strict,
          'POST',
          '/api/v1/uploadFiles',
          formOf({ extractionId }, [new File(['hello'], 'a.pdf', { type: 'application/pdf' })]),
        ),
    ],
    [
      'a file over 25 MB',
      413,
      (strict, extractionId) =>
        send(
          strict,
          'POST',
          '/api/v1/uploadFiles',
          formOf({ extractionId }, [
            new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'a.bin', { type: 'application/octet-stream' }),
          ]),
        ),
    ],
    [
      '31 files to a classification',
      400,
      (strict) =>
        send(
          strict,
          'POST',
          `/v1/classifications/${strict.addClassification([{ name: 'A' }])}/batches`,
          formOf(
            {},
            Array.from({ length: 31 }, (_, index) => pdf(`${index}.pdf`)),
          ),
        ),
    ],
  ])('refuses and writes down %s', async (_what, status, ask) => {
    const strict = await start();
    expect((await ask(strict, strict.addExtraction())).status).toBe(status);
    expect(strict.violations).toHaveLength(1);
    expect(strict.uploads.size).toBe(0);
  });

  it('refuses a body without a Content-Length', async () => {
    const strict = await start();
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        `${strict.url}/api/v1/viewExtraction`,
        { method: 'POST', headers: { authorization: `Bearer ${strict.key}`, 'content-type': 'application/json' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      request.on('error', reject);
      request.write('{"extractionId":');
      request.end(`"${strict.addExtraction()}"}`);
    });
    expect(status).toBe(400);
    expect(strict.violations).toEqual([expect.stringMatching(/Transfer-Encoding/)]);
  });

  it('takes a request that is cut short for none at all', async () => {
    const strict = await start();
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${strict.url}/api/v1/uploadFiles`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${strict.key}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '1000',
        },
      });
      request.on('error', () => resolve());
      request.write('--b\r\n', () => setImmediate(() => request.destroy(new Error('taken back'))));
    });
    await expect.poll(() => strict.cut).toBe(1);
    expect(strict.violations).toEqual([]);
    expect(strict.uploads.size).toBe(0);
  });

  it('does to a request what a test asks for', async () => {
    const faults = [
      { status: 503, body: '<html>', headers: { 'content-type': 'text/html' } },
      'reset',
      'reset-after-whole',
    ] as const;
    const strict = await start({ onRequest: ({ index }) => faults[index] });
    const extractionId = strict.addExtraction();
    const upload = (name: string) => send(strict, 'POST', '/api/v1/uploadFiles', formOf({ extractionId }, [pdf(name)]));
    await expect(upload('a.pdf')).rejects.toThrow(/JSON/);
    await expect(upload('b.pdf')).rejects.toThrow(/fetch failed/);
    expect(strict.uploads.size).toBe(0);
    await expect(upload('c.pdf')).rejects.toThrow(/fetch failed/);
    expect([...strict.uploads.keys()]).toEqual([sha256('c.pdf')]);
    expect(strict.violations).toEqual([]);
  });

  it('refuses a revoked key, which is no violation', async () => {
    const strict = await start();
    strict.revoke(strict.key);
    expect(await send(strict, 'POST', '/api/v1/viewExtraction', { extractionId: 'x' })).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/revoked/) },
    });
    expect(strict.violations).toEqual([]);
  });
});

describe('the watch over polling', () => {
  it('wants two seconds between an answer and the next question, and a minute once all is done', () => {
    const polls = createPollWatch();
    polls.accepted('b', 0);
    expect(polls.asked('b', 1900)).toMatch(/sooner than 2000/);
    expect(polls.asked('b', 1910)).toMatch(/before the last question was answered/);
    polls.answered('b', 2000, false);
    expect(polls.asked('b', 4000)).toBeUndefined();
    polls.answered('b', 4100, true);
    expect(polls.asked('b', 9000)).toMatch(/every file was terminal/);
    polls.answered('b', 9000, true);
    expect(polls.asked('b', 69_000)).toBeUndefined();
    expect(polls.shortestGap).toBe(1900);
  });
});
