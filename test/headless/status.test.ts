import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { status } from '../../electron/headless/status.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../electron/settings/data-directory.ts';
import { madeUpHost } from './made-up-host.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intray-status-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** A ledger with one document that was delivered and one that failed; it stays open, as beside a running engine. */
function fill() {
  const ledger = openLedger(ledgerPath(directory));
  const folderId = ledger.folders.ensure('/scans').id;
  const found = {
    folderId,
    facts: { size: 1, mtimeMs: 1, ino: 1 },
    origin: 'https://a.example',
    route: { kind: 'extraction', id: 'e' },
    foundAt: 1,
  } as const;
  const { id } = ledger.documents.add({ ...found, path: 'a.pdf', state: { kind: 'processed' } });
  ledger.documents.update(id, { delivery: { kind: 'done', at: Date.UTC(2026, 2, 1, 12) } });
  ledger.documents.add({ ...found, path: 'b.pdf', state: { kind: 'failed', by: 'service', message: 'It is damaged' } });
  return ledger;
}

describe('intray status', () => {
  it('gives the books, each folder, what needs a person and what was delivered last, beside a running engine', async () => {
    const ledger = fill();
    const host = madeUpHost();
    expect(await status({ dataDir: directory }, host)).toBe(0);
    ledger.close();
    const books = '2 found = 1 delivered + 0 duplicate + 0 rejected + 1 failed + 0 gone + 0 moving';
    expect(host.output.text.split('\n')).toEqual([
      books,
      '',
      '/scans',
      `  ${books}`,
      '',
      '1 document needs a person:',
      '  failed       b.pdf: It is damaged.',
      '',
      'Delivered last:',
      expect.stringMatching(/^ {2}2026-03-01 \d\d:00:00 {2}processed {4}a\.pdf$/),
      '',
    ]);
  });

  it('says the same to machines in one line', async () => {
    fill().close();
    const host = madeUpHost();
    expect(await status({ dataDir: directory, json: true }, host)).toBe(0);
    expect(host.output.text.trimEnd()).not.toContain('\n');
    expect(JSON.parse(host.output.text)).toMatchObject({
      event: 'status',
      balance: { found: 2, delivered: 1, failed: 1 },
      folders: [{ path: '/scans', balance: { found: 2 } }],
      attention: 1,
      needs: [{ folder: '/scans', path: 'b.pdf', state: 'failed', reason: 'It is damaged.' }],
      delivered: [{ folder: '/scans', path: 'a.pdf', state: 'processed', at: '2026-03-01T12:00:00.000Z' }],
    });
  });

  it('makes nothing where there is nothing', async () => {
    const host = madeUpHost();
    expect(await status({ dataDir: join(directory, 'none') }, host)).toBe(0);
    expect(host.output.text).toMatch(/^Nothing has been watched yet/);
    expect(await readdir(directory)).toEqual([]);
  });

  it('says so when the ledger is none', async () => {
    await writeFile(ledgerPath(directory), 'this is no database, however long it may be'.repeat(100));
    await expect(status({ dataDir: directory }, madeUpHost())).rejects.toThrow(/ledger .* is damaged/);
  });
});
