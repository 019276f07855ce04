import { chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';

/**
 * The ledger's files hold what documents say, so they are for their owner alone, also in a data directory that others can
 * look into. Windows has no such modes; there the user's profile is private anyway. What belongs to somebody else
 * keeps its mode.
 */
const othersMode = 0o077;

/** Makes a directory of Intray's own that nobody else can look into, or takes others' access away. */
export function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  takeFromOthers(path);
}

/**
 * Prepares a SQLite file before it is opened: one that is not there yet is made empty, since SQLite would make it readable
 * by everybody. The files that SQLite makes beside it take over its mode.
 */
export function makePrivateDatabase(path: string): void {
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600));
  } catch {
    // It is there, or SQLite will say what is wrong.
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) takeFromOthers(file);
}

/** How large a file is, in bytes; 0 where there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function takeFromOthers(path: string): void {
  try {
    const { mode } = statSync(path);
    if (process.platform !== 'win32' && (mode & othersMode) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // It is not there, or another user's.
  }
}
