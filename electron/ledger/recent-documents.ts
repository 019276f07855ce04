import type { FileRow } from '../core/document/document.ts';
import type { Connection } from './connection.ts';
import { RecentlyUsed } from './recently-used.ts';

/** More than are in progress at once, and little memory. */
const maxMoving = 2_000;
/** Thousands of copies may ask for the same few. */
const maxDone = 32;

/**
 * The documents that were read or written last: each is asked for some twenty times while it is in progress, and reading a row
 * takes longer than most of what is done with it. Of those that are done few are kept. Only `Documents` writes them.
 */
export class RecentDocuments {
  readonly #moving: RecentlyUsed<FileRow>;
  readonly #done: RecentlyUsed<FileRow>;

  constructor(connection: Pick<Connection, 'readOnly' | 'rollbacks'>) {
    this.#moving = new RecentlyUsed(connection, maxMoving);
    this.#done = new RecentlyUsed(connection, maxDone);
  }

  get(id: number): FileRow | undefined {
    return this.#moving.get(id) ?? this.#done.get(id);
  }

  put(row: FileRow): void {
    this.remove(row.id);
    const isMoving = row.delivery.kind !== 'done' && row.file.kind !== 'gone';
    (isMoving ? this.#moving : this.#done).put(row.id, row);
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
