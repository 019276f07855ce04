import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { type Caller, details, fullKey, start } from '../support.ts';

const createExtraction = ({ send }: Caller) =>
  send(
    'POST',
    '/api/v1/createExtraction',
    { extractionDetails: JSON.stringify(details) },
    { 'a.pdf': 'x', 'b.pdf': 'y', 'c.pdf': 'z' },
  );
const batches = ({ sandbox }: Caller) => sandbox.control.extractions().flatMap((extraction) => extraction.batches);

describe('faults that lose the connection', () => {
  it.each([
    ['refuse,times=2', 0],
    ['reset-before-body,times=1', 0],
    ['reset-mid-body,times=1', 0],
    ['reset-after-whole,times=1', 1],
  ])('%s: the caller gets no answer, and %i batches are created', async (fault, kept) => {
    const caller = await start({ faults: [fault] });
    await expect(createExtraction(caller)).rejects.toThrow('fetch failed');
    expect(batches(caller)).toHaveLength(kept);
    caller.sandbox.faults.clear();
    expect((await createExtraction(caller)).status).toBe(201);
    expect(batches(caller)).toHaveLength(kept + 1);
    const answered = caller.sandbox.requests.list().map(({ status, fault: met }) => status ?? met);
    expect(answered.at(-1)).toBe(201);
    if (!fault.startsWith('refuse')) expect(answered).toEqual([fault, 201]);
  });

  it('refuse: also the next request on an open connection', async () => {
    const caller = await start();
    await caller.call('POST', '/api/v1/viewExtraction', {});
    caller.sandbox.faults.add('refuse');
    await expect(caller.call('POST', '/api/v1/viewExtraction', {})).rejects.toThrow('fetch failed');
  });

  it('hang: nothing comes back, and nothing is created unless requested', async () => {
    for (const [fault, kept] of [
      ['hang,times=1', 0],
      ['hang,times=1,kept', 1],
    ] as const) {
      const caller = await start({ faults: [fault] });
      const form = new FormData();
      form.append('extractionDetails', JSON.stringify(details));
      form.append('files', new Blob(['x']), 'a.pdf');
      const headers = { authorization: `Bearer ${fullKey}` };
      const leave = new AbortController();
      const asked = fetch(`${caller.sandbox.url}/api/v1/createExtraction`, {
        method: 'POST',
        body: form,
        headers,
        signal: leave.signal,
      });
      const settled = vi.fn();
      asked.then(settled, settled);
      await waitFor(() => expect(caller.sandbox.faults.list()[0]?.spent).toBe(true));
      expect(batches(caller)).toHaveLength(kept);
      expect(settled).not.toHaveBeenCalled();
      leave.abort();
      await expect(asked).rejects.toThrow();
    }
  });

  it('reset-mid-body: half of the body was read', async () => {
    const caller = await start({ faults: ['reset-mid-body'] });
    const { port } = caller.sandbox;
    const ended = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        const head = `POST /api/v1/uploadFiles HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fullKey}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n`;
        socket.write(head + 'x'.repeat(499));
        setTimeout(() => {
          if (socket.destroyed) resolve('too soon');
          socket.write('x');
        }, 100);
      });
      socket.on('error', () => resolve('reset'));
    });
    expect(ended).toBe('reset');
  });
});

describe('faults that answer instead of the service', () => {
  it.each([
    ['status:500', 500, 'application/json', /^\{"error":/],
    ['gateway', 502, 'text/html', /502/],
    ['gateway:504', 504, 'text/html', /504/],
    ['portal', 200, 'text/html', /Sign in/],
    ['redirect', 302, 'text/html', /moved/],
    ['401-rate', 401, 'application/json', /rate-limited/],
    ['401-invalid', 401, 'application/json', /Invalid/],
    ['401-revoked', 401, 'application/json', /revoked/],
    ['401-unclear', 401, 'application/json', /Unauthorized/],
    ['403-pages', 403, 'application/json', /Out of pages/],
    ['403-revoked', 403, 'application/json', /revoked/],
    ['429:3', 429, 'application/json', /Too many/],
  ])('%s', async (fault, status, type, text) => {
    for (const kept of [0, 1]) {
      const caller = await start({ faults: [`${fault},on=createExtraction,times=1${kept === 1 ? ',kept' : ''}`] });
      const answer = await createExtraction(caller);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toContain(type);
      expect(answer.text).toMatch(text);
      expect(batches(caller)).toHaveLength(kept);
      expect((await createExtraction(caller)).status).toBe(201);
    }
  });

  it('429 says when to come back: in seconds, as a date, or not at all', async () => {
    const { call } = await start({ faults: ['429:3,times=1', '429-date:60,times=1', '429:none,times=1'] });
    const ask = async () => (await call('POST', '/api/v1/viewExtraction', {})).headers.get('retry-after');
    expect(await ask()).toBe('3');
    const wait = Date.parse((await ask()) ?? '') - Date.now();
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect(await ask()).toBeNull();
  });

  it('redirects to the given address', async () => {
    const { call } = await start({ faults: ['redirect:http://127.0.0.1:9/elsewhere'] });
    expect((await call('POST', '/api/v1/viewExtraction', {})).headers.get('location')).toBe('http://127.0.0.1:9/elsewhere');
  });

  it('slow: the answer comes later', async () => {
    const caller = await start({ faults: ['slow:200'] });
    const before = performance.now();
    expect((await createExtraction(caller)).status).toBe(201);
    expect(performance.now() - before).toBeGreaterThanOrEqual(190);
  });
});

describe('faults that change an answer', () => {
  it('garbage: a 2xx that is not JSON, for a batch that is created', async () => {
    const caller = await start({ faults: ['garbage'] });
    const answer = await createExtraction(caller);
    expect([answer.status, answer.body, batches(caller).length]).toEqual([201, undefined, 1]);
  });

  it('missing-member: the endpoint’s own, or the one named', async () => {
    const caller = await start({ faults: ['missing-member,times=1', 'missing-member:id,skip=1'] });
    expect(Object.keys((await createExtraction(caller)).body)).toEqual(['extractionId', 'files']);
    expect((await createExtraction(caller)).body.files[0]).toEqual({ file_name: 'a.pdf', status: 'queued' });
  });

  it('shuffle and rename: files in another order, under other names', async () => {
    const caller = await start({ faults: ['shuffle'] });
    const names = async () => (await createExtraction(caller)).body.files.map((file: { file_name: string }) => file.file_name);
    expect(await names()).not.toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    caller.sandbox.faults.clear();
    caller.sandbox.faults.add('rename');
    expect(await names()).toEqual(['document-1', 'document-2', 'document-3']);
  });

  it('unknown-status: an undocumented status, for as long as the fault lasts', async () => {
    const caller = await start({ faults: ['unknown-status:archiving,times=1'] });
    const { body } = await createExtraction(caller);
    expect(body.files[0].status).toBe('queued');
    expect((await caller.poll(body.extractionId, body.batchId)).body.files[0].status).toBe('archiving');
    expect((await caller.settled(body.extractionId, body.batchId)).body.files[0].status).toBe('needs_review');
  });

  it('adds up: a changed answer can also be slow, and the journal names both', async () => {
    const caller = await start({ faults: ['rename', 'slow:100', 'unknown-status:x,on=all'] });
    const before = performance.now();
    const { body } = await createExtraction(caller);
    expect(performance.now() - before).toBeGreaterThanOrEqual(90);
    expect(body.files[0]).toMatchObject({ file_name: 'document-1', status: 'x' });
    expect(caller.sandbox.requests.list()[0]?.fault).toBe('rename; unknown-status:x,on=all; slow:100');
  });

  it('does not change errors', async () => {
    const { call, sandbox } = await start({ faults: ['garbage', 'reset-after-whole', 'missing-member:error'] });
    expect(await call('POST', '/api/v1/viewExtraction', {})).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(sandbox.faults.list().map(({ applied }) => applied)).toEqual([0, 0, 0]);
  });
});

describe('faults of files', () => {
  it('poison: 400 while that file is in the request', async () => {
    const caller = await start({ faults: ['poison:b*'] });
    const refused = await createExtraction(caller);
    expect(refused).toMatchObject({ status: 400, body: { error: '"b.pdf" cannot be processed.' } });
    expect(batches(caller)).toEqual([]);
    expect((await caller.upload(caller.extraction(), { 'a.pdf': 'x' })).status).toBe(200);
  });

  it('fail and stuck: such files fail, or never finish', async () => {
    const caller = await start({ faults: ['fail:a*', 'stuck:b*'] });
    const { body } = await createExtraction(caller);
    await waitFor(async () => {
      const { files } = (await caller.poll(body.extractionId, body.batchId)).body;
      expect(files.map(({ status }: { status: string }) => status)).toEqual(['failed', 'processing', 'needs_review']);
    });
  });

  it('fail: a classified file too', async () => {
    const caller = await start({ faults: ['fail:a*'] });
    const { id } = caller.sandbox.control.createClassification({ name: 'Post', categories: [{ name: 'Invoice' }] });
    const { body } = await caller.send('POST', `/v1/classifications/${id}/batches`, {}, { 'a.pdf': 'x' });
    await waitFor(async () => {
      const answer = await caller.call('GET', `/v1/classifications/${id}/batches/${body.batch.id}`);
      expect(answer.body.files).toEqual([{ id: expect.any(String), file_name: 'a.pdf', status: 'failed' }]);
    });
  });
});
