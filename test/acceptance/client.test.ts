import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Result } from '../../electron/core/result.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import type { UploadFile } from '../../electron/service/service.ts';
import { fileTypes, makeFile } from '../support/make-files.ts';
import { type StrictService, startStrictService } from '../support/strict/strict-service.ts';
import { uploadFileOf } from '../support/upload-file.ts';

const mediaTypes = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

let directory: string;
let service: StrictService;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intray-client-'));
  service = await startStrictService({ processingMilliseconds: 0 });
});
afterEach(() => Promise.all([service.close(), rm(directory, { recursive: true, force: true })]));

async function value<Value>(answer: Promise<Result<Value, unknown>>): Promise<Value> {
  const result = await answer;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2050));

it('the client makes all eleven calls as they are documented, and reads the answers', async () => {
  const files: UploadFile[] = [];
  for (const type of fileTypes) {
    const fileName = `Größe "${type}" 🧾.${type}`;
    const path = join(directory, type);
    await makeFile(path, fileName, { type });
    files.push(await uploadFileOf(path, { fileName, contentType: mediaTypes[type] }));
  }
  const names = files.map((file) => file.fileName).sort();
  const upload = { beforeClosingBoundary: () => true };
  const client = createServiceClient({ url: service.url, key: () => service.key });
  try {
    const made = await value(
      client.createExtraction({ name: 'Mail', fields: [{ key: 'sender', description: 'Who', example: 'ACME' }] }, files, upload),
    );
    const { extractionId } = made;
    expect(made.files.map((file) => file.fileName).sort()).toEqual(names);
    await value(client.updateExtraction(extractionId, { name: 'Post' }, [], upload));
    await value(client.updateExtraction(extractionId, { name: 'Post' }, files.slice(0, 1), upload));
    expect(await value(client.viewExtraction(extractionId))).toMatchObject({ name: 'Post', fields: [{ key: 'sender' }] });
    const batch = await value(client.uploadFiles(extractionId, files, upload));
    const classification = await value(
      client.createClassification({
        name: 'Post',
        description: 'All of it',
        categories: [{ name: 'Letter', description: 'Letters', keywords: ['Dear'], linkedExtractionId: extractionId }],
      }),
    );
    const sorted = await value(client.uploadClassificationBatch(classification.id, files, upload));
    await aWhile();
    const [first] = made.files;
    const one = await value(client.getBatchResults(extractionId, made.batchId, { fileId: first?.id ?? '' }));
    expect(one.files).toMatchObject([{ id: first?.id, fileName: first?.fileName, status: 'processed' }]);
    const all = await value(client.getBatchResults(extractionId, batch.batchId));
    expect(all.files.map(({ result }) => result)).toMatchObject(
      Array(4).fill({ extractedData: { sender: expect.stringMatching(/^sender /) } }),
    );
    const verdicts = await value(client.getClassificationBatch(classification.id, sorted.id));
    expect(verdicts.files.map(({ result }) => result)).toMatchObject(Array(4).fill({ categoryName: 'Letter' }));
    const fileId = verdicts.files[0]?.id ?? '';
    await value(client.overrideCategory(classification.id, fileId, classification.categories[0]?.id ?? ''));
    await value(client.redoClassification(classification.id, fileId));
    await value(client.deleteExtraction(extractionId));
    expect(new Set(service.requests.map((request) => request.endpoint)).size).toBe(11);
    expect(service.violations).toEqual([]);
  } finally {
    await client.close();
  }
});
