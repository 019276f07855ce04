import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../core/document/document.ts';
import type { Batch } from '../core/document/records.ts';
import type { UnmatchedResult } from '../core/poll/poll-outcome.ts';
import { sameRoute } from '../core/protocol/route.ts';
import type { Batches } from './batches.ts';

/** Results that belong to no document of their batch, as far as names tell, kept with it until a person has assigned them. */
export class Unmatched {
  readonly #batches: Batches;

  constructor(batches: Batches) {
    this.#batches = batches;
  }

  /** Adds one, or replaces what was kept of the same file. */
  put({ batchId, ...result }: UnmatchedResult): void {
    this.#change(batchId, (others) => [...others, result], result.fileId);
  }

  /** Those of a batch, by the service's name. */
  of(batchId: number): readonly UnmatchedResult[] {
    const batch = this.#batches.get(batchId);
    return batch === undefined ? [] : resultsOf([batch]);
  }

  /** Those that may be a document's own: of its batch, or of the linked batches on the route of the job that was passed on. */
  offeredTo({ batchId, origin, passedOn }: Pick<Document, 'batchId' | 'origin' | 'passedOn'>): readonly UnmatchedResult[] {
    if (passedOn === undefined) return batchId === undefined ? [] : this.of(batchId);
    return resultsOf(
      this.#batches
        .unmatched()
        .filter((each) => each.linked !== undefined && each.origin === origin && sameRoute(each.route, passedOn.route)),
    );
  }

  /** Ledger ids of the batches that have any, oldest first. */
  batches(): number[] {
    return this.#batches.unmatched().map(({ id }) => id);
  }

  remove(batchId: number, fileId: string): void {
    this.#change(batchId, (others) => others, fileId);
  }

  #change(batchId: number, change: (others: Kept) => Kept, fileId: string): void {
    const { unmatched: before = [] } = this.#batches.get(batchId) ?? {};
    const unmatched = change(before.filter((each) => each.fileId !== fileId)).toSorted(byName);
    if (!isDeepStrictEqual(before, unmatched))
      this.#batches.update(batchId, { unmatched: unmatched.length === 0 ? undefined : unmatched });
  }
}

type Kept = NonNullable<Batch['unmatched']>;

function byName(one: Kept[number], other: Kept[number]): number {
  const [a, b] = [one, other].map(({ fileName, fileId }) => `${fileName}\0${fileId}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function resultsOf(batches: readonly Batch[]): UnmatchedResult[] {
  const all = batches.flatMap(({ id, unmatched = [] }) => unmatched.map((each) => ({ batchId: id, ...each })));
  return all.sort(byName);
}
