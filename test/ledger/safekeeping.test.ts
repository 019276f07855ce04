import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listBackups, makeBackup } from '../../electron/ledger/backups.ts';
import { type Ledger, LedgerOfOtherVersion, LedgerUnavailable, openLedger } from '../../electron/ledger/ledger.ts';
import { backupsOf, keepBackups, markSuspect, openKeptLedger, quarantineOf } from '../../electron/ledger/safekeeping.ts';
import { waitFor } from '../support/wait-for.ts';
import { found, temporaryDirectory } from './fixture.ts';

const start = Date.UTC(2026, 4, 4, 13, 2, 7, 123);
const hour = 60 * 60_000;

function fill(ledger: Ledger, documents: number): void {
  const folderId = ledger.folders.ensure('/scans').id;
  ledger.transaction(() => {
    for (let index = 0; index < documents; index++) ledger.documents.add(found(folderId, { path: `${index}.pdf` }));
  });
}

/** A ledger of 300 documents that was closed in order; its backups know 200 and 100 of them. */
async function lived(backups: readonly number[] = [100, 200]): Promise<string> {
  const file = join(temporaryDirectory(), 'ledger.sqlite');
  const ledger = openLedger(file);
  let documents = 0;
  for (const [index, known] of backups.entries()) {
    fill(ledger, known - documents);
    documents = known;
    await makeBackup(file, backupsOf(file), start + index * hour);
  }
  fill(ledger, 300 - documents);
  ledger.close();
  return file;
}

/** Opens it, looks, and closes it. */
function kept(file: string, at = start + 10 * hour) {
  const { ledger, recovery } = openKeptLedger(file, at);
  const seen = { recovery, found: ledger.documents.balance().found, note: ledger.meta.read('unverified') };
  ledger.close();
  return seen;
}

/** Overwrites a page in which some of the documents lie, as a bad disk would. */
function spoilPage(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const sql = "SELECT pgoffset, pgsize FROM dbstat WHERE name = 'documents' AND pagetype = 'leaf' LIMIT 1 OFFSET 3";
  const page = database.prepare(sql).get();
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, Number(page?.pgoffset), Number(page?.pgoffset) + Number(page?.pgsize));
  writeFileSync(file, bytes);
}

function spoilHeader(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0x00, 0, 64);
  writeFileSync(file, bytes);
}

const damages: readonly (readonly [what: string, damage: (file: string) => void])[] = [
  ['a header that was overwritten', spoilHeader],
  ['a page in the middle that was overwritten', spoilPage],
  ['a file that was cut in the middle', (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  ['a file that was cut within its header', (file) => truncateSync(file, 40)],
  ['zero bytes', (file) => truncateSync(file, 0)],
  ['a file that is no database', (file) => writeFileSync(file, 'Dear diary,\n'.repeat(500))],
  ['a ledger that is not there any more', (file) => rmSync(file)],
];

describe('a ledger that is kept safe', () => {
  it('begins where there is no trace of one', () => {
    const { recovery, note, found } = kept(join(temporaryDirectory(), 'ledger.sqlite'));
    expect({ recovery, note, found }).toEqual({ recovery: undefined, note: undefined, found: 0 });
  });

  it.each<[trace: string, path: (file: string) => string]>([
    ['a backup', (file) => join(backupsOf(file), 'ledger-2026-05-04T13-02-07-123Z.sqlite')],
    ['what was put aside', (file) => join(quarantineOf(file), 'moved.sqlite')],
    ['its log', (file) => `${file}-wal`],
    ['the number of its last promise', (file) => `${file}-promise`],
  ])('was there if nothing is left of it but %s: it is not begun anew', (_, pathIn) => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const trace = pathIn(file);
    mkdirSync(dirname(trace), { recursive: true });
    writeFileSync(trace, 'what a ledger has left');
    const { recovery, note } = kept(file);
    expect(recovery?.message).toMatchObject({ code: 'ledger.begunEmpty', values: { message: { code: 'ledger.missing' } } });
    expect(note).toEqual({ since: start + 10 * hour, message: recovery?.message });
    const aside = trace.endsWith('-wal') ? ['what a ledger has left'] : [];
    expect(recovery?.quarantined.map((path) => readFileSync(path, 'utf8'))).toEqual(aside);
  });

  it('is opened as it is, if it is sound', async () => {
    const { recovery, note, found } = kept(await lived());
    expect({ recovery, note, found }).toEqual({ recovery: undefined, note: undefined, found: 300 });
  });

  it.each(damages)('is replaced by its newest backup: %s', async (_, damage) => {
    const file = await lived();
    damage(file);
    const damaged = existsSync(file) ? readFileSync(file) : undefined;
    const { recovery, note, found } = kept(file);
    expect(found).toBe(200);
    expect(recovery?.backup?.at).toBe(start + hour);
    expect(recovery?.message).toMatchObject({
      code: 'ledger.restored',
      values: { message: { code: expect.stringMatching(/^ledger\.(damaged|missing)$/) }, backupAt: start + hour },
    });
    expect(note).toEqual({ since: start + 10 * hour, message: recovery?.message });
    // What was there is put aside, byte for byte.
    const aside = (recovery?.quarantined ?? []).filter((path) => path.endsWith('.sqlite'));
    expect(aside.map((path) => readFileSync(path))).toEqual(damaged === undefined ? [] : [damaged]);
    // It is a ledger like any other from then on, and the note stays.
    expect(kept(file)).toEqual({ recovery: undefined, found: 200, note });
  });

  it('is replaced by an older backup, if the newer one is damaged too', async () => {
    const file = await lived();
    spoilPage(file);
    spoilPage(listBackups(backupsOf(file))[0]?.path ?? '');
    expect(kept(file)).toMatchObject({ found: 100, recovery: { backup: { at: start } } });
  });

  it.each([
    ['all backups are damaged', [100, 200]],
    ['there is no backup', []],
  ] as const)('begins empty, with the note, if %s', async (_, backups) => {
    const file = await lived(backups);
    spoilHeader(file);
    for (const { path } of listBackups(backupsOf(file))) spoilHeader(path);
    const { recovery, note, found } = kept(file);
    expect(found).toBe(0);
    expect(recovery?.backup).toBeUndefined();
    expect(recovery?.message.code).toBe('ledger.begunEmpty');
    expect(note).toBeDefined();
  });

  it('does not meet the log of the damaged one', async () => {
    const file = await lived();
    const copy = `${file}.copy`;
    const ledger = openLedger(file);
    fill(ledger, 50);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    ledger.close();
    copyFileSync(`${copy}-wal`, `${file}-wal`);
    rmSync(file);
    const { found, recovery } = kept(file);
    expect(found).toBe(200);
    expect(recovery?.quarantined).toEqual([expect.stringMatching(/-ledger\.sqlite-wal$/)]);
  });

  it('is taken up again by the next start, if that was interrupted in between', async () => {
    const file = await lived();
    mkdirSync(quarantineOf(file));
    copyFileSync(file, join(quarantineOf(file), 'moved.sqlite'));
    rmSync(file);
    rmSync(backupsOf(file), { recursive: true });
    writeFileSync(`${file}.recovered`, 'half of a copy');
    const { found, note } = kept(file);
    expect(found).toBe(0);
    expect(note).toBeDefined();
    expect(existsSync(`${file}.recovered`)).toBe(false);
  });

  it('is replaced if it was found damaged in use, even if it looks sound now', async () => {
    const file = await lived();
    markSuspect(file, { warn: vi.fn() });
    expect(kept(file).found).toBe(200);
    expect(kept(file).recovery).toBeUndefined();
  });

  it('is left as it is where a directory is in its place', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    mkdirSync(join(file, 'within'), { recursive: true });
    expect(() => openKeptLedger(file, start)).toThrow(LedgerUnavailable);
    expect(readdirSync(join(file, '..'))).toEqual(['ledger.sqlite']);
    expect(readdirSync(file)).toEqual(['within']);
  });

  it('is left as it is if another version wrote it', async () => {
    const file = await lived();
    const later = new DatabaseSync(file);
    later.exec('PRAGMA user_version = 99');
    later.close();
    const before = readFileSync(file);
    expect(() => openKeptLedger(file, start)).toThrow(LedgerOfOtherVersion);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(quarantineOf(file))).toBe(false);
  });
});

describe('keeping backups', () => {
  function ticking() {
    const timers: { at: number; work: () => void }[] = [];
    const clock = {
      time: start,
      now: () => clock.time,
      after(milliseconds: number, work: () => void) {
        const timer = { at: clock.time + milliseconds, work };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
      pass(milliseconds: number) {
        clock.time += milliseconds;
        for (const timer of timers.filter(({ at }) => at <= clock.time)) {
          timers.splice(timers.indexOf(timer), 1);
          timer.work();
        }
      },
      timers,
    };
    return clock;
  }

  it('is done each day, at the start, at some hour, or at the end', async () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const ledger = openLedger(file);
    onTestFinished(() => ledger.close());
    const clock = ticking();
    const log = { warn: vi.fn() };
    const kept = () => keepBackups({ ledger, file, clock, log });
    const times = () => listBackups(backupsOf(file)).map(({ at }) => (at - start) / hour);
    const first = kept();
    await first.end({ last: true });
    // There is nothing in it yet.
    expect(times()).toEqual([]);
    fill(ledger, 1);
    const second = kept();
    await waitFor(() => expect(times()).toEqual([0]));
    for (let passed = 1; passed <= 24; passed += 1) clock.pass(hour);
    await waitFor(() => expect(times()).toEqual([24, 0]));
    await second.end({ last: true });
    expect(clock.timers).toEqual([]);
    clock.time += 20 * hour;
    const third = kept();
    clock.time += 5 * hour;
    await third.end({ last: true });
    expect(times()).toEqual([49, 24, 0]);
    // The clock is set back: what seems to come from later says nothing about this day.
    clock.time = start + 48 * hour;
    await kept().end({ last: true });
    expect(times()).toEqual([49, 48, 24]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('costs nothing but a line in the log where it cannot be done', async () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const ledger = openLedger(file);
    onTestFinished(() => ledger.close());
    fill(ledger, 1);
    writeFileSync(backupsOf(file), 'a file in its place');
    const log = { warn: vi.fn() };
    await keepBackups({ ledger, file, clock: ticking(), log }).end({ last: false });
    expect(log.warn).toHaveBeenCalledOnce();
  });

  it('never lets a damaged ledger push out the sound backups of it', async () => {
    const file = await lived();
    spoilPage(file);
    const ledger = openLedger(file);
    onTestFinished(() => ledger.close());
    const log = { warn: vi.fn() };
    const clock = ticking();
    clock.time += 48 * hour;
    await keepBackups({ ledger, file, clock, log }).end({ last: true });
    expect(listBackups(backupsOf(file)).map(({ at }) => at)).toEqual([start + hour, start]);
    expect(log.warn).toHaveBeenCalled();
  });
});
