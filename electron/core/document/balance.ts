import type { Delivery } from './delivery.ts';
import { type Bucket, states } from './state-table.ts';
import type { StateName } from './states.ts';

export type Balance = Readonly<Record<Bucket, number>> & { readonly found: number };

/** The bucket of a document: what became of it, or `moving` while something is still to come, including a person's decision. */
export function bucketOf(state: StateName, delivery: Delivery['kind']): Bucket {
  const { bucket, result } = states[state];
  return result !== 'none' && delivery !== 'done' ? 'moving' : bucket;
}

export function balanceOf(counts: Iterable<{ readonly bucket: Bucket; readonly count: number }>): Balance {
  const sum: Record<Bucket | 'found', number> = {
    found: 0,
    delivered: 0,
    duplicate: 0,
    rejected: 0,
    failed: 0,
    gone: 0,
    moving: 0,
  };
  for (const { bucket, count } of counts) {
    sum[bucket] += count;
    sum.found += count;
  }
  return sum;
}
