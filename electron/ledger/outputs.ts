import { z } from 'zod';
import type { Document } from '../core/document/document.ts';
import type { OutputRecord } from '../core/document/records.ts';
import { parseRow, Table, withoutNulls } from './columns.ts';
import type { Connection, Deferred, Row } from './connection.ts';
import { RecentlyUsed } from './recently-used.ts';
import type { Tables } from './tables.ts';

/** As many documents as a folder delivers at once. */
const maxRecent = 50;

const rowShape = z.object({
  documentId: z.number(),
  kind: z.enum(['json', 'csv']),
  path: z.string(),
  hash: z.string().nullable(),
  state: z.enum(['intended', 'written']),
  unsynced: z.string().nullable(),
});

function outputOf(row: Row): OutputRecord {
  return withoutNulls(parseRow(rowShape, 'outputs', ['document_id', 'kind'], row));
}

/** The outputs that were written or are about to be, and the documents they belong to. Those of a transaction are written together. */
export class Outputs extends Table implements Deferred {
  readonly table = 'outputs';
  /** By document and kind. */
  readonly #changed = new Map<string, readonly (string | number | null)[]>();
  /** Those of documents that are being delivered are asked for again and again. */
  readonly #recent: RecentlyUsed<readonly OutputRecord[]>;

  constructor(connection: Connection) {
    super(connection);
    this.#recent = new RecentlyUsed(connection, maxRecent);
    connection.defer(this);
  }

  /** Sets the document's output of this kind; it has one of each. */
  put(output: OutputRecord): void {
    const { documentId, kind, path, hash, state, unsynced } = output;
    this.connection.transaction(() => {
      this.connection.willWrite();
      this.#changed.set(`${documentId} ${kind}`, [documentId, kind, path, hash ?? null, state, unsynced ?? null]);
    });
    const others = this.#recent.get(documentId)?.filter((other) => other.kind !== kind);
    if (others !== undefined) this.#recent.put(documentId, kind === 'json' ? [output, ...others] : [...others, output]);
  }

  forget(): void {
    this.#changed.clear();
  }

  write(): void {
    if (this.#changed.size === 0) return;
    const rows = JSON.stringify([...this.#changed.values()]);
    this.#changed.clear();
    this.connection.run(
      `INSERT INTO outputs (document_id, kind, path, hash, state, unsynced)
        SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5 FROM json_each(?) j WHERE true
        ON CONFLICT DO UPDATE SET path = excluded.path, hash = excluded.hash, state = excluded.state, unsynced = excluded.unsynced`,
      rows,
    );
  }

  /** Its JSON first. */
  of(documentId: number): readonly OutputRecord[] {
    const recent = this.#recent.get(documentId);
    if (recent !== undefined) return recent;
    const rows = this.connection.all('SELECT * FROM outputs WHERE document_id = ? ORDER BY kind DESC', documentId);
    const outputs = rows.map(outputOf);
    this.#recent.put(documentId, outputs);
    return outputs;
  }

  /** The output at this absolute path. Many documents share a CSV: then that of the newest one. */
  atPath(path: string): OutputRecord | undefined {
    const row = this.connection.get('SELECT * FROM outputs WHERE path = ? ORDER BY document_id DESC LIMIT 1', path);
    return row === undefined ? undefined : outputOf(row);
  }

  /** Outputs that were created without waiting for the disk; of one folder, or of all. In no order. */
  unsynced(folderId?: number, limit?: number): OutputRecord[] {
    const rows = this.connection.all(
      `SELECT o.* FROM outputs o INDEXED BY outputs_unsynced CROSS JOIN documents d ON d.id = o.document_id
        WHERE o.unsynced IS NOT NULL AND (? IS NULL OR d.folder_id = ?) LIMIT (? + 0)`,
      folderId ?? null,
      folderId ?? null,
      limit ?? -1,
    );
    return rows.map(outputOf);
  }

  /** They are known to be on disk, unless they have become other ones meanwhile. */
  setSynced(outputs: readonly OutputRecord[]): void {
    for (const { documentId } of outputs) this.#recent.remove(documentId);
    const synced = outputs.map(({ documentId, kind, path, hash }) => [documentId, kind, path, hash ?? null]);
    this.connection.writing('output synced', () =>
      this.connection.run(
        `UPDATE outputs SET unsynced = NULL FROM json_each(?) j
          WHERE document_id = j.value ->> 0 AND kind = j.value ->> 1 AND outputs.path = j.value ->> 2 AND hash IS j.value ->> 3`,
        JSON.stringify(synced),
      ),
    );
  }

  remove(documentId: number, kind: OutputRecord['kind']): void {
    this.#recent.remove(documentId);
    this.connection.run('DELETE FROM outputs WHERE document_id = ? AND kind = ?', documentId, kind);
  }
}

/** Where what was written for a document is: its JSON, and the CSV that has its row. Absolute paths. */
export function writtenFor(
  { outputs, tables }: { readonly outputs: Pick<Outputs, 'of'>; readonly tables: Pick<Tables, 'csvOf'> },
  document: Pick<Document, 'folderId' | 'id' | 'route'>,
): readonly { readonly kind: 'json' | 'csv'; readonly path: string }[] {
  const json = outputs
    .of(document.id)
    .flatMap(({ path, state }) => (state === 'written' ? [{ kind: 'json' as const, path }] : []));
  const path = tables.csvOf(document);
  return path === undefined ? json : [...json, { kind: 'csv', path }];
}
