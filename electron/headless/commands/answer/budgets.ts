import { type BudgetState, budgetMessage, isOfPages, serviceMessage } from '../../../core/account/budget.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { liftBudget } from '../../../engine/loop/budgets.ts';
import { recordedBudgets } from '../../../workspace/engine/engine-snapshot.ts';
import { Refusal } from '../../input/refusal.ts';
import { isoTime, type JsonMembers, messageMembers, tell } from '../../output/events.ts';
import { wholeNumber } from '../options.ts';
import { folderAt } from '../status/why/location.ts';
import { type Asked, onlyPath } from './asked.ts';

/** Pages for today or this month, for a folder or for all; the engine sees them within seconds. @throws Refusal if there is no such budget */
export async function addPages(asked: Asked): Promise<0> {
  const { kept, paths, flags, host } = asked;
  const pages = wholeNumber('--add-pages', flags.addPages ?? '', 1_000_000);
  const period = flags.month === true ? 'month' : 'day';
  const path = paths.length === 0 ? undefined : onlyPath(asked, '--add-pages');
  const now = Date.now();
  const budgets = await kept.write(async (ledger) => {
    const folder = path === undefined ? undefined : await folderAt(ledger, path);
    const folderId = folder?.id;
    if (!recordedBudgets(ledger, now).some((each) => each.period === period && each.folderId === folderId))
      throw new Refusal(say('answers.budget.none', { ...scopeOf(folder?.path), period }));
    liftBudget(ledger, { folderId, period, pages }, now);
    return recordedBudgets(ledger, now);
  });
  return tell(host, flags, { event: 'budgets', budgets: budgets.map(budgetMembers) }, budgets.flatMap(budgetLines));
}

/** A budget for machines. */
export function budgetMembers(state: BudgetState): JsonMembers {
  const { path, period, until, timeZone, waiting } = state;
  const message = state.period === 'service' ? serviceMessage(state) : budgetMessage(state);
  return {
    ...(path !== undefined && { folder: path }),
    ...{ period, ...(isOfPages(state) && { pages: state.pages, used: state.used }) },
    ...{ waiting, timeZone },
    ...(until !== undefined && { until: isoTime(until) }),
    ...(message !== undefined && messageMembers(message)),
  };
}

/** A budget for people. */
export function budgetLines(state: BudgetState): Message[] {
  if (state.period === 'service') return [serviceMessage(state)];
  const { path, period, pages, used, waiting } = state;
  const message = waiting.documents > 0 ? budgetMessage(state) : undefined;
  return [say('answers.budget.stands', { ...scopeOf(path), period, pages, used }), ...(message === undefined ? [] : [message])];
}

function scopeOf(path: string | undefined) {
  return { scope: path === undefined ? 'account' : 'folder', path: path ?? '' } as const;
}
