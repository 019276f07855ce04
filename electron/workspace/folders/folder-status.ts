import type { FolderStatus } from '../../core/contract/status.ts';
import type { Holds } from '../../core/document/hold.ts';
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

/** How many of a folder the disk holds up. */
export function blockedIn(ledger: LedgerReader, folderId: number): number {
  return ledger.documents.counts(folderId).reduce((sum, { wait, count }) => (wait === 'blocked' ? sum + count : sum), 0);
}

/** How a folder is, by the ledger. */
export function folderStatusOf(ledger: LedgerReader, { origin, ...folder }: FolderOfStatus, holds: Holds): FolderStatus {
  const { id, route } = folder;
  const known = origin === undefined ? undefined : ledger.routes.info(origin, route);
  return {
    ...folder,
    routeName: known?.name ?? route.id,
    balance: ledger.documents.balance(id),
    standings: ledger.documents.standings(id, holds),
    blocked: blockedIn(ledger, id),
    leftAlone: ledger.files.countSkipped(id),
    ...questionOf(ledger, folder),
    leftOut: leftOutOf(ledger, id).map(({ paths, ...rest }) => ({ ...rest, paths: paths.slice(0, shownPaths) })),
    openToOthers: ledger.meta.read('open-to-others', id) === true,
  };
}
