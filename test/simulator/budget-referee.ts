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
  readonly #world: Pick<SimulatedWorld, 'clock' | 'complain' | 'plan'>;
  readonly #spent = new Map<string, number>();
  readonly #lifted = new Map<string, number>();
  /** Contents that a person wants sent whatever the budgets say. */
  readonly #approved = new Set<string>();

  constructor(world: Pick<SimulatedWorld, 'clock' | 'complain' | 'plan'>) {
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
