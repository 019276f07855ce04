import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { openFileMemory } from '../../electron/sandbox/memory.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../electron/sandbox/sandbox.ts';
import { createServiceClient, type ServiceClient } from '../../electron/service/client.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { makeFile } from '../support/make-files.ts';
import { uploadFileOf } from '../support/upload-file.ts';

let directory: string;
let file: string;
let ends: (() => Promise<void>)[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'intray-memory-'));
  file = join(directory, 'sandbox.sqlite');
  ends = [];
});
afterEach(async () => {
  for (const end of ends) await end();
  rmSync(directory, { recursive: true, force: true });
});

async function start(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; client: ServiceClient; end(): Promise<void> }> {
  const sandbox = await startSandbox({
    memory: openFileMemory(file),
    documents: quickDocuments,
    delays: { queued: 0, processing: 0 },
    ...options,
  });
  const client = createServiceClient({ url: sandbox.url, key: () => sandbox.keys[0]?.key });
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= client.close().then(() => sandbox.close());
    return ended;
  };
  ends.push(end);
  return { sandbox, client, end };
}

const definition = { name: 'Invoices', fields: [{ key: 'number', description: 'The number', example: '17' }] };

async function upload(client: ServiceClient, extraction: string, name: string) {
  const path = join(directory, name);
  await makeFile(path, `text of ${name}`, { size: 2_000 });
  const answer = await client.uploadFiles(extraction, [await uploadFileOf(path)], {
    beforeClosingBoundary: () => true,
  });
  if (!answer.ok) throw new Error(inEnglish(answer.error.message));
  return answer.value;
}

async function finished(client: ServiceClient, extraction: string, batch: string) {
  for (;;) {
    const answer = await client.getBatchResults(extraction, batch);
    if (!answer.ok) throw new Error(inEnglish(answer.error.message));
    if (answer.value.files.every(({ status }) => !['queued', 'processing'].includes(status))) return answer.value.files;
  }
}

describe('a sandbox with a memory', () => {
  it('has its extractions and their results after a restart, with the same ids', async () => {
    const first = await start();
    const extraction = first.sandbox.control.createExtraction(definition);
    const gone = first.sandbox.control.createExtraction({ ...definition, name: 'Gone' });
    const { batchId } = await upload(first.client, extraction, 'a.pdf');
    const before = await finished(first.client, extraction, batchId);
    await first.client.deleteExtraction(gone);
    await first.end();

    const second = await start({ port: first.sandbox.port });
    expect(second.sandbox.url).toBe(first.sandbox.url);
    expect(await finished(second.client, extraction, batchId)).toEqual(before);
    expect(second.sandbox.control.extractions().map(({ name }) => name)).toEqual(['Invoices']);
  });

  it('reports a file that it was reading when it ended as failed', async () => {
    const first = await start({ delays: { queued: 60_000 } });
    const extraction = first.sandbox.control.createExtraction(definition);
    const { batchId } = await upload(first.client, extraction, 'a.pdf');
    await first.end();

    const second = await start();
    const [left] = second.sandbox.control.extractions()[0]?.batches[0]?.files ?? [];
    expect(left).toMatchObject({ fileName: 'a.pdf', status: 'failed', reason: expect.stringContaining('Send it again') });
    expect((await finished(second.client, extraction, batchId))[0]?.status).toBe('failed');
  });

  it("stores classifications, a person's decisions, and what it read, for another run", async () => {
    const first = await start();
    const made = first.sandbox.control.createClassification({
      name: 'Mail',
      description: '',
      categories: [
        { name: 'Invoice', description: '' },
        { name: 'Letter', description: '' },
      ],
    });
    const path = join(directory, 'b.pdf');
    await makeFile(path, 'text', { size: 2_000 });
    const sent = await first.client.uploadClassificationBatch(made.id, [await uploadFileOf(path)], {
      beforeClosingBoundary: () => true,
    });
    if (!sent.ok) throw new Error(inEnglish(sent.error.message));
    const look = async (client: ServiceClient) => {
      const answer = await client.getClassificationBatch(made.id, sent.value.id);
      if (!answer.ok) throw new Error(inEnglish(answer.error.message));
      return answer.value.files[0];
    };
    const until = async (client: ServiceClient) => {
      for (;;) {
        const seen = await look(client);
        if (seen?.status === 'processed') return seen;
      }
    };
    const before = await until(first.client);
    await first.end();

    const second = await start();
    expect(await look(second.client)).toEqual(before);
    expect((await second.client.redoClassification(made.id, before.id)).ok).toBe(true);
    expect(await until(second.client)).toMatchObject({ result: { categoryName: 'Invoice' } });
    const letter = made.categories[1]?.id ?? '';
    await second.client.overrideCategory(made.id, before.id, letter);
    await second.end();

    const third = await start();
    expect(await look(third.client)).toMatchObject({ result: { categoryId: letter, categoryName: 'Letter' } });
  });

  it('moves an unreadable file aside, and begins a new one', async () => {
    writeFileSync(file, 'this is no database, and never was one'.repeat(100));
    const { sandbox } = await start();
    expect(sandbox.control.extractions()).toEqual([]);
    expect(readdirSync(directory).filter((name) => name.endsWith('.broken'))).toHaveLength(1);
  });

  it('ignores everything in its memory that it did not write', async () => {
    const memory = openFileMemory(file);
    memory.put('extraction/x', { extractionId: 'x' });
    memory.put('extraction-batch/x/1', 7);
    memory.put('classification/y', null);
    memory.put('else', 'else');
    memory.close();
    const { sandbox } = await start();
    expect(sandbox.control.extractions()).toEqual([]);
    expect(sandbox.control.classifications()).toEqual([]);
  });
});
