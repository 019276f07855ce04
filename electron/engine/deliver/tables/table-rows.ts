import { type Document, fileNameOf, writtenAt } from '../../../core/document/document.ts';
import { printedIn } from '../../../core/document/table.ts';
import { fileColumn } from '../../../core/document/table-columns.ts';
import { type Route, type RouteInfo, routeKey } from '../../../core/protocol/route.ts';
import type { Ledger, LedgerReader } from '../../../ledger/ledger.ts';
import type { Folder } from '../../loop/watched-folders.ts';
import { atEarlierStep, type Delivered, gather, isReplaced } from '../delivered.ts';
import { type DeliveryTarget, type DeliveryWorld, hasTables } from '../delivery-target.ts';
import { carryTable } from './carry-table.ts';
import { cellsOf, cellsWithin, columnsWith } from './cells.ts';

export function infoOf({ routes }: Pick<LedgerReader, 'routes'>, origin: string, route: Route): RouteInfo {
  return routes.info(origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 };
}

/**
 * Puts rows of documents that were delivered before their folder had a table: a workbook has all of them, a CSV those that come.
 * @returns the last one that was looked at; undefined: none is left
 */
export function putMissingRows(
  ledger: Ledger,
  folder: Folder,
  { after, limit, isLong = () => false }: { readonly after: number; readonly limit: number; readonly isLong?: () => boolean },
): number | undefined {
  const ids = ledger.tables.withoutRow(folder.id, after, limit);
  let last: number | undefined;
  if (ids.length === 0) return undefined;
  ledger.transaction(() => {
    for (const id of ids) {
      const document = ledger.documents.get(id);
      if (document !== undefined) putRows(ledger, folder, document);
      last = id;
      if (isLong()) break;
    }
  });
  return last;
}

function putRows(ledger: Ledger, folder: Folder, document: Document): void {
  const delivered = gather(
    { ledger },
    infoOf(ledger, document.origin, document.route),
    document,
    folder.settings,
    isReplaced(ledger, document),
  );
  if (delivered === undefined) return;
  const deliveredAt = new Date(writtenAt(document.delivery) ?? document.changedAt).toISOString();
  for (const each of [atEarlierStep(delivered), delivered])
    if (each !== undefined) putRow(ledger, folder, document, each, deliveredAt);
}

function putRow({ tables }: Ledger, folder: Folder, { id, origin }: Document, delivered: Delivered, deliveredAt: string): void {
  const { route, fields } = delivered.info;
  const known = tables.find(folder.id, route);
  const all = cellsOf(delivered, deliveredAt);
  const columns = columnsWith(known?.columns ?? [], delivered.info, [all]);
  const table = known ?? tables.add({ folderId: folder.id, origin, route, columns, changes: 0, left: [] });
  const grown = columns === table.columns ? table : tables.update(table.id, { columns });
  const cells = cellsWithin(all, new Set(columns.map(({ name }) => name)), fields);
  tables.putRow(grown, { position: tables.lastPosition(table.id) + 1, documentId: id, csv: 0, cells });
}

/**
 * Whether the row of a document says another file name than this one; where a template names the directories too, another path.
 */
export function isRowNamedOtherwise(world: DeliveryWorld, target: DeliveryTarget, document: Document, path: string): boolean {
  const { fileAway } = target.folder.settings;
  const saysPath = document.undone !== undefined || (fileAway.kind === 'move' && fileAway.as !== undefined);
  return tablesOf(world, target, [document]).some(({ folder, info }) => {
    const table = world.ledger.tables.find(folder.id, info.route);
    const file = printedIn(
      table && world.ledger.tables.rowsOf(table, [document.id]).get(document.id)?.cells[fileColumn(info.fields)],
    );
    if (file === '') return false;
    return saysPath ? file !== path : fileNameOf(file) !== fileNameOf(path);
  });
}

/** The tables in which documents have rows: that of their route, and those of the classifications that they came from. */
function tablesOf({ ledger }: DeliveryWorld, target: DeliveryTarget, documents: readonly Document[]): DeliveryTarget[] {
  const infos = new Map([[routeKey(target.info.route), target.info]]);
  for (const { origin, verdict } of documents) {
    const info = verdict && ledger.routes.info(origin, verdict.route);
    if (info !== undefined) infos.set(routeKey(info.route), info);
  }
  return [...infos.values()].map((info) => ({ ...target, info }));
}

/**
 * Rows of renamed documents say their new names, in a table that is as it was written: for nothing but a name no new table is
 * begun.
 * @throws DiskProblem
 */
export async function renameRows(world: DeliveryWorld, target: DeliveryTarget, renamed: readonly Document[]): Promise<void> {
  if (!hasTables(target.folder.settings)) return;
  for (const table of tablesOf(world, target, renamed)) await carryTable(world, table, { wanted: [], renamed });
}
