import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../../electron/core/messages/message.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import { acquireDataDirectory } from '../../../../electron/ledger/lock.ts';
import { backupsOf } from '../../../../electron/ledger/safekeeping.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { become, putDocument } from '../../../support/jobs.ts';
import { intray } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intray-status-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const origin = 'https://a.example';
const route = { kind: 'extraction', id: 'e' } as const;
const balance = '2 found = 1 delivered + 0 duplicate + 0 rejected + 1 failed + 0 gone + 0 pending';

/** A ledger with one document that was delivered and one that failed; it stays open, as beside a running engine. */
function fill() {
  const ledger = openLedger(ledgerPath(directory));
  const folderId = ledger.folders.ensure('/scans').id;
  const delivery = { kind: 'done', at: Date.UTC(2026, 2, 1, 12) } as const;
  putDocument(ledger, folderId, { path: 'a.pdf', origin, route, state: { kind: 'processed' }, delivery });
  const failed = { kind: 'failed', by: 'service', message: foreign('It is damaged') } as const;
  putDocument(ledger, folderId, { path: 'b.pdf', origin, route, state: failed });
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: '/scans', route }), folderId);
  ledger.meta.write('folder-health', { kind: 'watching', by: 'events' }, folderId);
  ledger.meta.write('work', { origin, folders: [folderId] });
  ledger.meta.write('rate', { perSecond: 200, at: Date.now() });
  ledger.routes.setInfo(origin, { route, name: 'Invoices', fields: [], seenAt: 1 });
  return ledger;
}

/** Runs `look` while the data directory is held, as by an engine. */
async function whileRunning(look: () => Promise<unknown>): Promise<void> {
  const lock = acquireDataDirectory(directory);
  expect(lock.ok).toBe(true);
  try {
    await look();
  } finally {
    if (lock.ok) lock.value.release();
  }
}

async function statusText(): Promise<string[]> {
  const host = testHost();
  expect(await intray(['status'], { dataDir: directory }, host)).toBe(0);
  return host.output.text.split('\n');
}

describe('intray status', () => {
  it('says that a key is needed where it would say that nothing needs anybody', async () => {
    const ledger = openLedger(ledgerPath(directory));
    await whileRunning(async () => {
      expect(await statusText()).toContain('Nothing needs you.');
      for (const reason of ['revoked', 'unclear'] as const) {
        ledger.meta.write('gate', { kind: 'forbidden', message: foreign('No.'), reason, until: Date.now() + 3_600_000 });
        const lines = await statusText();
        expect(lines).not.toContain('Nothing needs you.');
        expect(lines.filter((line) => /: No\. .*intray key set/.test(line))).toHaveLength(1);
      }
    });
    ledger.close();
  });

  it('names what of a folder cannot be reached', async () => {
    const ledger = fill();
    await whileRunning(async () => {
      const unread = { count: 5, paths: ['a', 'b/c', 'd', 'e', 'f'] };
      ledger.meta.write('folder-health', { kind: 'watching', by: 'events', unread }, 1);
      const said =
        '/scans/a, /scans/b/c, /scans/d and 2 more cannot be read. Nothing in there is picked up. Check the permissions and the disk.';
      const lines = await statusText();
      expect(lines).toContain(`  ${said}`);
      // Once.
      expect(lines).not.toContain(said);
      expect(lines).not.toContain('Nothing needs you.');
      const host = testHost();
      expect(await intray(['status'], { dataDir: directory, json: true, exitCode: true }, host)).toBe(1);
      expect(JSON.parse(host.output.text)).toMatchObject({
        folders: [{ health: 'watching', unread }],
        folderProblems: [{ message: said }],
      });
    });
    ledger.close();
  });

  it('says beforehand how many results would be dropped from the ledger, and how many were', async () => {
    const ledger = fill();
    const [delivered] = ledger.documents.page({ standings: ['done'] }).documents;
    const result = { kind: 'extraction', status: 'processed', extractedData: { total: '1.00' }, extra: {} } as const;
    become(ledger, delivered?.id ?? 0, { result });
    const told = async (keepResults?: string) => {
      const host = testHost();
      await intray(['status'], { dataDir: directory, json: true, ...(keepResults !== undefined && { keepResults }) }, host);
      const { dropped, wouldDrop } = JSON.parse(host.output.text) as { dropped?: unknown; wouldDrop?: unknown };
      return { dropped, wouldDrop };
    };
    expect(await told('1 day')).toEqual({ dropped: undefined, wouldDrop: 1 });
    expect(await told('900 years')).toEqual({ dropped: undefined, wouldDrop: 0 });
    await expect(told('for ever')).rejects.toThrow('--keep-results takes a length of time');
    ledger.retention.dropSome(Date.now(), Date.UTC(2026, 5, 1), undefined);
    ledger.close();
    expect(await told('1 day')).toEqual({ dropped: { documents: 1, at: '2026-06-01T00:00:00.000Z' }, wouldDrop: 0 });
    expect(await statusText()).toContainEqual(expect.stringContaining('The results of 1 document were dropped'));
  });

  it('says by its exit code, where it is asked to, whether Intray runs and something needs a person', async () => {
    fill().close();
    const exit = () => intray(['status'], { dataDir: directory, exitCode: true }, testHost());
    expect(await exit()).toBe(3);
    await whileRunning(async () => expect(await exit()).toBe(1));
    const ledger = openLedger(ledgerPath(directory));
    const [failed] = ledger.documents.page({ standings: ['needs-you', 'failed'], limit: 1 }).documents;
    become(ledger, failed?.id ?? 0, { state: { kind: 'processed' } });
    await whileRunning(async () => expect(await exit()).toBe(0));
    const [folder] = ledger.folders.all();
    ledger.meta.write('folder-health', { kind: 'paused', message: foreign('It is gone.') }, folder?.id ?? 0);
    await whileRunning(async () => expect(await exit()).toBe(1));
    ledger.close();
  });

  it('tells machines how a folder is watched only while it is, and of a route that takes nothing always', async () => {
    fill().close();
    const folders = async () => {
      const host = testHost();
      await intray(['status'], { dataDir: directory, json: true }, host);
      return JSON.parse(host.output.text).folders;
    };
    expect((await folders())[0]).not.toHaveProperty('health');
    await whileRunning(async () => expect((await folders())[0]).toMatchObject({ health: 'watching' }));
    const ledger = openLedger(ledgerPath(directory));
    ledger.meta.write('folder-health', { kind: 'paused', message: foreign('It is gone.') }, ledger.folders.all()[0]?.id ?? 0);
    ledger.close();
    expect((await folders())[0]).toMatchObject({ health: 'paused', message: 'It is gone.' });
  });

  it('gives the totals, each folder, what needs a person and what was delivered last', async () => {
    fill().close();
    expect(await statusText()).toEqual([
      'Intray is not running on this data directory.',
      balance,
      '1 Failed and 1 Done',
      '',
      '/scans → Invoices',
      '  Not watched now: Intray is not running.',
      `  ${balance}`,
      '  1 Failed and 1 Done',
      '',
      '1 document needs you:',
      '  Failed  b.pdf: It is damaged.',
      '',
      'Delivered last:',
      expect.stringMatching(/^ {2}Mar 1, 2026, 12:00:00\sPM {2}Processed {2}a\.pdf$/),
      '',
    ]);
  });

  it('beside a running engine says who runs it, what blocks it, its rate and the state of each folder', async () => {
    const ledger = fill();
    await whileRunning(async () => {
      const [engine, gate, rate, all, counts, , folder, health] = await statusText();
      expect(engine).toMatch(new RegExp(`^Intray is running: process ${process.pid} on .*, since \\d`));
      expect(gate).toBe('Watching');
      expect(rate).toBe('At most 200 requests per second.');
      expect([all, counts, folder]).toEqual([balance, '1 Failed and 1 Done', '/scans → Invoices']);
      expect(health).toBe('  Watched: a new file is noticed within about a second.');
    });
    ledger.close();
  });

  it('says why nothing is sent, and that the service asked for fewer requests', async () => {
    const ledger = fill();
    ledger.meta.write('gate', { kind: 'key', message: foreign('This API key has been revoked'), reason: 'revoked' });
    ledger.meta.write('rate', { perSecond: 12.5, at: Date.now() + 10_000 });
    const { id } = ledger.folders.ensure('/scans');
    ledger.meta.write('folder-health', { kind: 'unreachable', message: foreign('Its share is gone') }, id);
    await whileRunning(async () => {
      const [, gate, rate, , , , , health] = await statusText();
      expect(gate).toMatch(/^Key problem: This API key has been revoked\. .*intray key set --url https:\/\/a\.example/);
      expect(rate).toBe('At most 12.5 requests per second: the service asked for fewer, and the rate is slowly rising again.');
      expect(health).toBe('  /scans cannot be reached: Its share is gone.');
    });
    expect((await statusText()).slice(0, 2).join(' ')).toMatch(
      /not running .*When it last ran, this was in the way: This API key has been revoked\./,
    );
    ledger.close();
  });

  it('does not call a folder watched that the running engine does not work on', async () => {
    const ledger = fill();
    ledger.meta.write('work', { origin, folders: [] });
    await whileRunning(async () =>
      expect(await statusText()).toContain('  Not watched now: the running Intray works on other folders.'),
    );
    ledger.close();
  });

  it('says of a folder of another service what the window says', async () => {
    const ledger = fill();
    ledger.meta.write('work', { origin, folders: [] });
    ledger.meta.write('elsewhere', [{ id: 1, owner: 'https://b.example' }]);
    await whileRunning(async () => {
      const text = (await statusText()).join('\n');
      expect(text).toContain('A folder has stopped');
      expect(text).toMatch(/Its route belongs to https:\/\/b\.example, and Intray now works with https:\/\/a\.example/);
      expect(text).not.toContain('Nothing needs you');
    });
    ledger.close();
  });

  it('says why a table of a folder waits', async () => {
    const ledger = fill();
    const of = { folderId: 1, origin, route, columns: [], changes: 0, left: [] } as const;
    ledger.tables.setProblem(ledger.tables.add(of).id, foreign('/scans/a.xlsx is open elsewhere'));
    expect(await statusText()).toContain('  /scans/a.xlsx is open elsewhere');
    const host = testHost();
    await intray(['status'], { dataDir: directory, json: true }, host);
    expect(JSON.parse(host.output.text)).toMatchObject({
      folders: [{ tables: [{ message: '/scans/a.xlsx is open elsewhere' }] }],
    });
    ledger.close();
  });

  it('says the same to machines in one line', async () => {
    const ledger = fill();
    await whileRunning(async () => {
      const host = testHost();
      expect(await intray(['status'], { dataDir: directory, json: true }, host)).toBe(0);
      expect(host.output.text.trimEnd()).not.toContain('\n');
      expect(JSON.parse(host.output.text)).toMatchObject({
        event: 'status',
        running: true,
        engine: { pid: process.pid },
        service: origin,
        gate: 'open',
        requestsPerSecond: 200,
        line: { message: 'Watching' },
        balance: { found: 2, delivered: 1, failed: 1 },
        standings: { failed: 1, done: 1, 'on-the-way': 0 },
        folders: [
          {
            path: '/scans',
            active: true,
            health: 'watching',
            by: 'events',
            route: { ...route, name: 'Invoices' },
            balance: { found: 2 },
          },
        ],
        attention: 1,
        needs: [{ folder: '/scans', path: 'b.pdf', state: 'failed', reason: 'It is damaged.' }],
        delivered: [{ folder: '/scans', path: 'a.pdf', state: 'processed', at: '2026-03-01T12:00:00.000Z' }],
      });
    });
    ledger.close();
  });

  it('creates nothing where there is nothing', async () => {
    const host = testHost();
    expect(await intray(['status'], { dataDir: join(directory, 'none') }, host)).toBe(0);
    expect(host.output.text).toMatch(/^Nothing has been watched yet/);
    expect(await readdir(directory)).toEqual([]);
  });

  it('names the newest backup of a ledger that is gone', async () => {
    const backups = backupsOf(ledgerPath(directory));
    await mkdir(backups);
    await writeFile(join(backups, 'ledger-2026-05-04T13-02-07-123Z.sqlite'), '');
    expect((await statusText()).join(' ')).toMatch(/^The ledger in .* is gone, but there is a backup of .*May 4, 2026.*:02/);
    const machine = testHost();
    await intray(['status'], { dataDir: directory, json: true }, machine);
    expect(JSON.parse(machine.output.text)).toMatchObject({ ledger: false, backup: { at: '2026-05-04T13:02:07.123Z' } });
  });

  it('says so when the ledger is not one', async () => {
    await writeFile(ledgerPath(directory), 'this is no database, however long it may be'.repeat(100));
    await expect(intray(['status'], { dataDir: directory }, testHost())).rejects.toThrow(/ledger .* is damaged/);
  });

  it('--why answers for one file, with its timeline', async () => {
    await writeFile(join(directory, 'a.pdf'), 'x');
    const ledger = openLedger(ledgerPath(directory));
    const folderId = ledger.folders.ensure(await realpath(directory)).id;
    const foundAt = Date.UTC(2026, 2, 1, 12);
    const { id } = putDocument(ledger, folderId, { path: 'a.pdf', origin, route, state: { kind: 'processed' }, foundAt });
    ledger.documents.note({ documentId: id, at: Date.UTC(2026, 2, 1, 12), event: 'reported', note: foreign('processed') });
    ledger.close();
    const host = testHost({ directory });
    expect(await intray(['status'], { dataDir: directory, why: 'a.pdf' }, host)).toBe(0);
    expect(host.output.text.split('\n')).toEqual([
      join(await realpath(directory), 'a.pdf'),
      '  Processed',
      '  The service has processed it.',
      '',
      expect.stringMatching(/^ {2}Mar 1, 2026, 12:00:00\sPM {2}Found$/),
      expect.stringMatching(/^ {2}Mar 1, 2026, 12:00:00\sPM {2}The service reported: processed$/),
      '',
    ]);
    const machine = testHost({ directory });
    expect(await intray(['status'], { dataDir: directory, why: join(directory, 'a.pdf'), json: true }, machine)).toBe(0);
    expect(JSON.parse(machine.output.text)).toMatchObject({
      event: 'why',
      kind: 'document',
      answer: 'The service has processed it.',
      document: { path: 'a.pdf', state: 'processed' },
      history: [
        { at: '2026-03-01T12:00:00.000Z', event: 'found' },
        { event: 'reported', note: 'processed' },
      ],
      earlier: [],
    });
  });

  it('--why makes nothing where there is nothing', async () => {
    const host = testHost();
    expect(await intray(['status'], { dataDir: join(directory, 'none'), why: '/scans/a.pdf' }, host)).toBe(0);
    expect(host.output.text).toContain('Nothing has been watched yet');
    expect(await readdir(directory)).toEqual([]);
  });
});
