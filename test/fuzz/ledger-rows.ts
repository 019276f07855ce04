import type { Connection } from '../../electron/ledger/connection.ts';
import { DamagedRow, Ledger } from '../../electron/ledger/ledger.ts';
import { openToWrite } from '../../electron/ledger/open.ts';
import { everything, invoices, origin, viewOf, writeEverywhere } from '../ledger/fixture.ts';

const unread = new Error('what was spoilt is to be forgotten');

/**
 * A ledger with something in every store, of which one cell after the other is spoilt: what reads it may only say which row is
 * damaged.
 */
export class SpoiltLedger {
  readonly #connection: Connection;
  readonly #ledger: Ledger;
  readonly #folderId: number;
  /** Every column that can be written, with its table. */
  readonly #cells: readonly { readonly table: string; readonly column: string }[];

  constructor() {
    this.#connection = openToWrite(':memory:');
    this.#ledger = new Ledger(this.#connection);
    this.#folderId = this.#ledger.folders.ensure('/scans').id;
    for (const mark of ['a', 'b']) writeEverywhere(this.#ledger, this.#folderId, mark);
    const tables = this.#connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    );
    this.#cells = tables.flatMap(({ name }) =>
      this.#connection.all(`PRAGMA table_info("${name}")`).map((info) => ({ table: String(name), column: String(info.name) })),
    );
  }

  /** @param which any number: the cell @param value put there if the table takes it, as text or as a number */
  read(which: number, value: string | number | null): void {
    const cell = this.#cells[which % this.#cells.length];
    if (cell === undefined) throw new Error('The ledger has no tables.');
    try {
      this.#ledger.transaction(() => {
        if (this.#spoil(cell, value)) this.#readAll();
        throw unread;
      });
    } catch (error) {
      if (error !== unread) throw error;
    }
  }

  #spoil({ table, column }: { readonly table: string; readonly column: string }, value: string | number | null): boolean {
    try {
      this.#connection.run(`UPDATE "${table}" SET "${column}" = ?`, value);
      return true;
    } catch {
      // A type, a key or a reference forbids it.
      return false;
    }
  }

  #readAll(): void {
    const ledger = this.#ledger;
    const [first, second] = [1, 2];
    for (const look of [
      () => everything(ledger, this.#folderId),
      ...[first, second].map((id) => () => ledger.documents.get(id)),
      () => ledger.documents.inBatch(first),
      () => ledger.documents.ready(this.#folderId, { origin, route: invoices }, Number.MAX_SAFE_INTEGER, 10),
      () => ledger.documents.toDeliver(this.#folderId, Number.MAX_SAFE_INTEGER, 10),
      () => ledger.documents.counts(),
      () => ledger.batches.duePolls(origin, Number.MAX_SAFE_INTEGER, 10),
      () => ledger.batches.get(first),
      () => ledger.routes.info(origin, invoices),
      () => ledger.routes.paused(origin, invoices),
      () => ledger.tables.all(this.#folderId).map((table) => [...ledger.tables.rows(table)]),
      () => ledger.requests.take(),
      () => ledger.meta.read('folder-settings', this.#folderId),
      () => viewOf(ledger).facts([0]),
    ]) {
      try {
        look();
      } catch (error) {
        if (!(error instanceof DamagedRow)) throw error;
      }
    }
  }
}
