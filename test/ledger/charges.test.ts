import { describe, expect, it } from 'vitest';
import type { Charge } from '../../electron/ledger/charges.ts';
import type { Ledger } from '../../electron/ledger/ledger.ts';
import { become, putDocument } from '../support/jobs.ts';
import { freshLedger, invoices, origin, sharedLedger } from './fixture.ts';

const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } } as const;

/** A job that is to be sent, and what it would be charged. */
function jobIn(ledger: Ledger, folder: number): Omit<Charge, 'batch' | 'day'> {
  const { id, job = 0 } = putDocument(ledger, folder, { state: ready });
  become(ledger, id, { from: id });
  return { job, folder, pages: 5, guessed: false, approved: false };
}

interface Try extends Partial<Pick<Charge, 'day' | 'pages' | 'guessed' | 'approved'>> {
  /** The service has refused it. */
  readonly refused?: true;
  readonly elsewhere?: true;
}

describe('what a job was charged', () => {
  const december = { day: '2026-12-01', pages: 5 };
  it.each<[what: string, tries: readonly Try[], spent: Readonly<Record<string, number>>, inFolder?: number]>([
    ['once', [{}], { '2026-11-30': 5, '2026-11': 5, '2026-12': 0, '2': 5 }],
    ['not if it was refused', [{ refused: true }], { '2026-11-30': 0, '2': 0 }],
    ['again on the same day', [{}, {}], { '2026-11-30': 10, '2026-11': 10 }],
    ['again on another day of the month', [{ day: '2026-11-02' }, {}], { '2026-11-02': 5, '2026-11-30': 5, '2026-11': 10 }],
    ['again in the next month', [{}, december], { '2026-11-30': 5, '2026-11': 5, '2026-12-01': 5, '2026-12': 5, '2': 10 }],
    ['again, and refused then', [{}, { ...december, refused: true }], { '2026-11-30': 5, '2026-12': 0, '2': 5 }],
    ['refused, and again', [{ refused: true }, december], { '2026-11': 0, '2026-12-01': 5, '2': 5 }],
    ['three times', [{ day: '2026-11-01' }, {}, december], { '2026-11-01': 5, '2026-11': 10, '2026-12': 5, '2': 15 }],
    [
      'three times, and refused the third time',
      [{ day: '2026-11-01' }, {}, { ...december, refused: true }],
      { '2026-11-01': 5, '2026-11-30': 5, '2026-11': 10, '2026-12': 0 },
    ],
    [
      'three times, refused twice',
      [{}, { ...december, refused: true }, { ...december, refused: true }],
      { '2026-11': 5, '2026-12': 0 },
    ],
    ['not where a person wanted it sent whatever the budgets say', [{ approved: true }, {}], { '2026-11-30': 5 }],
    ['not even before', [{}, { approved: true }], { '2026-11-30': 5 }],
    ['as many pages as it was taken to have each time', [{ pages: 3 }, { pages: 8 }], { '2026-11-30': 11 }],
    ['in the folder that it was sent from', [{}, { elsewhere: true }], { '2026-11-30': 10 }, 5],
  ])('counts %s', (_, tries, spent, inFolder) => {
    const { ledger, folderId, read } = sharedLedger();
    const other = ledger.folders.ensure('/other').id;
    const job = jobIn(ledger, folderId);
    const bystander = jobIn(ledger, other);
    const first = ledger.batches.add({ origin, route: invoices, madeAt: 1 }).id;
    ledger.charges.add([{ ...bystander, batch: first, day: '1999-01-01', pages: 1 }]);
    for (const { elsewhere, refused, ...charge } of tries) {
      const batch = ledger.batches.add({ origin, route: invoices, madeAt: 1 }).id;
      ledger.charges.add([{ ...job, batch, day: '2026-11-30', ...charge, ...(elsewhere && { folder: other }) }]);
      if (refused) ledger.charges.remove(batch);
    }
    const { charges } = read();
    for (const [day, pages] of Object.entries(spent)) expect([day, charges.spent(day)]).toEqual([day, pages]);
    if (inFolder !== undefined) for (const folder of [folderId, other]) expect(charges.spent('2', folder)).toBe(inFolder);
    const kept = tries.filter(({ refused, approved }) => refused === undefined && approved === undefined);
    expect(charges.spentSince(first + 1)).toBe(kept.reduce((sum, { pages = 5 }) => sum + pages, 0));
    expect(charges.spent('1999-01-01')).toBe(1);
  });

  it('is one row of the costs for each time, by the day of each', () => {
    const { ledger, folderId } = freshLedger();
    const job = jobIn(ledger, folderId);
    ledger.charges.add([{ ...job, batch: 1, day: '2026-11-30' }]);
    ledger.charges.add([{ ...job, batch: 2, day: '2026-12-01', pages: 7 }]);
    const costs = ledger.charges.costs('2026-11-01', '2026-12-31');
    expect(costs.map(({ day, documents, pages, routeId }) => [day, documents, pages, routeId])).toEqual([
      ['2026-11-30', 1, 5, invoices.id],
      ['2026-12-01', 1, 7, invoices.id],
    ]);
    expect(ledger.charges.costs('2026-12-01', '2026-12-01')).toHaveLength(1);
    expect(ledger.charges.first()).toBe('2026-11-30');
    expect([ledger.charges.most(folderId), ledger.charges.most(folderId + 1)]).toEqual([7, 0]);
  });

  it('is a guess until its pages have been counted, each time', () => {
    const { ledger, folderId } = freshLedger();
    const contentType = 'application/pdf';
    const { id, job = 0, path, facts } = putDocument(ledger, folderId, { state: ready, contentType });
    become(ledger, id, { from: id });
    const guess = { job, folder: folderId, pages: 3, guessed: true, approved: false };
    ledger.charges.add([{ ...guess, batch: 1, day: '2026-11-29' }]);
    ledger.charges.add([{ ...guess, batch: 2, day: '2026-11-30' }]);
    const guessed = { job, day: '2026-11-30', charged: 3, document: id, folderId, path, facts, contentType };
    expect(ledger.charges.guessed('2026-11-30', 9)).toEqual([guessed]);
    expect(ledger.charges.guessed('2026-12-01', 9)).toEqual([]);
    expect(ledger.charges.guessed(guessed, 9)).toEqual([]);
    expect(ledger.charges.most(folderId)).toBe(0);
    ledger.charges.setCounted([{ job, pages: 8 }]);
    expect(ledger.charges.guessed('2026-11-01', 9)).toEqual([]);
    expect([ledger.charges.spent('2026-11-29'), ledger.charges.spent('2026-11-30')]).toEqual([8, 8]);
    expect(ledger.charges.costs('2026-11-01', '2026-11-30').map((row) => row.guessed)).toEqual([0, 0]);
  });

  it('stays a guess where nothing can count the pages of its kind of file', () => {
    const { ledger, folderId } = freshLedger();
    const { id, job = 0 } = putDocument(ledger, folderId, { state: ready, contentType: 'application/msword' });
    become(ledger, id, { from: id });
    ledger.charges.add([{ job, folder: folderId, pages: 3, guessed: true, approved: false, batch: 1, day: '2026-11-30' }]);
    expect(ledger.charges.guessed('2026-11-30', 9)).toEqual([]);
  });
});

describe('what copies have saved', () => {
  const day = { from: 1_000, until: 2_000 };

  /** A copy that was delivered then. @param pages of the first one: charged, or known without a charge */
  function copied(deliveredAt: number, { pages = 4, isCharged = true, guessed = false, folder = '/scans' } = {}) {
    const { ledger, folderId } = freshLedger();
    const hash = 'a'.repeat(64);
    const state = { kind: 'processed' } as const;
    const first = putDocument(ledger, folderId, { hash, state });
    become(ledger, first.id, { from: first.id });
    if (isCharged)
      ledger.charges.add([
        { job: first.job ?? 0, folder: folderId, pages, guessed, approved: false, batch: 1, day: '2026-11-30' },
      ]);
    const copyIn = ledger.folders.ensure(folder).id;
    const copy = putDocument(ledger, copyIn, { path: 'copy.pdf', hash, state: { kind: 'duplicate', of: first.id } });
    ledger.documents.update(copy.id, { delivery: { kind: 'done', at: deliveredAt }, ...(!isCharged && { pages }) });
    return { ledger, folderId, copyIn };
  }
  const row = { documents: 1, pages: 4, guessed: 0, unknown: 0 };

  it.each([
    ['before it', 999, []],
    ['at its first moment', 1_000, [row]],
    ['at its last', 1_999, [row]],
    ['just after it', 2_000, []],
  ])('counts in a span one that was delivered %s', (_, deliveredAt, expected) => {
    const { ledger, copyIn } = copied(deliveredAt);
    expect(ledger.charges.saved(day.from, day.until)).toEqual(expected.map((each) => ({ ...each, folderId: copyIn })));
  });

  it('counts in the folder of the copy', () => {
    const { ledger, folderId, copyIn } = copied(1_500, { folder: '/other' });
    expect(ledger.charges.saved(day.from, day.until)).toEqual([{ ...row, folderId: copyIn }]);
    expect(ledger.charges.saved(day.from, day.until, copyIn)).toHaveLength(1);
    expect(ledger.charges.saved(day.from, day.until, folderId)).toEqual([]);
  });

  it.each([
    ['a guess where the charge was one', { guessed: true }, { pages: 4, guessed: 1, unknown: 0 }],
    ['what is known of the copy where nothing was charged', { isCharged: false, pages: 7 }, { pages: 7, guessed: 0, unknown: 0 }],
  ])('is %s', (_, given, expected) => {
    const { ledger } = copied(1_500, given);
    expect(ledger.charges.saved(day.from, day.until)).toMatchObject([expected]);
  });
});
