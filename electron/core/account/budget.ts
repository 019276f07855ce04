import { z } from 'zod';
import { dateHere, isTimeZone } from '../calendar.ts';
import { rule } from '../config/rules.ts';
import { fileNameOf } from '../document/document.ts';
import { type Message, say } from '../messages/message.ts';

/** As how many pages a document counts whose pages nothing tells, such as a DOCX that does not state them. */
export const usualUnknownPages = 3;

const pages = z.int().min(1).max(10_000_000).optional();
const budget = { run: pages, day: pages, month: pages };

/** The most pages for one `intray run`, a day and a month. */
export const folderBudgetSchema = z.strictObject(budget);
export const accountBudgetSchema = z.strictObject({
  ...budget,
  /** IANA name: where days and months begin; left out: this machine's. */
  timeZone: z
    .string({ error: rule('timeZone') })
    .refine(isTimeZone, rule('timeZone'))
    .optional(),
});
export type AccountBudget = z.infer<typeof accountBudgetSchema>;

export const budgetPeriods = ['run', 'day', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** A budget of the account, or of a folder, in the period that it is now. */
export interface Allowance {
  /** Absent: the whole account. */
  readonly folderId?: number;
  readonly period: BudgetPeriod;
  /** With what a person has added for this period. */
  readonly pages: number;
  /** Sent, or about to be. */
  readonly used: number;
}

/** What budgets leave now. Each page that is taken leaves less. */
export class Meter {
  readonly #allowances: (Allowance & { left: number })[];

  constructor(allowances: readonly Allowance[]) {
    this.#allowances = allowances.map((each) => ({ ...each, left: Math.max(0, each.pages - each.used) }));
  }

  /** Pages that a folder may still send now. */
  left(folderId: number): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#of(folderId).map(({ left }) => left));
  }

  /** The budget that never lets a document of so many pages go out, however long it waits. */
  refuses(folderId: number, pages: number): Allowance | undefined {
    return this.#of(folderId).find((each) => pages > each.pages);
  }

  /** The most pages that a document of the folder may have. */
  most(folderId: number): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#of(folderId).map((each) => each.pages));
  }

  /** Takes pages, if every budget leaves as many. */
  takes(folderId: number, pages: number): boolean {
    const own = this.#of(folderId);
    if (own.some(({ left }) => pages > left)) return false;
    for (const each of own) each.left -= pages;
    return true;
  }

  #of(folderId: number) {
    return this.#allowances.filter((each) => each.folderId === undefined || each.folderId === folderId);
  }
}

/** Documents, and what they may cost in all their steps. */
export interface Waiting {
  readonly documents: number;
  readonly pages: number;
  /** Of so many documents nothing tells the pages: they count as one each. */
  readonly unknown?: number;
}

interface Standing {
  readonly folderId?: number;
  /** The folder's path. */
  readonly path?: string;
  readonly timeZone: string;
  /** Ready documents that it holds back. */
  readonly waiting: Waiting;
}

/** How a budget of pages stands, for people. */
export interface PagesState extends Allowance, Standing {
  readonly folderId?: number;
  /** When the next period begins, ms since the epoch; a run has none. */
  readonly until?: number;
}

/** The service says that the account is out of pages. How many it has, it does not say but in its own words. */
export interface ServiceState extends Standing {
  readonly period: 'service';
  /** The service's words. */
  readonly message: Message;
  /** When Intray tries again, ms since the epoch. */
  readonly until: number;
}

/** How a budget stands, for people; the service's own pages are one. */
export type BudgetState = PagesState | ServiceState;

export function isOfPages(state: BudgetState): state is PagesState {
  return state.period !== 'service';
}

/** What there is to say about pages that the service has not. */
export function serviceMessage({ message, until: at, waiting }: ServiceState): Message {
  return say('outcome.budget.service', { message, at, ...heldOf(waiting) });
}

const heldOf = ({ documents, pages, unknown = 0 }: Waiting) => ({ count: documents, waiting: pages, unknown });

/** From this share on a budget is nearly used up. */
const nearShare = 0.8;

/** What there is to say about a budget: it holds documents back, or most of it is used. */
export function budgetMessage(state: BudgetState): Message | undefined {
  const { path, until, timeZone, waiting } = state;
  if (state.period === 'service') return waiting.documents > 0 ? serviceMessage(state) : undefined;
  const name = fileNameOf((path ?? '').replaceAll('\\', '/'));
  const scope = { scope: path === undefined ? 'account' : 'folder', name } as const;
  const held = heldOf(waiting);
  const { period, pages, used } = state;
  const named = { ...scope, period, pages };
  if (waiting.documents > 0) {
    const left = Math.max(0, pages - used);
    return until === undefined
      ? say('outcome.budget.runUsed', { ...named, ...held, left })
      : left === 0
        ? say('outcome.budget.used', { ...named, ...held, untilDay: dateHere(until, timeZone).day })
        : say('outcome.budget.left', { ...named, ...held, left, untilDay: dateHere(until, timeZone).day });
  }
  return used >= nearShare * pages ? say('outcome.budget.near', named) : undefined;
}
