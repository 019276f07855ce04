import { type CsvFile, type LeftCsv, type TableRecord, type TableRow, textIn } from '../../../core/document/table.ts';
import { defined } from '../../../core/plain-data.ts';
import type { DeliveryWorld } from '../delivery-target.ts';
import { csvRows } from './csv.ts';
import { type FileOnDisk, lookAtFile, type OwnFile } from './table-file.ts';

/** Whether rows of a CSV are to be written that its file lacks, as far as the ledger knows. */
export function isBehind(world: Pick<DeliveryWorld, 'ledger'>, { id, changes }: TableRecord, csv: CsvFile): boolean {
  return csv.written === undefined || csv.saved < changes || world.ledger.tables.lastIn(id, csv.number) > csv.upTo;
}

/** `csv`: its record, as it is on disk, but for what an interrupted append has left. */
type CsvOnDisk = Exclude<FileOnDisk, OwnFile> | (OwnFile & { readonly csv: CsvFile });

/** @throws DiskProblem */
export async function lookAtCsv(
  world: Pick<DeliveryWorld, 'files' | 'ledger'>,
  table: TableRecord,
  csv: CsvFile,
): Promise<CsvOnDisk> {
  const onDisk = await lookAtFile(world, csv, () => csvRows([...cellsIn(world, table, csv, csv.upTo)], csv));
  if (onDisk.kind !== 'ours') return onDisk;
  const { next: _, ...rest } = csv;
  // What a death has interrupted may not be on the disk yet.
  if (onDisk.isNew) await world.files.sync(csv.path, onDisk.file);
  const has = onDisk.isNew ? { upTo: world.ledger.tables.lastIn(table.id, csv.number), saved: table.changes } : {};
  const { end, file } = onDisk;
  return { ...onDisk, csv: { ...rest, ...(end === file.size && { written: file }), ...has } };
}

/** The rows of a CSV behind a position. */
export function* cellsIn(
  { ledger }: Pick<DeliveryWorld, 'ledger'>,
  table: TableRecord,
  { number }: Pick<CsvFile, 'number'>,
  after = 0,
): Generator<TableRow['cells']> {
  for (const { cells } of ledger.tables.rows(table, { csv: number, after })) yield cells;
}

/** It is not touched again: what comes goes into a new one. */
export function leftCsv({ number, path, columns, written }: CsvFile): LeftCsv {
  return { number, path, columns, ...defined({ written }) };
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
