import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Ledger, openLedger } from './ledger.ts';
import { makePrivateDirectory } from './private-files.ts';

/** A copy of the ledger at one moment. `at`: milliseconds since the epoch. */
export interface Backup {
  readonly path: string;
  readonly at: number;
}

/** How many are kept, and the least time between them; the newest may be closer to the one before it. */
const kept = 5;
const apartMs = 60 * 60_000;

const pattern = /^ledger-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.sqlite$/;

/** A moment as file names spell it: 2026-05-04T13-02-07-123Z. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-');
}

/** The backups in a directory, newest first. */
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
 * Makes a backup, checks that it is sound, and only then removes those that are no longer needed: a damaged ledger never
 * displaces the sound copies of it. The ledger can be used meanwhile.
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
    // What a crash left unfinished.
    if (/\.(unchecked|partial)(-wal|-shm|-journal)?$/.test(name)) rmSync(join(directory, name), { force: true });
  }
  return { path, at: now };
}

/**
 * The backups to remove: the newest one stays, and of those before it at most five that are an hour apart. So neither an
 * hour of crashes nor a run every minute displaces a backup that is a day old. Pure.
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

/** A database and the files that SQLite keeps beside it. */
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
