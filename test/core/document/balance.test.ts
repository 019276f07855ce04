import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../electron/core/document/document.ts';
import { balanceOf, bucketOf } from '../../../electron/core/document/standing.ts';
import { type Bucket, buckets, type StateName } from '../../../electron/core/document/states.ts';

const deliveries = ['none', 'pending', 'written', 'done'] as const satisfies readonly Delivery['kind'][];

/** Where a document counts, by its state (down) and by where its delivery stands (across, as in `deliveries`). */
const table: Readonly<Record<StateName, readonly [Bucket, Bucket, Bucket, Bucket]>> = {
  settling: ['moving', 'moving', 'moving', 'moving'],
  waiting: ['moving', 'moving', 'moving', 'moving'],
  uploading: ['moving', 'moving', 'moving', 'moving'],
  unresolved: ['moving', 'moving', 'moving', 'moving'],
  queued: ['moving', 'moving', 'moving', 'moving'],
  processing: ['moving', 'moving', 'moving', 'moving'],
  processed: ['moving', 'moving', 'moving', 'delivered'],
  needs_review: ['moving', 'moving', 'moving', 'delivered'],
  confirmed: ['moving', 'moving', 'moving', 'delivered'],
  failed: ['failed', 'failed', 'failed', 'failed'],
  duplicate: ['moving', 'moving', 'moving', 'duplicate'],
  rejected: ['rejected', 'rejected', 'rejected', 'rejected'],
  gone: ['gone', 'gone', 'gone', 'gone'],
};

const rows = Object.entries(table).flatMap(([state, row]) =>
  deliveries.map((delivery, index) => ({ state: state as StateName, delivery, bucket: row[index] })),
);

describe('A document', () => {
  it.for(rows)('that is $state with its delivery $delivery counts as $bucket', ({ state, delivery, bucket }) => {
    expect(bucketOf(state, delivery)).toBe(bucket);
  });
});

describe('The balance', () => {
  it('of nothing are zero throughout', () => {
    expect(balanceOf([])).toEqual({ found: 0, delivered: 0, duplicate: 0, rejected: 0, failed: 0, gone: 0, moving: 0 });
  });

  it('balance: found is the sum of the six, and each is the sum of its counts', () => {
    const counts = fc.array(fc.record({ bucket: fc.constantFrom(...buckets), count: fc.nat(100_000) }));
    fc.assert(
      fc.property(counts, (given) => {
        const balance = balanceOf(given);
        expect(balance.found).toBe(buckets.reduce((sum, bucket) => sum + balance[bucket], 0));
        for (const bucket of buckets) {
          expect(balance[bucket]).toBe(given.filter((row) => row.bucket === bucket).reduce((sum, { count }) => sum + count, 0));
        }
      }),
    );
  });
});
