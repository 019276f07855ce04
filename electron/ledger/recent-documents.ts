import type { Document } from '../core/document.ts';
import type { Connection } from './connection.ts';

/** More than are on their way at once, and little memory. */
const most = 2_000;

/**
 * The documents that were read or written last, as the tables have them: on its way a document is asked for some twenty
 * times, and reading a row takes longer than most of what is done with it. Only `Documents` writes them, and only one
 * process writes a ledger; of a ledger that another process may be writing nothing is kept.
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
    if (document !== undefined) this.#keep(document);
    return document;
  }

  put(document: Document): void {
    if (this.#connection.readOnly) return;
    if (this.#rollbacks !== this.#connection.rollbacks) this.clear();
    this.#keep(document);
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

  /** A Map is in the order in which its keys came. */
  #keep(document: Document): void {
    this.#documents.delete(document.id);
    this.#documents.set(document.id, document);
  }
}
