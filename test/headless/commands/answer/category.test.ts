import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import type { DocumentState } from '../../../../electron/core/document/states.ts';
import { type Ledger, openLedger } from '../../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { goOn as goOnTo, putDocument } from '../../../support/jobs.ts';
import { intray, type TypedFlags } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

const origin = 'https://a.example';
const mail = { kind: 'classification', id: 'mail' } as const;
const invoices = { kind: 'extraction', id: 'e-invoices' } as const;

let root: string;
let dataDir: string;
let scans: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-category-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await Promise.all([mkdir(dataDir), mkdir(scans)]);
});
afterEach(() => rm(root, { recursive: true, force: true }));

function inLedger<Value>(work: (ledger: Ledger) => Value): Value {
  const ledger = openLedger(ledgerPath(dataDir));
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}

/** A folder for mixed mail, and this document of two pages in it, which is an invoice. */
async function know(path: string, state: DocumentState = { kind: 'processed' }): Promise<number> {
  await writeFile(join(scans, path), path);
  return inLedger((ledger) => {
    const folderId = ledger.folders.ensure(scans).id;
    const next = {
      categories: { Invoice: { extraction: invoices.id, linked: false }, Receipt: { extraction: 'e-receipts', linked: false } },
      otherwise: 'review',
    };
    ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route: mail, next }), folderId);
    ledger.meta.write('work', { origin, folders: [folderId] });
    ledger.routes.setInfo(origin, { route: { kind: 'extraction', id: 'e-receipts' }, name: 'Receipts', fields: [], seenAt: 1 });
    ledger.categories.setTyped(origin, mail.id, [
      { id: 'c-1', name: 'Invoice' },
      { id: 'c-2', name: 'Receipt' },
      { id: 'c-3', name: 'Letter' },
    ]);
    const { id: batchId } = ledger.batches.add({ origin, route: mail, madeAt: 1, files: 1 });
    ledger.batches.update(batchId, { state: 'ended', serviceBatchId: 'b-7' });
    const verdict = {
      kind: 'classification',
      status: 'processed',
      categoryId: 'c-1',
      categoryName: 'Invoice',
      extra: {},
    } as const;
    const hasVerdict = state.kind === 'processed';
    const known = { path, origin, route: mail, state, hash: path.padEnd(64, '0'), pages: 2, batchId };
    return putDocument(ledger, folderId, { ...known, ...(hasVerdict && { fileId: 'f-1', result: verdict }) }).id;
  });
}

/** It has gone on to the extraction of its category, and is done there. */
function goOn(id: number): void {
  inLedger((ledger) =>
    goOnTo(ledger, id, invoices, {
      state: { kind: 'processed' },
      result: { kind: 'extraction', status: 'processed', extractedData: { number: '17' }, extra: {} },
      delivery: { kind: 'done', at: 1 },
    }),
  );
}

const ask = async (name: string, flags: TypedFlags = {}) => {
  const host = testHost();
  await intray(['answer', join(scans, name)], { dataDir, ...flags }, host);
  return host.output.text;
};
const asked = () => inLedger(({ requests }) => requests.calls().map(({ id: _, by: __, ...request }) => request));

describe('intray answer FILE', () => {
  it('shows the category of a document and those that are known, also once it has gone on', async () => {
    goOn(await know('a.pdf'));
    expect(await ask('a.pdf')).toBe(
      [
        `${join(scans, 'a.pdf')} is in the category “Invoice”.`,
        'Categories that are known:',
        '  c-1  Invoice',
        '  c-3  Letter',
        '  c-2  Receipt',
        'To set another one: intray answer FILE --category CATEGORY\n',
      ].join('\n'),
    );
    expect(JSON.parse(await ask('a.pdf', { json: true }))).toEqual({
      ...{ event: 'category', path: join(scans, 'a.pdf'), id: 1, category: { id: 'c-1', name: 'Invoice' } },
      categories: [
        { id: 'c-1', name: 'Invoice' },
        { id: 'c-3', name: 'Letter' },
        { id: 'c-2', name: 'Receipt' },
      ],
    });
    expect(asked()).toEqual([]);
  });

  it.each([{ category: 'receipt' }, { category: 'c-2' }])(
    'sets a category by its name or id, with the pages that were agreed to (%o)',
    async (flags) => {
      goOn(await know('a.pdf'));
      await expect(ask('a.pdf', flags)).rejects.toThrow(
        /The extraction Receipts will extract its 2 pages, which the service charges for\.\n.*--yes/,
      );
      expect(asked()).toEqual([]);
      const text = await ask('a.pdf', { ...flags, yes: true });
      expect(text).toContain('will extract its 2 pages');
      expect(text).toContain('a.pdf gets the category “Receipt”.\nIntray sees to it when it runs next.');
      expect(asked()).toEqual([{ documentId: 1, act: { kind: 'set-category', categoryId: 'c-2', agreedPages: 2 } }]);
    },
  );

  it('asks for no agreement where no page would be sent', async () => {
    goOn(await know('a.pdf'));
    expect(JSON.parse(await ask('a.pdf', { category: 'Letter', json: true }))).toEqual({
      ...{ event: 'set-category', path: join(scans, 'a.pdf'), id: 1, category: { id: 'c-3', name: 'Letter' } },
      ...{ pages: 0, accepted: true },
    });
    expect(asked()).toEqual([{ documentId: 1, act: { kind: 'set-category', categoryId: 'c-3' } }]);
  });

  it('has a document classified again, with the pages that this may send', async () => {
    goOn(await know('a.pdf'));
    await expect(ask('a.pdf', { classifyAgain: true })).rejects.toThrow(/may be extracted by Receipts/);
    expect(await ask('a.pdf', { classifyAgain: true, yes: true })).toContain('asked to classify');
    expect(asked()).toEqual([{ documentId: 1, act: { kind: 'classify-again', agreedPages: 2 } }]);
  });

  it.each([
    ['a file that Intray does not know', 'other.pdf', { category: 'Receipt' }, /does not know it/],
    [
      'a category that there is not, and lists those that there are',
      'a.pdf',
      { category: 'Orders' },
      /no category “Orders”\.\n.*known:\n {2}c-1 {2}Invoice/,
    ],
    ['a document that has no verdict yet', 'new.pdf', { category: 'Receipt' }, /new\.pdf/],
    ['two wishes at once', 'a.pdf', { category: 'Receipt', classifyAgain: true }, /one answer at a time/],
  ])('refuses %s', async (_, name, flags, why) => {
    await know('a.pdf');
    await know('new.pdf', { kind: 'queued', status: 'queued' });
    await expect(ask(name, flags)).rejects.toThrow(why);
    expect(asked()).toEqual([]);
  });

  it('refuses a document that was never sent to a classification', async () => {
    await know('a.pdf');
    inLedger((ledger) =>
      putDocument(ledger, ledger.folders.ensure(scans).id, {
        path: 'b.pdf',
        origin,
        route: invoices,
        state: { kind: 'processed' },
      }),
    );
    await writeFile(join(scans, 'b.pdf'), 'b');
    await expect(ask('b.pdf', { classifyAgain: true })).rejects.toThrow(/was not sent to a classification/);
  });
});
