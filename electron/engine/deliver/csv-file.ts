import { type FileFacts, sameFacts } from '../../core/document/document.ts';
import type { CsvRecord } from '../../core/document/records.ts';
import { type Cells, csvHeader, csvRows } from './csv.ts';
import type { DeliveryWorld } from './delivery-target.ts';
import type { CsvJournalRow } from './write-journal.ts';

/** At most this many rows are in memory at once. */
const rowsAtOnce = 500;

type Layout = Pick<CsvRecord, 'id' | 'columns' | 'delimiter'>;

/**
 * The bytes of a whole CSV from the ledger's rows, in pieces, with changes: a row that is changed or replaced keeps its
 * position, new rows come last.
 */
export function* csvContent(world: DeliveryWorld, csv: Layout, changes: readonly CsvJournalRow[]): Generator<Uint8Array> {
  const changed = new Map(changes.map((row) => [row.replaces ?? row.documentId, row]));
  yield csvHeader(csv.columns, csv.delimiter);
  let piece: Cells[] = [];
  for (const row of world.ledger.csv.rows(csv.id)) {
    const change = changed.get(row.documentId);
    changed.delete(row.documentId);
    piece.push(change?.cells ?? row.cells);
    if (piece.length < rowsAtOnce) continue;
    yield csvRows(piece, csv.columns, csv.delimiter);
    piece = [];
  }
  piece.push(...[...changed.values()].map((row) => row.cells));
  if (piece.length > 0) yield csvRows(piece, csv.columns, csv.delimiter);
}

export type CsvOnDisk =
  | { readonly kind: 'ours'; readonly record: CsvRecord }
  /** It was to be created, and has not been. */
  | { readonly kind: 'unbegun' }
  /** By a person. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'edited' };

/** The facts of a CSV that has not been created yet. */
export const unbegun: FileFacts = { size: 0, mtimeMs: 0, ino: 0 };

/**
 * Whether a CSV is as our last write left it. Its facts tell, however long it is; only if they differ (a copy was put back,
 * a disk was mounted again and has other inodes) are its bytes compared.
 * @throws DiskProblem
 */
export async function lookAtCsv(world: DeliveryWorld, record: CsvRecord): Promise<CsvOnDisk> {
  if (record.facts.size === 0) return { kind: 'unbegun' };
  const entry = await world.files.stat(record.path);
  if (entry === undefined) return { kind: 'deleted' };
  if (entry.kind !== 'file' || entry.size !== record.facts.size) return { kind: 'edited' };
  if (sameFacts(entry, record.facts)) return { kind: 'ours', record };
  if (!(await hasContent(world, record.path, entry.size, csvContent(world, record, [])))) return { kind: 'edited' };
  return { kind: 'ours', record: world.ledger.csv.update(record.id, { facts: factsOf(entry) }) };
}

/** Whether a file consists of exactly these bytes. */
export async function hasContent(
  world: DeliveryWorld,
  path: string,
  size: number,
  pieces: Iterable<Uint8Array>,
): Promise<boolean> {
  let position = 0;
  for (const piece of pieces) {
    if (position + piece.length > size) return false;
    const found = await world.files.read(path, position, piece.length);
    if (Buffer.compare(found, piece) !== 0) return false;
    position += piece.length;
  }
  return position === size;
}

export function factsOf({ size, mtimeMs, ino }: FileFacts): FileFacts {
  return { size, mtimeMs, ino };
}
