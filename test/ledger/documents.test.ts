import { describe, expect, it } from 'vitest';
import type { Document } from '../../electron/core/document/document.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import type { FileChanges } from '../../electron/ledger/documents.ts';
import { become, goOn, putDocument } from '../support/jobs.ts';
import { extracted, found, freshLedger, ids, invoices, mail, origin, receipts, sharedLedger, viewOf } from './fixture.ts';

const ready: DocumentState = { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } };

describe('a document in the ledger', () => {
  it('begins undelivered, untried, and changed when it was found', () => {
    const { ledger, folderId } = freshLedger();
    const document = ledger.documents.add(found(folderId));
    expect(document).toEqual({
      ...found(folderId),
      id: document.id,
      state: { kind: 'settling', since: 5 },
      delivery: { kind: 'none' },
      attempts: 0,
      possibleDuplicate: false,
      changedAt: 10,
    });
    expect(ledger.documents.get(document.id)).toEqual(document);
  });

  it('keeps every member as it was written', () => {
    const { ledger, folderId, read } = sharedLedger();
    const earlier = ledger.documents.add(found(folderId));
    const { id, foundAt } = ledger.documents.add(found(folderId));
    const hash = 'ab'.repeat(32);
    const [job, verdict] = [mail, invoices].map((route) => ledger.jobs.jobFor('https://other.example', route, hash, 3));
    const file = {
      kind: 'gone',
      was: { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: foreign('Nothing proves it.') } },
    } as const;
    const members = {
      folderId: ledger.folders.ensure('/other').id,
      path: 'Post/Müller & Söhne 📄 "a".pdf',
      facts: { size: 2 ** 40, mtimeMs: 1_700_000_000_123.456, ino: 2 ** 60 },
      hash,
      contentType: 'application/pdf',
      pages: 7,
      origin: 'https://other.example',
      route: mail,
      file,
      duplicateOf: earlier.id,
      delivery: { kind: 'written', at: 7, message: foreign('The folder is read-only.') },
      findings: [],
      undone: { at: 4, by: 'Anna', to: 'back' },
      dismissed: true,
      doubtful: true,
      replaces: earlier.id,
      changedAt: 11.5,
      dueAt: 12.5,
    } as const;
    const written = ledger.documents.update(id, { ...members, job: job?.id, verdict: verdict?.id });
    const whole = { ...members, id, foundAt, job: job?.id, verdict, state: file, attempts: 0, possibleDuplicate: false };
    expect(written).toEqual(whole);
    expect(read().documents.get(id)).toEqual(whole);
  });

  it('leaves alone what a change does not name, and clears what it names undefined', () => {
    const { ledger, folderId, read } = sharedLedger();
    const { id } = putDocument(ledger, folderId, { hash: 'aa', dueAt: 20, contentType: 'image/png' });
    const updated = ledger.documents.update(id, { dueAt: undefined, contentType: undefined, pages: 1 });
    expect(updated).toEqual({ ...ledger.documents.get(id), hash: 'aa', pages: 1, file: { kind: 'settling', since: 5 } });
    expect(updated).not.toHaveProperty('dueAt');
    expect(updated).not.toHaveProperty('contentType');
    expect(read().documents.get(id)).toEqual(updated);
  });

  it('cannot be changed if it is not there', () => {
    const { ledger } = freshLedger();
    expect(() => ledger.documents.update(99, { pages: 1 })).toThrow('The ledger has no document 99.');
  });

  it('belongs to a folder that the ledger knows', () => {
    const { ledger } = freshLedger();
    expect(() => ledger.documents.add(found(99))).toThrow('FOREIGN KEY');
  });
});

describe('a placeholder that turns out to be the content of another document', () => {
  it('leaves its history and its file to that one', () => {
    const { ledger, folderId } = freshLedger();
    const original = ledger.documents.add(found(folderId, { foundAt: 1 }));
    ledger.documents.note({ documentId: original.id, at: 4, event: 'gone' });
    const placeholder = ledger.documents.add(found(folderId, { path: 'renamed.pdf', foundAt: 2 }));
    ledger.documents.note({ documentId: placeholder.id, at: 3, event: 'settled' });
    ledger.files.put({ folderId, directory: '', name: 'renamed.pdf', facts: placeholder.facts, documentId: placeholder.id });

    ledger.documents.removeInto(placeholder.id, original.id);

    expect(ledger.documents.get(placeholder.id)).toBeUndefined();
    expect(ledger.history.of(original.id).map(({ event }) => event)).toEqual(['found', 'found', 'settled', 'gone']);
    expect(ledger.files.get(folderId, '', 'renamed.pdf')?.documentId).toBe(original.id);
    expect(ledger.documents.balance().found).toBe(1);
    expect(viewOf(ledger).page({ text: 'renamed' }).total).toBe(0);
  });

  it('leaves what was to take its place, and what a person asked of it, to those that stay', () => {
    const { ledger, folderId } = freshLedger();
    const first = ledger.documents.add(found(folderId));
    const placeholder = ledger.documents.add(found(folderId, { replaces: first.id }));
    const original = ledger.documents.add(found(folderId, { replaces: placeholder.id }));
    ledger.requests.add({ documentId: placeholder.id, act: { kind: 'send-again' }, by: 'Anna' });

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
    const written = ledger.documents.update(delivered.id, { json: { path: '/scans/invoice.pdf.json', hash: 'aa' } });
    expect(() => ledger.documents.removeInto(delivered.id, original.id)).toThrow('A JSON was written');
    expect(ledger.documents.get(delivered.id)).toEqual(written);
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
  it('finds what settles and is due, longest due first, in one folder', () => {
    const { ledger, folderId } = freshLedger();
    const late = ledger.documents.add(found(folderId, { dueAt: 30 })).id;
    const early = ledger.documents.add(found(folderId, { dueAt: 10 })).id;
    ledger.documents.add(found(ledger.folders.ensure('/other').id, { dueAt: 20 }));
    ledger.documents.add(found(folderId, { dueAt: 31 }));
    putDocument(ledger, folderId, { dueAt: 5, state: ready });
    ledger.documents.add(found(folderId));
    expect(ledger.documents.toTakeIn(folderId, 30, 10).ids).toEqual([early, late]);
    expect(ledger.documents.toTakeIn(folderId, 30, 1).ids).toEqual([early]);
  });

  it('finds what is ready to be sent in the order in which it was found, as soon as its job is due', () => {
    const { ledger, folderId } = freshLedger();
    const put = (dueAt: number, state: DocumentState = ready) => putDocument(ledger, folderId, { state, dueAt });
    const [first, second] = [put(20), put(10)].map(({ id }) => id);
    const late = put(99);
    put(1, { kind: 'waiting', wait: { kind: 'blocked', message: foreign('') } });
    putDocument(ledger, ledger.folders.ensure('/other').id, { state: ready, dueAt: 1 });
    const onRoute = { origin, route: invoices };
    expect(ids(ledger.documents.ready(folderId, onRoute, 20, 10))).toEqual([first, second]);
    expect(ids(ledger.documents.ready(folderId, onRoute, 20, 1))).toEqual([first]);
    expect(ids(ledger.documents.ready(folderId, { origin, route: receipts }, 99, 10))).toEqual([]);
    ledger.jobs.hurry(5);
    expect(ids(ledger.documents.ready(folderId, onRoute, 20, 10))).toEqual([first, second, late.id]);
  });

  it('counts the pages of what is ready once for each content, and more for what is to be classified first', () => {
    const { ledger, folderId } = freshLedger();
    const put = (hash: string, pages?: number) => putDocument(ledger, folderId, { hash, state: ready, route: mail, pages });
    put('aa', 3);
    put('aa', 3);
    put('bb');
    const { id } = putDocument(ledger, folderId, { hash: 'cc', state: { kind: 'processed' }, route: mail, pages: 5 });
    goOn(ledger, id, invoices);
    expect(ledger.documents.readyPages(folderId, 1, { unknown: 10 }, 2)).toEqual({ documents: 3, pages: 6 + 20 + 5, unknown: 1 });
    expect(ledger.documents.laterRoutes(folderId, origin)).toEqual([invoices]);
  });

  it('finds the documents of a batch, also those that have gone on from it', () => {
    const { ledger, folderId } = freshLedger();
    const [batch, next] = [1, 2].map((madeAt) => ledger.batches.add({ origin, route: mail, madeAt }).id) as [number, number];
    const state = { kind: 'processed' } as const;
    const [a, b] = [1, 2].map(() => putDocument(ledger, folderId, { route: mail, batchId: batch, state }).id) as [number, number];
    const copy = putDocument(ledger, folderId, { route: mail, hash: ledger.documents.get(a)?.hash, state }).id;
    expect(ids(ledger.documents.inBatch(batch))).toEqual([a, b, copy]);
    goOn(ledger, a, invoices, { batchId: next });
    become(ledger, b, { batchId: next });
    expect(ids(ledger.documents.inBatch(batch))).toEqual([a, copy]);
    expect(ids(ledger.documents.inBatch(next))).toEqual([a, b]);
  });

  it('finds the same content on the same route of the same service only, or where it was classified there', () => {
    const { ledger, folderId } = freshLedger();
    const hash = 'cd'.repeat(32);
    const put = (route = invoices, more = {}) => putDocument(ledger, folderId, { hash, state: ready, route, ...more }).id;
    const same = put();
    const classified = put(mail, { state: { kind: 'processed' } });
    put(invoices, { origin: 'https://other.example' });
    put(invoices, { hash: 'ef'.repeat(32) });
    expect(ids(ledger.documents.withContent(origin, invoices, hash))).toEqual([same]);
    goOn(ledger, classified, invoices);
    expect(ids(ledger.documents.withContent(origin, invoices, hash))).toEqual([same, classified]);
    expect(ids(ledger.documents.withContent(origin, mail, hash))).toEqual([classified]);
    expect(ids(ledger.documents.withContent(origin, receipts, hash))).toEqual([]);
  });

  it('finds what decides about one more file of a content: the others of its folder, in either step', () => {
    const { ledger, folderId } = freshLedger();
    const hash = 'cd'.repeat(32);
    const put = (folder: number, route = invoices) =>
      putDocument(ledger, folder, { hash, route, state: { kind: 'processed' } }).id;
    const [first, second] = [put(folderId), put(folderId)];
    const classified = put(folderId, mail);
    put(folderId, receipts);
    put(ledger.folders.ensure('/other').id);
    const beside = (route = invoices) =>
      ids(ledger.documents.besideContent(ledger.documents.add(found(folderId, { route })), hash));
    expect(beside()).toEqual([first, second]);
    goOn(ledger, classified, invoices);
    expect(beside()).toEqual([first, second, classified]);
    expect(beside(mail)).toEqual([classified]);
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
    const newest = ledger.documents.add(found(folderId, { replaces: old })).id;
    expect(ledger.documents.replacing(old)?.id).toBe(newest);
    expect(ledger.documents.replacing(newer)).toBeUndefined();
  });

  it('finds what is to be delivered or filed away', () => {
    const { ledger, folderId } = freshLedger();
    const add = (delivery: Document['delivery'], dueAt?: number) =>
      putDocument(ledger, folderId, { state: { kind: 'processed' }, delivery, dueAt }).id;
    const written = add({ kind: 'written', at: 1 }, 9);
    const pending = add({ kind: 'pending', message: foreign('The disk is full.') }, 8);
    const later = add({ kind: 'pending' }, 11);
    add({ kind: 'done', at: 1 }, 1);
    add({ kind: 'none' }, 1);
    expect(ledger.documents.toDeliver(folderId, 10, 10)).toEqual({ ids: [pending, written], next: 11 });
    expect(ledger.documents.toDeliver(folderId, 11, 10)).toEqual({ ids: [pending, written, later] });
    expect(ledger.documents.toDeliver(99, 11, 10)).toEqual({ ids: [] });
  });

  it('finds those in a state, longest unchanged first', () => {
    const { ledger, folderId } = freshLedger();
    const [a, b, c] = [30, 10, 20].map((foundAt) => ledger.documents.add(found(folderId, { foundAt })).id);
    expect(ids(ledger.documents.inState('settling'))).toEqual([b, c, a]);
    expect(ids(ledger.documents.inState('settling', 2))).toEqual([b, c]);
  });

  it('knows when the next one that is not due yet will be: that settles, or is to be sent', () => {
    const { ledger, folderId } = freshLedger();
    for (const dueAt of [10, 20.5, 30]) ledger.documents.add(found(folderId, { dueAt }));
    expect([0, 10, 30].map((after) => ledger.documents.nextSettled(after))).toEqual([10, 20.5, undefined]);
    expect(ledger.documents.toTakeIn(folderId, 15, 10).next).toBe(20.5);
    putDocument(ledger, folderId, { state: ready, dueAt: 15 });
    expect([0, 15].map((after) => ledger.jobs.nextDue(after))).toEqual([15, undefined]);
  });

  it('makes everything that waits for a later time due at once, and nothing else', () => {
    const { ledger, folderId, read } = sharedLedger();
    const add = (dueAt?: number) => ledger.documents.add(found(folderId, dueAt === undefined ? {} : { dueAt })).id;
    const files = [add(5), add(30), add()];
    const jobs = [4, 40].map((dueAt) => putDocument(ledger, folderId, { state: ready, dueAt }).job);
    ledger.documents.hurry(10);
    ledger.jobs.hurry(10);
    for (const { documents, jobs: stored } of [ledger, read()]) {
      expect(files.map((id) => documents.get(id)?.dueAt)).toEqual([5, 10, undefined]);
      expect(jobs.map((id = 0) => stored.get(id)?.dueAt)).toEqual([4, 10]);
    }
  });
});

describe('when a document was delivered', () => {
  const done = (at: number) => ({ delivery: { kind: 'done', at } }) as const;

  it.each([
    ['one', 1],
    ['several at once', 3],
  ])('is when it was first, however often it is written anew: %s', (_, count) => {
    const { ledger, folderId } = freshLedger();
    const all = Array.from(
      { length: count },
      (__, index) => putDocument(ledger, folderId, { path: `${index}.pdf`, state: { kind: 'processed' }, foundAt: 40 }).id,
    );
    const each = (changes: FileChanges) =>
      ledger.transaction(() => {
        for (const id of all) ledger.documents.update(id, changes);
      });
    each({ ...done(100), changedAt: 100 });
    each({ delivery: { kind: 'pending' }, changedAt: 200 });
    each({ ...done(500), changedAt: 500 });
    const took = all.map(() => ({ tookMs: 60, duplicate: false }));
    expect(ledger.documents.deliveredIn(0, 200)).toEqual(took);
    expect(ledger.documents.deliveredIn(100, 101)).toEqual(took);
    expect(ledger.documents.deliveredIn(0, 100)).toEqual([]);
    expect(ledger.documents.deliveredIn(101, 900)).toEqual([]);
  });

  it('is told of copies as such, and takes no time for one that was found later by another clock', () => {
    const { ledger, folderId } = freshLedger();
    const { id: first } = putDocument(ledger, folderId, { path: 'a.pdf', state: { kind: 'processed' }, foundAt: 90 });
    const { id } = putDocument(ledger, folderId, { path: 'b.pdf', state: { kind: 'duplicate', of: first }, foundAt: 900 });
    ledger.documents.update(id, { ...done(100), changedAt: 100 });
    expect(ledger.documents.deliveredIn(0, 900)).toEqual([{ tookMs: 0, duplicate: true }]);
  });
});

describe('a document that goes on to another job', () => {
  const verdict = {
    kind: 'classification',
    status: 'processed',
    categoryId: 'k-1',
    categoryName: 'Invoices',
    extra: {},
  } as const;
  const review = { confirmations: [{ at: 7, by: 'Ada', corrections: {} }], changes: [] };

  function classified() {
    const { ledger, folderId, read } = sharedLedger();
    const batch = ledger.batches.add({ origin, route: mail, madeAt: 1 });
    const sent = { batchId: batch.id, fileId: 'f-1', sentAs: 'invoice.pdf' };
    const { id, job = 0 } = putDocument(ledger, folderId, {
      route: mail,
      hash: 'cd'.repeat(32),
      ...sent,
      result: verdict,
      review,
    });
    return { ledger, folderId, read, id, first: job };
  }

  it('keeps the job that classified it, and has nothing of the next', () => {
    const { ledger, id, first } = classified();
    const before = ledger.documents.get(id);
    const after = goOn(ledger, id, invoices);
    const { batchId, fileId, sentAs, result, review: judged, ...kept } = before as Document;
    expect(after).toEqual({ ...kept, route: invoices, state: ready, job: after.job, verdict: ledger.jobs.get(first) });
    expect(after.job).not.toBe(first);
    expect(after.verdict).toMatchObject({ batchId, fileId, sentAs, result, review: judged });
    expect(ledger.documents.get(id)).toEqual(after);
  });

  it('is read from the tables as it was written', () => {
    const { ledger, id, read } = classified();
    const result = extracted({ number: 'R-17' });
    const written = goOn(ledger, id, invoices, { state: { kind: 'processed' }, fileId: 'f-2', result });
    expect(read().documents.get(id)).toEqual(written);
    expect(written).toMatchObject({ fileId: 'f-2', result, verdict: { fileId: 'f-1', result: verdict, review } });
  });

  it('is found by what either job says, and sorted by the values of both', () => {
    const { ledger, folderId, id } = classified();
    goOn(ledger, id, invoices, { state: { kind: 'processed' }, result: extracted({ number: 'R-17' }) });
    for (const text of ['Invoices', 'R-17']) expect(ids(viewOf(ledger).page({ text }).documents)).toEqual([id]);
    const letter = { ...verdict, categoryName: 'Letters' };
    const other = putDocument(ledger, folderId, { route: mail, path: 'other.pdf', result: letter }).id;
    const by = (descending: boolean) => ids(viewOf(ledger).page({ sort: { by: 'category', descending } }).documents);
    expect([by(false), by(true)]).toEqual([
      [id, other],
      [other, id],
    ]);
  });

  it('is listed by what it is there at once, and again when it goes back', () => {
    const { ledger, id, first } = classified();
    const listed = () =>
      (['needs-you', 'confirmed'] as const).map((name) => ids(ledger.documents.page({ standings: [name] }).documents));
    const done = { kind: 'done', at: 9 } as const;
    become(ledger, id, { state: { kind: 'needs_review' }, delivery: done });
    expect(listed()).toEqual([[], [id]]);
    const result = { ...extracted({ number: 'R-17' }), status: 'needs_review' } as const;
    goOn(ledger, id, invoices, { state: { kind: 'needs_review' }, result, delivery: done });
    expect(listed()).toEqual([[id], []]);
    ledger.documents.update(id, { job: first, verdict: undefined, route: mail });
    expect(listed()).toEqual([[], [id]]);
  });

  it('is what it was when the transaction fails', () => {
    const { ledger, id } = classified();
    const before = ledger.documents.get(id);
    const fail = () =>
      ledger.transaction(() => {
        goOn(ledger, id, invoices, { state: { kind: 'uploading' } });
        throw new Error('on purpose');
      });
    expect(fail).toThrow('on purpose');
    expect(ledger.documents.get(id)).toEqual(before);
    expect(ledger.jobs.ofContent(origin, 'cd'.repeat(32))).toHaveLength(1);
  });
});
