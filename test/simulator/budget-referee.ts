import { usualUnknownPages } from '../../electron/core/account/budget.ts';
import { dateHere } from '../../electron/core/calendar.ts';
import { pagesIn } from './contents.ts';
import { isWithin } from './memory-disk.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** A budget is named by the folder's path, or '' for the account, and its day or month. */
function keyOf(scope: string, date: string): string {
  return `${scope} ${date}`;
}

/** Checks that what the service has, or may have, never exceeds what budgets and people allow. */
export class BudgetReferee {
  readonly #world: Pick<SimulatedWorld, 'clock' | 'complain' | 'ledger' | 'plan'>;
  readonly #spent = new Map<string, number>();
  readonly #lifted = new Map<string, number>();
  /** Contents that a person wants sent whatever the budgets say. */
  readonly #approved = new Set<string>();

  constructor(world: Pick<SimulatedWorld, 'clock' | 'complain' | 'ledger' | 'plan'>) {
    this.#world = world;
  }

  approve(hash: string): void {
    this.#approved.add(hash);
  }

  /** A person adds pages to the account's budget. */
  lift(period: 'day' | 'month', pages: number): void {
    const key = keyOf('', this.#date()[period]);
    this.#lifted.set(key, (this.#lifted.get(key) ?? 0) + pages);
  }

  /** A person opens the account's hours for the rest of the day. */
  open(): void {
    this.#lifted.set(keyOf('', `hours ${this.#date().day}`), 1);
  }

  /** A request begins. It may end after the hours have. */
  begins(path: string): void {
    const { ledger, plan } = this.#world;
    const folder = plan.folders.find((each) => isWithin(path, each.path));
    // A run is a person's, who has started it.
    if (plan.mode === 'run' || (plan.budget.hours === undefined && folder?.budget?.hours === undefined)) return;
    const id = folder === undefined ? undefined : ledger.folders.byPath(folder.path)?.id;
    const sent = ledger.documents
      .inState('uploading')
      .find((document) => document.folderId === id && `${folder?.path}/${document.path}` === path);
    const madeAt = sent?.batchId === undefined ? undefined : ledger.batches.get(sent.batchId)?.madeAt;
    if (madeAt === undefined) return;
    const timeZone = plan.budget.timeZone ?? 'UTC';
    const time = new Date(madeAt).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    const isOpened = this.#lifted.has(keyOf('', `hours ${dateHere(madeAt, timeZone).day}`));
    for (const hours of [isOpened ? undefined : plan.budget.hours, folder?.budget?.hours])
      if (hours !== undefined && !areOpen(hours, time))
        this.#world.complain(`${path} was sent at ${time}, outside of the hours ${hours}`);
  }

  /** A request is whole: the service may have these contents. @returns takes the pages back, as the service has refused them */
  sent(files: readonly { readonly path: string; readonly hash: string }[]): () => void {
    const date = this.#date();
    const spends = files
      .filter(({ hash }) => !this.#approved.has(hash))
      .flatMap(({ path, hash }) =>
        this.#scopesOf(path).flatMap((scope) =>
          [date.day, date.month].map((each) => ({ key: keyOf(scope, each), pages: pagesIn(hash) ?? usualUnknownPages })),
        ),
      );
    for (const { key, pages } of spends) this.#spent.set(key, (this.#spent.get(key) ?? 0) + pages);
    for (const scope of new Set(files.flatMap(({ path }) => this.#scopesOf(path)))) {
      this.#check(scope, date.day, 'day');
      this.#check(scope, date.month, 'month');
    }
    return () => {
      for (const { key, pages } of spends) this.#spent.set(key, (this.#spent.get(key) ?? 0) - pages);
    };
  }

  #check(scope: string, date: string, period: 'day' | 'month'): void {
    const { plan } = this.#world;
    const budget = scope === '' ? plan.budget : plan.folders.find(({ path }) => path === scope)?.budget;
    const pages = budget?.[period];
    if (pages === undefined) return;
    const key = keyOf(scope, date);
    const allowed = pages + (this.#lifted.get(key) ?? 0);
    const spent = this.#spent.get(key) ?? 0;
    if (spent > allowed) this.#world.complain(`${spent} pages were spent of the budget ${key}, which allows ${allowed}`);
  }

  #scopesOf(path: string): string[] {
    return ['', ...this.#world.plan.folders.filter((folder) => isWithin(path, folder.path)).map((folder) => folder.path)];
  }

  #date() {
    return dateHere(this.#world.clock.now(), this.#world.plan.budget?.timeZone ?? 'UTC');
  }
}

/** By the time on the wall. The runs take place on days on which no clock changes. */
function areOpen(hours: string, time: string): boolean {
  return hours.split(', ').some((span) => {
    const [from = '', to = ''] = span.split('-');
    return from < to ? from <= time && time < to : from <= time || time < to;
  });
}
