import { parse } from 'csv-parse/sync';
import { streamXlsxRows } from 'hucre/xlsx';
import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import type { TableColumn } from '../../../core/config/table-profile.ts';
import type { Document } from '../../../core/document/document.ts';
import { type CsvFile, type TableRecord, type TableRow, textIn } from '../../../core/document/table.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { assertNever } from '../../../core/result.ts';
import { safeToOpen } from '../../../core/values/safe-to-open.ts';
import { isReplaced } from '../../../engine/deliver/delivered.ts';
import { hasWorkbooks } from '../../../engine/deliver/delivery-target.ts';
import { bookLooks } from '../../../engine/deliver/tables/workbook.ts';
import { bookRow } from '../../../engine/deliver/tables/xlsx.ts';
import type { Chosen, ExportWorld } from './selection.ts';

/** How the tables of a folder compare with the ledger. Counts of rows. */
export interface Balance {
  /** The folder's, absolute. */
  readonly path: string;
  /** Documents that were delivered, and the rows that the ledger has of them. */
  readonly delivered: number;
  readonly rows: number;
  /** Documents that were delivered and whose results are no longer in the ledger: their rows are compared all the same. */
  readonly dropped: number;
  readonly differences: readonly Difference[];
}

/** `table`: absolute. `missing`: the files whose row is not in it; `more`: rows that are nobody's. */
export type Difference =
  | { readonly kind: 'no-row'; readonly files: readonly string[] }
  | { readonly kind: 'unreadable'; readonly table: string; readonly why: Message }
  | { readonly kind: 'table'; readonly table: string; readonly missing: readonly string[]; readonly more: number };

/**
 * Proves that every delivered document has its one row: the ledger is compared with the tables on disk, and nothing is
 * written. A row is known by its SHA-256, however a person has sorted or edited the table; where the table does not have that, by
 * all of its cells.
 */
export async function* checkTables(world: ExportWorld, chosen: readonly Chosen[]): AsyncGenerator<Balance> {
  const { ledger } = world;
  for (const { folder, ids, dropped } of chosen) {
    const { path, settings } = folder;
    const hasCsv = settings?.outputs.csv !== 'off';
    const hasBooks = settings !== undefined && hasWorkbooks(settings);
    if (!hasCsv && !hasBooks) continue;
    const done = ids.flatMap((id) => ledger.documents.get(id) ?? []).filter(({ delivery }) => delivery.kind === 'done');
    const differences: Difference[] = [];
    const withRow = new Set<number>();
    const withLine = new Set<number>();
    for (const table of ledger.tables.all(folder.id)) {
      const { csv } = table;
      if (hasCsv && csv !== undefined)
        differences.push(...(await compare(world, csvOnDisk(csv), ledger.tables.rows(table, { csv: csv.number }), withRow)));
      if (hasBooks)
        differences.push(
          ...(await compare(world, bookOnDisk(ledger, { path, settings }, table), ledger.tables.rows(table), withLine)),
        );
    }
    const lacks = ({ id }: Document) => (hasCsv && !withRow.has(id)) || (hasBooks && !withLine.has(id));
    // A content whose path another one has may have come before the table.
    const delivered = done.filter((document) => !lacks(document) || !isReplaced(ledger, document));
    const without = delivered.filter(lacks);
    if (without.length > 0) differences.push({ kind: 'no-row', files: without.map((document) => document.path) });
    yield { path, delivered: delivered.length, rows: delivered.length - without.length, dropped, differences };
  }
}

/** A table beside the documents. */
interface OnDisk {
  readonly path: string;
  readonly columns: readonly TableColumn[];
  /** What the ledger says stands in a row. */
  cellsOf(row: TableRow): readonly unknown[];
  /** The rows of the file, with the headings. @throws Error if they cannot be read */
  read(bytes: Uint8Array): Promise<readonly (readonly unknown[])[]>;
}

/** @param noted gets the documents that have a row by the ledger */
async function compare(
  { files, ledger }: ExportWorld,
  { path, columns, cellsOf, read }: OnDisk,
  rows: Iterable<TableRow>,
  noted: Set<number>,
): Promise<readonly Difference[]> {
  const expected = [...rows];
  for (const { documentId } of expected) noted.add(documentId);
  // The column with the SHA-256, however often its name was taken.
  const own = columns.findLast(({ name }) => /^(?:intray_)*sha256$/.test(name));
  const wholeRow = (cells: readonly unknown[]) => JSON.stringify(cells.map(plain));
  const left = new Map<string, number>();
  try {
    const entry = await files.stat(path);
    const [headings = [], ...found] = entry?.kind === 'file' ? await read(await files.read(path, 0, entry.size)) : [];
    const at = own === undefined ? undefined : headings.map(plain).lastIndexOf(safeToOpen(own.heading));
    for (const row of found) {
      const key = at === undefined ? wholeRow(columns.map((_, index) => row[index])) : plain(row[at]);
      left.set(key, (left.get(key) ?? 0) + 1);
    }
  } catch (error) {
    return [{ kind: 'unreadable', table: path, why: messageOf(error) }];
  }
  const missing = expected.filter((row) => {
    const key = own === undefined ? wholeRow(cellsOf(row)) : (ledger.documents.get(row.documentId)?.hash ?? '');
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
  const more = [...left.values()].reduce((sum, count) => sum + count, 0);
  if (missing.length + more === 0) return [];
  const named = missing.map(({ documentId }) => ledger.documents.get(documentId)?.path ?? '');
  return [{ kind: 'table', table: path, missing: named, more }];
}

function csvOnDisk({ path, delimiter, columns, values }: CsvFile): OnDisk {
  return {
    ...{ path, columns },
    cellsOf: ({ cells }) => columns.map(({ name }) => safeToOpen(textIn(cells, name, values))),
    read: async (bytes) =>
      parse(Buffer.from(bytes), { bom: true, delimiter, relax_column_count: true, relax_quotes: true }) as string[][],
  };
}

function bookOnDisk(
  ledger: ExportWorld['ledger'],
  folder: { readonly path: string; readonly settings: FolderSettings },
  table: TableRecord,
): OnDisk {
  const looks = bookLooks(ledger, folder, table);
  return {
    path: table.book?.path ?? folder.path,
    columns: looks.columns,
    cellsOf: ({ cells }) => bookRow(cells, looks),
    async read(bytes) {
      const rows: (readonly unknown[])[] = [];
      for await (const { values } of streamXlsxRows(bytes)) rows.push(values);
      return rows;
    },
  };
}

/** A workbook keeps a moment as a fraction of a day. */
function plain(cell: unknown): string {
  if (cell instanceof Date) return new Date(Math.round(cell.getTime() / 1_000) * 1_000).toISOString();
  return cell === null || cell === undefined ? '' : String(cell);
}

/** For people: a line for a folder whose books balance, else what differs and what to do. Pure. */
export function balanceMessages({ path, delivered, dropped, differences }: Balance): readonly Message[] {
  const noLonger = dropped === 0 ? [] : [say('answers.export.dropped', { path, count: dropped })];
  if (differences.length === 0) return [say('answers.export.balanced', { path, count: delivered }), ...noLonger];
  return [
    ...noLonger,
    ...differences.map((difference) => {
      switch (difference.kind) {
        case 'no-row':
          return say('answers.export.noRow', { path, count: difference.files.length, first: difference.files[0] ?? '' });
        case 'unreadable':
          return say('answers.about', { path: difference.table, message: difference.why });
        case 'table':
          return say('answers.export.rowsDiffer', {
            path: difference.table,
            missing: difference.missing.length,
            more: difference.more,
          });
        default:
          return assertNever(difference);
      }
    }),
    say('answers.export.rebalance', { path }),
  ];
}
