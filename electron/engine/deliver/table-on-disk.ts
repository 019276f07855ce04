import { parse } from 'csv-parse/sync';
import { fileColumn, hashColumn, ownColumns } from '../../core/document/table-columns.ts';
import type { RouteInfo } from '../../core/protocol/route.ts';
import { absolutePath, type Folder } from '../loop/folder.ts';
import { type Cells, cellIn, csvHeader, csvRows } from './csv.ts';
import { factsOf } from './csv-file.ts';
import type { DeliveryWorld } from './delivery-target.ts';
import { csvName } from './names.ts';
import { writeCsvJournal } from './write-journal.ts';

/** No table that a person works with is larger. Bytes. */
export const maxTableBytes = 64 * 1024 * 1024;
/** The machine that died while it wrote left at most one row unfinished: it ends in the last lines. */
const maxCut = 200;

interface TableOnDisk {
  readonly columns: readonly string[];
  readonly delimiter: string;
  readonly rows: readonly Cells[];
  /** Bytes. What follows is part of a row. */
  readonly size: number;
}

/**
 * Takes up the table of a folder's route as another machine left it on the disk: the ledger has its rows then as if they were
 * written from here. Part of a row that the other one was writing when it died is cut off. A table that is not of Intray's
 * making, has rows of documents that are not known here, or has only some of the columns, so that a row does not say all that
 * belongs to it, is left as it is, and another one continues it.
 *
 * @param path relative to the folder; if none is known, or it was only about to be begun, it is the one that has the usual name
 * @param waits files of the folder may not have been read yet: then a table that has rows of them is not taken up before
 * @returns false if it is not taken up yet
 * @throws DiskProblem
 */
export async function takeUpTable(
  world: DeliveryWorld,
  folder: Folder,
  origin: string,
  info: RouteInfo,
  path: string | undefined,
  waits: boolean,
): Promise<boolean> {
  const { files, ledger } = world;
  const usual = csvName(info, 1, folder.path);
  const isBegun = path !== undefined && (await files.stat(absolutePath(folder, path))) !== undefined;
  const absolute = absolutePath(folder, isBegun ? path : usual);
  const entry = await files.stat(absolute);
  const isReadable = entry?.kind === 'file' && entry.size > 0 && entry.size <= maxTableBytes;
  const bytes = isReadable ? await files.read(absolute, 0, entry.size) : undefined;
  const table = bytes === undefined ? undefined : readTableOnDisk(Buffer.from(bytes));
  const isComplete =
    table !== undefined && ownColumns(info.route.kind, info.fields).every((name) => table.columns.includes(name));
  if (waits && isComplete && (await hasUnread(world, folder, origin, info, table))) return false;
  const rows = !isComplete ? undefined : documentsOf(world, folder, origin, info, table);
  const isCut = entry !== undefined && table !== undefined && rows !== undefined && table.size < entry.size;
  const facts = isCut ? await files.writeAt(absolute, factsOf(entry), table.size, new Uint8Array()) : entry;
  ledger.transaction(() => {
    // What it was about to write when it was last its turn is decided anew.
    writeCsvJournal(world, folder.id, undefined);
    ledger.meta.write('delivery-csv-elsewhere', undefined, folder.id);
    for (
      let left = ledger.csv.current(folder.id, info.route);
      left !== undefined;
      left = ledger.csv.current(folder.id, info.route)
    )
      ledger.csv.update(left.id, { state: 'left' });
    if (table === undefined || rows === undefined || facts === undefined) return;
    const { columns, delimiter } = table;
    const layout = { folderId: folder.id, route: info.route, path: absolute, columns, delimiter } as const;
    const record = ledger.csv.add({ ...layout, facts: factsOf(facts), state: 'current' });
    for (const { documentId, cells } of rows) ledger.csv.putRow(record.id, documentId, cells);
  });
  return true;
}

/**
 * Whether a file that has a row is there, and has not been read here yet: another document of its content would be taken for it, or
 * the row for one of a document that nobody knows.
 */
async function hasUnread(
  { files, ledger }: DeliveryWorld,
  folder: Folder,
  origin: string,
  { route, fields }: RouteInfo,
  { rows }: TableOnDisk,
): Promise<boolean> {
  for (const cells of rows) {
    const path = cellIn(cells, fileColumn(fields));
    const same = ledger.documents.withContent(origin, route, cellIn(cells, hashColumn(fields)));
    if (same.some((each) => each.folderId === folder.id && each.path.normalize('NFC') === path.normalize('NFC'))) continue;
    // It has another content by now, which has been read.
    if (ledger.documents.atPath(folder.id, path)[0]?.hash !== undefined) continue;
    if ((await files.stat(absolutePath(folder, path)))?.kind === 'file') return true;
  }
  return false;
}

/** The document of each row; undefined if one of them is not known. */
function documentsOf(
  { ledger }: DeliveryWorld,
  folder: Folder,
  origin: string,
  { route, fields }: RouteInfo,
  { rows }: TableOnDisk,
): readonly { readonly documentId: number; readonly cells: Cells }[] | undefined {
  const found: { readonly documentId: number; readonly cells: Cells }[] = [];
  const taken = new Set<number>();
  for (const cells of rows) {
    const path = cellIn(cells, fileColumn(fields)).normalize('NFC');
    const same = ledger.documents.withContent(origin, route, cellIn(cells, hashColumn(fields)));
    const free = same.filter(({ id, folderId }) => folderId === folder.id && !taken.has(id));
    const document = free.find((each) => each.path.normalize('NFC') === path) ?? free[0];
    if (document === undefined) return undefined;
    taken.add(document.id);
    found.push({ documentId: document.id, cells });
  }
  return found;
}

/** A table of Intray's, to the byte; undefined if it is not one. */
export function readTableOnDisk(bytes: Buffer): TableOnDisk | undefined {
  const delimiter = delimiterIn(bytes);
  if (delimiter === undefined) return undefined;
  let size = bytes.length;
  for (let turn = 0; turn < maxCut && size > 0; turn += 1) {
    const table = tableIn(bytes.subarray(0, size), delimiter);
    if (table !== undefined) return table;
    size = bytes.lastIndexOf('\r\n', Math.max(0, size - 3)) + 2;
    if (size < 2) return undefined;
  }
  return undefined;
}

/** Only what would be written from these cells again, to the byte, is such a table. */
function tableIn(bytes: Buffer, delimiter: string): TableOnDisk | undefined {
  if (bytes.at(-1) !== 10) return undefined;
  const lines = linesIn(bytes, delimiter);
  const [columns, ...cells] = lines ?? [];
  if (columns === undefined || new Set(columns).size < columns.length) return undefined;
  const rows = cells.map((row): Cells => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])));
  const again = Buffer.concat([csvHeader(columns, delimiter), csvRows(rows, columns, delimiter)]);
  return again.equals(bytes) ? { columns, delimiter, rows, size: bytes.length } : undefined;
}

function linesIn(bytes: Buffer, delimiter: string): string[][] | undefined {
  try {
    return parse(bytes, { bom: true, delimiter, record_delimiter: '\r\n' });
  } catch {
    return undefined;
  }
}

/** What a row says about a content that was sent: its file at that time, relative to the folder, and the service's ids. */
export interface SentRow {
  readonly file: string;
  readonly batchId: string;
  readonly fileId?: string;
  /** People had confirmed or corrected its values. */
  readonly reviewed: boolean;
}

/**
 * The rows of a table of Intray's, by SHA-256; also of one that a person has edited and saved since, as far as it can be read.
 *
 * @param names of columns that have headings of their own, by heading
 */
export function sentRowsIn(bytes: Buffer, names: ReadonlyMap<string, string>): ReadonlyMap<string, SentRow> {
  const rows = new Map<string, SentRow>();
  const delimiter = delimiterIn(bytes);
  if (delimiter === undefined) return rows;
  let columns: ReturnType<typeof columnsIn> | undefined;
  const take = (cells: readonly string[]): undefined => {
    if (columns === undefined) {
      columns = columnsIn(cells.map((heading) => names.get(heading) ?? heading));
      return;
    }
    const [sha256, batchId, fileId, file, by] = columns.map((index) => cells[index] ?? '');
    if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256) || !batchId || !file) return;
    rows.set(sha256, { file, batchId, ...(fileId && { fileId }), reviewed: Boolean(by) });
  };
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      on_record: take,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_error: true,
    });
  } catch {
    // What was read before counts.
  }
  return rows;
}

/** Where the columns are that say what was sent. A field of that name comes before ours, which is `intray_sha256` then. */
function columnsIn(headings: readonly string[]): readonly number[] {
  return ['sha256', 'batch_id', 'file_id', 'file', 'reviewed_by'].map((column) => {
    const [longest] = headings
      .filter((name) => name.replace(/^(intray_)*/, '') === column)
      .toSorted((a, b) => b.length - a.length);
    return longest === undefined ? -1 : headings.lastIndexOf(longest);
  });
}

function delimiterIn(bytes: Buffer): string | undefined {
  return /^\u{feff}?"?[^"\r\n,;\t|]*"?([,;\t|])/u.exec(bytes.subarray(0, 1_000).toString())?.[1];
}
