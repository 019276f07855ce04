import { assertNever } from '../result.ts';
import type { Delivery, DocumentState } from './document.ts';

/** Where a document counts. The books balance: found is the sum of the six. */
export const buckets = ['delivered', 'duplicate', 'rejected', 'failed', 'gone', 'moving'] as const;
export type Bucket = (typeof buckets)[number];

export type Balance = Readonly<Record<Bucket, number>> & { readonly found: number };

/** The bucket of a document: what became of it, or `moving` while something is still to come, a person's word included. */
export function bucketOf(state: DocumentState['kind'], delivery: Delivery['kind']): Bucket {
  switch (state) {
    case 'settling':
    case 'waiting':
    case 'uploading':
    case 'unresolved':
    case 'queued':
    case 'processing':
      return 'moving';
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return delivery === 'done' ? 'delivered' : 'moving';
    case 'duplicate':
      return delivery === 'done' ? 'duplicate' : 'moving';
    case 'failed':
    case 'rejected':
    case 'gone':
      return state;
    default:
      return assertNever(state);
  }
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
