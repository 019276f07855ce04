import { Ledger } from '../../electron/ledger/ledger.ts';
import { openToWrite } from '../../electron/ledger/open.ts';

type Connection = ReturnType<typeof openToWrite>;

let open: { readonly connection: Connection; readonly tables: readonly string[] } | undefined;

/** An empty ledger in memory. All runs of a thread share one, which is emptied: opening costs more than a run's writes. */
export function emptyLedger(): Ledger {
  if (open === undefined) {
    const connection = openToWrite(':memory:');
    const rows = connection.all(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_%'`);
    open = { connection, tables: [...rows.map(({ name }) => String(name)), 'search_parts', 'search_pending'] };
  }
  const { connection, tables } = open;
  connection.execute(`
    PRAGMA foreign_keys = OFF;
    BEGIN;
    ${tables.map((table) => `DELETE FROM ${table};`).join('\n')}
    COMMIT;
    PRAGMA foreign_keys = ON;
  `);
  return new Ledger(connection);
}
