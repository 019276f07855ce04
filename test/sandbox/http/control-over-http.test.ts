import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { type Caller, details, fullKey, start } from '../support.ts';

async function control({ sandbox }: Caller, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await request(`${sandbox.url}/sandbox${path}`, {
    method: method as 'GET',
    headers: {
      authorization: `Bearer ${sandbox.controlToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects from an answer.
  return { status: answer.statusCode, body: (await answer.body.json()) as any };
}

describe('who may use the control surface', () => {
  it('is whoever has its token; an API key does not count', async () => {
    const caller = await start();
    expect((await control(caller, 'GET', '/keys')).status).toBe(200);
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${fullKey}`,
      `Bearer ${caller.sandbox.controlToken}x`,
      caller.sandbox.controlToken,
    ]) {
      expect((await control(caller, 'GET', '/keys', undefined, { authorization })).status).toBe(401);
      expect((await control(caller, 'POST', '/keys', { name: 'x' }, { authorization })).status).toBe(401);
    }
    expect(caller.sandbox.control.listKeys()).toHaveLength(1);
  });

  it('is not a page in a browser, even with the token, and not under another host name', async () => {
    const caller = await start();
    const { port } = caller.sandbox;
    const ask = async (headers: Record<string, string>) =>
      (await control(caller, 'POST', '/keys', { name: 'x' }, headers)).status;
    expect(await ask({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await ask({ origin: 'null' })).toBe(403);
    expect(await ask({ origin: `http://localhost:${port + 1}` })).toBe(403);
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await ask({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await ask({ host: 'elsewhere.example' })).toBe(403);
    expect(await ask({ host: `elsewhere.example:${port}` })).toBe(403);
    expect(caller.sandbox.control.listKeys()).toHaveLength(1);
    expect(await ask({ origin: caller.sandbox.url })).toBe(201);
    expect(await ask({ host: `localhost:${port}` })).toBe(201);
  });

  it('accepts no form and no preflight request from a page', async () => {
    const caller = await start();
    const headers = { authorization: `Bearer ${caller.sandbox.controlToken}`, 'content-type': 'text/plain' };
    const answer = await fetch(`${caller.sandbox.url}/sandbox/keys`, { method: 'POST', headers, body: '{"name":"x"}' });
    expect(answer.status).toBe(400);
    const preflight = await fetch(`${caller.sandbox.url}/sandbox/keys`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.ok).toBe(false);
  });
});

describe('the control surface over HTTP', () => {
  it('creates, limits, releases, revokes and lists keys, whose text it shows once', async () => {
    const caller = await start();
    const made = await control(caller, 'POST', '/keys', { name: 'Second' });
    expect(made).toMatchObject({
      status: 201,
      body: { id: expect.any(String), name: 'Second', key: expect.stringMatching(/^intray_sandbox_/) },
    });
    const use = async () =>
      (await caller.call('POST', '/api/v1/viewExtraction', {}, { authorization: `Bearer ${made.body.key}` })).status;
    expect(await use()).toBe(400);
    await control(caller, 'POST', `/keys/${made.body.id}/rate-limit`, {});
    expect(await use()).toBe(401);
    await control(caller, 'DELETE', `/keys/${made.body.id}/rate-limit`);
    expect(await use()).toBe(400);
    expect((await control(caller, 'POST', `/keys/${made.body.id}/revoke`, { status: 403 })).body.state).toBe('revoked');
    expect(await use()).toBe(403);
    expect((await control(caller, 'POST', `/keys/${made.body.id}/revoke`, {})).status).toBe(409);
    const { body } = await control(caller, 'GET', '/keys');
    expect(JSON.stringify(body)).not.toContain(made.body.key);
    expect(body.keys).toMatchObject([
      { name: 'test', state: 'active', ending: 'nown' },
      { name: 'Second', state: 'revoked' },
    ]);
    expect((await control(caller, 'POST', '/keys/nothing/revoke', {})).status).toBe(404);
    for (const name of ['3', '4', '5', '6']) await control(caller, 'POST', '/keys', { name });
    expect(await control(caller, 'POST', '/keys', { name: '7' })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('at most 5') },
    });
  });

  it('sets pages, registers webhooks and refuses what is wrong', async () => {
    const caller = await start();
    expect((await control(caller, 'PUT', '/pages', { remaining: 3 })).body).toEqual({ perMonth: 100, remaining: 3 });
    expect((await control(caller, 'GET', '/pages')).body.remaining).toBe(3);
    expect((await control(caller, 'PUT', '/pages', { remaining: -1 })).status).toBe(400);
    expect((await control(caller, 'GET', '/webhook')).body).toEqual({ url: null });
    const registered = await control(caller, 'PUT', '/webhook', { url: 'https://example.test/hook' });
    expect(registered.body).toEqual({ url: 'https://example.test/hook', secret: expect.stringMatching(/^whsec_/) });
    expect((await control(caller, 'GET', '/webhook')).body).toEqual({ url: 'https://example.test/hook' });
    expect((await control(caller, 'PUT', '/webhook', { url: 'http://example.test/hook' })).status).toBe(400);
    expect((await control(caller, 'DELETE', '/webhook')).body).toEqual({ url: null });
    expect((await control(caller, 'GET', '/deliveries')).body).toEqual({ deliveries: [] });
  });

  it('adds, lists and removes faults, but never locks itself out', async () => {
    const caller = await start();
    const added = await control(caller, 'POST', '/faults', { fault: 'status:503,times=1' });
    expect(added).toMatchObject({ status: 201, body: { fault: 'status:503,times=1', applied: 0, spent: false } });
    expect((await caller.call('POST', '/api/v1/viewExtraction', {})).status).toBe(503);
    expect((await control(caller, 'GET', '/faults')).body.faults).toMatchObject([{ applied: 1, spent: true }]);
    expect((await control(caller, 'POST', '/faults', { fault: 'explode' })).status).toBe(400);
    expect((await control(caller, 'POST', '/faults', { fault: 'refuse' })).body.error).toContain('times or seconds');
    expect((await control(caller, 'DELETE', `/faults/${added.body.id}`)).body.faults).toEqual([]);
    expect((await control(caller, 'DELETE', '/faults/nothing')).status).toBe(404);
    expect((await control(caller, 'DELETE', '/faults')).body.faults).toEqual([]);
  });

  it('shows the requests, but not its own and nothing secret', async () => {
    const caller = await start();
    await caller.call('POST', `/api/v1/viewExtraction?key=${fullKey}`, {});
    const { body } = await caller.upload(caller.extraction(), { 'a.pdf': 'x' });
    const listed = await control(caller, 'GET', '/requests');
    expect(listed.body.requests).toEqual([
      expect.objectContaining({ method: 'POST', path: '/api/v1/viewExtraction', endpoint: 'viewExtraction', status: 400 }),
      expect.objectContaining({ endpoint: 'uploadFiles', status: 200, batchId: body.batchId, fileNames: ['a.pdf'] }),
    ]);
    expect(JSON.stringify(listed.body)).not.toContain(fullKey);
    expect((await control(caller, 'DELETE', '/requests')).body.requests).toEqual([]);
  });

  it('creates extractions and classifications, changes categories, and confirms files', async () => {
    const caller = await start();
    const { extractionId } = (await control(caller, 'POST', '/extractions', details)).body;
    const { body } = await caller.upload(extractionId, { 'a.pdf': 'number: 1' });
    await caller.settled(extractionId, body.batchId);
    const path = `/extractions/${extractionId}/batches/${body.batchId}/files/${body.files[0].id}/confirm`;
    expect((await control(caller, 'POST', path, { extracted_data: { colour: 'red' } })).status).toBe(400);
    expect((await control(caller, 'POST', path, { extracted_data: { total: '5' } })).body).toMatchObject({ status: 'confirmed' });
    expect((await control(caller, 'POST', path, {})).status).toBe(409);
    expect((await caller.poll(extractionId, body.batchId)).body.files).toMatchObject([
      { status: 'confirmed', result: { extracted_data: { number: '1', total: '5' } } },
    ]);
    const made = await control(caller, 'POST', '/classifications', { name: 'Post', categories: [{ name: 'A' }] });
    await control(caller, 'PUT', `/classifications/${made.body.id}/categories`, [{ name: 'A' }, { name: 'B' }]);
    const { classifications } = (await control(caller, 'GET', '/classifications')).body;
    expect(classifications[0].categories).toMatchObject([{ id: made.body.categories[0].id, name: 'A' }, { name: 'B' }]);
    expect((await control(caller, 'GET', '/extractions')).body.extractions).toHaveLength(1);
    expect((await control(caller, 'GET', '/nothing')).status).toBe(404);
  });
});
