import { describe, expect, it } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { freshLedger, invoices, mail, origin, sharedLedger } from './fixture.ts';

describe('a batch', () => {
  it('begins composed, never polled', () => {
    const { ledger } = freshLedger();
    const batch = ledger.batches.add({ origin, route: mail, madeAt: 5 });
    expect(batch).toEqual({ id: batch.id, origin, route: mail, madeAt: 5, state: 'composed', polls: 0 });
    expect(ledger.batches.get(batch.id)).toEqual(batch);
    expect(ledger.batches.get(99)).toBeUndefined();
  });

  it('keeps what it is told, and forgets what is cleared', () => {
    const { ledger, read } = sharedLedger();
    const { id } = ledger.batches.add({ origin, route: invoices, madeAt: 5 });
    const open = ledger.batches.update(id, {
      state: 'open',
      serviceBatchId: 'b-1',
      acceptedAt: 6,
      polls: 1,
      lastPollAt: 7,
      nextPollAt: 9.5,
      missingSince: 7,
      message: foreign('Not found.'),
    });
    expect(ledger.batches.get(id)).toEqual(open);
    expect(read().batches.get(id)).toEqual(open);
    const found = ledger.batches.update(id, { missingSince: undefined, message: undefined, polls: 2 });
    expect(found).toEqual({
      id,
      origin,
      route: invoices,
      madeAt: 5,
      state: 'open',
      serviceBatchId: 'b-1',
      acceptedAt: 6,
      polls: 2,
      lastPollAt: 7,
      nextPollAt: 9.5,
    });
    expect(read().batches.get(id)).toEqual(found);
    expect(ledger.batches.get(id)).toEqual(found);
    expect(() => ledger.batches.update(99, { polls: 1 })).toThrow('The ledger has no batch 99.');
  });

  it('is polled when it is due, longest due first, each service by itself', () => {
    const { ledger } = freshLedger();
    const open = (nextPollAt: number | undefined, at = origin) => {
      const { id } = ledger.batches.add({ origin: at, route: invoices, madeAt: 0 });
      return ledger.batches.update(id, { state: 'open', nextPollAt }).id;
    };
    const late = open(30);
    const early = open(20);
    open(undefined);
    const elsewhere = open(10, 'https://other.example');
    const closed = open(1);
    ledger.batches.update(closed, { state: 'closed' });
    expect(ledger.batches.duePolls(origin, 30, 9).map(({ id }) => id)).toEqual([early, late]);
    expect(ledger.batches.duePolls(origin, 30, 1).map(({ id }) => id)).toEqual([early]);
    expect(ledger.batches.duePolls('https://other.example', 30, 9).map(({ id }) => id)).toEqual([elsewhere]);
    expect(ledger.batches.nextPolls(origin, 20)).toMatchObject({ later: 30 });
    expect(ledger.batches.nextPolls(origin, 30)).not.toHaveProperty('later');
    expect(ledger.batches.inState('closed').map(({ id }) => id)).toEqual([closed]);

    ledger.batches.hurry(25);
    expect([early, late, elsewhere, closed].map((id) => ledger.batches.get(id)?.nextPollAt)).toEqual([20, 25, 10, 1]);
  });

  it('are what the ledger has, whoever has changed them', () => {
    const { ledger, read } = sharedLedger();
    const open = { state: 'open', serviceBatchId: 'b-1', nextPollAt: 90, missingSince: 7 } as const;
    const { id } = ledger.batches.add({ origin, route: invoices, madeAt: 5 });
    const batch = () => {
      const known = ledger.batches.get(id);
      expect(known).toEqual(read().batches.get(id));
      return known;
    };
    ledger.batches.update(id, open);
    ledger.batches.hurryThese(origin, ['b-1'], 40);
    expect(batch()?.nextPollAt).toBe(40);
    // The service may name the batch, or one of its files.
    ledger.jobs.update(ledger.jobs.jobFor(origin, invoices, 'hash', 1).id, { batchId: id, fileId: 'f-1' });
    ledger.batches.hurryThese(origin, ['f-1'], 30);
    expect(batch()?.nextPollAt).toBe(30);
    ledger.batches.forgetMissing();
    expect(batch()?.missingSince).toBeUndefined();
    const refused = () =>
      ledger.transaction(() => {
        ledger.batches.update(id, { polls: 9 });
        throw new Error('refused');
      });
    expect(refused).toThrow('refused');
    expect(batch()?.polls).toBe(0);
  });
});
