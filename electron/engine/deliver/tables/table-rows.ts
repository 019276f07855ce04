import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import { type Document, writtenAt } from '../../../core/document/document.ts';
import type { Route, RouteInfo } from '../../../core/protocol/route.ts';
import type { Ledger, LedgerReader } from '../../../ledger/ledger.ts';
import type { Folder } from '../../loop/watched-folders.ts';
import { atEarlierStep, type Delivered, gather } from '../delivered.ts';
import { cellsOf, cellsWithin, columnsWith } from './cells.ts';

export function hasWorkbooks({ outputs }: Pick<FolderSettings, 'outputs'>): boolean {
  return outputs.xlsx === 'folder';
}

/** Whether what a folder delivers is put into rows. */
export function hasTables({ outputs }: Pick<FolderSettings, 'outputs'>): boolean {
  return outputs.csv === 'folder' || hasWorkbooks({ outputs });
}

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
  const delivered = gather({ ledger }, infoOf(ledger, document.origin, document.route), document, folder.settings);
  if (delivered === undefined || ledger.documents.replacing(document.id) !== undefined) return;
  const deliveredAt = new Date(writtenAt(document.delivery) ?? document.changedAt).toISOString();
  for (const each of [atEarlierStep(delivered), delivered])
    if (each !== undefined) putRow(ledger, folder, document, each, deliveredAt);
}

function putRow({ tables }: Ledger, folder: Folder, { id, origin }: Document, delivered: Delivered, deliveredAt: string): void {
  const { route, fields } = delivered.info;
  const known = tables.find(folder.id, route);
  const columns = columnsWith(known?.columns ?? [], [delivered]);
  const table = known ?? tables.add({ folderId: folder.id, origin, route, columns, changes: 0, left: [] });
  const grown = columns === table.columns ? table : tables.update(table.id, { columns });
  const cells = cellsWithin(cellsOf(delivered, deliveredAt), columns, fields);
  tables.putRow(grown, { position: tables.lastPosition(table.id) + 1, documentId: id, csv: 0, cells });
}
