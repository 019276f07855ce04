import { z } from 'zod';
import type { OutputRecord } from '../core/document/records.ts';
import { parseRow, Table, withoutNulls } from './columns.ts';
import type { Connection, Row } from './connection.ts';
import { RecentlyUsed } from './recently-used.ts';
import { TransactionCache } from './transaction-cache.ts';

/** As many documents as a folder delivers at once. */
const maxRecent = 50;

/** With the place of an output: the path up to its name, or, of a CSV, which many documents share, the whole path. */
const outputRows = 'SELECT o.*, p.path AS place_path FROM outputs o JOIN places p ON p.id = o.place';

const rowShape = z.object({
  documentId: z.number(),
  kind: z.enum(['json', 'csv']),
  placePath: z.string(),
  name: z.string(),
  hash: z.instanceof(Uint8Array).nullable(),
  state: z.enum(['intended', 'written']),
  unsynced: z.string().nullable(),
});

function outputOf(row: Row): OutputRecord {
  const { placePath, name, hash, ...output } = withoutNulls(parseRow(rowShape, 'outputs', ['document_id', 'kind'], row));
  const { documentId, kind, state, unsynced } = output;
  return {
    ...{ documentId, kind, path: placePath + name },
    ...(hash !== undefined && { hash: Buffer.from(hash).toString('hex') }),
    ...{ state, ...(unsynced !== undefined && { unsynced }) },
  };
}

/** Where the name of a file begins, on any system. */
function splitAtName(path: string): readonly [place: string, name: string] {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return [path.slice(0, at), path.slice(at)];
}

/** The outputs that were written or are about to be, and the documents they belong to. */
export class Outputs extends Table {
  readonly #places: TransactionCache<number | undefined>;
  /** Those of documents that are being delivered are asked for again and again. */
  readonly #recent: RecentlyUsed<readonly OutputRecord[]>;

  constructor(connection: Connection) {
    super(connection);
    this.#places = new TransactionCache(connection);
    this.#recent = new RecentlyUsed(connection, maxRecent);
  }

  /** Sets the document's output of this kind; it has one of each. */
  put(output: OutputRecord): void {
    const { documentId, kind, path, hash, state, unsynced } = output;
    const [place, name] = kind === 'csv' ? [path, ''] : splitAtName(path);
    const placeId = this.#place(place) ?? this.#addPlace(place);
    this.connection.run(
      `INSERT INTO outputs (document_id, kind, place, name, hash, state, unsynced) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET place = excluded.place, name = excluded.name, hash = excluded.hash, state = excluded.state,
          unsynced = excluded.unsynced`,
      documentId,
      kind,
      placeId,
      name,
      bytesOf(hash),
      state,
      unsynced ?? null,
    );
    const others = this.#recent.get(documentId)?.filter((other) => other.kind !== kind);
    if (others !== undefined) this.#recent.put(documentId, kind === 'json' ? [output, ...others] : [...others, output]);
  }

  /** Its JSON first. */
  of(documentId: number): readonly OutputRecord[] {
    const recent = this.#recent.get(documentId);
    if (recent !== undefined) return recent;
    const rows = this.connection.all(`${outputRows} WHERE o.document_id = ? ORDER BY o.kind DESC`, documentId);
    const outputs = rows.map(outputOf);
    this.#recent.put(documentId, outputs);
    return outputs;
  }

  /** The output at this absolute path. Many documents share a CSV: then that of the newest one. */
  atPath(path: string): OutputRecord | undefined {
    const found = [[path, ''] as const, splitAtName(path)].flatMap(([place, name]) => {
      const id = this.#place(place);
      if (id === undefined) return [];
      const row = this.connection.get(
        `${outputRows} WHERE o.place = ? AND o.name = ? ORDER BY o.document_id DESC LIMIT 1`,
        ...[id, name],
      );
      return row === undefined ? [] : [outputOf(row)];
    });
    return found.toSorted((a, b) => b.documentId - a.documentId)[0];
  }

  /** Outputs that were created without waiting for the disk; of one folder, or of all. In no order. */
  unsynced(folderId?: number, limit?: number): OutputRecord[] {
    const rows = this.connection.all(
      `SELECT o.*, p.path AS place_path FROM outputs o INDEXED BY outputs_unsynced
        CROSS JOIN documents d ON d.id = o.document_id CROSS JOIN places p ON p.id = o.place
        WHERE o.unsynced IS NOT NULL AND (? IS NULL OR d.folder_id = ?) LIMIT (? + 0)`,
      folderId ?? null,
      folderId ?? null,
      limit ?? -1,
    );
    return rows.map(outputOf);
  }

  /** They are known to be on disk, unless they have become other ones meanwhile. */
  setSynced(outputs: readonly OutputRecord[]): void {
    this.connection.writing('output synced', () => {
      for (const { documentId, kind, path, hash } of outputs) {
        this.#recent.remove(documentId);
        this.connection.run(
          `UPDATE outputs SET unsynced = NULL WHERE document_id = ? AND kind = ? AND hash IS ?
            AND (SELECT path FROM places WHERE id = place) || name = ?`,
          ...[documentId, kind, bytesOf(hash), path],
        );
      }
    });
  }

  remove(documentId: number, kind: OutputRecord['kind']): void {
    this.#recent.remove(documentId);
    this.connection.run('DELETE FROM outputs WHERE document_id = ? AND kind = ?', documentId, kind);
  }

  #place(path: string): number | undefined {
    return this.#places.get(path, () => this.connection.number('SELECT id FROM places WHERE path = ?', path));
  }

  #addPlace(path: string): number {
    this.#places.clear();
    return this.insert('places', { path });
  }
}

function bytesOf(hash: string | undefined): Uint8Array | null {
  return hash === undefined ? null : Buffer.from(hash, 'hex');
}
