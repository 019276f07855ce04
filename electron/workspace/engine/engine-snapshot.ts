import type { BudgetState } from '../../core/account/budget.ts';
import { type Gate, openGate } from '../../core/account/gate.ts';
import { fullRate, perSecondAt, usualPerSecond } from '../../core/account/rate.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { FolderHealth } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
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
  /** Nobody works for it, because its route belongs to another service. */
  readonly isElsewhere?: boolean;
}

export function recordedFolders({ folders, meta }: Pick<LedgerReader, 'folders' | 'meta'>): RecordedFolder[] {
  const { origin = '', folders: worked } = meta.read('work') ?? {};
  const elsewhere = meta.read('elsewhere') ?? [];
  return folders.all().map(({ id, path }): RecordedFolder => {
    const active = worked?.includes(id) ?? true;
    const recorded = meta.read('folder-health', id);
    const owner = active || recorded?.kind === 'resting' ? undefined : elsewhere.find((each) => each.id === id)?.owner;
    const held = owner === undefined ? undefined : say('workspace.folder.otherService', { owner, origin });
    return {
      ...{ id, path, active, settings: meta.read('folder-settings', id), health: recorded },
      ...(held !== undefined && { isElsewhere: true, health: { kind: 'paused', message: held } }),
    };
  });
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
