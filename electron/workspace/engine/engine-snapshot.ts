import type { BudgetState } from '../../core/account/budget.ts';
import { type Gate, openGate } from '../../core/account/gate.ts';
import { fullRate, perSecondAt, usualPerSecond } from '../../core/account/rate.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { FolderHealth } from '../../core/contract/status.ts';
import { budgetStates, serviceStates, timeZoneOf } from '../../engine/loop/budgets.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

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

export type RecordedRate = NonNullable<ReturnType<typeof recordedRate>>;

/**
 * Requests a second that may begin at `now`, ms since the epoch; `lowered`: the service asked for fewer a short while ago. Undefined if no
 * engine has recorded any.
 */
export function recordedRate(meta: Meta, now: number) {
  const recorded = meta.read('rate');
  if (recorded === undefined) return undefined;
  const most = Math.max(recorded.most ?? usualPerSecond, recorded.perSecond);
  const perSecond = perSecondAt({ ...fullRate(recorded.at, most), perSecond: recorded.perSecond }, now);
  return { perSecond, lowered: perSecond < most };
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

export function recordedFolders({ folders, meta }: Pick<LedgerReader, 'folders' | 'meta'>): RecordedFolder[] {
  const active = meta.read('work')?.folders;
  return folders.all().map(({ id, path }) => ({
    ...{ id, path, active: active?.includes(id) ?? true },
    ...{ settings: meta.read('folder-settings', id), health: meta.read('folder-health', id) },
  }));
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
