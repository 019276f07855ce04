/** Taking filings back, as the window asks for it. */
import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../electron/settings/data-directory.ts';
import { putDocument } from '../support/jobs.ts';
import { makeFile } from '../support/make-files.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
afterEach(() => test.end());

it('shows what would go back, takes that back byte for byte, and files it again when a person says so', async () => {
  const opened = await openWithSandbox();
  test = opened.test;
  const fileAway = { kind: 'move' as const, to: 'Filed', as: '{file_name}' };
  const folder = test.folder('scans', opened.extraction, { fileAway });
  await test.ask('addFolder', { settings: folder });
  const names = ['a.pdf', 'b.pdf', 'c.pdf'];
  const paths = async () => (await test.ask('documents', {})).documents.map(({ path }) => path).sort();
  const allAre = (wanted: readonly string[]) =>
    test.until(`${wanted} is where the documents are`, async () => {
      const { documents } = await test.ask('documents', {});
      return documents.every(({ delivery }) => delivery === 'done') && JSON.stringify(await paths()) === JSON.stringify(wanted);
    });
  expect(await test.ask('filingBatches', {})).toEqual({ batches: [], more: false });
  const before = new Map<string, string>();
  for (const name of names) {
    await makeFile(join(folder.path, name), name);
    before.set(name, await hashOf(join(folder.path, name)));
  }
  await allAre(names.map((name) => `Filed/${name}`));
  const [batch] = (await test.ask('filingBatches', {})).batches;
  expect(batch).toMatchObject({ documents: 3, undone: 0, again: 0 });
  const id = batch?.id ?? 0;

  // Somebody has moved one away for a moment.
  await rename(join(folder.path, 'Filed/c.pdf'), join(folder.path, 'Filed/c.tmp'));
  expect(await test.ask('filingBatch', { id })).toMatchObject({
    goBack: { count: 2, documents: [{ path: 'Filed/a.pdf', to: 'a.pdf' }, { path: 'Filed/b.pdf' }] },
    stay: { count: 1, documents: [{ path: 'Filed/c.pdf', why: { code: 'answers.undo.gone' } }] },
  });
  expect(await paths()).toEqual(['Filed/a.pdf', 'Filed/b.pdf', 'Filed/c.pdf']);
  await rename(join(folder.path, 'Filed/c.tmp'), join(folder.path, 'Filed/c.pdf'));

  expect(await test.ask('undoFilings', { id })).toEqual({ count: 3 });
  await allAre(names);
  for (const name of names) expect(await hashOf(join(folder.path, name))).toBe(before.get(name));
  expect((await test.ask('filingBatches', {})).batches).toMatchObject([{ id, documents: 3, undone: 3, again: 3 }]);
  expect(await test.ask('filingBatch', { id })).toMatchObject({ goBack: { count: 0 }, stay: { count: 0 } });
  const [document] = (await test.ask('documents', { text: 'b.pdf' })).documents;
  const { history } = await test.ask('document', { id: document?.id ?? 0 });
  expect(history.find(({ event }) => event === 'undo asked')).toMatchObject({ note: { values: { by: 'ada' } } });

  expect(await test.ask('fileAgain', { id })).toEqual({ count: 3 });
  await allAre(names.map((name) => `Filed/${name}`));
  const { batches } = await test.ask('filingBatches', {});
  expect(batches.at(-1)).toMatchObject({ id, again: 0 });
  expect(await test.refused('filingBatch', { id: 4711 })).toMatchObject({
    kind: 'unavailable',
    message: { code: 'filing.batches.gone' },
  });
});

it('lists only the newest batches, and says that there are more', async () => {
  const opened = await openWithSandbox();
  test = opened.test;
  const ledger = openLedger(ledgerPath(test.dataDirectory));
  const folderId = ledger.folders.ensure(join(test.root, 'scans')).id;
  const filed = { path: 'Filed/a.pdf', route: opened.extraction, state: { kind: 'processed' } } as const;
  const moves = Array.from({ length: 25 }, (_, at) => ({ id: at + 1, from: 'a.pdf', to: 'Filed/a.pdf', at: at * 100_000 }));
  putDocument(ledger, folderId, { ...filed, filed: moves });
  ledger.close();
  const { batches, more } = await test.ask('filingBatches', {});
  expect(batches).toHaveLength(20);
  expect(batches[0]).toMatchObject({ id: 25, from: 2_400_000, documents: 1 });
  expect(more).toBe(true);
  expect(await test.ask('filingBatches', { limit: 25 })).toMatchObject({ more: false });
});

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
