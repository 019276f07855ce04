import { type BudgetState, budgetMessage, isOfPages, serviceMessage } from '../../core/account/budget.ts';
import { say } from '../../core/messages/message.ts';
import { liftBudget } from '../../engine/loop/budget-lifts.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedBudgets, recordedFolders } from '../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../host.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { messageMembers, tell } from '../output/events.ts';
import { defineCommand, type FlagsOf } from './command.ts';
import { examples, ledgerOptions, wholeNumber } from './options.ts';
import { locate } from './status/why/location.ts';

const options = [
  { flag: '--add', value: say('help.terms.number'), text: say('help.budget.add') },
  { flag: '--month', text: say('help.budget.month') },
  { flag: '--folder', value: say('help.terms.directory'), text: say('help.budget.folder') },
  ...ledgerOptions,
] as const;

export const command = defineCommand({
  name: 'budget',
  summary: say('help.budget.summary'),
  options,
  help: [
    say('help.budget.about'),
    examples('intray budget', 'intray budget --add 50', 'intray budget --add 200 --month --folder ~/scans'),
  ],
  run: ({ flags, host }) => budget(flags, host),
});

/**
 * `intray budget`: how the budgets stand; with `--add`, pages for today or this month, which the engine sees
 * within seconds.
 *
 * @returns 0
 * @throws Refusal if there is no such budget, or the ledger cannot be written
 */
export async function budget(flags: FlagsOf<typeof options>, host: Host): Promise<0> {
  const found = ledgerFor(flags, host);
  const now = Date.now();
  if (flags.add === undefined) {
    tellStates(await found.read((ledger) => recordedBudgets(ledger, now)), flags, host);
    return 0;
  }
  const pages = wholeNumber('--add', flags.add, 1_000_000);
  const period = flags.month === true ? 'month' : 'day';
  const states = await found.write(async (ledger) => {
    const location =
      flags.folder === undefined ? undefined : await locate(expandPath(flags.folder, host.paths), recordedFolders(ledger));
    const folderId = location?.kind === 'inside' && location.inside === '' ? location.folder.id : undefined;
    const isKnown = recordedBudgets(ledger, now).some((each) => each.period === period && each.folderId === folderId);
    if (!isKnown || (location !== undefined && folderId === undefined))
      throw new Refusal(say('answers.budget.none', { ...scopeOf(location?.path), period }));
    liftBudget(ledger, { folderId, period, pages }, now);
    return recordedBudgets(ledger, now);
  });
  tellStates(states, flags, host);
  return 0;
}

function tellStates(states: readonly BudgetState[], flags: FlagsOf<typeof options>, host: Host): void {
  const lines = states.length === 0 ? [say('answers.budget.noneAtAll')] : states.flatMap(budgetLines);
  tell(host, flags, { event: 'budgets', budgets: states.map(budgetMembers) }, lines);
}

/** A budget for machines. */
export function budgetMembers(state: BudgetState): Readonly<Record<string, unknown>> {
  const { path, period, until, timeZone, waiting } = state;
  const message = state.period === 'service' ? serviceMessage(state) : budgetMessage(state);
  return {
    ...(path !== undefined && { folder: path }),
    ...{ period, ...(isOfPages(state) && { pages: state.pages, used: state.used }) },
    ...{ waiting, timeZone },
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(message !== undefined && messageMembers(message)),
  };
}

/** A budget for people. */
export function budgetLines(state: BudgetState) {
  if (state.period === 'service') return [serviceMessage(state)];
  const { path, period, pages, used, waiting } = state;
  const message = waiting.documents > 0 ? budgetMessage(state) : undefined;
  return [say('answers.budget.stands', { ...scopeOf(path), period, pages, used }), ...(message === undefined ? [] : [message])];
}

function scopeOf(path: string | undefined) {
  return { scope: path === undefined ? 'account' : 'folder', path: path ?? '' } as const;
}
