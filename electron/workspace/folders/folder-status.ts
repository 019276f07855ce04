import type { FolderStatus } from '../../core/contract/status.ts';
import type { LeftOut } from '../../core/watch/left-out.ts';
import { questionOf } from '../../engine/loop/questions.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/** A folder as its status is asked for. `origin`: the address of the service that its route belongs to; undefined before one was chosen. */
export type FolderOfStatus = Pick<FolderStatus, 'id' | 'path' | 'route' | 'health'> & { readonly origin: string | undefined };

/** So many of what is left out for one reason are shown with a folder. */
const shownPaths = 5;

/** What the last scans of a folder left out. */
export function leftOutOf(ledger: LedgerReader, folderId: number): readonly LeftOut[] {
  return ledger.meta.read('left-out', folderId) ?? [];
}

/** What of a folder waits to be sent, and what the disk holds up. */
export function notSent(ledger: LedgerReader, folderId: number): Pick<FolderStatus, 'unsent' | 'blocked'> {
  const counts = ledger.documents.counts(folderId);
  const sumWhere = (isMeant: (counted: (typeof counts)[number]) => boolean) =>
    counts.reduce((sum, counted) => (isMeant(counted) ? sum + counted.count : sum), 0);
  return {
    unsent: sumWhere(({ state, wait }) => state === 'settling' || wait === 'ready'),
    blocked: sumWhere(({ wait }) => wait === 'blocked'),
  };
}

/** How a folder is, by the ledger. */
export function folderStatusOf(ledger: LedgerReader, { origin, ...folder }: FolderOfStatus): FolderStatus {
  const { id, route } = folder;
  const known = origin === undefined ? undefined : ledger.routes.info(origin, route);
  return {
    ...folder,
    routeName: known?.name ?? route.id,
    balance: ledger.documents.balance(id),
    standings: ledger.documents.standings(id),
    ...notSent(ledger, id),
    leftAlone: ledger.files.countSkipped(id),
    ...questionOf(ledger, folder),
    leftOut: leftOutOf(ledger, id).map(({ paths, ...rest }) => ({ ...rest, paths: paths.slice(0, shownPaths) })),
    openToOthers: ledger.meta.read('open-to-others', id) === true,
  };
}
