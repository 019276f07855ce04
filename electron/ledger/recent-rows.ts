import type { Connection } from './connection.ts';
import { RecentlyUsed } from './recently-used.ts';

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

  constructor(connection: Pick<Connection, 'readOnly' | 'rollbacks'>) {
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
