import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../electron/core/document/document.ts';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { migrations } from '../../electron/ledger/schema.ts';
import { extracted, found, freshLedger, temporaryDirectory } from './fixture.ts';

type Change = Partial<Pick<Document, 'state' | 'delivery' | 'result' | 'changedAt' | 'review'>>;

const starts = [0, 100, 200];
const needsReview: DocumentResult = { kind: 'extraction', status: 'needs_review', extractedData: {}, extra: {} };
const processed = { state: { kind: 'processed' }, result: extracted({ total: '1.00' }) } as const;
const done = (at: number) => ({ delivery: { kind: 'done', at } }) as const;

type Story = readonly [foundAt: number, ...changes: Change[]];

/** Documents that were found at a time, and what became of them, change by change. */
function scene(...documents: Story[]) {
  const { ledger, folderId } = freshLedger();
  for (const [foundAt, ...changes] of documents) {
    const { id } = ledger.documents.add(found(folderId, { foundAt }));
    for (const change of changes) ledger.documents.update(id, change);
  }
  return { ledger, folderId };
}

const factsOf = (...documents: Story[]) => {
  const { ledger, folderId } = scene(...documents);
  return ledger.insights.facts(starts, folderId);
};

describe('What the plots are made of', () => {
  it('counts what was found on each day, and only in the folder that is asked for', () => {
    const { ledger, folderId } = scene([5], [99], [100], [200]);
    const other = ledger.folders.ensure('/other').id;
    ledger.documents.add(found(other, { foundAt: 150 }));
    expect(ledger.insights.facts(starts, folderId).found).toEqual([
      { day: 0, folderId, count: 2 },
      { day: 1, folderId, count: 1 },
    ]);
    expect(ledger.insights.facts(starts).found).toContainEqual({ day: 1, folderId: other, count: 1 });
  });

  it('takes the time to the first delivery, however often it is written again', () => {
    const { delivered } = factsOf([
      10,
      { ...processed, delivery: { kind: 'pending' } },
      { delivery: { kind: 'written', at: 30 } },
      done(31),
      { delivery: { kind: 'pending' } },
      done(150),
    ]);
    expect(delivered).toEqual([{ folderId: 1, deliveredAt: 30, tookMs: 20, duplicate: false, straightThrough: true }]);
  });

  it.each<[string, boolean, readonly Change[]]>([
    ['processed', true, [processed]],
    ['refused by the disk for a while', true, [{ ...processed, delivery: { kind: 'pending', message: foreign('full') } }]],
    ['to be reviewed', false, [{ state: { kind: 'needs_review' }, result: needsReview }]],
    ['confirmed by the service', false, [{ state: { kind: 'confirmed' }, result: extracted({}) }]],
    [
      'held at first',
      false,
      [{ state: { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('') } } }, processed],
    ],
    ['failed at first', false, [{ state: { kind: 'failed', by: 'service', message: foreign('') } }, processed]],
    ['corrected', false, [{ ...processed, review: { confirmations: [{ at: 1, by: 'A', corrections: {} }], changes: [] } }]],
  ])('one that was %s went straight through: %s', (_, straightThrough, changes) => {
    expect(factsOf([10, ...changes, done(20)]).delivered).toMatchObject([{ straightThrough }]);
  });

  it('counts a failure on its day, until it is sent again', () => {
    const failed = { state: { kind: 'failed', by: 'service', message: foreign('') }, changedAt: 120 } as const;
    expect(factsOf([10, failed]).failed).toEqual([{ day: 1, folderId: 1, count: 1 }]);
    expect(factsOf([10, failed, { changedAt: 130 }]).failed).toHaveLength(1);
    const again = { state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } } } as const;
    expect(factsOf([10, failed, again]).failed).toEqual([]);
  });

  it('keeps copies apart', () => {
    const copy = { state: { kind: 'duplicate', of: 1 }, result: extracted({}) } as const;
    expect(factsOf([10, { ...copy, ...done(20) }]).delivered).toMatchObject([{ duplicate: true }]);
  });
});

describe('A ledger of the first format', () => {
  it('is brought up to date with what it knows of the past', () => {
    const file = `${temporaryDirectory()}/ledger.sqlite`;
    const old = new DatabaseSync(file);
    old.exec(`${migrations[0]} PRAGMA application_id = ${0x496e7472}; PRAGMA user_version = 1;
      INSERT INTO folders (id, path) VALUES (1, '/scans');
      INSERT INTO routes (id, origin, kind, service_id) VALUES (1, 'https://service.example', 'extraction', 'e-1');`);
    const add = old.prepare(`INSERT INTO documents (id, folder_id, path, size, mtime_ms, ino, step, state, state_json, delivery,
        delivery_json, attention, attempts, possible_duplicate, found_at, changed_at)
      VALUES (?, 1, 'a.pdf', 1, 1, 1, 1, ?, ?, ?, ?, ?, 0, 0, 10, 60)`);
    const doneText = '{"kind":"done","at":50}';
    add.run(1, 'processed', '{"kind":"processed"}', 'done', doneText, 0);
    add.run(2, 'needs_review', '{"kind":"needs_review"}', 'done', doneText, 1);
    add.run(4, 'needs_review', '{"kind":"needs_review"}', 'done', doneText, 0);
    add.run(3, 'failed', '{"kind":"failed","by":"service","message":""}', 'none', '{"kind":"none"}', 1);
    old.exec(`INSERT INTO steps (document_id, position, route) SELECT id, 1, 1 FROM documents;
      INSERT INTO history (document_id, position, at, event) VALUES (1, 1, 30, 'delivered'), (1, 2, 50, 'delivered');
      ${migrations[1]} PRAGMA user_version = 2;
      UPDATE steps SET review = '{"confirmations":[{"at":1,"by":"Mara","corrections":{}}],"changes":[]}' WHERE document_id = 4;`);
    old.close();
    const ledger = openLedger(file);
    const { delivered, failed } = ledger.insights.facts(starts);
    expect(delivered).toHaveLength(3);
    expect(delivered).toContainEqual({ folderId: 1, deliveredAt: 30, tookMs: 20, duplicate: false, straightThrough: true });
    expect(delivered).toContainEqual({ folderId: 1, deliveredAt: 50, tookMs: 40, duplicate: false, straightThrough: false });
    expect(failed).toEqual([{ day: 0, folderId: 1, count: 1 }]);
    expect(ledger.documents.get(2)?.state.kind).toBe('needs_review');
    expect(ledger.documents.standings()).toMatchObject({ done: 1, 'needs-you': 1, failed: 1, confirmed: 1 });
    ledger.close();
  });
});
