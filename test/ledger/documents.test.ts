import { describe, expect, it } from 'vitest';
import type { Document } from '../../electron/core/document/document.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { extracted, found, freshLedger, ids, invoices, mail, origin, receipts, viewOf } from './fixture.ts';

const ready: DocumentState = { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } };

describe('a document in the ledger', () => {
  it('begins undelivered, untried, and changed when it was found', () => {
    const { ledger, folderId } = freshLedger();
    const document = ledger.documents.add(found(folderId));
    expect(document).toEqual({
      ...found(folderId),
      id: document.id,
      delivery: { kind: 'none' },
      attempts: 0,
      possibleDuplicate: false,
      changedAt: 10,
    });
    expect(ledger.documents.get(document.id)).toEqual(document);
  });

  it('keeps every member as it was written', () => {
    const { ledger, folderId } = freshLedger();
    const earlier = ledger.documents.add(found(folderId));
    const batch = ledger.batches.add({ origin, route: mail, madeAt: 1 });
    const { id, foundAt } = ledger.documents.add(found(folderId));
    const whole: Document = {
      id,
      foundAt,
      folderId: ledger.folders.ensure('/other').id,
      path: 'Post/Müller & Söhne 📄 "a".pdf',
      facts: { size: 2 ** 40, mtimeMs: 1_700_000_000_123.456, ino: 2 ** 60 },
      hash: 'ab'.repeat(32),
      contentType: 'application/pdf',
      origin: 'https://other.example',
      route: mail,
      state: {
        kind: 'gone',
        was: { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: foreign('Nothing proves it.') } },
      },
      delivery: { kind: 'written', at: 7, message: foreign('The folder is read-only.') },
      result: {
        kind: 'classification',
        status: 'processed',
        categoryId: 'k-1',
        categoryName: 'Rechnungen',
        confidence: 0.75,
        reasoning: 'It says "Rechnung".',
        extra: { unknown: [1, null] },
      },
      batchId: batch.id,
      fileId: 'f-1',
      sentAs: 'Müller.pdf',
      attempts: 3,
      possibleDuplicate: true,
      replaces: earlier.id,
      changedAt: 11.5,
      dueAt: 12.5,
    };
    const { id: _id, foundAt: _foundAt, ...changes } = whole;
    expect(ledger.documents.update(id, changes)).toEqual(whole);
    expect(ledger.documents.get(id)).toEqual(whole);
  });

  it('leaves alone what a change does not name, and clears what it names undefined', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId, { hash: 'aa', dueAt: 20 }));
    ledger.documents.update(id, { result: extracted({ total: '1' }), fileId: 'f' });
    const updated = ledger.documents.update(id, { dueAt: undefined, fileId: undefined, attempts: 1 });
    expect(updated).toEqual({
      ...found(folderId, { hash: 'aa' }),
      id,
      delivery: { kind: 'none' },
      result: extracted({ total: '1' }),
      attempts: 1,
      possibleDuplicate: false,
      changedAt: 10,
    });
    expect(ledger.documents.get(id)).toEqual(updated);
  });

  it('cannot be changed if it is not there', () => {
    const { ledger } = freshLedger();
    expect(() => ledger.documents.update(99, { attempts: 1 })).toThrow('The ledger has no document 99.');
  });

  it('belongs to a folder that the ledger knows', () => {
    const { ledger } = freshLedger();
    expect(() => ledger.documents.add(found(99))).toThrow('FOREIGN KEY');
  });
});

describe('a placeholder that turns out to be the content of another document', () => {
  it('leaves its history and its file to that one', () => {
    const { ledger, folderId } = freshLedger();
    const original = ledger.documents.add(found(folderId));
    ledger.history.add({ documentId: original.id, at: 1, event: 'found' });
    ledger.history.add({ documentId: original.id, at: 4, event: 'gone' });
    const placeholder = ledger.documents.add(found(folderId, { path: 'renamed.pdf' }));
    ledger.history.add({ documentId: placeholder.id, at: 3, event: 'appeared' });
    ledger.files.put({ folderId, directory: '', name: 'renamed.pdf', facts: placeholder.facts, documentId: placeholder.id });

    ledger.documents.removeInto(placeholder.id, original.id);

    expect(ledger.documents.get(placeholder.id)).toBeUndefined();
    expect(ledger.history.of(original.id).map(({ event }) => event)).toEqual(['found', 'appeared', 'gone']);
    expect(ledger.files.get(folderId, '', 'renamed.pdf')?.documentId).toBe(original.id);
    expect(ledger.documents.balance().found).toBe(1);
    expect(viewOf(ledger).page({ text: 'renamed' }).total).toBe(0);
  });

  it('leaves what was to take its place, and what a person asked of it, to those that stay', () => {
    const { ledger, folderId } = freshLedger();
    const first = ledger.documents.add(found(folderId));
    const placeholder = ledger.documents.add(found(folderId, { replaces: first.id }));
    const original = ledger.documents.add(found(folderId, { replaces: placeholder.id }));
    ledger.requests.add({ documentId: placeholder.id, kind: 'send-again' });

    ledger.documents.removeInto(placeholder.id, original.id);

    expect(ledger.documents.get(original.id)?.replaces).toBe(first.id);
    expect(ledger.requests.take().map(({ documentId }) => documentId)).toEqual([original.id]);
    ledger.documents.removeInto(first.id, original.id);
    expect(ledger.documents.get(original.id)).not.toHaveProperty('replaces');
  });

  it('is not removed while something depends on it', () => {
    const { ledger, folderId } = freshLedger();
    const original = ledger.documents.add(found(folderId));
    const delivered = ledger.documents.add(found(folderId));
    ledger.outputs.put({ documentId: delivered.id, kind: 'json', path: '/scans/invoice.pdf.json', state: 'written' });
    expect(() => ledger.documents.removeInto(delivered.id, original.id)).toThrow('FOREIGN KEY');
    expect(ledger.documents.get(delivered.id)).toEqual(delivered);
  });

  it('never gives its id to another', () => {
    const { ledger, folderId } = freshLedger();
    const original = ledger.documents.add(found(folderId));
    const placeholder = ledger.documents.add(found(folderId));
    ledger.documents.removeInto(placeholder.id, original.id);
    expect(ledger.documents.add(found(folderId)).id).toBeGreaterThan(placeholder.id);
  });
});

describe('looking documents up', () => {
  it('finds what is due in a state, longest due first, in all folders or one', () => {
    const { ledger, folderId } = freshLedger();
    const other = ledger.folders.ensure('/other').id;
    const late = ledger.documents.add(found(folderId, { dueAt: 30 })).id;
    const early = ledger.documents.add(found(folderId, { dueAt: 10 })).id;
    const elsewhere = ledger.documents.add(found(other, { dueAt: 20 })).id;
    ledger.documents.add(found(folderId, { dueAt: 31 }));
    ledger.documents.add(found(folderId, { dueAt: 5, state: ready }));
    ledger.documents.add(found(folderId));
    expect(ledger.documents.due('settling', 30, 10)).toEqual([early, elsewhere, late]);
    expect(ledger.documents.due('settling', 30, 10, folderId)).toEqual([early, late]);
    expect(ledger.documents.due('settling', 30, 1)).toEqual([early]);
  });

  it('finds what is ready to be sent in the order in which it was found', () => {
    const { ledger, folderId } = freshLedger();
    const first = ledger.documents.add(found(folderId, { state: ready, dueAt: 20 })).id;
    const second = ledger.documents.add(found(folderId, { state: ready, dueAt: 10 })).id;
    ledger.documents.add(found(folderId, { state: ready, dueAt: 99 }));
    ledger.documents.add(
      found(folderId, { state: { kind: 'waiting', wait: { kind: 'blocked', message: foreign('') } }, dueAt: 1 }),
    );
    ledger.documents.add(found(ledger.folders.ensure('/other').id, { state: ready, dueAt: 1 }));
    expect(ids(ledger.documents.ready(folderId, { origin, route: invoices }, 20, 10))).toEqual([first, second]);
    expect(ids(ledger.documents.ready(folderId, { origin, route: invoices }, 20, 1))).toEqual([first]);
  });

  it('finds the documents of a batch', () => {
    const { ledger, folderId } = freshLedger();
    const [batch, next] = [1, 2].map((madeAt) => ledger.batches.add({ origin, route: invoices, madeAt }).id);
    const [a, b] = [1, 2].map(() => ledger.documents.add(found(folderId)).id);
    for (const id of [a, b]) ledger.documents.update(id as number, { batchId: batch });
    expect(ids(ledger.documents.inBatch(batch as number))).toEqual([a, b]);
    ledger.documents.update(a as number, { batchId: next });
    expect(ids(ledger.documents.inBatch(batch as number))).toEqual([b]);
  });

  it('finds those that wait behind another, and no longer when they do not', () => {
    const { ledger, folderId } = freshLedger();
    const first = ledger.documents.add(found(folderId)).id;
    const behind: DocumentState = { kind: 'waiting', wait: { kind: 'behind', first } };
    const [a, b] = [1, 2].map(() => ledger.documents.add(found(folderId, { state: behind })).id);
    expect(ids(ledger.documents.behind(first))).toEqual([a, b]);
    ledger.documents.update(a as number, { state: { kind: 'duplicate', of: first } });
    expect(ids(ledger.documents.behind(first))).toEqual([b]);
  });

  it('finds the same content on the same route of the same service only', () => {
    const { ledger, folderId } = freshLedger();
    const hash = 'cd'.repeat(32);
    const same = ledger.documents.add(found(folderId, { hash })).id;
    ledger.documents.add(found(folderId, { hash, route: receipts }));
    ledger.documents.add(found(folderId, { hash, origin: 'https://other.example' }));
    ledger.documents.add(found(folderId, { hash: 'ef'.repeat(32) }));
    const moved = ledger.documents.add(found(folderId, { hash, route: mail })).id;
    ledger.documents.update(moved, { route: invoices });
    expect(ids(ledger.documents.withContent(origin, invoices, hash))).toEqual([same, moved]);
    expect(ids(ledger.documents.withContent(origin, mail, hash))).toEqual([]);
  });

  it('finds what decides about one more copy, however many there are', () => {
    const { ledger, folderId } = freshLedger();
    const hash = 'cd'.repeat(32);
    const add = (path: string) => ledger.documents.add(found(folderId, { hash, path }));
    const first = add('first.pdf').id;
    const copies = Array.from({ length: 40 }, (_, index) => add(`copy-${index}.pdf`).id);
    for (const id of copies) ledger.documents.update(id, { state: { kind: 'waiting', wait: { kind: 'behind', first } } });
    const marked = copies[30] as number;
    ledger.documents.update(marked, { possibleDuplicate: true });
    ledger.documents.update(copies[31] as number, { state: { kind: 'duplicate', of: first } });
    const failed = add('failed.pdf').id;
    ledger.documents.update(failed, { state: { kind: 'failed', by: 'service', message: foreign('no') } });
    ledger.documents.add(found(folderId, { hash, path: 'elsewhere.pdf', route: receipts }));
    const later = ledger.documents.add(found(folderId, { path: 'copy-20.pdf' }));
    expect(ids(ledger.documents.besideContent(later, hash))).toEqual([first, ...copies.slice(0, 5), copies[20], marked, failed]);
  });

  it('finds what is or was at a path, newest first, as it is spelled on disk', () => {
    const { ledger, folderId } = freshLedger();
    const nfd = 'u\u0308ber.pdf';
    const [a, b] = [1, 2].map(() => ledger.documents.add(found(folderId, { path: nfd })).id);
    ledger.documents.add(found(folderId, { path: nfd.normalize('NFC') }));
    expect(ids(ledger.documents.atPath(folderId, nfd))).toEqual([b, a]);
  });

  it('finds the one that replaces another', () => {
    const { ledger, folderId } = freshLedger();
    const old = ledger.documents.add(found(folderId)).id;
    expect(ledger.documents.replacing(old)).toBeUndefined();
    const newer = ledger.documents.add(found(folderId, { replaces: old })).id;
    expect(ledger.documents.replacing(old)?.id).toBe(newer);
  });

  it('finds what is to be delivered or filed away', () => {
    const { ledger, folderId } = freshLedger();
    const add = (delivery: Document['delivery'], dueAt?: number) =>
      ledger.documents.update(ledger.documents.add(found(folderId)).id, { state: { kind: 'processed' }, delivery, dueAt }).id;
    const written = add({ kind: 'written', at: 1 }, 9);
    const pending = add({ kind: 'pending', message: foreign('The disk is full.') }, 8);
    add({ kind: 'pending' }, 11);
    add({ kind: 'done', at: 1 }, 1);
    add({ kind: 'none' }, 1);
    expect(ids(ledger.documents.toDeliver(folderId, 10, 10))).toEqual([pending, written]);
  });

  it('finds those in a state, longest unchanged first', () => {
    const { ledger, folderId } = freshLedger();
    const [a, b, c] = [30, 10, 20].map((foundAt) => ledger.documents.add(found(folderId, { foundAt })).id);
    expect(ids(ledger.documents.inState('settling'))).toEqual([b, c, a]);
    expect(ids(ledger.documents.inState('settling', 2))).toEqual([b, c]);
  });

  it('knows when the next one that is not due yet will be, of a state or to be delivered', () => {
    const { ledger, folderId } = freshLedger();
    for (const dueAt of [10, 20, 30]) ledger.documents.add(found(folderId, { dueAt }));
    expect(ledger.documents.nextDueIn('settling', 10)).toBe(20);
    expect(ledger.documents.nextDueIn('settling', 30)).toBeUndefined();
    expect(ledger.documents.nextDueIn('waiting', 0)).toBeUndefined();
    const { id } = ledger.documents.add(found(folderId));
    ledger.documents.update(id, { state: { kind: 'processed' }, delivery: { kind: 'pending' }, dueAt: 25 });
    expect(ledger.documents.nextDelivery(folderId, 0)).toBe(25);
    expect(ledger.documents.nextDelivery(folderId, 25)).toBeUndefined();
    expect(ledger.documents.nextDelivery(99, 0)).toBeUndefined();
  });

  it('makes everything that waits for a later time due at once, and nothing else', () => {
    const { ledger, folderId } = freshLedger();
    const times = [5, 30, undefined].map((dueAt) => found(folderId, dueAt === undefined ? {} : { dueAt }));
    const [early, late, never] = times.map((document) => ledger.documents.add(document).id) as [number, number, number];
    const waiting = ledger.documents.add(found(folderId, { state: ready, dueAt: 40 })).id;
    ledger.documents.hurry(10);
    expect([early, late, never, waiting].map((id) => ledger.documents.get(id)?.dueAt)).toEqual([5, 10, undefined, 10]);
  });

  it('knows when the next one is due', () => {
    const { ledger, folderId } = freshLedger();
    expect(ledger.documents.nextDue()).toBeUndefined();
    ledger.documents.add(found(folderId, { dueAt: 30 }));
    const next = ledger.documents.add(found(folderId, { dueAt: 20.5, state: ready })).id;
    expect(ledger.documents.nextDue()).toBe(20.5);
    ledger.documents.update(next, { dueAt: undefined });
    expect(ledger.documents.nextDue()).toBe(30);
  });
});

describe('a document that goes on into a second step', () => {
  const verdict = {
    kind: 'classification',
    status: 'processed',
    categoryId: 'k-1',
    categoryName: 'Invoices',
    extra: {},
  } as const;
  const review = { confirmations: [{ at: 7, by: 'Ada', corrections: {} }], changes: [] };

  function classified() {
    const { ledger, folderId } = freshLedger();
    const batch = ledger.batches.add({ origin, route: mail, madeAt: 1 });
    const { id } = ledger.documents.add(found(folderId, { route: mail, hash: 'cd'.repeat(32) }));
    const sent = { batchId: batch.id, fileId: 'f-1', sentAs: 'invoice.pdf' };
    ledger.documents.update(id, { ...sent, state: { kind: 'processed' }, result: verdict, review });
    return { ledger, folderId, id, first: { route: mail, ...sent, result: verdict, review } };
  }

  it('keeps what the first came to, and has nothing of the second', () => {
    const { ledger, id, first } = classified();
    const before = ledger.documents.get(id);
    const after = ledger.documents.advance(id, invoices, { state: ready, dueAt: 3 });
    const { batchId, fileId, sentAs, result, review: judged, ...kept } = before as Document;
    expect(after).toEqual({ ...kept, route: invoices, state: ready, dueAt: 3, earlierSteps: [first] });
    expect(ledger.documents.get(id)).toEqual(after);
  });

  it('is read from the tables as it was written', () => {
    const { ledger, id } = classified();
    ledger.documents.advance(id, invoices, { state: ready });
    const result = extracted({ number: 'R-17' });
    const written = ledger.documents.update(id, {
      state: { kind: 'processed' },
      fileId: 'f-2',
      result,
      delivery: { kind: 'done', at: 9 },
    });
    // A document that is done is not cached.
    expect(ledger.documents.get(id)).toEqual(written);
    expect(written).toMatchObject({ fileId: 'f-2', result, earlierSteps: [{ fileId: 'f-1', result: verdict, review }] });
  });

  it('is found by what either step says, and sorted by the values of both', () => {
    const { ledger, folderId, id } = classified();
    ledger.documents.advance(id, invoices, { state: ready });
    ledger.documents.update(id, { state: { kind: 'processed' }, result: extracted({ number: 'R-17' }) });
    for (const text of ['Invoices', 'R-17']) expect(ids(viewOf(ledger).page({ text }).documents)).toEqual([id]);
    const other = ledger.documents.add(found(folderId, { route: mail, path: 'other.pdf' })).id;
    ledger.documents.update(other, { state: { kind: 'processed' }, result: { ...verdict, categoryName: 'Letters' } });
    const by = (descending: boolean) => ids(viewOf(ledger).page({ sort: { by: 'category', descending } }).documents);
    expect([by(false), by(true)]).toEqual([
      [id, other],
      [other, id],
    ]);
  });

  it('is on both routes for one more document of its content', () => {
    const { ledger, folderId, id } = classified();
    ledger.documents.advance(id, invoices, { state: ready });
    for (const route of [mail, invoices]) {
      const copy = ledger.documents.add(found(folderId, { route, path: 'copy.pdf' }));
      expect(ids(ledger.documents.besideContent(copy, 'cd'.repeat(32)))).toEqual([id]);
    }
  });

  it('is listed by what it is there at once, and again when it goes back', () => {
    const { ledger, id } = classified();
    const listed = () =>
      ['needs-you', 'confirmed'].map((name) => ids(ledger.documents.page({ standings: [name] as never }).documents));
    const done = { kind: 'done', at: 9 } as const;
    ledger.documents.update(id, { state: { kind: 'needs_review' }, delivery: done });
    expect(listed()).toEqual([[], [id]]);
    const result = { ...extracted({ number: 'R-17' }), status: 'needs_review' } as const;
    ledger.documents.advance(id, invoices, { state: { kind: 'needs_review' }, result, delivery: done });
    expect(listed()).toEqual([[id], []]);
    ledger.documents.rewind(id, { state: { kind: 'needs_review' }, delivery: done });
    expect(listed()).toEqual([[], [id]]);
  });

  it('is what it was when the transaction fails', () => {
    const { ledger, id } = classified();
    const before = ledger.documents.get(id);
    const fail = () =>
      ledger.transaction(() => {
        ledger.documents.advance(id, invoices, { state: ready });
        throw new Error('on purpose');
      });
    expect(fail).toThrow('on purpose');
    expect(ledger.documents.get(id)).toEqual(before);
  });

  it('is in the batch of its second step, and its file is told apart in that of the first', () => {
    const { ledger, id, first } = classified();
    expect([...ledger.documents.passedFiles(first.batchId)]).toEqual([]);
    ledger.documents.advance(id, invoices, { state: ready });
    const { id: batchId } = ledger.batches.add({ origin, route: invoices, madeAt: 2 });
    ledger.documents.update(id, { batchId, fileId: 'f-2' });
    expect([first.batchId, batchId].map((batch) => ids(ledger.documents.inBatch(batch)))).toEqual([[], [id]]);
    expect([first.batchId, batchId].map((batch) => [...ledger.documents.passedFiles(batch)])).toEqual([['f-1'], []]);
  });

  it('goes nowhere a second time', () => {
    const { ledger, id } = classified();
    expect(() => ledger.documents.advance(id, mail, { state: ready })).toThrow('before');
    ledger.documents.advance(id, invoices, { state: ready });
    expect(() => ledger.documents.advance(id, invoices, { state: ready })).toThrow('before');
    expect(ledger.documents.get(id)?.earlierSteps).toHaveLength(1);
  });

  it('loses the results of both when they are dropped', () => {
    const { ledger, id } = classified();
    ledger.documents.advance(id, invoices, { state: ready });
    ledger.documents.update(id, {
      state: { kind: 'processed' },
      result: extracted({ number: 'R-17' }),
      delivery: { kind: 'done', at: 9 },
    });
    ledger.documents.dropResult(id, 20);
    const { result, earlierSteps } = ledger.documents.get(id) as Document;
    expect([result, earlierSteps?.[0]?.result, earlierSteps?.[0]?.fileId]).toEqual([undefined, undefined, 'f-1']);
  });

  it('takes up the verdict of the step before, when its result is', () => {
    const { ledger, id } = classified();
    const before = ledger.documents.get(id)?.result;
    ledger.documents.advance(id, invoices, { state: ready });
    ledger.documents.dropResult(id, 20);
    expect(ledger.documents.get(id)?.earlierSteps?.[0]?.result).toBeUndefined();
    const review = { confirmations: [], changes: [{ at: 5, by: 'Anna', from: 'Letter', to: 'Order' }] };
    if (before !== undefined) ledger.documents.takeUpVerdict(id, before, review);
    expect(ledger.documents.get(id)?.earlierSteps?.[0]).toMatchObject({ result: before, review });
    expect(before).toMatchObject({ kind: 'classification' });
  });
});
