import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Delivery, Document } from '../../electron/core/document/document.ts';
import { type Hold, type Holds, shownStanding } from '../../electron/core/document/hold.ts';
import type { DocumentQuery } from '../../electron/core/document/records.ts';
import { balanceOf, bucketOf, countsOf, standingNames, standingOf } from '../../electron/core/document/standing.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { become, putDocument } from '../support/jobs.ts';
import { extracted, found, freshLedger, ids, viewOf } from './fixture.ts';

const states: readonly DocumentState[] = [
  { kind: 'settling', since: 1 },
  { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } },
  { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('') } },
  { kind: 'queued', status: 'queued' },
  { kind: 'processed' },
  { kind: 'needs_review' },
  { kind: 'failed', by: 'service', message: foreign('') },
  { kind: 'rejected', by: 'intray', message: foreign('') },
  { kind: 'gone', was: { kind: 'processed' } },
];
const deliveries: readonly Delivery[] = [
  { kind: 'none' },
  { kind: 'pending' },
  { kind: 'written', at: 1 },
  { kind: 'done', at: 1 },
];
const texts = ['invoice', 'Müller', 'rechnung 7', 'x'];

const state = fc.constantFrom(...states);
const place = fc.nat({ max: 30 });
/** What can be done to a ledger; `at` picks a document, modulo how many there are. */
const addition = fc.record({
  kind: fc.constant('add' as const),
  folder: fc.nat({ max: 2 }),
  text: fc.constantFrom(...texts),
  state,
  pages: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
});
const change = fc.record({
  kind: fc.constant('update' as const),
  at: place,
  state,
  delivery: fc.constantFrom(...deliveries),
  text: fc.constantFrom(...texts),
  changedAt: fc.integer({ min: 8, max: 12 }),
});
const removal = fc.record({ kind: fc.constant('remove' as const), at: place, into: place });
const operation = fc.oneof(
  { arbitrary: addition, weight: 4 },
  { arbitrary: change, weight: 6 },
  { arbitrary: removal, weight: 1 },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

function apply(ledger: Ledger, operation: Operation, alive: number[]): void {
  if (operation.kind === 'add') {
    const folderId = ledger.folders.ensure(`/folder ${operation.folder}`).id;
    alive.push(
      putDocument(ledger, folderId, { path: `${operation.text}.pdf`, state: operation.state, pages: operation.pages }).id,
    );
    return;
  }
  const id = alive[operation.at % alive.length];
  if (id === undefined) return;
  if (operation.kind === 'update') {
    const { state, delivery, changedAt, text } = operation;
    become(ledger, id, { state, delivery, changedAt, result: extracted({ vendor: text }) });
    return;
  }
  const into = alive[operation.into % alive.length];
  if (into === undefined || into === id) return;
  ledger.documents.removeInto(id, into);
  alive.splice(alive.indexOf(id), 1);
}

/** Some groups of operations are rolled back: nothing of them may remain. */
const fails = fc.nat({ max: 3 }).map((number) => number === 3);
const group = fc.record({ fails, operations: fc.array(operation, { maxLength: 15, size: 'max' }) });
const groups = fc.array(group, { maxLength: 6, size: 'max' });
const rolledBack = new Error('rolled back');

function afterGroups(runs: readonly { readonly fails: boolean; readonly operations: readonly Operation[] }[]): Ledger {
  const ledger = openLedger(':memory:');
  let alive: number[] = [];
  for (const { fails, operations } of runs) {
    const before = [...alive];
    try {
      ledger.transaction(() => {
        for (const each of operations) apply(ledger, each, alive);
        if (fails) throw rolledBack;
      });
    } catch (error) {
      if (error !== rolledBack) throw error;
      alive = before;
    }
  }
  return ledger;
}

/** Every document, found without any of the lists that are tested. */
function everyDocument(ledger: Ledger): Document[] {
  return Array.from({ length: 200 }, (_, index) => ledger.documents.get(index + 1)).filter((document) => document !== undefined);
}

function keyOf(document: Document): string {
  return [document.state.kind, document.delivery.kind, document.state.kind === 'waiting' ? document.state.wait.kind : ''].join();
}

function textOf(document: Document): string {
  return [document.path, ...(document.result?.kind === 'extraction' ? Object.values(document.result.extractedData) : [])].join(
    '\n',
  );
}

describe('the numbers of documents', () => {
  it('are what counting one by one would give, whatever was done or rolled back', () => {
    fc.assert(
      fc.property(groups, (runs) => {
        const ledger = afterGroups(runs);
        for (const folderId of [undefined, ...ledger.folders.all().map(({ id }) => id)]) {
          const documents = everyDocument(ledger).filter((document) => folderId === undefined || document.folderId === folderId);
          const truth = Map.groupBy(documents, keyOf);
          const counts = ledger.documents.counts(folderId);
          expect(new Map(counts.map((each) => [[each.state, each.delivery, each.wait ?? ''].join(), each.count]))).toEqual(
            new Map([...truth].map(([key, members]) => [key, members.length])),
          );
          expect(ledger.documents.standings(folderId)).toEqual(
            countsOf(documents.map((document) => ({ standing: standingOf(document), count: 1 }))),
          );
          expect(ledger.documents.balance(folderId)).toEqual(
            balanceOf(documents.map(({ state, delivery }) => ({ bucket: bucketOf(state.kind, delivery.kind), count: 1 }))),
          );
        }
        ledger.close();
      }),
      { numRuns: 60 },
    );
  });

  it('are told for each hour: all that changed within it, however many, and none from before', () => {
    const { ledger, folderId } = freshLedger();
    const other = ledger.folders.ensure('/other').id;
    const [nine, ten] = [9 * 3_600_000, 10 * 3_600_000];
    const done = { state: { kind: 'processed' }, delivery: { kind: 'done', at: 1 } } as const;
    ledger.transaction(() => {
      for (let at = 0; at < 300; at += 1) become(ledger, putDocument(ledger, folderId).id, { ...done, changedAt: nine + at });
      become(ledger, putDocument(ledger, folderId).id, { state: { kind: 'needs_review' }, changedAt: nine + 7 });
      become(ledger, putDocument(ledger, other).id, { ...done, changedAt: ten });
      become(ledger, putDocument(ledger, other).id, { ...done, changedAt: nine - 1 });
    });
    const hours = ledger.documents.hours(nine).toSorted((a, b) => a.at - b.at || a.count - b.count);
    expect(hours.map(({ folderId: of, at, count }) => [of, at, count])).toEqual([
      [folderId, nine + 7, 1],
      [folderId, nine + 299, 300],
      [other, ten, 1],
    ]);
  });

  it('tell those that wait by what they wait for', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = putDocument(ledger, folderId, { state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } } });
    become(ledger, id, { state: { kind: 'waiting', wait: { kind: 'blocked', message: foreign('No permission.') } } });
    expect(ledger.documents.counts()).toEqual([{ state: 'waiting', delivery: 'none', wait: 'blocked', count: 1 }]);
  });

  it('balance: found is the sum of what became of each', () => {
    const { ledger, folderId } = freshLedger();
    ledger.documents.add(found(folderId));
    const { id } = ledger.documents.add(found(folderId));
    become(ledger, id, { state: { kind: 'processed' }, delivery: { kind: 'done', at: 1 } });
    become(ledger, ledger.documents.add(found(folderId)).id, { state: { kind: 'duplicate', of: id } });
    expect(ledger.documents.balance()).toEqual({
      found: 3,
      delivered: 1,
      duplicate: 0,
      rejected: 0,
      failed: 0,
      gone: 0,
      moving: 2,
    });
  });
});

describe('a page of documents', () => {
  const query = fc.record(
    {
      standings: fc.uniqueArray(fc.constantFrom(...standingNames), { maxLength: 4 }),
      folderId: fc.integer({ min: 1, max: 4 }),
      text: fc.constantFrom('', ' ', 'in', 'voice', 'MÜLLER', 'mu\u0308ll', 'rechnung 7', '7 ung', '.pdf', 'x', '"', 'pdf\ninv'),
      offset: fc.nat({ max: 6 }),
      limit: fc.nat({ max: 6 }),
      holds: fc
        .dictionary(fc.constantFrom('1', '2', '3'), fc.constantFrom<Hold>('everything', 'unsent', 0, 2, 4))
        .map((held): Holds => ({ now: 5, folders: new Map(Object.entries(held).map(([id, hold]) => [Number(id), hold])) })),
    },
    { requiredKeys: [] },
  );

  it('is what filtering, sorting and cutting all documents would give', () => {
    fc.assert(
      fc.property(groups, fc.array(query, { minLength: 1, maxLength: 6 }), (runs, queries: DocumentQuery[]) => {
        const ledger = afterGroups(runs);
        for (const { standings, folderId, text = '', offset = 0, limit = 100, holds } of queries) {
          const seen = (document: Document) => (holds === undefined ? standingOf(document) : shownStanding(document, holds));
          const parts = text.trim().normalize('NFC').toLowerCase().split(/\s+/);
          const among = everyDocument(ledger)
            .filter((document) => folderId === undefined || document.folderId === folderId)
            .filter((document) => parts.every((part) => textOf(document).normalize('NFC').toLowerCase().includes(part)));
          const truth = among
            .filter((document) => standings === undefined || standings.includes(seen(document)))
            .sort((a, b) => b.changedAt - a.changedAt || b.id - a.id);
          const page = viewOf(ledger).page({
            ...(standings && { standings }),
            ...(folderId && { folderId }),
            ...(holds && { holds }),
            text,
            offset,
            limit,
          });
          const counts = countsOf(among.map((document) => ({ standing: seen(document), count: 1 })));
          expect(page).toEqual({ documents: truth.slice(offset, offset + limit), total: truth.length, counts });
        }
        ledger.close();
      }),
      { numRuns: 80 },
    );
  });

  it.each([
    ['the newest change first, from its beginning', 0, 2, [1, 5]],
    ['and from its end', 3, 2, [4, 2]],
    ['the rest of it', 4, 9, [2]],
  ])('has the few of many that were found: %s', (_, offset, limit, expected) => {
    const { ledger, folderId } = freshLedger();
    const changed = [90, 20, 40, 30, 70];
    const put = (path: string, changedAt: number) => putDocument(ledger, folderId, { path, changedAt }).id;
    const few = ledger.transaction(() => changed.map((at, index) => put(`rare ${index}.pdf`, at)));
    ledger.transaction(() => {
      for (let index = 0; index < 200; index += 1) put(`${index}.pdf`, 1_000 - index);
    });
    expect(few).toEqual([1, 2, 3, 4, 5]);
    const { documents, total } = viewOf(ledger).page({ text: 'rare', offset, limit });
    expect(ids(documents)).toEqual(expected);
    expect(total).toBe(5);
  });

  it('tells what is tried again later from what goes out next', () => {
    const { ledger, folderId } = freshLedger();
    const readyAt = (notBefore: number) =>
      putDocument(ledger, folderId, { state: { kind: 'waiting', wait: { kind: 'ready', notBefore } }, dueAt: notBefore });
    const [now, later] = [readyAt(10), readyAt(11)];
    const holds: Holds = { now: 10, folders: new Map() };
    expect([shownStanding(now, holds), shownStanding(later, holds)]).toEqual(['on-the-way', 'waiting']);
    expect(ledger.documents.standings(folderId, holds)).toMatchObject({ waiting: 1, 'on-the-way': 1 });
    expect(ids(ledger.documents.page({ standings: ['waiting'], holds }).documents)).toEqual([later.id]);
  });

  it('has a hundred documents if nobody says how many', () => {
    const { ledger, folderId } = freshLedger();
    ledger.transaction(() => {
      for (let index = 0; index < 120; index++) ledger.documents.add(found(folderId));
    });
    expect(ledger.documents.page({}).documents).toHaveLength(100);
    expect(ids(ledger.documents.page({ offset: 118 }).documents)).toEqual([2, 1]);
  });
});
