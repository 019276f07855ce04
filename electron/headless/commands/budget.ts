import {
  type BudgetState,
  budgetMessage,
  type HoursState,
  isOfPages,
  type PagesState,
  serviceMessage,
} from '../../core/account/budget.ts';
import { say } from '../../core/messages/message.ts';
import { liftBudget } from '../../engine/loop/budget-lifts.ts';
import { dataDirectory } from '../../settings/data-directory.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedBudgets, recordedFolders } from '../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../host.ts';
import { existingLedger, readLedger, writeLedger } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { messageMembers, tell } from '../output/events.ts';
import { defineCommand, type FlagsOf } from './command.ts';
import { examples, ledgerOptions, wholeNumber } from './options.ts';
import { locate } from './status/why/location.ts';

const options = [
  { flag: '--add', value: say('help.terms.number'), text: say('help.budget.add') },
  { flag: '--month', text: say('help.budget.month') },
  { flag: '--now', text: say('help.budget.now') },
  { flag: '--folder', value: say('help.terms.directory'), text: say('help.budget.folder') },
  ...ledgerOptions,
] as const;

export const command = defineCommand({
  name: 'budget',
  summary: say('help.budget.summary'),
  options,
  help: [
    say('help.budget.about'),
    examples(
      'intray budget',
      'intray budget --add 50',
      'intray budget --add 200 --month --folder ~/scans',
      'intray budget --now',
    ),
  ],
  run: ({ flags, host }) => budget(flags, host),
});

/**
 * `intray budget`: how the budgets stand; with `--add`, pages for today or this month, and with `--now` an end of the hours'
 * hold for today, which the engine sees within seconds.
 *
 * @returns 0
 * @throws Refusal if there is no such budget, or no hours, or the ledger cannot be written
 */
export async function budget(flags: FlagsOf<typeof options>, host: Host): Promise<0> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = existingLedger(directory);
  const now = Date.now();
  if (flags.add !== undefined && flags.now === true) throw new Refusal(say('answers.budget.addOrNow'));
  if (flags.add === undefined && flags.now !== true) {
    tellStates(await readLedger(file, (ledger) => recordedBudgets(ledger, now)), flags, host);
    return 0;
  }
  const pages = flags.add === undefined ? undefined : wholeNumber('--add', flags.add, 1_000_000);
  const period = pages === undefined ? 'hours' : flags.month === true ? 'month' : 'day';
  const states = await writeLedger(file, async (ledger) => {
    const location =
      flags.folder === undefined ? undefined : await locate(expandPath(flags.folder, host.paths), recordedFolders(ledger));
    const folderId = location?.kind === 'inside' && location.inside === '' ? location.folder.id : undefined;
    const isKnown = recordedBudgets(ledger, now).some((each) => each.period === period && each.folderId === folderId);
    if (!isKnown || (location !== undefined && folderId === undefined))
      throw new Refusal(say('answers.budget.none', { ...scopeOf(location?.path), period }));
    liftBudget(
      ledger,
      pages === undefined || period === 'hours' ? { folderId, period: 'hours' } : { folderId, period, pages },
      now,
    );
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
    ...(state.period === 'hours' && { hours: state.hours, open: state.isOpen }),
    ...{ waiting, timeZone },
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(message !== undefined && messageMembers(message)),
  };
}

/** A budget for people. */
export function budgetLines(state: BudgetState) {
  if (state.period === 'service') return [serviceMessage(state)];
  // Only a window's host knows the connection.
  if (state.period === 'metered') return [];
  const message = state.waiting.documents > 0 ? budgetMessage(state) : undefined;
  return [standingOf(state), ...(message === undefined ? [] : [message])];
}

function standingOf(state: PagesState | HoursState) {
  const scope = scopeOf(state.path);
  if (isOfPages(state)) {
    const { period, pages, used } = state;
    return say('answers.budget.stands', { ...scope, period, pages, used });
  }
  const { hours, isOpen, until: at, timeZone } = state;
  return say('answers.budget.hours', { ...scope, hours, timeZone, at, now: isOpen ? 'open' : 'shut' });
}

function scopeOf(path: string | undefined) {
  return { scope: path === undefined ? 'account' : 'folder', path: path ?? '' } as const;
}
