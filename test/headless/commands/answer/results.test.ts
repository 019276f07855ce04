import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import type { DocumentState } from '../../../../electron/core/document/states.ts';
import { foreign } from '../../../../electron/core/messages/message.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { passOn, putDocument } from '../../../support/jobs.ts';
import { intray, type TypedFlags } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

let root: string;
let dataDir: string;
let scans: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-assign-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await Promise.all([mkdir(dataDir), mkdir(scans)]);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const origin = 'https://a.example';
const route = { kind: 'extraction', id: 'e' } as const;
const lost: DocumentState = { kind: 'unresolved', message: foreign('') };

/** A ledger with one batch: these documents, and results under names that fit none of them. */
async function know(states: Readonly<Record<string, DocumentState>>, results: readonly string[]): Promise<void> {
  const ledger = openLedger(ledgerPath(dataDir));
  const folderId = ledger.folders.ensure(scans).id;
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route }), folderId);
  ledger.routes.setInfo(origin, { route, name: 'Invoices', fields: [], seenAt: 1 });
  const { id: batchId } = ledger.batches.add({ origin, route, madeAt: 1, files: 2 });
  ledger.batches.update(batchId, { state: 'ended', serviceBatchId: 'b-7' });
  for (const [path, state] of Object.entries(states)) {
    await writeFile(join(scans, path), path);
    putDocument(ledger, folderId, { path, origin, route, state, batchId });
  }
  for (const fileId of results) {
    const extractedData = { number: `number of ${fileId}`, total: '1.00', empty: '' };
    const result = { kind: 'extraction', status: 'processed', extractedData, extra: {} } as const;
    ledger.unmatched.put({ batchId, fileId, fileName: `upload ${fileId}`, result });
  }
  ledger.close();
}

const ask = async (
  names: readonly string[],
  flags: { readonly assign?: string; readonly batch?: string; readonly json?: boolean } = {},
) => {
  const host = testHost();
  await intray(['answer', ...names.map((name) => join(scans, name))], { dataDir, ...flags } as TypedFlags, host);
  return host.output.text;
};

function requests() {
  const ledger = openLedger(ledgerPath(dataDir));
  try {
    return ledger.requests.take();
  } finally {
    ledger.close();
  }
}

describe('intray answer', () => {
  it('lists the results that fit no document, with some values, and the documents that lack theirs', async () => {
    await know({ 'a.pdf': lost, 'b.pdf': lost, 'done.pdf': { kind: 'processed' } }, ['f-1', 'f-2']);
    const text = await ask([]);
    expect(text).toContain('Batch b-7 of “Invoices” has results that fit no document:');
    expect(text).toContain('f-2  upload f-2: number number of f-2 · total 1.00');
    expect(text).toContain(join(scans, 'b.pdf'));
    expect(text).not.toContain('done.pdf');
    expect(text).toContain('intray answer FILE --assign ID');
    expect(await ask(['a.pdf'])).toBe(text);
    expect(await ask(['done.pdf'])).toBe(text);
  });

  it('says so where there is none, or nobody lacks one', async () => {
    await know({ 'done.pdf': { kind: 'processed' } }, ['f-1']);
    expect(await ask([])).toBe('Nothing waits for an answer.\n');
  });

  it('lists them for machines', async () => {
    await know({ 'a.pdf': lost }, ['f-1']);
    expect(JSON.parse(await ask([], { json: true }))).toEqual({
      ...{ event: 'unmatched', batch: 'b-7', route: 'Invoices', id: 'f-1', name: 'upload f-1', status: 'processed' },
      values: [
        { key: 'number', value: 'number of f-1' },
        { key: 'total', value: '1.00' },
      ],
      documents: [join(scans, 'a.pdf')],
    });
  });

  it('leaves a request in the ledger', async () => {
    await know({ 'a.pdf': lost, 'b.pdf': lost }, ['f-1', 'f-2']);
    expect(await ask(['b.pdf'], { assign: 'f-1' })).toMatch(/b\.pdf gets the result\.\nIntray sees to it when it runs next\./);
    expect(requests()).toMatchObject([{ documentId: 2, act: { kind: 'assign', fileId: 'f-1' } }]);
  });

  it('takes the beginning of an id, where no other one begins so', async () => {
    await know({ 'a.pdf': lost }, ['f-1', 'f-11', 'g-2']);
    await expect(ask(['a.pdf'], { assign: 'f' })).rejects.toThrow('Several results begin with f');
    await ask(['a.pdf'], { assign: 'g' });
    await ask(['a.pdf'], { assign: 'f-1' });
    expect(requests()).toMatchObject([{ act: { fileId: 'g-2' } }, { act: { fileId: 'f-1' } }]);
  });

  it.each([
    ['a document that has its result', ['done.pdf'], 'f-1', /waits for no result/],
    ['a result that is not there', ['a.pdf'], 'f-9', /no such result/],
    ['a file that Intray does not know', ['other.pdf'], 'f-1', /does not know it/],
    ['two files', ['a.pdf', 'done.pdf'], 'f-1', /--assign, name exactly one file/],
    ['no file', [], 'f-1', /--assign, name exactly one file/],
  ])('refuses %s', async (_, names, result, why) => {
    await know({ 'a.pdf': lost, 'done.pdf': { kind: 'processed' } }, ['f-1']);
    await expect(ask(names, { assign: result })).rejects.toThrow(why);
    expect(requests()).toEqual([]);
  });
});

describe('intray answer --batch', () => {
  /** Documents of a classification; the first of them waits for values from an extraction that the service passes it on to. */
  async function awaitValues(awaiting: string, ...others: readonly string[]): Promise<void> {
    const ledger = openLedger(ledgerPath(dataDir));
    const folderId = ledger.folders.ensure(scans).id;
    const mail = { kind: 'classification', id: 'c' } as const;
    ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route: mail }), folderId);
    for (const path of [awaiting, ...others]) {
      await writeFile(join(scans, path), path);
      const { id } = putDocument(ledger, folderId, { path, origin, route: mail, state: { kind: 'processed' } });
      if (path === awaiting) passOn(ledger, id, { kind: 'extraction', id: 'e' });
    }
    ledger.close();
  }

  it.each([
    ['the batch alone', {}, null],
    ['the batch and the file in it', { assign: 'f-3' }, 'f-3'],
  ])('leaves a request in the ledger that names %s', async (_, flags, fileId) => {
    await awaitValues('order.pdf', 'letter.pdf');
    expect(await ask(['order.pdf'], { batch: 'b-9', ...flags })).toMatch(
      /for the values of .*order\.pdf\.\nIntray sees to it when it runs next\./,
    );
    expect(requests()).toMatchObject([
      { documentId: 1, act: { kind: 'name-batch', batch: 'b-9', ...(fileId !== null && { fileId }) } },
    ]);
  });

  it('says so for machines', async () => {
    await awaitValues('order.pdf');
    const event = { event: 'assign', path: join(scans, 'order.pdf'), id: 1, batch: 'b-9', accepted: true };
    expect(JSON.parse(await ask(['order.pdf'], { batch: 'b-9', json: true }))).toEqual(event);
    expect(JSON.parse(await ask(['order.pdf'], { batch: 'b-9', assign: 'f-3', json: true }))).toEqual({
      ...event,
      result: 'f-3',
    });
  });

  it.each([
    ['a document that waits for no values', ['letter.pdf'], /letter\.pdf/],
    ['a file that Intray does not know', ['other.pdf'], /does not know it/],
    ['two files', ['order.pdf', 'letter.pdf'], /--batch, name exactly one file/],
    ['no file', [], /--batch, name exactly one file/],
  ])('refuses %s, and asks for nothing', async (_, names, why) => {
    await awaitValues('order.pdf', 'letter.pdf');
    await expect(ask(names, { batch: 'b-9' })).rejects.toThrow(why);
    expect(requests()).toEqual([]);
  });
});
