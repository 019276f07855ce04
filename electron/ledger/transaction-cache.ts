import type { Connection } from './connection.ts';

/** More than this is forgotten. */
const mostKnown = 1_000;

/**
 * What was read. Nobody else can write during a transaction, and each begins by asking whether anybody has since the last one, as does
 * each turn of the engine's loop; so it is what the tables say until this program writes itself: whoever does that says so. A moment
 * later nothing is known any more, because another process may write.
 */
export class TransactionCache<Value> {
  readonly #connection: Pick<Connection, 'knownSince'>;
  readonly #values = new Map<string, Value>();
  #number: number | undefined;

  constructor(connection: Pick<Connection, 'knownSince'>) {
    this.#connection = connection;
  }

  /** @param read reads what is not known yet */
  get(key: string, read: () => Value): Value {
    const number = this.#connection.knownSince;
    if (number === undefined) return read();
    if (number !== this.#number) {
      this.#values.clear();
      this.#number = number;
    }
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) return known as Value;
    const value = read();
    if (this.#values.size >= mostKnown) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }

  /** Something was written. */
  clear(): void {
    this.#values.clear();
  }
}
