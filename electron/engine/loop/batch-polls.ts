import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import type { Clock } from '../ports.ts';

/**
 * What is known about the polls of batches only while this engine runs, and so is not in the ledger: which are under way,
 * what their answers may be too old to show, and when the service last answered, by a clock that nobody can set.
 */
export class BatchPolls {
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** By batch: documents that have changed at the service since the poll began. */
  readonly #underWay = new Map<number, Set<number>>();
  readonly #answeredAt = new Map<number, number>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  isUnderWay(batchId: number): boolean {
    return this.#underWay.has(batchId);
  }

  begin(batchId: number): void {
    this.#underWay.set(batchId, new Set());
  }

  end(batchId: number): void {
    this.#underWay.delete(batchId);
  }

  /** The service has just answered for a batch: it is not asked again at once, whatever the machine's clock says. */
  answered(batchId: number): void {
    this.#answeredAt.set(batchId, this.#clock.elapsed());
  }

  /** Milliseconds until the batch may be polled again; at most 0: now. */
  waitMs(batchId: number): number {
    return (this.#answeredAt.get(batchId) ?? Number.NEGATIVE_INFINITY) + fastestPollMs - this.#clock.elapsed();
  }

  /** The batch is not polled any more. */
  forget(batchId: number): void {
    this.#answeredAt.delete(batchId);
  }

  /** A document has just changed at the service: the answer to a poll that is under way may not show it yet. */
  changedAtService(batchId: number, documentId: number): void {
    this.#underWay.get(batchId)?.add(documentId);
  }

  /** Whether the answer to the poll under way may be older than what is known about this document. */
  isOutdated(batchId: number, documentId: number): boolean {
    return this.#underWay.get(batchId)?.has(documentId) === true;
  }
}
