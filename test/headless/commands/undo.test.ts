import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../electron/settings/data-directory.ts';
import { putDocument } from '../../support/jobs.ts';
import { intray } from '../intray.ts';
import { testHost } from '../test-host.ts';

const origin = 'https://a.example';
const route = { kind: 'extraction', id: 'e' } as const;
let root: string;
let dataDir: string;
let scans: string;

/** Two batches: one document of an earlier one, three of the last, of which one has gone and another has a file in its old place. */
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-undo-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await Promise.all([mkdir(dataDir), mkdir(join(scans, 'Filed'), { recursive: true })]);
  const ledger = openLedger(ledgerPath(dataDir));
  const folderId = ledger.folders.ensure(scans).id;
  for (const [index, name] of ['old', 'good', 'gone', 'taken'].entries()) {
    await writeFile(join(scans, 'Filed', `${name}.pdf`), name);
    const { size, mtimeMs, ino } = await stat(join(scans, 'Filed', `${name}.pdf`));
    const found = { path: `Filed/${name}.pdf`, facts: { size, mtimeMs, ino }, origin, route };
    const at = index === 0 ? 1_000 : 600_000 + index;
    const filed = [{ id: index + 1, from: `${name}.pdf`, to: `Filed/${name}.pdf`, at }];
    putDocument(ledger, folderId, { ...found, state: { kind: 'processed' }, filed });
  }
  ledger.close();
  await rm(join(scans, 'Filed/gone.pdf'));
  await writeFile(join(scans, 'taken.pdf'), 'another');
});
afterEach(() => rm(root, { recursive: true, force: true }));

function withLedger<Value>(work: (ledger: Ledger) => Value): Value {
  const ledger = openLedger(ledgerPath(dataDir));
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}

it('asks for the last batch to be taken back, and says what stays and what nobody can take back', async () => {
  const host = testHost();
  expect(await intray(['filing', 'undo'], { dataDir }, host)).toBe(1);
  expect(host.output.text.split('\n')).toEqual([
    'Filed/gone.pdf stays: It is not there any more.',
    `Filed/taken.pdf stays: “${join(scans, 'taken.pdf')}” is the name of another file now; free it, and the document goes back there.`,
    '1 document goes back.',
    'Intray sees to it when it runs next.',
    'Pages that were sent, and what hooks have done, cannot be taken back.',
    '',
  ]);
  const requests = withLedger((ledger) => ledger.requests.take());
  expect(requests).toMatchObject([{ documentId: 2, act: { kind: 'undo-filing', to: 'good.pdf' } }]);
});

it('lists the batches, and takes back the one that is named', async () => {
  const host = testHost();
  expect(await intray(['filing', 'list'], { dataDir, json: true }, host)).toBe(0);
  expect(
    host.output.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { event: 'filings', id: 2, documents: 3, undone: 0 },
    { event: 'filings', id: 1, documents: 1, undone: 0, moves: [{ id: 1, from: 'old.pdf', to: 'Filed/old.pdf' }] },
  ]);
  const second = testHost();
  expect(await intray(['filing', 'undo', '1'], { dataDir, json: true }, second)).toBe(0);
  expect(JSON.parse(second.output.text)).toMatchObject({ event: 'undo', batch: 1, id: 1, to: 'old.pdf', accepted: true });
  await expect(intray(['filing', 'undo', '7'], { dataDir })).rejects.toThrow(
    'There is no batch of filings 7. See intray filing list.',
  );
  await expect(intray(['filing', 'undo', '1', '2'], { dataDir })).rejects.toThrow('one batch at a time');
});

it('leaves a file that has changed since, and has those filed again that were taken back', async () => {
  await writeFile(join(scans, 'Filed/old.pdf'), 'changed since');
  const host = testHost();
  expect(await intray(['filing', 'undo', '1'], { dataDir }, host)).toBe(1);
  expect(host.output.text).toContain('Filed/old.pdf stays: It has been changed since.');
  await expect(intray(['filing', 'again'], { dataDir })).rejects.toThrow('No filing has been taken back.');
  withLedger((ledger) => {
    const filed = ledger.documents.get(1)?.filed?.map((each) => ({ ...each, undoneAt: 1 }));
    ledger.documents.update(1, { path: 'old.pdf', undone: { at: 1, by: 'Anna' }, filed });
  });
  expect(await intray(['filing', 'again'], { dataDir })).toBe(0);
  expect(withLedger((ledger) => ledger.requests.take())).toMatchObject([{ documentId: 1, act: { kind: 'file' } }]);
});
