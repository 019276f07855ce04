import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Message, say } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isPassing, sqliteCode } from './errors.ts';
import { makePrivateDirectory } from './private-files.ts';

/** Who holds a data directory. `since`: ISO 8601, UTC. */
const holderShape = z.object({ pid: z.number(), host: z.string(), since: z.iso.datetime() });
type Holder = Readonly<z.infer<typeof holderShape>>;

interface LockProblem {
  /** `held`: another Intray works in the directory. `unusable`: the disk or the system does not allow it. */
  readonly kind: 'held' | 'unusable';
  readonly message: Message;
  /** The system is only short of something now. */
  readonly passes?: boolean;
  /** Who holds the directory, if that is the problem and it could be read. */
  readonly holder?: Holder;
}

/** A data directory that this process holds until `release`, or until it ends, however that happens. */
export interface Lock {
  readonly directory: string;
  release(): void;
}

const lockName = 'engine.lock';
const holderName = 'engine.json';
/** A reader holds the lock for an instant; a start waits this long for it. */
const timeoutMs = 500;
const busy = 5;

/** The connections that hold locks: referenced here so that garbage collection does not close them. */
const held = new Set<DatabaseSync>();

/**
 * Makes sure that only one engine works in a data directory. Creates the directory (mode 0700; if it is Intray's and
 * others can look into it, its mode is tightened), and holds a transaction on `engine.lock`, which the operating system ends with the
 * process, however that ends: there is no stale lock to clear. `engine.json` beside it says who holds it.
 */
export function acquireDataDirectory(directory: string): Result<Lock, LockProblem> {
  const holderFile = join(directory, holderName);
  try {
    prepareDirectory(directory);
    const database = holdTransaction(join(directory, lockName));
    if (database === undefined) return err(heldBy(directory, readHolder(holderFile)));
    held.add(database);
    writeHolder(holderFile, { pid: process.pid, host: hostname(), since: new Date().toISOString() });
    return ok({ directory, release: () => release(database, holderFile) });
  } catch (error) {
    return err({
      kind: 'unusable',
      message: say('ledger.directoryUnusable', { path: directory, problem: problemOf(error) }),
      passes: isPassing(error),
    });
  }
}

function problemOf(error: unknown): Message {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return say('ledger.problem.mayNotWrite');
    case 'EROFS':
      return say('ledger.problem.readOnly');
    case 'ENOSPC':
      return say('ledger.problem.diskFull');
    case 'ENOTDIR':
    case 'EEXIST':
      return say('ledger.problem.fileInPlace');
    default:
      return messageOf(error);
  }
}

function release(database: DatabaseSync, holderFile: string): void {
  if (!held.delete(database)) return;
  rmSync(holderFile, { force: true });
  database.close();
}

/** A directory that holds other things, named by mistake or on purpose, keeps the mode that its owner gave it. */
function prepareDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const others =
    readdirSync(directory).length > 0 && statSync(join(directory, lockName), { throwIfNoEntry: false }) === undefined;
  if (!others) makePrivateDirectory(directory);
}

/** The connection that holds the lock; undefined if another one does. Nothing is ever written through it. */
function holdTransaction(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path, { timeout: timeoutMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (sqliteCode(error) === busy) return undefined;
    throw error;
  }
}

function heldBy(directory: string, holder: Holder | undefined): LockProblem {
  if (holder === undefined) return { kind: 'held', message: say('ledger.held', { path: directory }) };
  const { pid, host, since } = holder;
  const startedAt = Date.parse(since);
  return { kind: 'held', message: say('ledger.heldBy', { path: directory, pid: String(pid), host, startedAt }), holder };
}

/** Whether an engine is running in a data directory, for readers; `holder` where it could be read. */
export function lookForEngine(directory: string): { readonly running: boolean; readonly holder?: Holder } {
  const file = join(directory, holderName);
  // An engine that ended normally has removed this file: the lock is touched only where one is running or has crashed.
  if (!existsSync(file) || !isLocked(join(directory, lockName))) return { running: false };
  const holder = readHolder(file);
  return { running: true, ...(holder !== undefined && { holder }) };
}

function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return sqliteCode(error) === busy;
  } finally {
    database?.close();
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return holderShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // This is information only: the lock itself does not depend on it.
    return undefined;
  }
}

function writeHolder(path: string, holder: Holder): void {
  const partial = `${path}.partial`;
  writeFileSync(partial, `${JSON.stringify(holder)}\n`);
  renameSync(partial, path);
}
