import { bucketOf } from '../core/document/balance.ts';
import type { Document } from '../core/document/document.ts';
import type { Connection } from './connection.ts';

/** More than are in progress at once, and little memory. */
const maxRecent = 2_000;

/**
 * A cache of the documents in progress that were read or written last: each is asked for some twenty times, and reading a row
 * takes longer than most of what is done with it. Documents that are done are not kept. Only `Documents` writes them, and
 * only one process writes a ledger; nothing is cached of a ledger that another process may be writing.
 */
export class RecentDocuments {
  readonly #connection: Pick<Connection, 'readOnly' | 'rollbacks'>;
  readonly #documents = new Map<number, Document>();
  #rollbacks = 0;

  constructor(connection: Pick<Connection, 'readOnly' | 'rollbacks'>) {
    this.#connection = connection;
  }

  get(id: number): Document | undefined {
    // What a rolled-back transaction wrote is not in the tables.
    if (this.#rollbacks !== this.#connection.rollbacks) this.clear();
    const document = this.#documents.get(id);
    if (document === undefined) return undefined;
    // A Map keeps its keys in the order of insertion.
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
    if (this.#documents.size <= maxRecent) return;
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
