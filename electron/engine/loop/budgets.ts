import {
  type AccountBudget,
  type Allowance,
  type BudgetState,
  budgetMessage,
  budgetPeriods,
  Meter,
  type PagesState,
  type ServiceState,
  usualUnknownPages,
  type Waiting,
} from '../../core/account/budget.ts';
import { forbiddenIn, type Gate } from '../../core/account/gate.ts';
import { type DateHere, dateHere, systemTimeZone } from '../../core/calendar.ts';
import { type FolderSettings, leadsOn } from '../../core/config/folder-settings.ts';
import type { Document } from '../../core/document/document.ts';
import type { Message } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import type { Route } from '../../core/protocol/route.ts';
import type { Charge } from '../../ledger/charges.ts';
import type { PageRange } from '../../ledger/document-queries.ts';
import type { Ledger, LedgerReader } from '../../ledger/ledger.ts';
import type { BudgetLift, EngineOptions, Limits, Notice } from '../api.ts';
import type { World } from '../ports.ts';
import type { Stage } from './control-loop.ts';
import type { PageCounts } from './page-counts.ts';
import type { WatchedFolders } from './watched-folders.ts';

/** How often there may be something to announce, in milliseconds. */
const announceMs = 2_000;

type Books = Pick<LedgerReader, 'batches' | 'charges' | 'documents' | 'meta'>;

/** A budget in its period, and where that ends. */
type Line = Allowance & Pick<PagesState, 'path' | 'until'>;

/** @param firstBatch of the run; undefined where there is none that budgets of a run could count for */
function linesOf(
  { charges, meta }: Pick<Books, 'charges' | 'meta'>,
  account: AccountBudget,
  folders: readonly BudgetedFolder[],
  now: number,
  firstBatch?: number,
): Line[] {
  const lines: Line[] = [];
  // Most accounts have no budget, and the calendar takes its time.
  let date: DateHere | undefined;
  for (const folder of [undefined, ...folders]) {
    const budget = folder === undefined ? account : (folder.settings.budget ?? {});
    const scope = defined({ folderId: folder?.id, path: folder?.path });
    for (const period of budgetPeriods) {
      const pages = budget[period];
      if (pages === undefined || (period === 'run' && firstBatch === undefined)) continue;
      date ??= dateHere(now, timeZoneOf(account));
      const until = { run: undefined, day: date.nextDay, month: date.nextMonth }[period];
      const used = period === 'run' ? charges.spentSince(firstBatch ?? 0, folder?.id) : charges.spent(date[period], folder?.id);
      const lifted = period === 'run' ? 0 : (meta.read('lifts')?.[liftKey(folder?.id, date[period])] ?? 0);
      lines.push({ ...scope, period, pages: pages + lifted, used, ...defined({ until }) });
    }
  }
  return lines;
}

/** How each budget of pages stands, with what it holds back, by the ledger alone. */
export function budgetStates(
  books: Books,
  account: AccountBudget,
  folders: readonly BudgetedFolder[],
  now: number,
  firstBatch?: number,
): PagesState[] {
  const timeZone = timeZoneOf(account);
  return linesOf(books, account, folders, now, firstBatch).map((line) => {
    const left = Math.max(0, line.pages - line.used);
    const own = folders.filter(({ id }) => line.folderId === undefined || line.folderId === id);
    return { ...line, timeZone, waiting: readyIn(books.documents, own, now, left) };
  });
}

function isRun(mode: EngineOptions['mode']): boolean {
  return mode === 'run' || mode === 'plan';
}

interface BudgetsContext {
  readonly world: World;
  readonly options: Pick<EngineOptions, 'mode'>;
  readonly limits: Pick<Limits, 'budget'>;
  readonly folders: Pick<WatchedFolders, 'get' | 'own'>;
  readonly announce: (notice: Notice) => void;
  readonly pageCounts: Pick<PageCounts, 'count'>;
  readonly account: { readonly gate: Gate };
}

/**
 * Keeps to the budgets of pages. A page is reserved in the transaction that writes `sent`, and is given back only where
 * the service is known to have refused; documents in requests that are not whole yet count as well when the next
 * request is composed.
 */
export class Budgets implements Stage {
  readonly #context: BudgetsContext;
  readonly #account: AccountBudget;
  readonly #firstBatch: number | undefined;
  /** By batch: what will be charged once it is sent. */
  readonly #assigned = new Map<number, readonly Omit<Charge, 'day'>[]>();

  /** What was announced, by its budget and period. */
  readonly #announced = new Map<string, boolean>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** The folders in which documents wait whose pages have not been counted. */
  readonly #waiting = new Set<number>();

  constructor(context: BudgetsContext) {
    this.#context = context;
    const { meta } = context.world.ledger;
    this.#account = context.limits.budget ?? meta.read('budget') ?? {};
    this.#firstBatch = isRun(context.options.mode) ? context.world.ledger.batches.last() + 1 : undefined;
  }

  /** Announces once in each period that a budget is nearly used up, and that it holds documents back. */
  start(now: number): number | undefined {
    const { folders, pageCounts, world } = this.#context;
    const elapsed = world.clock.elapsed();
    const count = () => {
      for (const folder of folders.own()) if (this.#waiting.has(folder.id)) pageCounts.count(folder, now);
    };
    const lookAt = this.#lookedAt + announceMs;
    if (elapsed < lookAt) {
      count();
      return now + lookAt - elapsed;
    }
    this.#lookedAt = elapsed;
    this.#waiting.clear();
    for (const state of this.states(now)) {
      // So that what is said of them is what they will cost.
      if ((state.waiting.unknown ?? 0) > 0)
        for (const { id } of folders.own()) if (state.folderId === undefined || state.folderId === id) this.#waiting.add(id);
      // The gate says it.
      if (state.period === 'service') continue;
      const message = budgetMessage(state);
      const isHolding = state.waiting.documents > 0;
      const key = `${state.folderId} ${state.period} ${state.until}`;
      const said = this.#announced.get(key);
      if (message === undefined || said === true || said === isHolding) continue;
      this.#announced.set(key, isHolding);
      this.#context.announce({ kind: 'budget', message });
    }
    count();
    return undefined;
  }

  /** What may still be put into requests; undefined if there is no budget. */
  meter(now: number): Meter | undefined {
    const { account, folders, ledger } = this.#facts();
    const lines = linesOf(ledger, account, folders, now, this.#firstBatch);
    if (lines.length === 0) return undefined;
    const assigned = [...this.#assigned.values()].flat().filter(({ approved }) => !approved);
    const isOf =
      ({ folderId }: Line) =>
      ({ folder }: Pick<Charge, 'folder'>) =>
        folderId === undefined || folderId === folder;
    return new Meter(
      lines.map((line) => ({
        ...line,
        used: line.used + assigned.filter(isOf(line)).reduce((sum, { pages }) => sum + pages, 0),
      })),
    );
  }

  /** What a document will be charged. A classification that passes documents on to extractions is charged for both. */
  chargeOf({ folderId: folder, origin, route, pages, state }: Document): Omit<Charge, 'day' | 'batch' | 'job'> {
    const linked = route.kind === 'classification' && this.#context.world.ledger.routes.names(origin, route).linked;
    const wait = state.kind === 'waiting' ? state.wait : state;
    const counted = pages ?? usualUnknownPages;
    return {
      ...{ folder, pages: linked ? 2 * counted : counted, guessed: pages === undefined },
      approved: 'approved' in wait && wait.approved === true,
    };
  }

  /** These jobs go into a request, each from a document. */
  assign(batch: number, items: readonly { readonly job: number; readonly document: Document }[]): void {
    const charges: Omit<Charge, 'day'>[] = [];
    for (const { job, document } of items) charges.push({ job, batch, ...this.chargeOf(document) });
    this.#assigned.set(batch, charges);
  }

  /** The request is over, whatever became of it. */
  release(batchId: number): void {
    this.#assigned.delete(batchId);
  }

  /** Charges for a request that is about to be whole, within the transaction that says so. @returns false if a budget has not the pages any more */
  reserve(batchId: number, now: number): boolean {
    const charges = this.#assigned.get(batchId) ?? [];
    this.#assigned.delete(batchId);
    const { account, folders, ledger } = this.#facts();
    const meter = new Meter(linesOf(ledger, account, folders, now, this.#firstBatch));
    const { day } = dateHere(now, timeZoneOf(account));
    const dated: Charge[] = [];
    for (const charge of charges) {
      if (!charge.approved && !meter.takes(charge.folder, charge.pages)) return false;
      dated.push({ ...charge, day });
    }
    ledger.charges.add(dated);
    return true;
  }

  /** Whether nothing that is ready in a folder fits what its budgets leave. */
  holdsBack(folderId: number, now: number): boolean {
    const left = this.meter(now)?.left(folderId) ?? Number.POSITIVE_INFINITY;
    const folder = this.#context.folders.get(folderId);
    if (left === Number.POSITIVE_INFINITY || folder === undefined) return false;
    const { ledger, service } = this.#context.world;
    if (this.#context.pageCounts.count(folder, now) !== undefined) return false;
    const routes = [folder.settings.route, ...ledger.documents.laterRoutes(folderId, service.origin)];
    const hasReady = (route: Route, pages?: PageRange) =>
      ledger.documents.ready(folderId, { origin: service.origin, route }, now, 1, pages).length > 0;
    return !routes.some((route) => hasReady(route, this.range(left, route))) && routes.some((route) => hasReady(route));
  }

  /** The documents that may cost at most so many pages on a route. */
  range(most: number, route: Route): { readonly most: number; readonly unknown: number } {
    const { ledger, service } = this.#context.world;
    const linked = route.kind === 'classification' && ledger.routes.names(service.origin, route).linked;
    return { most: linked ? Math.floor(most / 2) : most, unknown: usualUnknownPages };
  }

  /** When what waits for a budget may go out; undefined if there is no budget. */
  turnsAt(now: number): number | undefined {
    return this.meter(now) === undefined ? undefined : dateHere(now, timeZoneOf(this.#account)).nextDay;
  }

  states(now: number): BudgetState[] {
    const { account, folders, ledger } = this.#facts();
    return [
      ...serviceStates(ledger, this.#context.account.gate, folders, timeZoneOf(account), now),
      ...budgetStates(ledger, account, folders, now, this.#firstBatch),
    ];
  }

  /** Why a run has ended before its end. */
  reason(now: number): Message | undefined {
    return this.states(now)
      .filter(({ waiting }) => waiting.documents > 0)
      .map(budgetMessage)[0];
  }

  #facts() {
    const { folders, world } = this.#context;
    return { account: this.#account, folders: folders.own(), ledger: world.ledger };
  }
}

/** The names of the entries of `lifts`: of a folder or of the account, for a day or a month. */
function liftKey(folderId: number | undefined, period: string): string {
  return `${folderId ?? ''} ${period}`;
}

/** Where days and months begin. */
export function timeZoneOf(account: AccountBudget): string {
  return account.timeZone ?? systemTimeZone();
}

/** A person adds pages to a budget of this day or month; also from another process. */
export function liftBudget({ meta }: Pick<Ledger, 'meta'>, lift: BudgetLift, now: number): void {
  const date = dateHere(now, timeZoneOf(meta.read('budget') ?? {}));
  const kept = Object.entries(meta.read('lifts') ?? {}).filter(
    ([key]) => key.endsWith(` ${date.day}`) || key.endsWith(` ${date.month}`),
  );
  const key = liftKey(lift.folderId, date[lift.period]);
  const before = kept.find(([name]) => name === key)?.[1] ?? 0;
  meta.write('lifts', { ...Object.fromEntries(kept), [key]: before + lift.pages });
}

/** A folder as budgets see it. */
export interface BudgetedFolder {
  readonly id: number;
  readonly path: string;
  readonly settings: Pick<FolderSettings, 'budget' | 'next' | 'route'>;
}

/** What the service's refusal for want of pages holds back (electron/service/README.md, "Errors"): beside the budgets, it is one more. */
export function serviceStates(
  { documents }: Pick<LedgerReader, 'documents'>,
  gate: Gate,
  folders: readonly BudgetedFolder[],
  timeZone: string,
  now: number,
): ServiceState[] {
  const refusal = forbiddenIn(gate);
  if (refusal?.reason !== 'pages') return [];
  const waiting = readyIn(documents, folders, now);
  return [{ period: 'service', message: refusal.message, until: Math.max(refusal.until, now), timeZone, waiting }];
}

/**
 * What is ready in folders, with the pages of all steps that it may take.
 * @param above only documents of more pages than so many, by the count of budgets, which takes a number for those that nothing tells
 */
export function readyIn(
  documents: Pick<LedgerReader['documents'], 'readyPages'>,
  folders: readonly BudgetedFolder[],
  now: number,
  above?: number,
): Waiting {
  const waiting = { documents: 0, pages: 0 };
  let uncounted = 0;
  for (const { id, settings } of folders) {
    // Each has one page at least.
    const unknown = above === undefined ? 1 : usualUnknownPages;
    const ready = documents.readyPages(id, now, { above: above ?? -1, unknown }, leadsOn(settings.next) ? 2 : 1);
    waiting.documents += ready.documents;
    waiting.pages += ready.pages;
    if (above === undefined) uncounted += ready.unknown;
  }
  return uncounted === 0 ? waiting : { ...waiting, unknown: uncounted };
}
