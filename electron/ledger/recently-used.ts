import { LRUCache } from 'lru-cache';
import type { Connection } from './connection.ts';

/**
 * The rows that were read or written last, by their ids. Only the engine writes such rows, so it can rely on them; commands beside it
 * read them, at most for moments, and leave what they want as requests. Nothing is cached of a ledger that is only read.
 */
export class RecentlyUsed<Value extends object | true> {
  readonly #isUsed: boolean;
  readonly #values: LRUCache<number, Value>;

  constructor(connection: Pick<Connection, 'readOnly' | 'remembering'>, max: number) {
    this.#isUsed = !connection.readOnly;
    this.#values = connection.remembering(new LRUCache({ max }));
  }

  get(id: number): Value | undefined {
    return this.#values.get(id);
  }

  put(id: number, value: Value): void {
    if (this.#isUsed) this.#values.set(id, value);
  }

  remove(id: number): void {
    this.#values.delete(id);
  }

  clear(): void {
    this.#values.clear();
  }
}

/** More than are in progress at once, and little memory. */
const maxMoving = 2_000;
/** Thousands of copies may ask for the same few. */
const maxDone = 32;

/**
 * The rows of a table that were read or written last: each is asked for some twenty times while it is in progress, and reading one
 * takes longer than most of what is done with it. Of those that are done few are kept.
 */
export class RecentRows<Row extends { readonly id: number }> {
  readonly #moving: RecentlyUsed<Row>;
  readonly #done: RecentlyUsed<Row>;

  constructor(connection: Pick<Connection, 'readOnly' | 'remembering'>) {
    this.#moving = new RecentlyUsed(connection, maxMoving);
    this.#done = new RecentlyUsed(connection, maxDone);
  }

  get(id: number): Row | undefined {
    return this.#moving.get(id) ?? this.#done.get(id);
  }

  put(row: Row, isDone = false): void {
    this.remove(row.id);
    (isDone ? this.#done : this.#moving).put(row.id, row);
  }

  /** Nothing more is done with it for now. */
  isDone(id: number): void {
    const row = this.get(id);
    if (row !== undefined) this.put(row, true);
  }

  remove(id: number): void {
    this.#moving.remove(id);
    this.#done.remove(id);
  }

  clear(): void {
    this.#moving.clear();
    this.#done.clear();
  }
}

/** More than this is forgotten. */
const mostKnown = 1_000;

/**
 * What was read. Nobody else can write during a transaction, and each begins by asking whether anybody has since the last one, as does
 * each turn of the engine's loop; so it is what the tables say until this program writes itself: whoever does that says so. A moment
 * later nothing is known any more, because another process may write.
 */
export class TransactionCache<Value> {
  readonly #connection: Pick<Connection, 'knownSince'>;
  readonly #values: Map<string, Value>;
  #since: number | undefined;

  constructor(connection: Pick<Connection, 'knownSince' | 'remembering'>) {
    this.#connection = connection;
    this.#values = connection.remembering(new Map());
  }

  /** @param read reads what is not known yet */
  get(key: string, read: () => Value): Value {
    if (!this.#isKnowing()) return read();
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) return known as Value;
    const value = read();
    this.put(key, value);
    return value;
  }

  /** It was written so. */
  put(key: string, value: Value): void {
    if (!this.#isKnowing()) return;
    if (this.#values.size >= mostKnown) this.#values.clear();
    this.#values.set(key, value);
  }

  /** Something was written. */
  clear(): void {
    this.#values.clear();
  }

  /** What somebody else has written leaves nothing known. */
  #isKnowing(): boolean {
    const { knownSince } = this.#connection;
    if (knownSince === undefined) return false;
    if (knownSince !== this.#since) this.#values.clear();
    this.#since = knownSince;
    return true;
  }
}
