import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Documents } from '../../electron/sandbox/documents.ts';
import { createJournal } from '../../electron/sandbox/http/context.ts';
import { startSandbox } from '../../electron/sandbox/sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { fullKey, manualClock, plainDocuments, start } from './support.ts';

describe('starting', () => {
  it('listens on 127.0.0.1 only, on the given port or any free one', async () => {
    const { sandbox } = await start();
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`);
    expect(sandbox.port).toBeGreaterThan(0);
    await sandbox.close();
    const again = await start({ port: sandbox.port });
    expect(again.sandbox.port).toBe(sandbox.port);
  });

  it('says clearly that a port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(startSandbox({ port, documents: plainDocuments })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  it('refuses an invalid fault, webhook or key', async () => {
    const documents = plainDocuments;
    await expect(startSandbox({ documents, faults: ['explode'] })).rejects.toThrow('There is no fault “explode”');
    await expect(startSandbox({ documents, webhook: { url: 'http://example.test/' } })).rejects.toThrow('must be https');
    const keys = Array.from({ length: 6 }, (_, index) => ({ name: String(index) }));
    await expect(startSandbox({ documents, keys })).rejects.toThrow('at most 5');
  });

  it('begins with a key it made up, or with the given ones', async () => {
    const made = await start({ keys: [{ name: 'First' }] });
    const [first] = made.sandbox.keys;
    expect(first?.key).toMatch(/^intray_sandbox_.{32}$/);
    const answer = await made.call('POST', '/api/v1/viewExtraction', {}, { authorization: `Bearer ${first?.key}` });
    expect(answer.status).toBe(400);
    expect((await start()).sandbox.keys).toEqual([{ id: expect.any(String), name: 'test', key: fullKey }]);
  });
});

describe('closing', () => {
  it('cuts hanging requests, stops processing, and frees the port', async () => {
    const { sandbox, extraction, upload, call } = await start({ delays: { queued: 60_000 }, faults: ['hang,on=viewExtraction'] });
    await upload(extraction(), { 'a.pdf': 'x' });
    const asked = expect(call('POST', '/api/v1/viewExtraction', {})).rejects.toThrow('fetch failed');
    await waitFor(() => expect(sandbox.faults.list()[0]?.applied).toBe(1));
    await sandbox.close();
    await asked;
    await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed');
  });
});

describe('unplugging', () => {
  it('refuses connections, while processing continues and nothing is lost', async () => {
    const caller = await start({ delays: { queued: 20, processing: 20 } });
    const extractionId = caller.extraction();
    const { body } = await caller.upload(extractionId, { 'a.pdf': 'number: 1\ntotal: 2' });
    await caller.sandbox.unplug();
    const refused = await caller.poll(extractionId, body.batchId).catch((error: Error) => error.cause);
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
    await waitFor(() => expect(caller.sandbox.control.extractions()[0]?.batches[0]?.files[0]?.status).toBe('processed'));
    await caller.sandbox.plugIn();
    expect((await caller.poll(extractionId, body.batchId)).body.files[0].status).toBe('processed');
    await caller.sandbox.unplug();
    await caller.sandbox.close();
  });
});

describe('processing', () => {
  it('goes through queued and processing, in the configured time', async () => {
    const clock = manualClock();
    const caller = await start({ clock, delays: { queued: 1000, processing: [2000, 2000] } });
    const extractionId = caller.extraction();
    const { body } = await caller.upload(extractionId, { 'a.pdf': 'number: 1\ntotal: 2' });
    const status = async () => (await caller.poll(extractionId, body.batchId)).body.files[0].status;
    clock.advance(999);
    expect(await status()).toBe('queued');
    clock.advance(1);
    expect(await status()).toBe('processing');
    clock.advance(1999);
    expect(await status()).toBe('processing');
    clock.advance(1);
    await waitFor(async () => expect(await status()).toBe('processed'));
  });

  it('reads one document at a time, after the request was answered; one that the reader cannot handle fails alone', async () => {
    let reading = 0;
    let most = 0;
    const documents: Documents = {
      ...plainDocuments,
      async readDocument(bytes, name) {
        reading += 1;
        most = Math.max(most, reading);
        await new Promise((resolve) => setTimeout(resolve, 20));
        reading -= 1;
        if (name === 'b.pdf') throw new Error('stumbled');
        return plainDocuments.readDocument(bytes, name);
      },
    };
    const caller = await start({ documents });
    const extractionId = caller.extraction();
    const { body } = await caller.upload(extractionId, { 'a.pdf': 'x', 'b.pdf': 'x', 'c.pdf': 'x' });
    expect(reading).toBeLessThanOrEqual(1);
    const { files } = (await caller.settled(extractionId, body.batchId)).body;
    expect(files.map(({ status }: { status: string }) => status)).toEqual(['needs_review', 'failed', 'needs_review']);
    expect(files[1]).not.toHaveProperty('result');
    expect(most).toBe(1);
    expect(caller.sandbox.control.extractions()[0]?.batches[0]?.files[1]?.reason).toBe('stumbled');
  });

  it('logs what it does, without any key', async () => {
    const lines: string[] = [];
    const caller = await start({ log: (line) => lines.push(line) });
    const extractionId = caller.extraction();
    await caller.settled(extractionId, (await caller.upload(extractionId, { 'a.pdf': 'x' })).body.batchId);
    expect(lines).toContain('POST /api/v1/uploadFiles 200');
    expect(lines).toContain('a.pdf: needs_review');
    expect(lines.join('\n')).not.toContain(fullKey);
  });
});

describe('the journal', () => {
  it('remembers only the last requests', () => {
    const journal = createJournal(3);
    for (let index = 0; index < 10; index += 1) {
      journal.add({ at: '', method: 'GET', path: `/${index}`, milliseconds: 0 });
      expect(journal.list().length).toBeLessThanOrEqual(3);
    }
    expect(journal.list().map(({ path }) => path)).toEqual(['/7', '/8', '/9']);
  });
});
