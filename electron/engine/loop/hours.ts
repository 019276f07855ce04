import { type AccountBudget, type HoursState, usualUnknownPages } from '../../core/account/budget.ts';
import { type Opening, openingOf } from '../../core/account/hours.ts';
import { dateHere } from '../../core/calendar.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { hoursOf, liftKey, timeZoneOf } from './budget-lifts.ts';
import type { BudgetedFolder } from './budgets.ts';

type Books = Pick<LedgerReader, 'documents' | 'meta'>;

/** Of the account, or of a folder. */
type Line = Pick<HoursState, 'folderId' | 'path' | 'hours' | 'isOpen' | 'until'>;

/** The hours in which uploads go out, with the documents that wait for them. */
export function hoursStates(books: Books, account: AccountBudget, folders: readonly BudgetedFolder[], now: number): HoursState[] {
  const timeZone = timeZoneOf(account);
  return linesOf(books, account, folders, now).map((line): HoursState => {
    const waiting = { documents: 0, pages: 0 };
    for (const folder of line.isOpen ? [] : folders.filter(({ id }) => line.folderId === undefined || line.folderId === id)) {
      const held = books.documents.readyPages(folder.id, now, {
        above: -1,
        unknown: folder.settings.budget?.unknownPages ?? usualUnknownPages,
      });
      waiting.documents += held.documents;
      waiting.pages += held.pages;
    }
    return { ...line, period: 'hours', timeZone, waiting };
  });
}

/** When uploads of a folder may begin: both its own hours and the account's must be open. @returns undefined: now */
export function opensAt(
  books: Pick<Books, 'meta'>,
  account: AccountBudget,
  folder: BudgetedFolder,
  now: number,
): number | undefined {
  const shut = linesOf(books, account, [folder], now).filter(({ isOpen }) => !isOpen);
  return shut.length === 0 ? undefined : Math.max(...shut.map(({ until }) => until));
}

function linesOf({ meta }: Pick<Books, 'meta'>, account: AccountBudget, folders: readonly BudgetedFolder[], now: number): Line[] {
  const lines = [
    ...(account.hours === undefined ? [] : [{ hours: account.hours }]),
    ...folders.flatMap(({ id, path, settings: { budget } }) =>
      budget?.hours === undefined ? [] : [{ folderId: id, path, hours: budget.hours }],
    ),
  ];
  if (lines.length === 0) return [];
  const timeZone = timeZoneOf(account);
  const lifts = meta.read('lifts') ?? {};
  return lines.map((line) => {
    const opening = remembered(line.hours, now, timeZone);
    if (opening.isOpen || Object.keys(lifts).length === 0) return { ...line, ...opening };
    const { day, nextDay } = dateHere(now, timeZone);
    const isLifted = lifts[liftKey('folderId' in line ? line.folderId : undefined, hoursOf(day))] !== undefined;
    if (!isLifted) return { ...line, ...opening };
    const next = remembered(line.hours, nextDay, timeZone);
    return { ...line, isOpen: true, until: next.isOpen ? next.until : nextDay };
  });
}

/** How hours stood lately: to find out takes as long as to look at a hundred dates. */
const known = new Map<string, Opening & { readonly since: number }>();

function remembered(hours: string, now: number, timeZone: string): Opening {
  const key = `${timeZone} ${hours}`;
  const last = known.get(key);
  if (last !== undefined && last.since <= now && now < last.until) return last;
  const opening = { ...openingOf(hours, now, timeZone), since: now };
  if (known.size > maxKnown) known.clear();
  known.set(key, opening);
  return opening;
}

const maxKnown = 100;
