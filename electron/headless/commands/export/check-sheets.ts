import { streamXlsxRows } from 'hucre/xlsx';
import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import type { SheetRecord } from '../../../core/document/sheet.ts';
import { infoOf } from '../../../engine/deliver/sheets/sheet-rows.ts';
import { headingsOf } from '../../../engine/deliver/sheets/write-sheet.ts';
import { cellIn, sheetCellsSchema } from '../../../engine/deliver/sheets/xlsx.ts';
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
  sheet: SheetRecord,
): Promise<ComparedSheet> {
  const entry = sheet.path === undefined ? undefined : await files.stat(sheet.path);
  const bytes = sheet.path === undefined || entry?.kind !== 'file' ? undefined : await files.read(sheet.path, 0, entry.size);
  const hashOf = (documentId: number) => ledger.documents.get(documentId)?.hash ?? '';
  const headings = headingsOf(folder, infoOf(ledger, sheet.origin, sheet.route), sheet);
  const own = sheet.columns.findLast(({ name }) => /^(?:intray_)*sha256$/.test(name))?.name;
  const column = headings.findIndex(({ name }) => name === own);
  const expected = [];
  for (const { documentId, body } of ledger.sheets.rows(sheet.id)) {
    const cells = column < 0 ? sheetCellsSchema.parse(JSON.parse(body)) : {};
    const key = column < 0 ? wholeRow(headings.map(({ name }) => cellIn(cells, name))) : hashOf(documentId);
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
