import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import { profileOf } from '../../../core/config/table-profile.ts';
import { writtenAt } from '../../../core/document/delivery.ts';
import type { Document } from '../../../core/document/document.ts';
import type { SheetColumn, SheetRecord } from '../../../core/document/sheet.ts';
import { boundedColumns } from '../../../core/document/table-columns.ts';
import type { Route, RouteInfo } from '../../../core/protocol/route.ts';
import type { Ledger, LedgerReader } from '../../../ledger/ledger.ts';
import type { Folder } from '../../loop/folder.ts';
import { cellsWithin } from '../csv.ts';
import { atEarlierStep, gather } from '../delivered.ts';
import { replacedBy } from '../delivery-target.ts';
import { columnsWith, type SheetCells, sheetCellsOf, sheetCellsOfCsv } from './xlsx.ts';

export function hasWorkbooks({ outputs }: Pick<FolderSettings, 'outputs'>): boolean {
  return outputs.xlsx === 'folder';
}

/** What the tables of a folder look like, as a text that is another one where they are to look otherwise; '' for none. */
export function wantedIn({ outputs, ...settings }: FolderSettings): string {
  if (!hasWorkbooks({ outputs })) return '';
  const { columns, values, tables } = outputs;
  return JSON.stringify([settings.route, values, columns, tables]);
}

/**
 * Puts the rows of a document that was delivered into the tables of its folder, that of its classification too, in the place of
 * those of the earlier content of its path, and takes its rows out of the tables of extractions that it has left. To be called in
 * the transaction in which it ceases to be due.
 *
 * One whose result is no longer in the ledger keeps the rows that it has; into a new workbook, its row in the CSV is
 * taken over.
 */
function putSheetRows(ledger: Ledger, folder: Folder, document: Document): void {
  const { origin, route } = document;
  const info = infoOf(ledger, origin, route);
  const routes = [route, ...(document.verdict === undefined ? [] : [document.verdict.route])];
  ledger.sheets.removeLeft(folder.id, document.id, routes);
  const deliveredAt = new Date(writtenAt(document.delivery) ?? document.changedAt).toISOString();
  const there = (of: RouteInfo) => ledger.sheets.find(folder.id, of.route)?.columns.map(({ name }) => name) ?? [];
  const put = (of: RouteInfo, names: readonly string[], cells: SheetCells) => {
    const columns = names.map((name) => ({ name }));
    putRow(ledger, { folder, origin, route: of.route }, document, { columns, body: JSON.stringify(cells) });
  };
  const delivered = gather({ ledger }, info, document, folder.settings);
  if (delivered === undefined) {
    const csv = document.droppedAt === undefined ? undefined : ledger.csv.current(folder.id, route);
    const cells = csv && ledger.csv.rowIn(csv.id, document.id)?.cells;
    const known = ledger.sheets.find(folder.id, route);
    if (cells === undefined || (known !== undefined && ledger.sheets.hasRow(known.id, document.id))) return;
    const columns = boundedColumns([...there(info), ...Object.keys(cells)], info.fields);
    put(info, columns, sheetCellsOfCsv(cellsWithin(cells, columns, info.fields), info));
    return;
  }
  for (const each of [atEarlierStep(delivered), delivered]) {
    if (each === undefined) continue;
    const { values } = profileOf(folder.settings, each.info.route);
    const typed = { ...each, typedCells: values !== 'printed' };
    const columns = columnsWith(typed, there(each.info));
    put(each.info, columns, sheetCellsOf(typed, deliveredAt, columns));
  }
}

/**
 * Puts the rows of documents that are due in a folder: of up to `limit`, until it has taken so long that others have their turn.
 * @returns whether more are due
 */
export function putDueRows(ledger: Ledger, folder: Folder, limit: number, isLong = () => false): boolean {
  const due = ledger.sheets.due(folder.id, limit + 1);
  if (due.length === 0) return false;
  let put = 0;
  ledger.transaction(() => {
    for (const id of due.slice(0, limit)) {
      const document = ledger.documents.get(id);
      if (document !== undefined) putSheetRows(ledger, folder, document);
      ledger.sheets.setDone(id);
      put += 1;
      if (isLong()) break;
    }
  });
  return put < due.length;
}

export function infoOf({ routes }: Pick<LedgerReader, 'routes'>, origin: string, route: Route): RouteInfo {
  return routes.info(origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 };
}

interface Place {
  readonly folder: Folder;
  readonly origin: string;
  readonly route: Route;
}

function putRow(
  ledger: Ledger,
  { folder, origin, route }: Place,
  document: Document,
  { body, columns }: { readonly body: string; readonly columns: readonly SheetColumn[] },
): void {
  const { sheets } = ledger;
  const known = sheets.find(folder.id, route);
  const sheet = known ?? sheets.add({ folderId: folder.id, origin, route, columns, revision: 0, saved: 0 });
  // The later content of its path has its place already.
  if (isReplacedIn(ledger, sheet, document)) return;
  const all = joined(sheet.columns, columns);
  if (all !== sheet.columns) sheets.update(sheet.id, { columns: all });
  sheets.putRow(sheet.id, document.id, body, rowToReplace(ledger, sheet, document));
}

/** The columns of both, each once; the first list itself if the second adds nothing. */
function joined(columns: readonly SheetColumn[], more: readonly SheetColumn[]): readonly SheetColumn[] {
  const all = new Map(columns.map((column) => [column.name, column]));
  let isMore = false;
  for (const column of more) {
    if (all.has(column.name)) continue;
    all.set(column.name, column);
    isMore = true;
  }
  return isMore ? [...all.values()] : columns;
}

/** The nearest earlier content of the document's path that has a row in this table, unless it has a file of its own again. */
function rowToReplace(ledger: Ledger, sheet: SheetRecord, document: Document): number | undefined {
  const seen = new Set([document.id]);
  for (let at = replacedBy(ledger, document); at !== undefined && !seen.has(at.id); at = replacedBy(ledger, at)) {
    if (ledger.sheets.hasRow(sheet.id, at.id)) return at.id;
    seen.add(at.id);
  }
  return undefined;
}

function isReplacedIn(ledger: Ledger, sheet: SheetRecord, document: Document): boolean {
  const seen = new Set([document.id]);
  let later = ledger.documents.replacing(document.id);
  let at = document;
  while (later !== undefined && !seen.has(later.id)) {
    if (replacedBy(ledger, later)?.id !== at.id) return false;
    if (ledger.sheets.hasRow(sheet.id, later.id)) return true;
    seen.add(later.id);
    at = later;
    later = ledger.documents.replacing(later.id);
  }
  return false;
}
