import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { foreign } from '../core/messages/message.ts';
import { errorText } from '../core/plain-data.ts';
import { assertNever } from '../core/result.ts';
import { type StartProcess, startNode } from '../process.ts';
import { LedgerDamaged, LedgerUnavailable } from './errors.ts';
import { findingIn } from './open.ts';
import { makePrivateDatabase, makePrivateDirectory, sizeOf } from './private-files.ts';
import { besideLedger } from './promises.ts';

/** A whole copy of the ledger as it was at one moment, in milliseconds since the epoch. */
export interface Backup {
  readonly path: string;
  readonly at: number;
}

export interface BackupOrder {
  readonly source: string;
  readonly target: string;
}

/** `damaged`: what is wrong with the copy, and so with the ledger. */
type BackupAnswer = { readonly kind: 'made' } | { readonly kind: 'damaged' | 'failed'; readonly message: string };

/** So many are kept. */
const kept = 3;
/** A larger ledger is copied by a process of its own. Bytes. */
const smallLedger = 8 * 1024 * 1024;

const pattern = /^ledger-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.sqlite$/;

/** A moment as file names spell it: 2026-05-04T13-02-07-123Z. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-');
}

/** The backups in a directory, newest first. */
export function listBackups(directory: string): Backup[] {
  return namesIn(directory)
    .flatMap((name) => {
      const at = Date.parse(name.replace(pattern, '$1T$2:$3:$4.$5Z'));
      return pattern.test(name) && !Number.isNaN(at) ? [{ path: join(directory, name), at }] : [];
    })
    .sort((a, b) => b.at - a.at);
}

/**
 * Makes a backup and checks that it is sound; only then are those removed that are no longer needed: a damaged ledger never displaces
 * the sound copies of it. The ledger can be used meanwhile.
 *
 * @throws LedgerDamaged, LedgerUnavailable
 */
export async function makeBackup(
  source: string,
  directory: string,
  now: number,
  start: StartProcess = startNode,
): Promise<Backup> {
  makePrivateDirectory(directory);
  let at = now;
  while (listBackups(directory).some((other) => other.at === at)) at += 1;
  const path = join(directory, `ledger-${stampOf(at)}.sqlite`);
  const target = `${path}.unchecked`;
  try {
    const answer = await (isSmall(source) ? copyWhole({ source, target }) : ask(start, { source, target }));
    switch (answer.kind) {
      case 'made':
        renameSync(target, path);
        removeOutdated(directory);
        return { path, at };
      case 'damaged':
        throw new LedgerDamaged(source, foreign(answer.message));
      case 'failed':
        throw new LedgerUnavailable(source, foreign(answer.message));
      default:
        return assertNever(answer);
    }
  } finally {
    removeDatabase(target);
  }
}

function isSmall(path: string): boolean {
  return [path, `${path}-wal`].every((file) => sizeOf(file) < smallLedger);
}

/** Has a process of its own make the copy, and waits for it; this process does not end meanwhile. */
function ask(start: StartProcess, order: BackupOrder): Promise<BackupAnswer> {
  return new Promise((resolve) => {
    // A process of its own does not keep this one from ending.
    const awake = setInterval(() => undefined, 60_000);
    const child = start('backup-process', { environment: {}, memoryMb: 512 });
    const finish = (answer: BackupAnswer): void => {
      clearInterval(awake);
      process.off('exit', child.kill);
      child.kill();
      resolve(answer);
    };
    process.once('exit', child.kill);
    child.onMessage((message) => finish(message as BackupAnswer));
    child.onExit((exit) => finish({ kind: 'failed', message: exit }));
    child.send(order);
  });
}

function removeOutdated(directory: string): void {
  for (const { path } of listBackups(directory).slice(kept)) removeDatabase(path);
  // What a crash left unfinished.
  for (const name of namesIn(directory)) if (name.includes('.unchecked')) rmSync(join(directory, name), { force: true });
}

/** A database and the files that SQLite keeps beside it. */
export function filesOfDatabase(path: string): string[] {
  return [`${path}-wal`, `${path}-shm`, `${path}-journal`, path];
}

export function removeDatabase(path: string): void {
  for (const file of [...filesOfDatabase(path), besideLedger(path)]) rmSync(file, { force: true });
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).map((name) => basename(name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** All pages in one pass: the source may be written to meanwhile. */
const everyPage = 2 ** 31 - 1;
const busyTimeoutMs = 5_000;

/** Copies a ledger, which may be in use, and checks the copy: of a large one both take a while. */
export async function copyWhole({ source, target }: BackupOrder): Promise<BackupAnswer> {
  try {
    makePrivateDatabase(target);
    const database = new DatabaseSync(source, { readOnly: true, timeout: busyTimeoutMs });
    try {
      await backup(database, target, { rate: everyPage });
    } finally {
      database.close();
    }
    const finding = findingInFile(target);
    if (finding !== undefined) return { kind: 'damaged', message: finding };
    const file = openSync(target, 'r+');
    fsyncSync(file);
    closeSync(file);
    return { kind: 'made' };
  } catch (error) {
    return { kind: 'failed', message: errorText(error) };
  }
}

/** Nobody else opens the copy, and it has no log. */
function findingInFile(path: string): string | undefined {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    return findingIn((sql) => database.prepare(sql).get());
  } catch (error) {
    return errorText(error);
  } finally {
    database.close();
  }
}
