import { type CostRow, talliesOf } from '../../core/account/costs.ts';
import { dateHere, endOfMonth } from '../../core/calendar.ts';
import { say } from '../../core/messages/message.ts';
import type { Wording } from '../../core/messages/wording.ts';
import { defined } from '../../core/plain-data.ts';
import { type CostSpan, type Costs, costsOf } from '../../workspace/costs.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { columns } from '../output/columns.ts';
import type { JsonEvent } from '../output/events.ts';
import { defineCommand } from './command.ts';
import { examples, ledgerOptions } from './options.ts';

/** The pages that were sent, saved and held back, and the forecast of the month. @throws Refusal if a day is none */
export const command = defineCommand({
  name: 'costs',
  summary: say('help.costs.summary'),
  options: [
    { flag: '--from', value: say('help.terms.day'), text: say('help.costs.from') },
    { flag: '--to', value: say('help.terms.day'), text: say('help.costs.to') },
    ...ledgerOptions,
  ],
  help: [say('help.costs.about'), examples('intray costs', 'intray costs --from 2026-10 --to 2026-10 --json')],
  async run({ flags, host }) {
    const [from, to] = [dayOf('--from', flags.from, 'first'), dayOf('--to', flags.to, 'last')];
    return ledgerFor(flags, host).read((ledger) => {
      let span: CostSpan & { readonly today: string } = { first: '', last: '', today: '' };
      const found = costsOf(ledger, Date.now(), (today) => {
        span = { today, last: to ?? today, first: from ?? `${(to ?? today).slice(0, 7)}-01` };
        if (span.first > span.last) throw new Refusal(say('commandLine.flags.dayOrder', { from: span.first, to: span.last }));
        return span;
      });
      const pathOf = (id: number) => ledger.folders.get(id)?.path ?? null;
      return { events: eventsOf(found, span, pathOf), lines: linesOf(found, span, pathOf, host.wording) };
    });
  },
});

/** A line for each day, folder, route and outcome, one for each day's copies of a folder, and the sums. */
function eventsOf(costs: Costs, { first, last }: CostSpan, pathOf: (id: number) => string | null): JsonEvent[] {
  const { timeZone, rows, saved, held, month, monthBudget } = costs;
  const { name, spent, forecast } = month;
  return [
    ...rows.map(({ folderId, kind, routeId, routeName, standing, day, ...sums }) => ({
      ...{ event: 'cost', day, folder: pathOf(folderId) },
      ...{ route: { kind, id: routeId, ...defined({ name: routeName }) }, outcome: standing ?? null, ...sums },
    })),
    ...saved.map(({ folderId, day, ...sums }) => ({ event: 'saved', day, folder: pathOf(folderId), ...sums })),
    {
      ...{ event: 'costs', from: first, to: last, timeZone, ...sumOf(rows), saved: sumOf(saved), held },
      month: { month: name, spent, forecast: forecast ?? null, budget: monthBudget ?? null },
    },
  ];
}

function linesOf(
  costs: Costs,
  { first, last, today }: CostSpan & { readonly today: string },
  pathOf: (id: number) => string | null,
  { text, formats }: Wording,
): string[] {
  const { timeZone, rows, saved, held, month, monthBudget } = costs;
  const groups = {
    day: ({ day }: CostRow) => day,
    folder: ({ folderId }: CostRow) => pathOf(folderId) ?? String(folderId),
    route: ({ routeId, routeName }: CostRow) => routeName ?? routeId,
    outcome: ({ standing }: CostRow) => text(say(`queue.standings.${standing ?? 'gone'}`)),
  };
  const numbers = ['documents', 'pages'] as const;
  const headings = numbers.map((name) => text(say('answers.costs.column', { name })));
  const tables = (['day', 'folder', 'route', 'outcome'] as const).flatMap((what) => {
    const tallies = talliesOf(rows, groups[what]);
    const cells = tallies.map((tally) => [tally.name, ...numbers.map((name) => formats.number(tally[name]))]);
    return ['', ...columns([[text(say('answers.costs.by', { what })), ...headings], ...cells], { right: numbers.length })];
  });
  const copies = sumOf(saved);
  const { forecast, spent } = month;
  const ahead =
    forecast === undefined
      ? say('answers.costs.noForecast')
      : say('answers.costs.forecast', { spent, pages: forecast, budget: monthBudget ?? 0 });
  return [
    text(say('answers.costs.sent', { ...sumOf(rows), from: first, to: last, timeZone })),
    ...(copies.documents > 0 ? [text(say('answers.costs.saved', copies))] : []),
    ...(held.documents > 0 ? [text(say('answers.costs.held', held))] : []),
    ...(last < today ? [] : [text(ahead)]),
    ...(rows.length === 0 ? [] : tables),
  ];
}

function sumOf(rows: readonly Readonly<Record<'documents' | 'pages' | 'guessed', number>>[]) {
  const sum = (of: 'documents' | 'pages' | 'guessed') => rows.reduce((total, row) => total + row[of], 0);
  return { documents: sum('documents'), pages: sum('pages'), guessed: sum('guessed') };
}

/** A day, or the first or last one of a month. @throws Refusal naming the flag */
function dayOf(flag: string, text: string | undefined, of: 'first' | 'last'): string | undefined {
  if (text === undefined) return undefined;
  const day = /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? (of === 'first' ? `${text}-01` : endOfMonth(text)) : text;
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  if (Number.isNaN(at) || dateHere(at, 'UTC').day !== day) throw new Refusal(say('commandLine.flags.day', { flag, text }));
  return day;
}
