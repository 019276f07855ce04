import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { foreign } from '../core/messages/message.ts';
import { assertNever } from '../core/result.ts';
import { type ProcessScript, type StartProcess, startNode } from '../process.ts';
import { LedgerDamaged, LedgerUnavailable } from './errors.ts';
import { makePrivateDirectory, sizeOf } from './private-files.ts';
import { besideLedger } from './promises.ts';
import { type BackupAnswer, type BackupOrder, copyWhole } from './whole-copy.ts';

/** A whole copy of the ledger as it was at one moment, in milliseconds since the epoch. */
export interface Backup {
  readonly path: string;
  readonly at: number;
}

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

async function ask(start: StartProcess, order: BackupOrder): Promise<BackupAnswer> {
  let answer: BackupAnswer | undefined;
  const exit = await workApart(start, 'backup-process', order, (message) => {
    answer = message as BackupAnswer;
  });
  return answer ?? { kind: 'failed', message: exit };
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

/**
 * Has a process of its own work on the ledger's file, and waits for it; this process does not end meanwhile.
 * @param heard is given the one message that ends it
 * @returns how it ended, if it ended by itself
 */
function workApart(
  start: StartProcess,
  script: ProcessScript,
  order: unknown,
  heard: (message: unknown) => void,
): Promise<string> {
  return new Promise((resolve) => {
    // A process of its own does not keep this one from ending.
    const awake = setInterval(() => undefined, 60_000);
    const child = start(script, { environment: {}, memoryMb: 512 });
    const finish = (exit: string): void => {
      clearInterval(awake);
      process.off('exit', child.kill);
      child.kill();
      resolve(exit);
    };
    process.once('exit', child.kill);
    child.onMessage((message) => {
      heard(message);
      finish('');
    });
    child.onExit(finish);
    child.send(order);
  });
}
