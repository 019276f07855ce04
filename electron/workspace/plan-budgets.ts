import { setImmediate as breath } from 'node:timers/promises';
import { type BudgetPeriod, Meter, usualUnknownPages } from '../core/account/budget.ts';
import type { Plan, Planned } from '../core/account/plan.ts';
import type { FolderSettings } from '../core/config/folder-settings.ts';
import { say } from '../core/messages/message.ts';
import { type BudgetedFolder, budgetStates } from '../engine/loop/budgets.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** Documents that are read from the ledger in one go, which others wait for. */
const documentsAtOnce = 200;

export interface PlannedFolder {
  readonly folder: BudgetedFolder;
  /** See `PlanOptions`. */
  readonly beside: readonly FolderSettings[] | undefined;
  /** The last document that was known before. */
  readonly last: number;
  /** Those that may go on to an extraction, as their category says. */
  readonly mayReachNextStep: ReadonlySet<Planned>;
}

/**
 * What all steps cost, and what the budgets leave pages for, in the order in which it would be sent. Beside other folders, what waits in any of them
 * takes its pages first; a run sends nothing but its own folder's.
 */
export async function keepToBudgets(
  files: readonly Planned[],
  { folder, beside, last, mayReachNextStep }: PlannedFolder,
  ledger: Ledger,
  origin: string,
): Promise<{ readonly files: Planned[]; readonly budgets: Plan['budgets'] }> {
  const account = ledger.meta.read('budget') ?? {};
  // Nothing goes out of a folder that is paused.
  const others = (beside ?? []).filter(({ paused }) => !paused);
  const folders = [folder, ...others.map((settings) => ({ ...ledger.folders.ensure(settings.path), settings }))];
  const firstBatch = beside === undefined ? ledger.batches.last() + 1 : undefined;
  const states = budgetStates(ledger, account, folders, Date.now(), firstBatch);
  const meter = new Meter(states);
  const budgets = states.map((state) => ({ ...state, waiting: { documents: 0, pages: 0 } }));
  const takes = (of: BudgetedFolder, counted: number | undefined): boolean => {
    const pages = chargeOf(of, counted);
    if (!meter.takes(of.id, pages)) return false;
    for (const budget of budgets) if (budget.folderId === undefined || budget.folderId === of.id) budget.used += pages;
    return true;
  };
  const steps = new Map(
    folders.map(({ id, settings: { route } }) => {
      const isLinked = route.kind === 'classification' && ledger.routes.names(origin, route).linked;
      return [id, isLinked ? 2 : 1];
    }),
  );
  const chargeOf = (of: BudgetedFolder, counted: number | undefined): number =>
    (steps.get(of.id) ?? 1) * (counted ?? usualUnknownPages);

  if (beside !== undefined && budgets.length > 0) {
    for (const each of folders)
      for await (const { pages, state } of waitingIn(ledger, each.id, last)) {
        // What a person let through does not count.
        const isApproved = state.kind === 'waiting' && 'approved' in state.wait && state.wait.approved === true;
        if (!isApproved) takes(each, pages);
      }
  }
  const own = budgets.filter(({ folderId }) => folderId === undefined || folderId === folder.id);
  const times = steps.get(folder.id) ?? 1;
  const hold = (counted: number | undefined): BudgetPeriod => {
    const { period, waiting } = own.reduce((one, other) => (other.pages - other.used < one.pages - one.used ? other : one));
    waiting.documents += 1;
    waiting.pages += chargeOf(folder, counted);
    return period;
  };
  const kept = files.map((file): Planned => {
    if (file.outcome !== 'send') return file;
    const pages = chargeOf(folder, file.pages);
    const limit = meter.refuses(folder.id, pages);
    if (limit !== undefined) {
      const message = say('outcome.budget.tooLarge', { count: pages, period: limit.period, limit: limit.pages });
      return { ...file, outcome: 'held', message };
    }
    return takes(folder, file.pages) ? file : { ...file, outcome: 'held', budget: hold(file.pages) };
  });
  // What has been classified goes on with what the first step leaves.
  const inAllSteps = kept.map((file): Planned => {
    const { pages } = file;
    const isPassedOn = times > 1;
    if (file.outcome !== 'send' || !(isPassedOn || mayReachNextStep.has(file))) return file;
    if (isPassedOn || takes(folder, pages)) return pages === undefined ? file : { ...file, pages: 2 * pages, later: pages };
    hold(pages);
    return file;
  });
  return { files: inAllSteps, budgets: own.filter(({ waiting }) => waiting.documents > 0) };
}

/** What waited in a folder to be sent before the document `last` was found, in the order in which it goes out. */
async function* waitingIn({ documents }: Ledger, folderId: number, last: number) {
  for (let after = 0; after < last; ) {
    const some = documents.readyAfter(folderId, after, documentsAtOnce).filter(({ id }) => id <= last);
    yield* some;
    if (some.length < documentsAtOnce) return;
    after = some.at(-1)?.id ?? last;
    await breath();
  }
}
