import type { Connection } from './connection.ts';

/**
 * What was read within the transaction under way. Nobody else can write meanwhile, so it is what the tables say until this program
 * writes itself: whoever does that says so. Outside of a transaction nothing is kept, because another process may write.
 */
export class TransactionCache<Value> {
  readonly #connection: Pick<Connection, 'transactionNumber'>;
  readonly #values = new Map<string, Value>();
  #number: number | undefined;

  constructor(connection: Pick<Connection, 'transactionNumber'>) {
    this.#connection = connection;
  }

  /** @param read reads what is not known yet */
  get(key: string, read: () => Value): Value {
    const number = this.#connection.transactionNumber;
    if (number === undefined) return read();
    if (number !== this.#number) {
      this.#values.clear();
      this.#number = number;
    }
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) return known as Value;
    const value = read();
    this.#values.set(key, value);
    return value;
  }

  /** Something was written. */
  clear(): void {
    this.#values.clear();
  }
}
