import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../electron/settings/data-directory.ts';
import { putDocument } from '../../support/jobs.ts';
import { intray } from '../intray.ts';
import { testHost } from '../test-host.ts';

const origin = 'https://a.example';
const route = { kind: 'extraction', id: 'e' } as const;
let root: string;
let dataDir: string;
let scans: string;

/** A folder with two results of one name, one without a number, one that waits for a review, and a document without result. */
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-filing-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await Promise.all([mkdir(dataDir), mkdir(scans)]);
  const ledger = openLedger(ledgerPath(dataDir));
  const folderId = ledger.folders.ensure(scans).id;
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route }), folderId);
  ledger.routes.setInfo(origin, { route, name: 'Invoices', fields: ['vendor', 'number'], seenAt: 1 });
  const put = (path: string, state: DocumentState, data?: Readonly<Record<string, string>>) => {
    const found = { path, origin, route, state };
    if (data === undefined) {
      putDocument(ledger, folderId, found);
      return;
    }
    const status = state.kind === 'needs_review' ? 'needs_review' : 'processed';
    const result = { kind: 'extraction', status, extractedData: data, extra: {} } as const;
    putDocument(ledger, folderId, { ...found, result, delivery: { kind: 'done', at: 1 } });
  };
  put('first.pdf', { kind: 'processed' }, { vendor: 'ACME', number: '17' });
  put('second.PDF', { kind: 'processed' }, { vendor: 'ACME', number: '17' });
  put('none.pdf', { kind: 'processed' }, { vendor: 'ACME', number: '' });
  put('asked.pdf', { kind: 'needs_review' }, { vendor: 'ACME', number: '18' });
  put('new.pdf', { kind: 'settling', since: 1 });
  ledger.close();
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('leaves to the engine what the settings of a folder would file elsewhere, and refuses a folder that files nothing', async () => {
  await expect(intray(['filing', 'apply', scans], { dataDir }, testHost())).rejects.toThrow(
    `The folder ${scans} files nothing away: set where to in its settings first.`,
  );
  const open = () => openLedger(ledgerPath(dataDir));
  const ledger = open();
  const [folder] = ledger.folders.all();
  const fileAway = { kind: 'move', to: 'Filed', as: '{vendor}/{number}' };
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route, fileAway }), folder?.id ?? 0);
  // The file of the second one has gone.
  const { facts, folderId, id } = ledger.documents.get(1) ?? expect.fail();
  ledger.files.put({ folderId, directory: '', name: 'first.pdf', facts, documentId: id });
  ledger.close();
  const host = testHost();
  expect(await intray(['filing', 'apply', scans], { dataDir, json: true }, host)).toBe(0);
  const said = host.output.text.trim().split('\n');
  expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
    { event: 'file', folder: scans, id: 1, path: join(scans, 'first.pdf') },
  ]);
  const after = open();
  expect(after.requests.take()).toMatchObject([{ documentId: 1, act: { kind: 'file' } }]);
  after.close();
});

it('shows where a template would put what is there, and why something stays', async () => {
  const host = testHost();
  expect(await intray(['filing', 'preview', scans], { dataDir, fileAs: '{vendor}/{number}' }, host)).toBe(1);
  expect(host.output.text.split('\n')).toEqual([
    'none.pdf stays: number has no value that a file could be named by.',
    'second.PDF → Processed/ACME/17 (2).PDF',
    'first.pdf → Processed/ACME/17.pdf',
    '2 of 4 documents would be filed, 1 more waits for a review.',
    '',
  ]);
  const again = testHost();
  expect(
    await intray(
      ['filing', 'preview', scans],
      { dataDir, fileAs: "{vendor}/{number|'none'}", fileWhen: 'delivered', json: true },
      again,
    ),
  ).toBe(0);
  expect(
    again.output.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { event: 'would-file', path: join(scans, 'asked.pdf'), to: join(scans, 'Processed/ACME/18.pdf') },
    { to: join(scans, 'Processed/ACME/none.pdf') },
    { to: join(scans, 'Processed/ACME/17 (2).PDF') },
    { to: join(scans, 'Processed/ACME/17.pdf') },
    { event: 'filing', folder: scans, tried: 4, filed: 4, waiting: 0, more: false },
  ]);
});

it('numbers names that are taken by another of them, on any system', async () => {
  const host = testHost();
  await intray(['filing', 'preview', scans], { dataDir, fileAs: '{vendor}', fileWhen: 'delivered' }, host);
  expect(host.output.text).toContain('first.pdf → Processed/ACME.pdf');
  expect(host.output.text).toContain('second.PDF → Processed/ACME (2).PDF');
  expect(host.output.text).toContain('asked.pdf → Processed/ACME (4).pdf');
});

it('names a field that the extraction does not have', async () => {
  const host = testHost();
  await intray(['filing', 'preview', scans], { dataDir, fileAs: '{vendor}/{nummber}' }, host);
  expect(host.output.text).toContain('“nummber” at character 11: there is no such field. There are vendor, number, category');
});

it('refuses a template that cannot be read, and a folder without one', async () => {
  await expect(intray(['filing', 'preview', scans], { dataDir, fileAs: '{vendor' })).rejects.toThrow(
    /^--file-as is no template of names: the { at/,
  );
  await expect(intray(['filing', 'preview', scans], { dataDir })).rejects.toThrow(/files by no template. Try one with --file-as/);
  await expect(intray(['filing', 'preview', root], { dataDir })).rejects.toThrow(/is not a folder that Intray has watched/);
});
