import type { Batch } from '../../core/document/records.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import { routeKey } from '../../core/protocol/route.ts';
import type { Clock } from '../ports.ts';

/** A batch as the service knows it: the ledger may have it twice, as uploaded and as named by a webhook. */
type Polled = Pick<Batch, 'route' | 'serviceBatchId'>;

/**
 * What is known about the polls of batches only while this engine runs, and so is not in the ledger: which are under way,
 * what their answers may be too old to show, and when the service last answered, by a clock that nobody can set.
 */
export class BatchPolls {
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** By batch: jobs that have changed at the service since the poll began. */
  readonly #underWay = new Map<string, Set<number>>();
  /** Those that may not be polled again yet, longest ago first. Elapsed milliseconds. */
  readonly #answeredAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  isUnderWay(batch: Polled): boolean {
    return this.#underWay.has(keyOf(batch));
  }

  begin(batch: Polled): void {
    this.#underWay.set(keyOf(batch), new Set());
  }

  end(batch: Polled): void {
    this.#underWay.delete(keyOf(batch));
    this.answered(batch);
  }

  /** The service has just answered for a batch: it is not asked again at once, whatever the machine's clock says. */
  answered(batch: Polled): void {
    const now = this.#clock.elapsed();
    for (const [key, at] of this.#answeredAt) {
      if (now - at < fastestPollMs) break;
      this.#answeredAt.delete(key);
    }
    this.#answeredAt.delete(keyOf(batch));
    this.#answeredAt.set(keyOf(batch), now);
  }

  /** Milliseconds until the batch may be polled again; at most 0: now. */
  waitMs(batch: Polled): number {
    return (this.#answeredAt.get(keyOf(batch)) ?? Number.NEGATIVE_INFINITY) + fastestPollMs - this.#clock.elapsed();
  }

  /** A job has just changed at the service: the answer to a poll that is under way may not show it yet. */
  changedAtService(batch: Polled, jobId: number): void {
    this.#underWay.get(keyOf(batch))?.add(jobId);
  }

  /** The jobs of which the answer to the poll under way may be older than what is known about them. */
  outdated(batch: Polled): ReadonlySet<number> | undefined {
    return this.#underWay.get(keyOf(batch));
  }
}

/** An engine polls the batches of one service. */
export function keyOf({ route, serviceBatchId = '' }: Polled): string {
  return `${routeKey(route)} ${serviceBatchId}`;
}
