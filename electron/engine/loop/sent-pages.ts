import { usualUnknownPages } from '../../core/account/budget.ts';
import { dayName } from '../../core/calendar.ts';
import type { GuessedCharge } from '../../ledger/charges.ts';
import type { EngineContext } from './engine-context.ts';
import type { Stage } from './stage.ts';

/** So many are counted before the ledger is told. */
const atOnce = 20;
/** What was sent longer ago than this, and could not be counted, stays a guess. Milliseconds; a day more or less is no matter. */
const backMs = 2 * 86_400_000;
const name = 'pages of what was sent';

type SentPagesContext = Pick<EngineContext, 'world' | 'folders' | 'tasks' | 'pageCounts' | 'stopping'>;

/**
 * Counts the pages of what went out with a guess, so that costs and forecasts stand on pages: one file after the other, while
 * nothing is being taken in or sent, and once for each content. Where a budget asks, pages are counted before (page-counts.ts).
 */
export class SentPages implements Stage {
  readonly #context: SentPagesContext;
  #isRunning = false;
  /** The last one that was looked at. */
  #last: GuessedCharge | undefined;

  constructor(context: SentPagesContext) {
    this.#context = context;
  }

  start(now: number): undefined {
    const { stopping, tasks, world } = this.#context;
    if (this.#isRunning || world.countPages === undefined || stopping.aborted || this.#isBusy() || tasks.isResting(name)) return;
    const charges = world.ledger.charges.guessed(this.#last ?? dayName(now - backMs), atOnce);
    if (charges.length === 0) return;
    this.#isRunning = true;
    tasks.launch('loop', name, async () => {
      try {
        await this.#count(charges);
      } finally {
        this.#isRunning = false;
      }
    });
  }

  #isBusy(): boolean {
    const { tasks } = this.#context;
    return tasks.isRunning('intake', 'upload');
  }

  async #count(charges: readonly GuessedCharge[]): Promise<void> {
    const { folders, pageCounts, stopping, world } = this.#context;
    const { ledger } = world;
    const counted: { readonly job: number; readonly pages: number }[] = [];
    const known = new Map<number, number>();
    for (const charge of charges) {
      // What is to be sent goes first.
      if (stopping.aborted || (counted.length > 0 && this.#isBusy())) break;
      this.#last = charge;
      const folder = folders.get(charge.folderId);
      // Its first step may have been counted just now.
      const pages = known.get(charge.document) ?? (folder && (await pageCounts.pagesOf(folder, charge)));
      if (pages === undefined) continue;
      known.set(charge.document, pages);
      // Some count more than once (`Budgets.chargeOf`), and so does the guess.
      counted.push({ job: charge.job, pages: (pages * charge.charged) / usualUnknownPages });
    }
    ledger.transaction(() => {
      for (const [document, pages] of known) ledger.documents.setPages(document, pages);
      ledger.charges.setCounted(counted);
    });
  }
}
