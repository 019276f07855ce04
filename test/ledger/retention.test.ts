import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { become, goOn, type Members, putDocument } from '../support/jobs.ts';
import { extracted, freshLedger, invoices, mail, origin, temporaryDirectory, viewOf } from './fixture.ts';

const long = 1_000;
const open = { ...extracted({ supplier: '' }), status: 'needs_review' } as DocumentResult;
const processed: DocumentState = { kind: 'processed' };

/** A document that was delivered at 100, other than said. */
function delivered(ledger: Ledger, folderId: number, path: string, changes: Members = {}): number {
  const result = extracted({ supplier: `Supplier of ${path}`, total: '12.50 €' });
  const delivery = { kind: 'done', at: 100 } as const;
  const { id } = putDocument(ledger, folderId, { path, hash: `hash of ${path}`, result, delivery, changedAt: 90, ...changes });
  ledger.documents.note({ documentId: id, at: 10, event: 'delivered' });
  return id;
}

/** Looks through the whole ledger once. */
function drop(ledger: Ledger, before: number, now = long): void {
  let cursor = ledger.retention.dropSome(before, now, undefined);
  while (cursor !== undefined) cursor = ledger.retention.dropSome(before, now, cursor);
}

const many = 300;

/** How many pages a ledger has, with its log. */
function pagesOf(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(database.prepare('PRAGMA page_count').get()?.page_count);
  } finally {
    database.close();
  }
}

/** Drops the long results of many documents. @returns how many pages the ledger had, and how often it has given room back */
function dropMany(ledger: Ledger, file: string): { readonly before: number; readonly steps: number } {
  const { id: folderId } = ledger.folders.ensure('/scans');
  ledger.transaction(() => {
    for (let index = 0; index < many; index += 1) {
      const text = `${index} ${'a line of a long invoice '.repeat(200)}`;
      delivered(ledger, folderId, `${index}.pdf`, { result: extracted({ text }) });
    }
  });
  const before = pagesOf(file);
  drop(ledger, 100);
  let steps = 0;
  while (ledger.retention.giveBack()) steps += 1;
  return { before, steps };
}

const isKept = (ledger: Ledger, id: number) => ledger.documents.get(id)?.result !== undefined;

describe('results that are older than they are to be kept', () => {
  it('go with their values, their text and their history; what the document was stays', () => {
    const { ledger, folderId } = freshLedger();
    const id = delivered(ledger, folderId, 'old.pdf');
    const before = ledger.documents.get(id);
    expect(viewOf(ledger).page({ text: 'supplier' }).total).toBe(1);
    expect(ledger.retention.count(100)).toBe(1);
    drop(ledger, 100);
    const { result: _, ...rest } = before ?? {};
    expect(ledger.documents.get(id)).toEqual({ ...rest, droppedAt: long });
    expect(viewOf(ledger).page({ text: 'supplier' }).total).toBe(0);
    expect(viewOf(ledger).page({ text: 'old.pdf' }).total).toBe(1);
    expect(ledger.history.of(id)).toEqual([]);
    expect(ledger.documents.withContent(origin, invoices, 'hash of old.pdf').map((each) => each.id)).toEqual([id]);
    expect(ledger.documents.page({ standings: ['done'] }).total).toBe(1);
    expect(ledger.retention.dropped()).toEqual({ documents: 1, at: long });
    expect(ledger.retention.count(long)).toBe(0);
  });

  it.each<[what: string, changes: Members]>([
    ['is younger', { changedAt: 101 }],
    ['was delivered later', { delivery: { kind: 'done', at: 101 } }],
    ['is not delivered', { delivery: { kind: 'pending' } }],
    ['still has to be moved', { delivery: { kind: 'written', at: 100 } }],
    ['asks for a review', { state: { kind: 'needs_review' }, result: open }],
    ['asks for a review, and was dismissed', { state: { kind: 'needs_review' }, result: open, dismissed: true }],
    ['was dismissed while something was the matter with it', { dismissed: true }],
    ['may have been sent twice', { possibleDuplicate: true }],
    [
      'is contradicted by the service',
      { review: { confirmations: [{ at: 1, by: 'A', corrections: {} }], changes: [], conflict: ['a'] } },
    ],
    ['is on its way', { state: { kind: 'processing', status: 'processing' } }],
    ['is gone, and was never looked at', { state: { kind: 'gone', was: { kind: 'needs_review' } }, result: open }],
    ['is gone, and was not delivered', { state: { kind: 'gone', was: processed }, delivery: { kind: 'none' } }],
  ])('stay of a document that %s', (_, changes) => {
    const { ledger, folderId } = freshLedger();
    const id = delivered(ledger, folderId, 'a.pdf', changes);
    // What was asked about once may be gone by now.
    if (changes.state?.kind === 'gone') become(ledger, id, { state: changes.state.was });
    if (changes.state !== undefined) become(ledger, id, { state: changes.state });
    expect(ledger.retention.count(100)).toBe(0);
    drop(ledger, 100);
    expect(isKept(ledger, id)).toBe(true);
  });

  it.each([
    ['', 'is'],
    ['bb', 'replaces one that is'],
  ])('stay while a JSON of them (before: “%s”) %s being written', (was) => {
    const { ledger, folderId } = freshLedger();
    const id = delivered(ledger, folderId, 'a.pdf');
    const json = { path: '/scans/a.pdf.json', hash: 'aa' };
    ledger.documents.update(id, { json: { ...json, was } });
    drop(ledger, 100);
    expect(isKept(ledger, id)).toBe(true);
    ledger.documents.update(id, { json });
    drop(ledger, 100);
    expect(isKept(ledger, id)).toBe(false);
  });

  it('stay while a person has asked for something', () => {
    const { ledger, folderId } = freshLedger();
    const asked = delivered(ledger, folderId, 'asked.pdf');
    ledger.requests.add({ documentId: asked, act: { kind: 'send-again' }, by: 'Anna' });
    drop(ledger, 100);
    expect(isKept(ledger, asked)).toBe(true);
  });

  it.each<[what: string, change: (ledger: Ledger, copy: number) => void]>([
    ['is still to be written', (ledger, id) => void become(ledger, id, { delivery: { kind: 'pending' } })],
    ['is still to be moved', (ledger, id) => void become(ledger, id, { delivery: { kind: 'written', at: 1 } })],
    ['has changed since', (ledger, id) => void become(ledger, id, { changedAt: 101 })],
    ['is asked about', (ledger, id) => void ledger.requests.add({ documentId: id, act: { kind: 'send-again' }, by: 'Anna' })],
  ])('stay while another file of the same content %s', (_, change) => {
    const { ledger, folderId } = freshLedger();
    const first = delivered(ledger, folderId, 'first.pdf');
    const copy = delivered(ledger, ledger.folders.ensure('/other').id, 'first.pdf');
    expect(ledger.documents.get(copy)?.job).toBe(ledger.documents.get(first)?.job);
    change(ledger, copy);
    expect(ledger.retention.count(100)).toBe(0);
    drop(ledger, 100);
    expect([first, copy].map((id) => isKept(ledger, id))).toEqual([true, true]);
  });

  it('go once for all files of a content, and of the classification that led there', () => {
    const { ledger, folderId } = freshLedger();
    const category = { kind: 'classification', status: 'processed', categoryName: 'Bill', extra: {} } as const;
    const done = { delivery: { kind: 'done', at: 100 }, changedAt: 90 } as const;
    const result = extracted({ total: '1' });
    const files = ['a.pdf', 'b.pdf'].map((path) => {
      const { id } = putDocument(ledger, folderId, { path, hash: 'aa', route: mail, result: category });
      return goOn(ledger, id, invoices, { state: processed, result, ...done }).id;
    });
    expect(ledger.retention.count(100)).toBe(1);
    drop(ledger, 100);
    expect(ledger.retention.dropped()).toEqual({ documents: 1, at: long });
    for (const id of files) expect(ledger.documents.get(id)).toMatchObject({ droppedAt: long, verdict: { droppedAt: long } });
    expect(files.map((id) => [isKept(ledger, id), ledger.documents.get(id)?.verdict?.result])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
  });

  it('of a classification stay while a file that has gone on from it has the next one', () => {
    const { ledger, folderId } = freshLedger();
    const category = { kind: 'classification', status: 'processed', categoryName: 'Bill', extra: {} } as const;
    const done = { delivery: { kind: 'done', at: 100 }, changedAt: 90 } as const;
    const stays = putDocument(ledger, folderId, { path: 'a.pdf', hash: 'aa', route: mail, result: category, ...done }).id;
    const { id: on } = putDocument(ledger, folderId, { path: 'b.pdf', hash: 'aa', route: mail, state: processed });
    goOn(ledger, on, invoices, { state: processed, result: extracted({ total: '1' }), ...done, changedAt: 101 });
    expect(ledger.retention.count(100)).toBe(0);
    drop(ledger, 100);
    expect(isKept(ledger, stays)).toBe(true);
    expect(ledger.documents.get(on)?.verdict?.result).toEqual(category);
    for (const _ of ['what it went on to', 'then the classification']) drop(ledger, 101);
    expect([stays, on].map((id) => isKept(ledger, id))).toEqual([false, false]);
    expect(ledger.documents.get(on)?.verdict?.result).toBeUndefined();
  });

  it('go of what people have confirmed, and it stays confirmed, without the values', () => {
    const { ledger, folderId } = freshLedger();
    const review = {
      confirmations: [{ at: 5, by: 'Anna', corrections: { total: '13' } }],
      changes: [{ at: 5, by: 'Anna', to: '13' }],
    };
    const id = delivered(ledger, folderId, 'a.pdf', { state: { kind: 'needs_review' }, review });
    drop(ledger, 100);
    expect(ledger.documents.get(id)?.review).toEqual({ confirmations: [{ at: 5, by: 'Anna', corrections: {} }], changes: [] });
    expect(ledger.documents.update(id, { path: 'b.pdf' }).result).toBeUndefined();
    expect(ledger.documents.page({ standings: ['confirmed'] }).total).toBe(1);
  });

  it('go of what was delivered and is gone, and of many, a few at a time', () => {
    const { ledger, folderId } = freshLedger();
    const ids = Array.from({ length: 90 }, (_, index) => delivered(ledger, folderId, `${index}.pdf`));
    const young = Array.from({ length: 40 }, (_, index) => delivered(ledger, folderId, `young ${index}.pdf`, { changedAt: 500 }));
    for (const id of ids.slice(0, 50)) become(ledger, id, { state: { kind: 'gone', was: processed } });
    expect(ledger.retention.count(100)).toBe(90);
    ledger.retention.dropSome(100, long, undefined);
    expect(ledger.retention.dropped()?.documents).toBe(20);
    drop(ledger, 100);
    expect(ids.some((id) => isKept(ledger, id))).toBe(false);
    expect(young.every((id) => isKept(ledger, id))).toBe(true);
    expect(ledger.retention.dropped()).toEqual({ documents: 90, at: long });
  });

  it('give their room back to the disk a little at a time, but for a tenth of it', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const ledger = openLedger(file);
    const { before, steps } = dropMany(ledger, file);
    expect(steps).toBeGreaterThan(3);
    expect(pagesOf(file)).toBeLessThan(0.7 * before);
    ledger.close();
    expect(pagesOf(file)).toBeLessThan(0.7 * before);
    const again = openLedger(file, 'always');
    onTestFinished(() => again.close());
    expect(again.documents.page({}).total).toBe(many);
    expect(again.retention.giveBack()).toBe(false);
  });

  it('can be taken up again', () => {
    const { ledger, folderId } = freshLedger();
    const id = delivered(ledger, folderId, 'a.pdf');
    const before = ledger.documents.get(id);
    drop(ledger, 100);
    become(ledger, id, { result: extracted({ supplier: 'Supplier of a.pdf', total: '12.50 €' }), droppedAt: undefined });
    expect(ledger.documents.get(id)).toEqual(before);
    expect(viewOf(ledger).page({ text: 'supplier' }).total).toBe(1);
  });
});
