import { LRUCache } from 'lru-cache';
import type { Connection } from './connection.ts';

/**
 * The rows that were read or written last: each is asked for some twenty times while it is in progress, and reading one takes longer
 * than most of what is done with it. Only the engine writes such rows, so it can rely on them; commands beside it read them, at most
 * for moments, and leave what they want as requests. Nothing is kept of a ledger that is only read.
 *
 * @param most so much is kept
 * @param sizeOf how much a row counts; by default each counts 1
 */
export function recentlyUsed<Key extends string | number, Row extends object>(
  connection: Pick<Connection, 'readOnly' | 'remembering'>,
  most: number,
  sizeOf?: (row: Row) => number,
): LRUCache<Key, Row> {
  const sized = sizeOf === undefined ? { max: most } : { maxSize: most, sizeCalculation: sizeOf };
  // What counts more than there is room for is not kept.
  return connection.remembering(new LRUCache(connection.readOnly ? { maxSize: 1, sizeCalculation: () => 2 } : sized));
}

/** More than this is forgotten. */
const mostKnown = 1_000;

/**
 * What was read. Nobody else can write during a transaction, and each begins by asking whether anybody has since the last one, as does
 * each turn of the engine's loop; so it is what the tables say until this program writes itself: whoever does that clears it. A moment
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
    const { knownSince } = this.#connection;
    if (knownSince === undefined) return read();
    // What somebody else has written leaves nothing known.
    if (knownSince !== this.#since || this.#values.size >= mostKnown) this.#values.clear();
    this.#since = knownSince;
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
