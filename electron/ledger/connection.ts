import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementResultingChanges, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { foreign } from '../core/messages/message.ts';
import { errorText } from '../core/plain-data.ts';
import { classified, LedgerUnavailable } from './errors.ts';
import { makePrivateDatabase } from './private-files.ts';

/**
 * Every commit survives the death of the process. A `promise` survives that of the machine too: the call that makes it waits
 * for the disk, or who makes it waits (`synced`). What is `restorable` does not wait, because a new look at the folder leads to the
 * same again: a machine that dies may lose it, and with it everything restorable since the last promise.
 *
 * A promise takes everything that was committed before it along, so nothing on disk refers to what was lost.
 */
type Durability = 'promise' | 'restorable';

/** Which is which, by what is written. Whatever is not named here is a promise. */
const durabilities = {
  /** Found, settling or ready, and its job that nobody has sent. */
  'unsent document': 'restorable',
  /** Sent, accepted, a result, a delivery, a refusal, a question, a person's word. */
  'other document': 'promise',
  /** What the last scan saw at a path; a path where there is nothing any more. */
  'file seen': 'restorable',
  /** A file that is not picked up: it was there before, or a person left it out. */
  'file skipped': 'promise',
  /** A request of which nothing was sent. */
  'composed batch': 'restorable',
  /** When a batch was polled, and when it is polled next. */
  'poll time': 'restorable',
  'other batch': 'promise',
  /** When to look at something next. */
  'due time': 'restorable',
  /** How many pages a document has: it is counted again. */
  'pages counted': 'restorable',
  /** A line of a log: it belongs to what is written with it. */
  history: 'restorable',
  /** What is read from the result of a document. */
  values: 'restorable',
  /** That a JSON or the rows of a table were written, which the ledger had before: without this, they are found there. */
  'write recorded': 'restorable',
  /** A row that is in no CSV: it is made of the document again. */
  'table row': 'restorable',
  /** A row that is about to be written into a CSV. */
  'row of a CSV': 'promise',
  /** The ledger's number for a route. */
  'route id': 'restorable',
  /** How each folder is, and how fast the service allows. */
  'engine state': 'restorable',
  /** Writes and moves that begin, a folder's baseline and settings, decisions. */
  'other entry': 'promise',
} as const satisfies Record<string, Durability>;

export type Written = keyof typeof durabilities;

/** A column's value. Booleans are 0 and 1; `null` means absent. */
export type Value = string | number | Uint8Array | null;
/** A row as SQLite returns it: unknown until it is parsed (`table-base.ts`). */
export type Row = Readonly<Record<string, unknown>>;

/** What a table's changes wait for: the end of the transaction, or a statement that names the table. */
export interface Deferred {
  readonly table: string;
  write(): void;
  /** The transaction was rolled back. */
  forget(): void;
}

/** `tables`: those that it names, of which changes may be deferred. */
interface Prepared {
  readonly statement: StatementSync;
  readonly tables: readonly string[];
}

/** Numbers the promises (`promises.ts`). */
interface PromiseCounter {
  /** Within the transaction of each, before it is committed. @returns what is to be done once it is on the disk */
  count(): () => void;
  close(): void;
}

/** How long a statement waits for another process that is writing (a backup tool, another tool on the same file). */
const busyTimeoutMs = 5_000;
/** What was read is relied on for so long after it was asked whether anybody else has written, in milliseconds. */
const aMomentMs = 250;

/**
 * One connection to a SQLite file. Statements are prepared once and kept; every call runs to its end, so no cursor
 * stays open. Damage and refusals of the disk come out classified (`errors.ts`).
 *
 * A limit is written `LIMIT (? + 0)`: SQLite prepares a statement again whenever a bare `LIMIT ?` is bound, which takes
 * ten times as long as most queries here.
 */
export class Connection {
  readonly path: string;
  readonly readOnly: boolean;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  /** By table; several ledgers may share a connection. */
  readonly #deferred = new Map<string, Set<Deferred>>();
  #inTransaction = false;
  #changesElsewhere = 0;
  #version: number | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  readonly #caches = new Set<{ clear(): void }>();
  /** What is written now can be restored. */
  #isRestorable = false;
  #dataVersion: number | undefined;
  /** Something that was written since a wait for the disk last began has to be there. */
  #owes = false;
  /** Who made it waits for `synced`. */
  #isOwing = false;
  /** What is to be done once what is owed is on the disk. */
  #kept: (() => void)[] = [];
  /** The wait for the disk that was begun last, and the one after it, which takes along what is committed until it begins. */
  #syncing: Promise<void> = Promise.resolve();
  #coming: Promise<void> | undefined;
  #log: number | undefined;
  #counter: PromiseCounter | undefined;
  /** The error of a joined transaction: everything is rolled back, even if a caller caught it. */
  #failure: { readonly error: unknown } | undefined;

  constructor(path: string, options: { readonly readOnly?: boolean } = {}) {
    this.path = path;
    this.readOnly = options.readOnly ?? false;
    if (!this.readOnly && path !== ':memory:') makePrivateDatabase(path);
    this.#database = this.#guarded(
      () => new DatabaseSync(path, { readOnly: this.readOnly, timeout: busyTimeoutMs, enableForeignKeyConstraints: true }),
    );
  }

  /**
   * Counts how often something else than this program's commits has changed what is in the tables, as of the transaction under way, or
   * of the moment at which it was asked last (`isChangedElsewhere`); undefined if that is not a moment ago.
   */
  get knownSince(): number | undefined {
    const isKnown = this.#inTransaction || (!this.readOnly && performance.now() - this.#lookedAt < aMomentMs);
    return isKnown ? this.#changesElsewhere : undefined;
  }

  /** What is remembered of the tables: it is forgotten with a transaction that is rolled back. */
  remembering<Cache extends { clear(): void }>(cache: Cache): Cache {
    this.#caches.add(cache);
    return cache;
  }

  /** Every row. */
  all(sql: string, ...values: readonly Value[]): readonly Row[] {
    return this.#call(sql, 'all', values) as readonly Row[];
  }

  /** The first row. */
  get(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.#call(sql, 'get', values) as Row | undefined;
  }

  /** A number in the first column of the first row; undefined for no row and for NULL. */
  number(sql: string, ...values: readonly Value[]): number | undefined {
    const row = this.get(sql, ...values);
    const value = row === undefined ? undefined : Object.values(row)[0];
    return typeof value === 'number' ? value : undefined;
  }

  /** The numbers in the first column of every row. */
  numbers(sql: string, ...values: readonly Value[]): number[] {
    return this.all(sql, ...values).map((row) => Number(Object.values(row)[0]));
  }

  /** Whether another connection has written since this was asked last (https://sqlite.org/pragma.html#pragma_data_version). */
  isChangedElsewhere(): boolean {
    const before = this.#dataVersion;
    this.#dataVersion = this.#lookForChanges();
    this.#lookedAt = performance.now();
    return before !== undefined && before !== this.#dataVersion;
  }

  /** Changes of a table are written at the end of their transaction from now on, or before a statement that names it. */
  defer(deferred: Deferred): void {
    const { table } = deferred;
    this.#deferred.set(table, (this.#deferred.get(table) ?? new Set()).add(deferred));
  }

  /** Something is deferred that the transaction will write. @returns whether one is under way: else it has to be deferred in one */
  willWrite(what: Written): boolean {
    if (this.#inTransaction) this.#owes ||= durabilities[what] === 'promise';
    return this.#inTransaction;
  }

  /** Runs a statement that writes: a promise, unless `writing` is around it. @returns the id of the last inserted row */
  run(sql: string, ...values: readonly Value[]): number {
    return this.write(undefined, sql, ...values);
  }

  /** Runs a statement that writes only this. @returns the id of the last inserted row */
  write(what: Written | undefined, sql: string, ...values: readonly Value[]): number {
    const isPromise = what === undefined ? !this.#isRestorable : durabilities[what] === 'promise';
    if (isPromise && !this.#inTransaction && this.#counter !== undefined)
      return this.transaction(() => this.write(what, sql, ...values));
    const { lastInsertRowid } = this.#call(sql, 'run', values) as StatementResultingChanges;
    this.#owes ||= isPromise;
    if (!this.#inTransaction) this.#keepPromise();
    return Number(lastInsertRowid);
  }

  /** Runs `work`, which writes only this. Unless it is a promise, or part of a transaction with one, it does not wait for the disk. */
  writing<T>(what: Written, work: () => T): T {
    const before = this.#isRestorable;
    this.#isRestorable = durabilities[what] === 'restorable';
    try {
      return work();
    } finally {
      this.#isRestorable = before;
    }
  }

  /** Runs statements without values or results; they are not cached. */
  execute(sql: string): void {
    this.#guarded(() => this.#database.exec(sql));
  }

  countPromises(counter: PromiseCounter): void {
    this.#counter = counter;
  }

  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws. A nested call joins the outer
   * transaction. `work` must not be asynchronous.
   */
  transaction<T>(work: () => T): T {
    if (this.#inTransaction) {
      try {
        return work();
      } catch (error) {
        this.#failure ??= { error };
        throw error;
      }
    }
    this.begin();
    this.#inTransaction = true;
    this.#failure = undefined;
    this.#lookForChanges();
    const owed = this.#owes;
    let value: T;
    let kept: (() => void) | undefined;
    try {
      value = work();
      // A caller may have caught the error of a transaction that joined this one.
      if (this.#failure !== undefined) throw (this.#failure as { readonly error: unknown }).error;
      this.#writeDeferred([...this.#deferred.keys()]);
      if (value instanceof Promise) throw new TypeError('A transaction of the ledger must not be asynchronous.');
      if (this.#owes) kept = this.#counter?.count();
      this.commit();
    } catch (error) {
      this.#owes = owed;
      for (const each of this.#deferred.values()) for (const one of each) one.forget();
      this.rolledBack();
      this.rollback();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
    if (kept !== undefined) this.#kept.push(kept);
    this.#keepPromise();
    return value;
  }

  #lookForChanges(): number | undefined {
    const version = this.number('PRAGMA data_version');
    if (version !== this.#version) this.#changesElsewhere += 1;
    this.#version = version;
    return version;
  }

  protected begin(): void {
    this.#call('BEGIN IMMEDIATE', 'run', []);
  }

  protected commit(): void {
    this.#call('COMMIT', 'run', []);
  }

  protected rollback(): void {
    // SQLite may have rolled back already (disk full).
    if (this.#database.isTransaction) this.execute('ROLLBACK');
  }

  /** What was read since the last commit is no longer so. */
  protected rolledBack(): void {
    for (const cache of this.#caches) cache.clear();
  }

  #keepPromise(): void {
    if (!this.#owes || this.#isOwing) return;
    this.sync();
    this.#owes = false;
    for (const kept of this.#kept.splice(0)) kept();
  }

  /** Runs `work`, whose promises do not wait for the disk: nothing that depends on them begins before `synced` has resolved. */
  owing<T>(work: () => T): T {
    const before = this.#isOwing;
    this.#isOwing = true;
    try {
      return work();
    } finally {
      this.#isOwing = before;
    }
  }

  /** Resolves when all that is committed by now is on the disk; one wait serves whoever asks meanwhile. @throws LedgerUnavailable */
  synced(): Promise<void> {
    if (!this.#owes) return this.#syncing;
    this.#coming ??= this.#syncing.catch(() => undefined).then(() => this.#syncAll());
    return this.#coming;
  }

  #syncAll(): Promise<void> {
    this.#coming = undefined;
    this.#owes = false;
    const all = this.#kept.splice(0);
    const wait = async (): Promise<void> => {
      try {
        await this.syncLater();
      } catch (error) {
        this.#owes = true;
        this.#kept.unshift(...all);
        throw error;
      }
      for (const kept of all) kept();
    };
    this.#syncing = wait();
    return this.#syncing;
  }

  /**
   * Waits until all that was committed is on disk. SQLite itself does not wait (`synchronous = NORMAL`): a commit adds its
   * pages to the end of the log, each with a checksum over everything before it, and a ledger that is opened after a power
   * cut holds the commits up to the first one that is not whole. So it is enough to sync the log, and whatever was committed
   * before comes along. SQLite syncs the log's beginning when it starts it, and all of the log before it moves pages from it
   * to the file.
   */
  protected sync(): void {
    if (this.path === ':memory:') return;
    try {
      this.#log ??= openSync(`${this.path}-wal`, 'r+');
      fdatasyncSync(this.#log);
    } catch (error) {
      throw this.#notSynced(error);
    }
  }

  /** The same, while other work goes on. */
  protected async syncLater(): Promise<void> {
    if (this.path === ':memory:') return;
    try {
      this.#log ??= openSync(`${this.path}-wal`, 'r+');
      await promisify(fdatasync)(this.#log);
    } catch (error) {
      throw this.#notSynced(error);
    }
  }

  #notSynced(error: unknown): LedgerUnavailable {
    return new LedgerUnavailable(this.path, foreign(errorText(error)), { cause: error });
  }

  /** Empties the log into the file, so that the next process that opens it sees a clean shutdown. */
  checkpoint(): void {
    if (!this.readOnly) this.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#statements.clear();
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
    this.#counter?.close();
    this.#guarded(() => this.#database.close());
  }

  /** Runs `work`, in which nothing waits for another process that writes. */
  withoutPatience<T>(work: () => T): T {
    this.execute('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      this.execute(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  #prepare(sql: string): Prepared {
    // A plain INSERT reads nothing.
    const isPlain = /^\s*INSERT INTO \w+ \([^)]*\) VALUES/.test(sql);
    const isNamed = (table: string) => !isPlain && new RegExp(`\\b${table}\\b`).test(sql);
    const prepared = { statement: this.#database.prepare(sql), tables: [...this.#deferred.keys()].filter(isNamed) };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #writeDeferred(tables: readonly string[]): void {
    const before = this.#isRestorable;
    // What it owes was said when it was deferred.
    this.#isRestorable = true;
    try {
      for (const table of tables) for (const each of this.#deferred.get(table) ?? []) each.write();
    } finally {
      this.#isRestorable = before;
    }
  }

  #call(sql: string, way: 'all' | 'get' | 'run', values: readonly Value[]): unknown {
    try {
      const { statement, tables } = this.#statements.get(sql) ?? this.#prepare(sql);
      if (this.#inTransaction) this.#writeDeferred(tables);
      try {
        return statement[way](...values);
      } catch (error) {
        if (way === 'run' || !(error instanceof RangeError)) throw error;
        return withLargeNumbers(statement, way, values);
      }
    } catch (error) {
      throw classified(error, this.path);
    }
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw classified(error, this.path);
    }
  }
}

/** A whole number that JavaScript has no number for, in a row that was damaged, is a bigint: `table-base.ts` refuses it by name. */
function withLargeNumbers(statement: StatementSync, way: 'all' | 'get', values: readonly Value[]): unknown {
  statement.setReadBigInts(true);
  try {
    const found = statement[way](...values);
    return Array.isArray(found) ? found.map(withNumbers) : found && withNumbers(found as Row);
  } finally {
    statement.setReadBigInts(false);
  }
}

function withNumbers(row: Row): Row {
  const numbered = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value,
  ]);
  return Object.fromEntries(numbered) as Row;
}
