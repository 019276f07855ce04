import { basename, dirname, join } from 'node:path';
import { type FileFacts, factsOf, sameFacts } from '../../../core/document/document.ts';
import { type CsvFile, type LeftCsv, type TableRecord, type TableRow, textIn } from '../../../core/document/table.ts';
import type { DeliveryWorld } from '../delivery-target.ts';
import { csvContent, csvRows } from './csv.ts';

/** The CSV of a table as it is on disk. */
export type CsvOnDisk =
  /**
   * As our last write left it, or was about to: `facts` are those that it has now. It ends at `end`: behind that is only what a write
   * that was interrupted has left of the rows that are still to be appended. `isWhole`: nothing is to be written any more.
   */
  | { readonly kind: 'ours'; readonly facts: FileFacts; readonly end: number; readonly isWhole: boolean }
  /** It was to be created, and has not been. */
  | { readonly kind: 'unbegun' }
  /** By a person. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'edited' };

/** Whether rows of a CSV are to be written that its file lacks, as far as the ledger knows. */
export function isBehind(world: Pick<DeliveryWorld, 'ledger'>, { id, changes }: TableRecord, csv: CsvFile): boolean {
  return csv.facts === undefined || csv.saved < changes || world.ledger.tables.lastIn(id, csv.number) > csv.upTo;
}

/**
 * Its facts tell, however long it is; only if they differ (a write was interrupted, a copy was put back, a disk was mounted again and has
 * other inodes) are its bytes compared. Changes nothing.
 * @throws DiskProblem
 */
export async function lookAtCsv(
  world: Pick<DeliveryWorld, 'files' | 'ledger'>,
  table: TableRecord,
  csv: CsvFile,
): Promise<CsvOnDisk> {
  const entry = await world.files.stat(csv.path);
  const behind = isBehind(world, table, csv);
  const rows = (part?: Part) => cellsIn(world, table, csv, part);
  const hasAll = async (size: number) => hasContent(world, csv.path, size, csvContent(rows(), csv));
  if (csv.facts === undefined) {
    if (entry?.kind !== 'file' || !(await hasAll(entry.size))) return { kind: 'unbegun' };
    return { kind: 'ours', facts: factsOf(entry), end: entry.size, isWhole: true };
  }
  if (entry === undefined) return { kind: 'deleted' };
  if (entry.kind !== 'file') return { kind: 'edited' };
  const facts = factsOf(entry);
  if (sameFacts(entry, csv.facts)) return { kind: 'ours', facts, end: facts.size, isWhole: !behind };
  const { size } = csv.facts;
  const hasOld = () => hasContent(world, csv.path, size, csvContent(rows({ upTo: csv.upTo }), csv));
  if (!behind)
    return entry.size === size && (await hasOld()) ? { kind: 'ours', facts, end: size, isWhole: true } : { kind: 'edited' };
  if (await hasAll(entry.size)) return { kind: 'ours', facts, end: entry.size, isWhole: true };
  if (csv.was !== undefined && (await world.files.hash(csv.path)).sha256 === csv.was)
    return { kind: 'ours', facts, end: facts.size, isWhole: false };
  if (csv.saved < table.changes || entry.size < size) return { kind: 'edited' };
  const appended = Buffer.concat([csvRows([...rows({ after: csv.upTo })], csv)]).subarray(0, entry.size - size);
  const tail = await world.files.read(csv.path, size, entry.size - size);
  // The rows before it may have been edited since: then our row is the person's too.
  const isBeginning = Buffer.compare(tail, appended) === 0 && (await hasOld());
  return isBeginning ? { kind: 'ours', facts, end: size, isWhole: false } : { kind: 'edited' };
}

/** Behind one position, and up to another. */
interface Part {
  readonly after?: number;
  readonly upTo?: number;
}

export function* cellsIn(
  { ledger }: Pick<DeliveryWorld, 'ledger'>,
  table: TableRecord,
  { number }: Pick<CsvFile, 'number'>,
  { after = 0, upTo = Number.POSITIVE_INFINITY }: Part = {},
): Generator<TableRow['cells']> {
  for (const row of ledger.tables.rows(table, { csv: number, after })) {
    if (row.position > upTo) return;
    yield row.cells;
  }
}

/** It is not touched again: what comes goes into a new one. */
export function leftCsv({ number, path, columns, facts }: CsvFile): LeftCsv {
  return { number, path, columns, ...(facts !== undefined && { facts }) };
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
  table: TableRecord,
  csv: CsvFile,
  hashColumn: string,
): Promise<readonly TableRow[] | undefined> {
  const entry = await world.files.stat(csv.path);
  if (entry?.kind !== 'file' || entry.size > maxTableBytes) return undefined;
  const written = function* () {
    for (const row of world.ledger.tables.rows(table, { csv: csv.number })) if (row.position <= csv.upTo) yield row;
  };
  if (!csv.columns.some(({ name }) => name === hashColumn)) return [...written()];
  const content = Buffer.from(await world.files.read(csv.path, 0, entry.size)).toString('latin1');
  const found = new Map<string, number>();
  // A table may have been saved as UTF-16.
  for (const [hash] of content.replaceAll('\0', '').matchAll(/[0-9a-f]{64}/g)) found.set(hash, (found.get(hash) ?? 0) + 1);
  let lost: TableRow[] = [];
  let isAnyLeft = false;
  for (const row of written()) {
    const hash = textIn(row.cells, hashColumn, 'printed');
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

/** Whether a file begins with exactly these bytes, which are so many. */
async function hasContent(
  world: Pick<DeliveryWorld, 'files'>,
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
