import { foreign, type Message, say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';

/**
 * What can be wrong with the ledger as a whole. Each error names the file, so that its message can be shown as it is.
 * A mistake of the caller (a constraint, an unknown id) is a plain Error and none of these.
 */

class FileError extends MessageError {
  readonly path: string;

  constructor(path: string, said: Message, options?: ErrorOptions) {
    super(said, options);
    this.path = path;
  }
}

/** The file is there and is not a sound ledger: it is quarantined, and a backup restored. */
export class LedgerDamaged extends FileError {
  override readonly name = 'LedgerDamaged';

  /** @param problem an entry of `ledger.problem`, or SQLite's own words */
  constructor(path: string, problem: Message, options?: ErrorOptions) {
    super(path, say('ledger.damaged', { path, problem }), options);
  }
}

/** Another version of Intray wrote the file. It is sound, and is left as it is. */
export class LedgerOfOtherVersion extends FileError {
  override readonly name = 'LedgerOfOtherVersion';

  constructor(path: string, found: number, known: number) {
    super(path, say('ledger.otherVersion', { path, found: String(found), known: String(known) }));
  }
}

/** The file cannot be reached or written now: a permission, a full disk, a directory in its place. Nothing says that it is damaged. */
export class LedgerUnavailable extends FileError {
  override readonly name = 'LedgerUnavailable';

  /** @param problem an entry of `ledger.problem`, or the system's own words */
  constructor(path: string, problem: Message, options?: ErrorOptions) {
    super(path, say('ledger.unavailable', { path, problem }), options);
  }

  /** Whether it may be over without anybody having changed the file or who may use it. */
  get passes(): boolean {
    return isPassing(this.cause);
  }
}

/** One row does not hold what this version writes. The others can still be read. */
export class DamagedRow extends MessageError {
  override readonly name = 'DamagedRow';
  readonly table: string;
  /** The row's key, such as `id 17`. */
  readonly key: string;

  constructor(table: string, key: string, problem: string) {
    super(say('ledger.damagedRow', { table, key, problem }));
    this.table = table;
    this.key = key;
  }
}

/**
 * SQLite's primary result code (https://sqlite.org/rescode.html; the low byte of the extended one) of an error that
 * node:sqlite threw; undefined for any other error.
 */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

const busy = 5;
const full = 13;
const corrupt = 11;
const notADatabase = 26;
/** PERM, BUSY, READONLY, IOERR, FULL, CANTOPEN. */
const unavailable: readonly (number | undefined)[] = [3, busy, 8, 10, full, 14];

/** Whether the system is only short of something now, or another program is at it. */
export function isPassing(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code !== undefined) return code === busy || code === full;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && short.includes(error.code);
}

const short: readonly string[] = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'EBUSY'];

/** An error as it leaves the ledger: damage and the disk's refusals by their class, anything else as it is. */
export function classified(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined || !(error instanceof Error)) return error;
  if (code === corrupt || code === notADatabase) return new LedgerDamaged(path, foreign(error.message), { cause: error });
  return unavailable.includes(code) ? new LedgerUnavailable(path, problemOf(code, error), { cause: error }) : error;
}

function problemOf(code: number, { message }: Error): Message {
  if (code === busy) return say('ledger.problem.locked');
  return code === full ? say('ledger.problem.diskFull') : foreign(message);
}
