import type { Connection } from './connection.ts';

/**
 * A cache of the rows that were read or written last, by their ids. Only the engine writes such rows, so it can rely on them;
 * commands beside it read them, at most for moments, and leave what they want as requests. Nothing is cached of a ledger that is
 * only read.
 */
export class RecentlyUsed<Value> {
  readonly #connection: Pick<Connection, 'readOnly' | 'rollbacks'>;
  readonly #capacity: number;
  readonly #values = new Map<number, Value>();
  #rollbacks = 0;

  constructor(connection: Pick<Connection, 'readOnly' | 'rollbacks'>, capacity: number) {
    this.#connection = connection;
    this.#capacity = capacity;
  }

  get(id: number): Value | undefined {
    this.#forgetRolledBack();
    const value = this.#values.get(id);
    if (value === undefined) return undefined;
    // A Map keeps its keys in the order of insertion.
    this.#values.delete(id);
    this.#values.set(id, value);
    return value;
  }

  put(id: number, value: Value): void {
    if (this.#connection.readOnly) return;
    this.#forgetRolledBack();
    this.#values.delete(id);
    this.#values.set(id, value);
    if (this.#values.size <= this.#capacity) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  remove(id: number): void {
    this.#values.delete(id);
  }

  clear(): void {
    this.#values.clear();
  }

  /** What a rolled-back transaction wrote is not in the tables. */
  #forgetRolledBack(): void {
    if (this.#rollbacks === this.#connection.rollbacks) return;
    this.#values.clear();
    this.#rollbacks = this.#connection.rollbacks;
  }
}
