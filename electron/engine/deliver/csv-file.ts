import { basename, dirname, join } from 'node:path';
import { type FileFacts, sameFacts } from '../../core/document/document.ts';
import type { CsvRecord, CsvRow } from '../../core/document/records.ts';
import { type Cells, csvHeader, csvRows, shownIn } from './csv.ts';
import type { DeliveryWorld } from './delivery-target.ts';
import type { CsvJournalRow } from './write-journal.ts';

/** At most this many rows are in memory at once. */
const rowsAtOnce = 500;

type Layout = Pick<CsvRecord, 'id' | 'columns' | 'shown' | 'delimiter'>;

/**
 * The bytes of a whole CSV from the ledger's rows, in pieces, with changes: a row that is changed or replaced keeps its
 * position, new rows come last.
 */
export function* csvContent(
  world: DeliveryWorld,
  csv: Layout,
  changes: readonly CsvJournalRow[],
  removed: readonly number[] = [],
): Generator<Uint8Array> {
  const changed = new Map(changes.map((row) => [row.replaces ?? row.documentId, row]));
  const shown = shownIn(csv);
  const names = shown.map(({ name }) => name);
  yield csvHeader(
    shown.map(({ heading }) => heading),
    csv.delimiter,
  );
  let piece: Cells[] = [];
  for (const row of world.ledger.csv.rows(csv.id)) {
    if (removed.includes(row.documentId)) continue;
    const change = changed.get(row.documentId);
    changed.delete(row.documentId);
    piece.push(change?.cells ?? row.cells);
    if (piece.length < rowsAtOnce) continue;
    yield csvRows(piece, names, csv.delimiter);
    piece = [];
  }
  piece.push(...[...changed.values()].map((row) => row.cells));
  if (piece.length > 0) yield csvRows(piece, names, csv.delimiter);
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

/** No table that a person works with is larger. */
const maxTableBytes = 64 * 1024 * 1024;

/**
 * The rows at the end of a CSV that are no longer in it: who saves a table that was open for a while puts back what it was
 * then. A row is known by its SHA-256; where the table does not have that, nothing tells which are there: it has lost all of them.
 * One that a person took out of the middle stays out; if none is left, the table was made into something else: undefined.
 * @param hashColumn the name of the column with the SHA-256
 * @throws DiskProblem
 */
export async function lostRows(
  world: DeliveryWorld,
  record: CsvRecord,
  hashColumn: string,
): Promise<readonly CsvRow[] | undefined> {
  const entry = await world.files.stat(record.path);
  if (entry?.kind !== 'file' || entry.size > maxTableBytes) return undefined;
  if (!shownIn(record).some(({ name }) => name === hashColumn)) return [...world.ledger.csv.rows(record.id)];
  const content = Buffer.from(await world.files.read(record.path, 0, entry.size)).toString('latin1');
  const found = new Map<string, number>();
  // A table may have been saved as UTF-16.
  for (const [hash] of content.replaceAll('\0', '').matchAll(/[0-9a-f]{64}/g)) found.set(hash, (found.get(hash) ?? 0) + 1);
  let lost: CsvRow[] = [];
  let isAnyLeft = false;
  for (const row of world.ledger.csv.rows(record.id)) {
    const hash = world.ledger.documents.get(row.documentId)?.hash ?? '';
    const count = found.get(hash) ?? 0;
    if (count === 0) lost.push(row);
    else {
      found.set(hash, count - 1);
      isAnyLeft = true;
      lost = [];
    }
  }
  return isAnyLeft ? lost : undefined;
}

/** A lock file that is older was left behind by a program that crashed, in milliseconds. */
const lockMs = 24 * 3_600_000;

/**
 * Whether a spreadsheet has the table open, by the lock file that it puts beside it (LibreOffice, Excel): what is written
 * now would be lost when the person saves it.
 * @throws DiskProblem
 */
export async function isOpenElsewhere(world: DeliveryWorld, path: string): Promise<boolean> {
  for (const name of [`.~lock.${basename(path)}#`, `~$${basename(path)}`]) {
    const lock = await world.files.stat(join(dirname(path), name));
    if (lock !== undefined && world.clock.now() - lock.mtimeMs < lockMs) return true;
  }
  return false;
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
