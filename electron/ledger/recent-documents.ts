import { bucketOf } from '../core/document/balance.ts';
import type { Document } from '../core/document/document.ts';
import type { Connection } from './connection.ts';

/** More than are on their way at once, and little memory. */
const most = 2_000;

/**
 * The documents that are on their way and were read or written last, as the tables have them: each is asked for some twenty
 * times, and reading a row takes longer than most of what is done with it. One that is done costs no memory. Only `Documents`
 * writes them, and only one process writes a ledger; of a ledger that another process may be writing nothing is kept.
 */
export class RecentDocuments {
  readonly #connection: Pick<Connection, 'readOnly' | 'rollbacks'>;
  readonly #documents = new Map<number, Document>();
  #rollbacks = 0;

  constructor(connection: Pick<Connection, 'readOnly' | 'rollbacks'>) {
    this.#connection = connection;
  }

  get(id: number): Document | undefined {
    // What was written in a transaction that came to nothing is not in the tables.
    if (this.#rollbacks !== this.#connection.rollbacks) this.clear();
    const document = this.#documents.get(id);
    if (document === undefined) return undefined;
    // A Map is in the order in which its keys came.
    this.#documents.delete(id);
    this.#documents.set(id, document);
    return document;
  }

  put(document: Document): void {
    if (this.#connection.readOnly) return;
    if (this.#rollbacks !== this.#connection.rollbacks) this.clear();
    this.#documents.delete(document.id);
    if (bucketOf(document.state.kind, document.delivery.kind) !== 'moving') return;
    this.#documents.set(document.id, document);
    if (this.#documents.size <= most) return;
    for (const oldest of this.#documents.keys()) {
      this.#documents.delete(oldest);
      return;
    }
  }

  remove(id: number): void {
    this.#documents.delete(id);
  }

  clear(): void {
    this.#documents.clear();
    this.#rollbacks = this.#connection.rollbacks;
  }
}
