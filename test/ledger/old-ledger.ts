import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../electron/ledger/schema.ts';

/** A format of long ago. */
export const oldFormat = 2;

/**
 * Writes a ledger of an earlier version, with some documents.
 * @param bytes that it takes at least
 */
export function makeOldLedger(directory: string, { documents = 3, bytes = 0 } = {}): string {
  const file = join(directory, 'ledger.sqlite');
  const old = new DatabaseSync(file);
  old.exec(`${migrations.slice(0, oldFormat).join('')} PRAGMA application_id = ${0x496e7472}; PRAGMA user_version = ${oldFormat};
    INSERT INTO folders (path) VALUES ('/scans');
    INSERT INTO routes (origin, kind, service_id) VALUES ('https://api.example.com', 'extraction', 'route');`);
  const names = old.prepare('SELECT name, "notnull" AS needed, dflt_value AS usual FROM pragma_table_info(\'documents\')').all();
  const values: Record<string, string> = { folder_id: '1', state_json: `'{"kind":"processed"}'`, state: "'processed'" };
  Object.assign(values, { delivery: "'none'", delivery_json: `'{"kind":"none"}'`, path: "'scan ' || value || '.pdf'" });
  const columns = names
    .filter(({ name, needed, usual }) => name !== 'id' && needed === 1 && usual === null)
    .map(({ name }) => String(name));
  const series = `WITH RECURSIVE series (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM series WHERE value < ${documents})`;
  old.exec(`${series} INSERT INTO documents (${columns.join(', ')}) SELECT ${columns.map((name) => values[name] ?? '1').join(', ')} FROM series;
    INSERT INTO steps (document_id, position, route) SELECT id, step, 1 FROM documents;
    INSERT INTO meta (key, value) VALUES ('padding', hex(zeroblob(${Math.ceil(bytes / 2)})));`);
  old.close();
  return file;
}
