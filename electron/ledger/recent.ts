import type { Connection } from './connection.ts';

/**
 * A cache of what was read or written last, by a document's id. Only one process writes a ledger; nothing is cached of one that
 * another process may be writing.
 */
export class Recent<Value> {
  readonly #connection: Pick<Connection, 'readOnly' | 'rollbacks'>;
  readonly #most: number;
  readonly #values = new Map<number, Value>();
  #rollbacks = 0;

  constructor(connection: Pick<Connection, 'readOnly' | 'rollbacks'>, most: number) {
    this.#connection = connection;
    this.#most = most;
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
    if (this.#values.size <= this.#most) return;
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
