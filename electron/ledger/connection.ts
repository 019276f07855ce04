import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementResultingChanges, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { foreign } from '../core/messages/message.ts';
import { errorText } from '../core/plain-data.ts';
import { classified, LedgerUnavailable } from './errors.ts';
import { makePrivateDatabase } from './private-files.ts';

/**
 * Every commit survives the death of the process. A `promise` survives that of the machine too: the call that makes it waits
 * for the disk, or who makes it waits (`synced`). What is `restorable` does not wait, because a new look at the folder or at the service
 * leads to the same again: a machine that dies may lose it, and with it everything restorable since the last promise.
 *
 * A promise takes everything that was committed before it along, so nothing on disk refers to what was lost. What does not say that it is
 * restorable is one.
 */
export type Durability = 'promise' | 'restorable';

/** A column's value. Booleans are 0 and 1; `null` means absent. */
export type Value = string | number | Uint8Array | null;
/** A row as SQLite returns it: unknown until it is parsed (`table-base.ts`). */
export type Row = Readonly<Record<string, unknown>>;

/** What a table's changes wait for: the end of the transaction, or a statement that names the table. */
export interface Deferred {
  readonly table: string;
  /** What it owes was said when it was deferred (`deferring`). */
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
  /** As of the last look (https://sqlite.org/pragma.html#pragma_data_version). */
  #version: number | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isChangedElsewhere = false;
  readonly #caches = new Set<{ clear(): void }>();
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

  /** Whether nobody else has written since what is remembered was read: during a transaction, or a moment after it was asked last. */
  get isFresh(): boolean {
    return this.#inTransaction || performance.now() - this.#lookedAt < aMomentMs;
  }

  /** What is remembered of the tables: it is forgotten with a transaction that is rolled back, and where somebody else has written. */
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

  /** Whether another connection has written since this was asked last. */
  isChangedElsewhere(): boolean {
    this.#lookForChanges();
    this.#lookedAt = performance.now();
    const isChanged = this.#isChangedElsewhere;
    this.#isChangedElsewhere = false;
    return isChanged;
  }

  /** Changes of a table are written at the end of their transaction from now on, or before a statement that names it. */
  defer(deferred: Deferred): void {
    const { table } = deferred;
    this.#deferred.set(table, (this.#deferred.get(table) ?? new Set()).add(deferred));
  }

  /** Runs `work`, which defers what its transaction will write. */
  deferring(durability: Durability, work: () => void): void {
    this.transaction(() => {
      this.#owes ||= durability === 'promise';
      work();
    });
  }

  /** Runs a statement that writes a promise. @returns the id of the last inserted row */
  run(sql: string, ...values: readonly Value[]): number {
    return this.write('promise', sql, ...values);
  }

  /** Runs a statement that writes. @returns the id of the last inserted row */
  write(durability: Durability, sql: string, ...values: readonly Value[]): number {
    const isPromise = durability === 'promise';
    if (isPromise && !this.#inTransaction && this.#counter !== undefined)
      return this.transaction(() => this.write(durability, sql, ...values));
    const { lastInsertRowid } = this.#call(sql, 'run', values) as StatementResultingChanges;
    this.#owes ||= isPromise;
    if (!this.#inTransaction) this.#keepPromise();
    return Number(lastInsertRowid);
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
      this.forget();
      this.rollback();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
    if (kept !== undefined) this.#kept.push(kept);
    this.#keepPromise();
    return value;
  }

  #lookForChanges(): void {
    const version = this.number('PRAGMA data_version');
    if (this.#version !== undefined && version !== this.#version) {
      this.#isChangedElsewhere = true;
      this.forget();
    }
    this.#version = version;
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

  /** What was read may no longer be so. */
  protected forget(): void {
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
      fdatasyncSync(this.#openLog());
    } catch (error) {
      throw this.#notSynced(error);
    }
  }

  /** The same, while other work goes on. */
  protected async syncLater(): Promise<void> {
    if (this.path === ':memory:') return;
    try {
      await promisify(fdatasync)(this.#openLog());
    } catch (error) {
      throw this.#notSynced(error);
    }
  }

  #openLog(): number {
    this.#log ??= openSync(`${this.path}-wal`, 'r+');
    return this.#log;
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
    for (const table of tables) for (const each of this.#deferred.get(table) ?? []) each.write();
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
