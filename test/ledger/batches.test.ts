import { describe, expect, it } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { extracted, freshLedger, invoices, mail, origin, sharedLedger } from './fixture.ts';

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

  it('is polled soon if a person asks for it, once it has ended only where something is missing', () => {
    const { ledger } = freshLedger();
    const ended = (missingSince?: number) => {
      const { id } = ledger.batches.add({ origin, route: invoices, madeAt: 0 });
      return ledger.batches.update(id, { state: 'ended', nextPollAt: 90, missingSince }).id;
    };
    const [whole, lacking] = [ended(), ended(7)];
    ledger.batches.hurry(25);
    expect([whole, lacking].map((id) => ledger.batches.get(id)?.nextPollAt)).toEqual([90, 25]);
  });

  it('tells whether the service is at work on it, and takes documents', () => {
    const { ledger } = freshLedger();
    const { id } = ledger.batches.add({ origin, route: invoices, madeAt: 0 });
    const known = () => [ledger.batches.isAnswered(origin), ledger.batches.hasTakenSince(origin, invoices, 0)];
    expect(known()).toEqual([false, false]);
    // What a JSON claims was not taken from here.
    ledger.batches.update(id, { state: 'open', acceptedAt: 1, claimed: true });
    expect(known()).toEqual([true, false]);
    ledger.batches.update(id, { claimed: undefined, missingSince: 2 });
    expect(known()).toEqual([false, true]);
  });

  it('keeps one result of each file that fits no document, the newest', () => {
    const { ledger } = freshLedger();
    const { id } = ledger.batches.add({ origin, route: invoices, madeAt: 0 });
    const put = (fileId: string, total: string) =>
      ledger.unmatched.put({ batchId: id, fileId, fileName: 'x.pdf', result: extracted({ total }) });
    put('f-1', '1.00');
    put('f-2', '2.00');
    put('f-1', '3.00');
    expect(ledger.unmatched.of(id).map(({ fileId, result }) => [fileId, result])).toEqual([
      ['f-1', extracted({ total: '3.00' })],
      ['f-2', extracted({ total: '2.00' })],
    ]);
    ledger.unmatched.remove(id, 'f-1');
    expect(ledger.unmatched.of(id)).toHaveLength(1);
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
