import { copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { foreign, say } from '../core/messages/message.ts';
import { assertNever } from '../core/result.ts';
import { type StartProcess, startNode } from '../process.ts';
import { workApart } from './apart.ts';
import type { BackupAnswer, BackupOrder } from './backup-process.ts';
import { LedgerDamaged, LedgerUnavailable } from './errors.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { applyChanges } from './page-changes.ts';
import { makePrivateDirectory } from './private-files.ts';
import { besideLedger } from './promises.ts';

/** A copy of the ledger at one moment: whole, or the pages that have changed since an earlier one. Times: milliseconds since the epoch. */
export interface Backup {
  readonly path: string;
  readonly at: number;
  /** The backup that the changes are from; absent for a whole copy. */
  readonly after?: number;
}

/** How many are kept, and the least time between them; the newest may be closer to the one before it. */
const kept = 5;
const apartMs = 60 * 60_000;

/** A smaller ledger is copied whole, in bytes: to find its changes takes longer. */
const smallLedger = 8 * 1024 * 1024;
/** Changes that come to more than this part of the whole copy are followed by a new one, and so are this many. */
const mostChanged = 0.5;
const mostInChain = 200;
/** How often, and how long in milliseconds, it is waited for others that read the ledger. */
const waits = [20, 100, 500, 2_000] as const;

const stampPattern = String.raw`(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z`;
const pattern = new RegExp(String.raw`^ledger-(${stampPattern})(?:\.sqlite|\.after-(${stampPattern})\.pages)$`);

/** A moment as file names spell it: 2026-05-04T13-02-07-123Z. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-');
}

function readStamp(stamp: string): number {
  return Date.parse(stamp.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'));
}

function nameOf({ at, after }: Omit<Backup, 'path'>): string {
  return `ledger-${stampOf(at)}${after === undefined ? '.sqlite' : `.after-${stampOf(after)}.pages`}`;
}

/** The backups in a directory, newest first. */
export function listBackups(directory: string): Backup[] {
  const named = namesIn(directory).flatMap((name) => {
    const found = pattern.exec(name);
    if (found === null) return [];
    const [at, after] = [found[1], found[7]].map((stamp) => (stamp === undefined ? undefined : readStamp(stamp)));
    if (at === undefined || Number.isNaN(at)) return [];
    return [{ path: join(directory, name), at, ...(after !== undefined && { after }) }];
  });
  return named.filter((backup) => chainOf(backup, named) !== undefined).sort((a, b) => b.at - a.at);
}

/** What a backup is made of: a whole copy, and the changes after it, oldest first; undefined if a part is not there. */
function chainOf(backup: Backup, all: readonly Backup[]): Backup[] | undefined {
  const chain = [backup];
  for (let first = backup; first.after !== undefined; ) {
    const { at, after } = first;
    const before = all.find((other) => other.at === after && other.at < at);
    if (before === undefined) return undefined;
    chain.unshift(before);
    first = before;
  }
  return chain;
}

/**
 * Copies a backup of a directory to `target`, which is not there yet.
 * @throws LedgerDamaged if a part of it is missing or damaged; whether the ledger in it is sound has to be looked at
 */
export function restoreBackup(backup: Backup, target: string): void {
  const [whole, ...changes] = chainOf(backup, listBackups(join(backup.path, '..'))) ?? [];
  if (whole === undefined) throw new LedgerDamaged(backup.path, say('ledger.problem.incompleteBackup'));
  copyFileSync(whole.path, target);
  for (const { path } of changes) applyChanges(path, target);
}

/** How a backup is made, other than by default. */
export interface BackupHow {
  /** Starts the process that makes it. */
  readonly start?: StartProcess | undefined;
  /** A smaller ledger is copied whole, in bytes. */
  readonly smallBelow?: number;
}

/**
 * Makes a backup, checks that it is sound, and only then removes those that are no longer needed: a damaged ledger never
 * displaces the sound copies of it. The ledger can be used meanwhile. Of a large ledger only the pages are written that have
 * changed, by a process of its own; a chain of changes begins anew with a whole copy before it is worth more than that.
 *
 * @throws LedgerDamaged, LedgerUnavailable
 */
export async function makeBackup(ledger: Ledger, directory: string, now: number, how: BackupHow = {}): Promise<Backup> {
  makePrivateDirectory(directory);
  let at = now;
  while (listBackups(directory).some((other) => other.at === at)) at += 1;
  const unchecked = join(directory, `ledger-${stampOf(at)}.unchecked`);
  try {
    const small = ledger.size < (how.smallBelow ?? smallLedger);
    const made = small ? undefined : await makeApart(ledger, directory, { at, unchecked, start: how.start ?? startNode });
    const backup = made ?? (await makeWhole(ledger, directory, { at, unchecked }));
    removeOutdated(directory);
    return backup;
  } catch (error) {
    removeDatabase(unchecked);
    throw error;
  }
}

interface Making {
  readonly at: number;
  readonly unchecked: string;
}

async function makeWhole(ledger: Ledger, directory: string, { at, unchecked }: Making): Promise<Backup> {
  await ledger.backup(unchecked);
  openLedger(unchecked, 'always').close();
  return put(directory, unchecked, { at });
}

function put(directory: string, unchecked: string, backup: Omit<Backup, 'path'>): Backup {
  const path = join(directory, nameOf(backup));
  renameSync(unchecked, path);
  return { path, ...backup };
}

/** @returns undefined if others read the ledger for so long that its file cannot be kept as it is */
async function makeApart(
  ledger: Ledger,
  directory: string,
  { at, unchecked, start }: Making & { readonly start: StartProcess },
): Promise<Backup | undefined> {
  const chain = chainToChange(listBackups(directory), at);
  const after = chain?.last.at;
  for (const wait of [0, ...waits]) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const made = ledger.whileFrozen(async (source) => {
      const order: BackupOrder = { source, target: unchecked, ...(chain !== undefined && { chain: chain.order }) };
      const answer = await ask(start, order);
      switch (answer.kind) {
        case 'whole':
          // By this process: if it ended meanwhile, another one may have written to the ledger before the copy was complete.
          return put(directory, unchecked, { at });
        case 'changes':
          return put(directory, unchecked, { at, ...(after !== undefined && { after }) });
        case 'damaged':
          throw new LedgerDamaged(source, foreign(answer.message));
        case 'failed':
          throw new LedgerUnavailable(source, foreign(answer.message));
        default:
          return assertNever(answer);
      }
    });
    if (made !== undefined) return await made;
  }
  return undefined;
}

/** The backup from which changes are looked for: the newest that will be kept. */
function chainToChange(backups: readonly Backup[], at: number) {
  const outdatedThen = new Set(outdated([{ path: '', at }, ...backups].toSorted((a, b) => b.at - a.at)));
  const last = backups.find((backup) => backup.at < at && !(outdatedThen.has(backup) && backup.after !== undefined));
  const [whole, ...changes] = last === undefined ? [] : (chainOf(last, backups) ?? []);
  if (last === undefined || whole === undefined || changes.length >= mostInChain) return undefined;
  const used = changes.reduce((sum, { path }) => sum + statSync(path).size, 0);
  const mostBytes = statSync(whole.path).size * mostChanged - used;
  return { last, order: { whole: whole.path, changes: changes.map(({ path }) => path), mostBytes } };
}

async function ask(start: StartProcess, order: BackupOrder): Promise<BackupAnswer> {
  let answer: BackupAnswer | undefined;
  const exit = await workApart(start, 'backup-process', order, (message) => {
    answer = message as BackupAnswer;
    return 'done';
  });
  return answer ?? { kind: 'failed', message: exit };
}

function removeOutdated(directory: string): void {
  const backups = listBackups(directory);
  const gone = new Set(outdated(backups));
  const needed = new Set(backups.filter((backup) => !gone.has(backup)).flatMap((backup) => chainOf(backup, backups) ?? []));
  const paths = new Set([...needed].map(({ path }) => basename(path)));
  for (const name of namesIn(directory)) {
    const path = join(directory, name);
    // Also what a crash left unfinished, and changes from what is no longer there.
    if (pattern.test(name) ? !paths.has(name) : /\.(unchecked|partial)(-wal|-shm|-journal)?$/.test(name)) removeDatabase(path);
  }
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
  for (const backup of older.toReversed()) {
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
