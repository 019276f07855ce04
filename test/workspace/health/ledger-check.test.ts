import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { judgeLedger, type LedgerFacts, lookAtLedger } from '../../../electron/workspace/health/ledger-check.ts';
import { putDocument } from '../../support/jobs.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intray-doctor-'));
  file = join(directory, 'ledger.sqlite');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const now = Date.UTC(2026, 5, 2);

function fill(documents: number): void {
  const ledger = openLedger(file);
  const folderId = ledger.folders.ensure('/scans').id;
  for (let index = 0; index < documents; index += 1)
    putDocument(ledger, folderId, { path: `${index}.pdf`, state: { kind: 'processed' } });
  ledger.close();
}

describe('the ledger', () => {
  const sound = { kind: 'sound', size: 2_000_000, documents: 12, unverified: undefined } as const;
  const facts: LedgerFacts = { file: '/data/ledger.sqlite', state: sound, backups: [now - 3_600_000], now };
  const judged = (members: Partial<LedgerFacts>) =>
    judgeLedger({ ...facts, ...members }).map(({ status, seen }) => `${status}: ${inEnglish(seen)}`);

  it.each<[string, Partial<LedgerFacts>, RegExp[]]>([
    ['sound', {}, [/^ok: .*12 documents, 1\.9 MB/, /^ok: .*1 backup, the newest from Jun 1, 2026/]],
    ['without a backup', { backups: [] }, [/^ok/, /^warning: .*no backup/]],
    ['with nothing in it', { state: { ...sound, documents: 0 }, backups: [] }, [/^ok/, /^ok: .*nothing to lose/]],
    ['not there yet', { state: { kind: 'none' }, backups: [] }, [/^ok: .*first run creates it/]],
    ['gone', { state: { kind: 'none' } }, [/^problem: .*missing, although there are backups/]],
    ['damaged', { state: { kind: 'damaged', message: foreign('It is damaged.') } }, [/^problem: It is damaged/]],
    ['other version', { state: { kind: 'other-version', message: foreign('Another version wrote it.') } }, [/^problem/]],
    ['refused', { state: { kind: 'unusable', message: foreign('No permission.') } }, [/^problem/]],
    [
      'lost and not decided',
      { state: { ...sound, unverified: foreign('Files are held.') } },
      [/^ok/, /^warning: Files are held/, /^ok/],
    ],
  ])('%s', (_, members, words) => {
    expect(judged(members)).toEqual(words.map((word) => expect.stringMatching(word)));
  });

  it('is looked at beside an engine that writes it, with its backups', async () => {
    fill(3);
    const ledger = openLedger(file);
    await mkdir(join(directory, 'backups'));
    await writeFile(join(directory, 'backups', 'ledger-2026-06-01T10-00-00-000Z.sqlite'), 'x');
    expect(lookAtLedger(file, now)).toMatchObject({
      state: { kind: 'sound', documents: 3, size: expect.any(Number) },
      backups: [Date.UTC(2026, 5, 1, 10)],
    });
    ledger.close();
  });

  it('is none where there is none, and none is made', () => {
    expect(lookAtLedger(file, now)).toMatchObject({ state: { kind: 'none' }, backups: [] });
    expect(lookAtLedger(file, now)).toMatchObject({ state: { kind: 'none' } });
  });

  it('is damaged where it is no ledger, and where a page of it is', async () => {
    await writeFile(file, 'this is no database, however long it may be'.repeat(100));
    expect(lookAtLedger(file, now)).toMatchObject({ state: { kind: 'damaged' } });
    await rm(file);
    fill(300);
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    for (let page = 20; page * 4096 < size; page += 1) await handle.write(Buffer.alloc(2_000, 0x5a), 0, 2_000, page * 4096);
    await handle.close();
    expect(lookAtLedger(file, now)).toMatchObject({ state: { kind: 'damaged' } });
  });

  it('cannot be used where a directory is in its place', async () => {
    await mkdir(file);
    expect(lookAtLedger(file, now).state.kind).toBe('unusable');
  });
});
