import { streamXlsxRows } from 'hucre/xlsx';
import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import type { TableRecord } from '../../../core/document/table.ts';
import { bookLooks } from '../../../engine/deliver/tables/workbook.ts';
import { bookRow } from '../../../engine/deliver/tables/xlsx.ts';
import type { Files } from '../../../engine/ports.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';

interface SheetWorld {
  readonly files: Files;
  readonly ledger: LedgerReader;
}

/** A workbook whose rows are compared: those that the ledger has, and those of its file, each as what it is known by. */
export interface ComparedSheet {
  readonly expected: readonly { readonly documentId: number; readonly key: string }[];
  readonly found: readonly string[];
}

/**
 * Reads a workbook, as any program would: a row is known by its SHA-256, and where the workbook does not have that
 * by all of its cells.
 * @throws DiskProblem, Error if the file cannot be read as what it is
 */
export async function readSheet(
  { files, ledger }: SheetWorld,
  folder: { readonly path: string; readonly settings: FolderSettings },
  table: TableRecord,
): Promise<ComparedSheet> {
  const { path } = table.book ?? {};
  const entry = path === undefined ? undefined : await files.stat(path);
  const bytes = path === undefined || entry?.kind !== 'file' ? undefined : await files.read(path, 0, entry.size);
  const hashOf = (documentId: number) => ledger.documents.get(documentId)?.hash ?? '';
  const looks = bookLooks(ledger, folder, table);
  const headings = looks.columns;
  const own = table.columns.findLast(({ name }) => /^(?:intray_)*sha256$/.test(name))?.name;
  const column = headings.findIndex(({ name }) => name === own);
  const expected = [];
  for (const { documentId, cells } of ledger.tables.rows(table)) {
    const key = column < 0 ? wholeRow(bookRow(cells, looks)) : hashOf(documentId);
    expected.push({ documentId, key });
  }
  const found: string[] = [];
  if (bytes === undefined) return { expected, found };
  for await (const { index, values } of streamXlsxRows(bytes)) {
    if (index === 0) continue;
    const row = headings.map((_, at) => values[at]);
    found.push(column < 0 ? wholeRow(row) : String(row[column] ?? ''));
  }
  return { expected, found };
}

function wholeRow(cells: readonly unknown[]): string {
  return JSON.stringify(cells.map(plain));
}

/** A workbook keeps a moment as a fraction of a day. */
function plain(cell: unknown): string {
  if (cell instanceof Date) return new Date(Math.round(cell.getTime() / 1_000) * 1_000).toISOString();
  return cell === null || cell === undefined ? '' : String(cell);
}
