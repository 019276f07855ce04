/**
 * What can be wrong with the ledger as a whole. Each names the file, so that a message can be shown as it is.
 * A mistake of the caller (a constraint, an unknown id) is a plain Error and none of these.
 */

/** The file is there and is not a sound ledger: to be quarantined, and a backup taken up. */
export class LedgerDamaged extends Error {
  readonly path: string;

  constructor(path: string, detail: string, options?: ErrorOptions) {
    super(`The ledger ${path} is damaged: ${detail}.`, options);
    this.name = 'LedgerDamaged';
    this.path = path;
  }
}

/** A later version of Intray wrote the file. It is sound, and is left as it is. */
export class LedgerNewer extends Error {
  readonly path: string;

  constructor(path: string, found: number, known: number) {
    super(
      `The ledger ${path} was written by a later version of Intray (its format is ${found}, this version knows ${known}). ` +
        'Use that version, or another data directory.',
    );
    this.name = 'LedgerNewer';
    this.path = path;
  }
}

/** The file cannot be reached or written now: a permission, a full disk, a directory in its place. Nothing says that it is damaged. */
export class LedgerUnavailable extends Error {
  readonly path: string;

  constructor(path: string, detail: string, options?: ErrorOptions) {
    super(`The ledger ${path} cannot be used: ${detail}.`, options);
    this.name = 'LedgerUnavailable';
    this.path = path;
  }
}

/** One row does not hold what this version writes. The others can still be read. */
export class DamagedRow extends Error {
  readonly table: string;
  /** The row's key, such as `id 17`. */
  readonly key: string;

  constructor(table: string, key: string, detail: string) {
    super(`The ledger's row ${key} in ${table} is damaged: ${detail}.`);
    this.name = 'DamagedRow';
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

const corrupt = 11;
const notADatabase = 26;
/** PERM, BUSY, READONLY, IOERR, FULL, CANTOPEN. */
const unavailable: readonly (number | undefined)[] = [3, 5, 8, 10, 13, 14];

/** An error as it leaves the ledger: damage and the disk's refusals by their class, anything else as it is. */
export function classified(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined || !(error instanceof Error)) return error;
  if (code === corrupt || code === notADatabase) return new LedgerDamaged(path, error.message, { cause: error });
  return unavailable.includes(code) ? new LedgerUnavailable(path, error.message, { cause: error }) : error;
}
