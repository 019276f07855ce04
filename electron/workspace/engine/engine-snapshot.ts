import type { BudgetState } from '../../core/account/budget.ts';
import { type Gate, openGate } from '../../core/account/gate.ts';
import { fullRate, perSecondAt, usualPerSecond } from '../../core/account/rate.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { FolderHealth } from '../../core/contract/status.ts';
import type { FolderRecord } from '../../core/document/records.ts';
import { budgetStates, serviceStates, timeZoneOf } from '../../engine/loop/budgets.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { MetaValue } from '../../ledger/meta.ts';

/**
 * The engine snapshot: what an engine records of itself in the ledger, for programs that look from outside. It is what the
 * engine said last; whether one is running now, only the lock on the data directory tells. An entry that cannot be read
 * counts as missing.
 */
type Meta = LedgerReader['meta'];

/** What stood in the way of all calls; open if nothing did. */
export function recordedGate(meta: Meta): Gate {
  return meta.read('gate') ?? openGate;
}

export interface RecordedRate {
  /** Requests a second that may begin. */
  readonly perSecond: number;
  /** The service asked for fewer a short while ago. */
  readonly lowered: boolean;
}

/** The budget of requests at `now`, ms since the epoch; undefined if no engine has recorded one. */
export function recordedRate(meta: Meta, now: number): RecordedRate | undefined {
  const recorded = meta.read('rate');
  if (recorded === undefined) return undefined;
  const most = Math.max(recorded.most ?? usualPerSecond, recorded.perSecond);
  const perSecond = perSecondAt({ ...fullRate(recorded.at, most), perSecond: recorded.perSecond }, now);
  return { perSecond, lowered: perSecond < most };
}

/** What the engine that was started last works for: the service's address and the ids of the folders. */
export function recordedWork(meta: Meta): MetaValue<'work'> | undefined {
  return meta.read('work');
}

/** A folder of the ledger, with what the engine recorded about it. */
export interface RecordedFolder {
  readonly id: number;
  /** Absolute, links resolved. */
  readonly path: string;
  readonly settings: FolderSettings | undefined;
  readonly health: FolderHealth | undefined;
  /** The engine that was started last works for it; for the others an earlier one did. */
  readonly active: boolean;
}

export function recordedFolders(ledger: Pick<LedgerReader, 'folders' | 'meta'>): RecordedFolder[] {
  const active = recordedWork(ledger.meta)?.folders;
  return ledger.folders.all().map((folder) => recordedFolder(ledger.meta, folder, active?.includes(folder.id) ?? true));
}

function recordedFolder(meta: Meta, { id, path }: FolderRecord, active: boolean): RecordedFolder {
  return {
    id,
    path,
    settings: meta.read('folder-settings', id),
    health: meta.read('folder-health', id),
    active,
  };
}

/** How the budgets of the engine that was started last stand, and the pages of the service. */
export function recordedBudgets(ledger: LedgerReader, now: number): BudgetState[] {
  const folders = recordedFolders(ledger).flatMap(({ active, settings, ...folder }) =>
    active && settings !== undefined ? [{ ...folder, settings }] : [],
  );
  const account = ledger.meta.read('budget') ?? {};
  return [
    ...serviceStates(ledger, recordedGate(ledger.meta), folders, timeZoneOf(account), now),
    ...budgetStates(ledger, account, folders, now),
  ];
}
