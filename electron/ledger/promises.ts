import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { foreign } from '../core/messages/message.ts';
import type { Connection } from './connection.ts';
import { LedgerUnavailable } from './errors.ts';

/** The last promise (`connection.ts`) of a ledger: its number in it, and which ledger that is. */
export interface LastPromise {
  readonly ledger: string;
  readonly number: number;
}

/**
 * A ledger whose log is lost, cut or damaged looks sound: SQLite goes back to the commit before, in silence. So does an older copy
 * that was put in its place. That is why each promise has a number, which is in the ledger, in a small file beside it, and
 * in the folders' markers (`engine/watch/markers.ts`): a ledger that is behind any of these is not whole.
 */
export function besideLedger(path: string): string {
  return `${path}-promise`;
}

/**
 * What was noted beside a ledger; undefined where nothing is, or nothing that can be read: the file is not synced, so that a power
 * cut may take it.
 */
export function notedBeside(path: string): LastPromise | undefined {
  try {
    const [, number, ledger] = /^ *(\d{1,15}) ([\w-]+)\n/.exec(readFileSync(besideLedger(path), 'latin1')) ?? [];
    return number === undefined || ledger === undefined ? undefined : { ledger, number: Number(number) };
  } catch (error) {
    if (!(error instanceof Error) || ('code' in error && error.code === 'ENOENT')) return undefined;
    throw new LedgerUnavailable(path, foreign(error.message), { cause: error });
  }
}

const set = 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)';
const key = 'promise';
const idKey = 'ledger-id';
/** A ledger that was behind goes on above every number that the lost one can have had, wherever it is still noted. */
const leap = 1_000_000_000;

/** The numbers of the promises, as the ledger itself has them. */
export class Promises {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The number of the last one; 0 before the first. */
  last(): number {
    return Number(this.#valueOf(key) ?? 0);
  }

  /** Which ledger this is; undefined for one that was never opened to be written to by this version. */
  ledgerId(): string | undefined {
    return this.#valueOf(idKey);
  }

  /** @returns the new id of a ledger that has none */
  identify(): string {
    const id = randomUUID();
    this.#connection.write('restorable', set, idKey, id);
    return id;
  }

  /** Nothing that was noted of the ledger so far, up to this number, is ahead of it any more. */
  passOver(number: number): void {
    const above = (Math.floor(Math.max(number, this.last()) / leap) + 1) * leap;
    this.#connection.run(set, key, String(above));
  }

  #valueOf(name: string): string | undefined {
    const value = this.#connection.get('SELECT value FROM meta WHERE key = ?', name)?.value;
    return typeof value === 'string' ? value : undefined;
  }
}

const digits = 15;

/** Numbers the promises of a connection, and notes each beside the ledger, in a file that stays open: one small write, and no sync. */
export class PromiseCounter {
  readonly #connection: Connection;
  readonly #line: Buffer;
  #file: number | undefined;
  #last = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    const promises = new Promises(connection);
    this.#line = Buffer.from(`${' '.repeat(digits)} ${promises.ledgerId() ?? promises.identify()}\n`, 'latin1');
  }

  /** Within the transaction that makes a promise, before it is committed. @returns what is to be done once it is on the disk */
  count(): () => void {
    const sql = `INSERT INTO meta (key, value) VALUES ('${key}', '1')
      ON CONFLICT (key) DO UPDATE SET value = value + 1 RETURNING value`;
    const number = Number(this.#connection.get(sql)?.value);
    return () => this.#note(number);
  }

  /** Where it cannot be written the number stays behind the ledger's, which says nothing. */
  #note(number: number): void {
    const { path } = this.#connection;
    // One that waited for the disk while a later one was made says less.
    if (number < this.#last || path === ':memory:') return;
    this.#last = number;
    this.#line.write(String(number).padStart(digits), 'latin1');
    try {
      this.#file ??= openSync(besideLedger(path), constants.O_CREAT | constants.O_WRONLY, 0o600);
      writeSync(this.#file, this.#line, 0, this.#line.length, 0);
    } catch {
      this.close();
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
