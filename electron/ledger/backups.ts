import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Ledger, openLedger } from './ledger.ts';
import { makePrivateDirectory } from './private-files.ts';

/** A copy of the ledger as it was. `at`: milliseconds since the epoch. */
export interface Backup {
  readonly path: string;
  readonly at: number;
}

/** How many are kept, and how far apart they are at least, but for the newest one. */
const kept = 5;
const apartMs = 60 * 60_000;

const pattern = /^ledger-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.sqlite$/;

/** A moment as it stands in the names of files: 2026-05-04T13-02-07-123Z. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-');
}

/** What there is in the directory of backups, newest first. */
export function listBackups(directory: string): Backup[] {
  return namesIn(directory)
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second, millisecond] = pattern.exec(name) ?? [];
      if (year === undefined) return [];
      const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
      return Number.isNaN(at) ? [] : [{ path: join(directory, name), at }];
    })
    .sort((a, b) => b.at - a.at);
}

/**
 * Makes a backup, looks whether it is sound, and removes those that are no longer needed. The ledger can be used
 * meanwhile. A damaged ledger therefore never pushes out the sound copies of it.
 *
 * @throws LedgerDamaged, LedgerUnavailable
 */
export async function makeBackup(ledger: Ledger, directory: string, now: number): Promise<Backup> {
  makePrivateDirectory(directory);
  const path = join(directory, `ledger-${stampOf(now)}.sqlite`);
  const unchecked = `${path}.unchecked`;
  try {
    await ledger.backup(unchecked);
    openLedger(unchecked, 'always').close();
    renameSync(unchecked, path);
  } catch (error) {
    removeDatabase(unchecked);
    throw error;
  }
  for (const { path: old } of outdated(listBackups(directory))) removeDatabase(old);
  for (const name of namesIn(directory)) {
    // What a crash has left half made.
    if (/\.(unchecked|partial)(-wal|-shm|-journal)?$/.test(name)) rmSync(join(directory, name), { force: true });
  }
  return { path, at: now };
}

/**
 * Those to remove: the newest one stays, and before it the five at most that are an hour apart. So neither an hour of
 * crashes nor a run every minute pushes out what is a day old. Pure.
 *
 * @param backups newest first
 */
export function outdated(backups: readonly Backup[]): Backup[] {
  const [newest, ...older] = backups;
  const spaced: Backup[] = [];
  for (const backup of older.reverse()) {
    const before = spaced.at(-1);
    if (before === undefined || backup.at - before.at >= apartMs) spaced.push(backup);
  }
  const keep = new Set([newest, ...spaced.slice(-(kept - 1))]);
  return backups.filter((backup) => !keep.has(backup));
}

/** A database and what SQLite keeps beside it. */
export function filesOfDatabase(path: string): string[] {
  return [`${path}-wal`, `${path}-shm`, `${path}-journal`, path];
}

export function removeDatabase(path: string): void {
  for (const file of filesOfDatabase(path)) rmSync(file, { force: true });
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).map((name) => basename(name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
