import { describe, expect, it } from 'vitest';
import { details, start } from '../support.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const unknown = '00000000-0000-4000-8000-000000000000';

describe('createExtraction', () => {
  it('answers 201 with the extraction, its first batch and its queued files', async () => {
    const { send } = await start();
    const answer = await send(
      'POST',
      '/api/v1/createExtraction',
      { extractionDetails: JSON.stringify(details) },
      { 'a.pdf': 'x', 'b.jpg': 'y' },
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      extractionId: expect.stringMatching(uuid),
      batchId: expect.any(String),
      files: [
        { id: expect.any(String), file_name: 'a.pdf', status: 'queued' },
        { id: expect.any(String), file_name: 'b.jpg', status: 'queued' },
      ],
    });
  });

  it.each([
    ['no details', {}, 'extractionDetails: is required.'],
    ['details that are not JSON', { extractionDetails: '{' }, 'extractionDetails: is not valid JSON.'],
    [
      'details without a name',
      { extractionDetails: JSON.stringify({ fields: details.fields }) },
      'extractionDetails.name: is required.',
    ],
    [
      'details without fields',
      { extractionDetails: '{"name":"A","fields":[]}' },
      'extractionDetails.fields: must have at least one field.',
    ],
    [
      'a field without a key',
      { extractionDetails: '{"name":"A","fields":[{"key":1}]}' },
      'extractionDetails.fields[0].key: must be of type string.',
    ],
    [
      'a key twice',
      { extractionDetails: '{"name":"A","fields":[{"key":"a"},{"key":"a"}]}' },
      'extractionDetails.fields: must not name a key twice.',
    ],
    [
      'a member that is not described',
      { extractionDetails: JSON.stringify({ ...details, colour: 1 }) },
      'extractionDetails: has no member "colour".',
    ],
    [
      'a form field that is not described',
      { extractionDetails: JSON.stringify(details), colour: 'red' },
      'There is no form field "colour" here.',
    ],
    ['no file', { extractionDetails: JSON.stringify(details) }, 'files: at least one file is required.'],
  ])('answers 400 to %s', async (_what, fields: Record<string, string>, message) => {
    const { send, sandbox } = await start();
    const files = fields.extractionDetails !== undefined && message.startsWith('files') ? {} : { 'a.pdf': 'x' };
    const answer = await send('POST', '/api/v1/createExtraction', fields, files);
    expect(answer).toMatchObject({ status: 400, body: { error: message } });
    expect(sandbox.control.extractions()).toEqual([]);
  });

  it('answers 400 to a body that is not a form', async () => {
    const { call } = await start();
    expect(await call('POST', '/api/v1/createExtraction', details)).toMatchObject({
      status: 400,
      body: { error: 'Content-Type must be multipart/form-data.' },
    });
  });
});

describe('viewExtraction', () => {
  it('returns the definition, with defaults and times', async () => {
    const { call, send } = await start();
    const full = { ...details, description: 'All of them', language: 'de', options: { hasTable: true, more: [1] } };
    const { body } = await send(
      'POST',
      '/api/v1/createExtraction',
      { extractionDetails: JSON.stringify(full) },
      { 'a.pdf': 'x' },
    );
    const answer = await call('POST', '/api/v1/viewExtraction', { extractionId: body.extractionId });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...full,
      extractionId: body.extractionId,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(new Date(answer.body.created_at).toISOString()).toBe(answer.body.created_at);
  });

  it.each([
    ['an id that is none', { extractionId: 'abc' }, 400, 'extractionId: must be a UUID.'],
    ['no id', {}, 400, 'extractionId: is required.'],
    ['an id that is a number', { extractionId: 7 }, 400, 'extractionId: must be of type string.'],
    ['a body that is a list', [], 400, 'The body: must be of type object.'],
    ['an unknown id', { extractionId: unknown }, 404, `Extraction not found: ${unknown}`],
  ])('answers to %s', async (_what, body, status, error) => {
    const { call } = await start();
    expect(await call('POST', '/api/v1/viewExtraction', body)).toMatchObject({ status, body: { error } });
  });

  it('answers 400 to a body that is not JSON, is missing, or has another content type', async () => {
    const { call, sandbox } = await start();
    const headers = { authorization: 'Bearer a-key-that-is-known' };
    const post = (body: string, type: string) =>
      fetch(`${sandbox.url}/api/v1/viewExtraction`, { method: 'POST', body, headers: { ...headers, 'content-type': type } });
    const broken = await post('{"extractionId"', 'application/json');
    expect([broken.status, await broken.json()]).toEqual([400, { error: 'The body: is not valid JSON.' }]);
    const empty = await post('', 'application/json');
    expect([empty.status, await empty.json()]).toEqual([400, { error: 'A JSON body is required.' }]);
    const text = await post('hello', 'text/plain');
    expect([text.status, await text.json()]).toEqual([400, { error: 'Content-Type must be application/json.' }]);
    expect((await call('POST', '/api/v1/viewExtraction')).status).toBe(400);
    expect((await post('x'.repeat(2_000_000), 'application/json')).status).toBe(400);
  });
});

describe('updateExtraction', () => {
  it('changes only the given members', async () => {
    const { call, send, extraction } = await start();
    const extractionId = extraction();
    const changes = JSON.stringify({ name: 'Bills', fields: [{ key: 'sum', description: '', example: '' }] });
    expect((await send('PATCH', '/api/v1/updateExtraction', { extractionId, extractionDetails: changes })).status).toBe(200);
    expect((await call('POST', '/api/v1/viewExtraction', { extractionId })).body).toMatchObject({
      name: 'Bills',
      language: '',
      fields: [{ key: 'sum' }],
    });
  });

  it('accepts new files as a new batch, which uses the new fields', async () => {
    const { send, extraction, settled } = await start();
    const extractionId = extraction();
    const extractionDetails = JSON.stringify({ fields: [{ key: 'sum' }] });
    const answer = await send('PATCH', '/api/v1/updateExtraction', { extractionId, extractionDetails }, { 'a.pdf': 'sum: 5' });
    const { body } = await settled(extractionId, answer.body.batchId);
    expect(body.files[0].result.extracted_data).toEqual({ sum: '5' });
  });

  it('needs the id and the details, and an extraction', async () => {
    const { send, extraction } = await start();
    expect((await send('PATCH', '/api/v1/updateExtraction', { extractionDetails: '{}' })).body.error).toBe(
      'extractionId: is required.',
    );
    expect((await send('PATCH', '/api/v1/updateExtraction', { extractionId: extraction() })).body.error).toBe(
      'extractionDetails: is required.',
    );
    expect((await send('PATCH', '/api/v1/updateExtraction', { extractionId: unknown, extractionDetails: '{}' })).status).toBe(
      404,
    );
  });
});

describe('deleteExtraction', () => {
  it('removes the extraction with all its batches, even while they are processed', async () => {
    const { call, extraction, upload, poll, sandbox } = await start({ delays: { queued: 20, processing: 20 } });
    const extractionId = extraction();
    const { body } = await upload(extractionId, { 'a.pdf': 'x' });
    expect((await call('DELETE', '/api/v1/deleteExtraction', { extractionId })).status).toBe(200);
    expect((await poll(extractionId, body.batchId)).status).toBe(404);
    expect((await call('POST', '/api/v1/viewExtraction', { extractionId })).status).toBe(404);
    expect((await call('DELETE', '/api/v1/deleteExtraction', { extractionId })).status).toBe(404);
    expect(sandbox.control.extractions()).toEqual([]);
  });
});

describe('uploadFiles', () => {
  it('creates a new batch with every call', async () => {
    const { extraction, upload } = await start();
    const extractionId = extraction();
    const first = await upload(extractionId, { 'a.pdf': 'x' });
    const second = await upload(extractionId, { 'a.pdf': 'x' });
    expect(first).toMatchObject({ status: 200, body: { extractionId, files: [{ file_name: 'a.pdf', status: 'queued' }] } });
    expect(second.body.batchId).not.toBe(first.body.batchId);
  });

  it('answers 404 to an unknown extraction, and 400 to an impossible id', async () => {
    const { upload } = await start();
    expect((await upload(unknown, { 'a.pdf': 'x' })).status).toBe(404);
    expect((await upload('abc', { 'a.pdf': 'x' })).status).toBe(400);
  });
});

describe('getBatchResults', () => {
  it('returns the files with their results, or one of them on request', async () => {
    const { call, extraction, upload, settled } = await start();
    const extractionId = extraction();
    const { body } = await upload(extractionId, { 'a.pdf': 'number: R-7\ntotal: 9.50', 'b.png': 'image' });
    const answer = await settled(extractionId, body.batchId);
    expect(answer.body).toEqual({
      batchId: body.batchId,
      extractionId,
      files: [
        {
          id: body.files[0].id,
          file_name: 'a.pdf',
          status: 'processed',
          result: { extracted_data: { number: 'R-7', total: '9.50' }, model_used: 'intray-sandbox-1' },
        },
        {
          id: body.files[1].id,
          file_name: 'b.png',
          status: 'needs_review',
          result: { extracted_data: { number: '', total: '' }, model_used: 'intray-sandbox-1' },
        },
      ],
    });
    const one = await call('POST', '/api/v1/getBatchResults', { extractionId, batchId: body.batchId, fileId: body.files[1].id });
    expect(one.body.files).toEqual([answer.body.files[1]]);
  });

  it('shows what a person has confirmed: corrections, and the values that were not corrected', async () => {
    const { extraction, upload, poll, settled, sandbox } = await start();
    const extractionId = extraction();
    const { body } = await upload(extractionId, { 'a.pdf': 'number: R-7', 'b.pdf': 'broken' });
    await settled(extractionId, body.batchId);
    const [a, b] = body.files.map(({ id }: { id: string }) => id);
    const confirm = (id: string) => sandbox.control.confirmFile(extractionId, body.batchId, id, { total: '9.50' });
    confirm(a);
    const [file] = (await poll(extractionId, body.batchId)).body.files;
    expect(file).toMatchObject({ status: 'confirmed', result: { extracted_data: { number: 'R-7', total: '9.50' } } });
    expect(() => confirm(a)).toThrow('A file that is confirmed cannot be confirmed.');
    expect(() => confirm(b)).toThrow('A file that is failed cannot be confirmed.');
  });

  it('answers 404 to an unknown batch or file, and to a batch of another extraction', async () => {
    const { call, extraction, upload, poll } = await start();
    const extractionId = extraction();
    const { body } = await upload(extractionId, { 'a.pdf': 'x' });
    expect(await poll(extractionId, 'nothing')).toMatchObject({ status: 404, body: { error: 'Batch not found: nothing' } });
    expect((await poll(extraction(), body.batchId)).status).toBe(404);
    const file = await call('POST', '/api/v1/getBatchResults', { extractionId, batchId: body.batchId, fileId: 'nothing' });
    expect(file).toMatchObject({ status: 404, body: { error: 'File not found: nothing' } });
    expect((await poll(extractionId, '')).status).toBe(400);
  });
});

describe('paths and methods', () => {
  it('answers 404 to an unknown path and to another method', async () => {
    const { call } = await start();
    expect(await call('GET', '/api/v1/nothing')).toMatchObject({
      status: 404,
      body: { error: 'There is no GET /api/v1/nothing.' },
    });
    expect((await call('GET', '/api/v1/viewExtraction')).status).toBe(404);
    expect((await call('PUT', '/v1/classifications/a/files/b', {})).status).toBe(404);
    expect((await call('GET', '/v1/classifications/%E0%A4%A/batches/b')).status).toBe(400);
  });

  it('says on its home page what it is', async () => {
    const { sandbox } = await start();
    const page = await (await fetch(sandbox.url)).text();
    expect(page).toContain("Intray's sandbox");
    expect(page).toContain('Nothing leaves the machine');
  });
});
