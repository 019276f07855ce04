/** What is sent and paid for: one row for each content on each route. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document, Job } from '../../electron/core/document/document.ts';
import { standingOf } from '../../electron/core/document/standing.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { Connection } from '../../electron/ledger/connection.ts';
import type { JobChanges } from '../../electron/ledger/jobs.ts';
import { Ledger } from '../../electron/ledger/ledger.ts';
import { schema } from '../../electron/ledger/schema.ts';
import { become, goOn, hashOf, partsOf, putDocument } from '../support/jobs.ts';
import { extracted, freshLedger, ids, invoices, mail, origin, receipts, sharedLedger } from './fixture.ts';

const other = 'https://other.example';
const hash = hashOf(1);
const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } } as const;
const queued = { kind: 'queued', status: 'queued' } as const;

/** A batch that the service has accepted under this id. */
function accepted(ledger: Ledger, serviceBatchId: string, more: { readonly claimed?: true; readonly at?: string } = {}): number {
  const { id } = ledger.batches.add({ origin: more.at ?? origin, route: invoices, madeAt: 1 });
  ledger.batches.update(id, { state: 'open', serviceBatchId, ...(more.claimed && { claimed: true }) });
  return id;
}

describe('the job of a content on a route', () => {
  it('is to be sent, and nobody has sent it', () => {
    const { ledger, read } = sharedLedger();
    const job = ledger.jobs.jobFor(origin, invoices, hash, 7);
    expect(job).toEqual({
      ...{ id: job.id, origin, route: invoices, hash, dueAt: 7, tries: 0, attempts: 0, possibleDuplicate: false },
      state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 7 } },
    });
    expect(read().jobs.get(job.id)).toEqual(job);
    expect(read().jobs.find(origin, invoices, hash)).toEqual(job);
  });

  it('is the same for whoever asks, as it is by then', () => {
    const { ledger } = freshLedger();
    const { id } = ledger.jobs.jobFor(origin, invoices, hash, 7);
    const sent = ledger.jobs.update(id, { state: queued, dueAt: undefined, tries: 1 });
    expect(ledger.jobs.jobFor(origin, invoices, hash, 9)).toEqual(sent);
    expect(ledger.jobs.jobFor(origin, invoices, hash, 9, true)).toEqual(sent);
  });

  it('is marked from the start where nothing proves that it was never sent', () => {
    const { ledger } = freshLedger();
    expect(ledger.jobs.jobFor(origin, invoices, hash, 7, true).possibleDuplicate).toBe(true);
  });

  it('is another one on another route, of another service, and of another content', () => {
    const { ledger } = freshLedger();
    const jobs = [
      ledger.jobs.jobFor(origin, invoices, hash, 1),
      ledger.jobs.jobFor(origin, receipts, hash, 1),
      ledger.jobs.jobFor(origin, { ...invoices, kind: 'classification' }, hash, 1),
      ledger.jobs.jobFor(other, invoices, hash, 1),
      ledger.jobs.jobFor(origin, invoices, hashOf(2), 1),
    ];
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(5);
    expect(ids(ledger.jobs.ofContent(origin, hash) as never)).toEqual(jobs.slice(0, 3).map(({ id }) => id));
    expect(ledger.jobs.find(other, receipts, hash)).toBeUndefined();
  });

  it('cannot be there twice, whoever writes it', () => {
    const connection = new Connection(':memory:');
    connection.execute(schema);
    const ledger = new Ledger(connection);
    const { id } = ledger.jobs.jobFor(origin, invoices, hash, 1);
    const again = `INSERT INTO jobs (route, hash, state_json, tries, attempts, possible_duplicate)
      SELECT route, hash, state_json, tries, attempts, possible_duplicate FROM jobs WHERE id = ?`;
    expect(() => connection.run(again, id)).toThrow('UNIQUE constraint failed: jobs.route, jobs.hash');
    ledger.close();
  });

  it('is what it was when the transaction fails in which it came, or changed', () => {
    const { ledger } = freshLedger();
    const before = ledger.jobs.jobFor(origin, invoices, hash, 1);
    const fail = () =>
      ledger.transaction(() => {
        ledger.jobs.update(before.id, { state: queued });
        ledger.jobs.jobFor(origin, receipts, hash, 1);
        throw new Error('on purpose');
      });
    expect(fail).toThrow('on purpose');
    expect(ledger.jobs.get(before.id)).toEqual(before);
    expect(ledger.jobs.find(origin, receipts, hash)).toBeUndefined();
  });

  it('keeps every member as it was written, and none that was cleared', () => {
    const { ledger, folderId, read } = sharedLedger();
    const { id: from } = putDocument(ledger, folderId, { hash, state: ready });
    const batchId = accepted(ledger, 'b-1');
    const job = ledger.jobs.jobFor(origin, invoices, hash, 1);
    const members = {
      state: { kind: 'processing', status: 'running', redo: { since: 3, failed: true } },
      ...{ from, tries: 2, batchId, fileId: 'f-1', sentAs: 'Müller 📄.pdf', result: extracted({ a: [null, 1] }), droppedAt: 9.5 },
      ...{ review: { confirmations: [], changes: [{ at: 5, by: 'Anna', to: 'x' }] }, attempts: 3, possibleDuplicate: true },
    } as const;
    ledger.jobs.update(job.id, { ...members, dueAt: undefined });
    const { dueAt: _, ...rest } = job;
    expect(read().jobs.get(job.id)).toEqual({ ...rest, ...members });
    ledger.jobs.update(job.id, { result: undefined, droppedAt: undefined, review: undefined });
    const { result, droppedAt, review, ...kept } = members;
    expect(read().jobs.get(job.id)).toEqual({ ...rest, ...kept });
  });
});

describe('a file of a batch at the service', () => {
  function two(ledger: Ledger, at = origin): readonly [Job, Job] {
    return [ledger.jobs.jobFor(origin, invoices, hashOf(1), 1), ledger.jobs.jobFor(at, invoices, hashOf(2), 1)];
  }

  it('serves one job, and another one is refused it', () => {
    const { ledger } = freshLedger();
    const [one, two_] = two(ledger);
    const batchId = accepted(ledger, 'b-1');
    ledger.jobs.update(one.id, { batchId, fileId: 'f-1', result: extracted({}) });
    expect(ledger.jobs.ofFiles(origin, 'b-1', ['f-1']).get('f-1')).toBe(one.id);
    expect([one.id, two_.id, undefined].map((id) => ledger.jobs.mayBe(id, origin, 'b-1', 'f-1'))).toEqual([true, false, false]);
    expect(() => ledger.jobs.update(two_.id, { batchId, fileId: 'f-1' })).toThrow('UNIQUE');
    expect(ledger.jobs.get(two_.id)).toEqual(two_);
    // Also where two of its rows are the same batch: the service had named it before it answered the upload.
    expect(() => ledger.jobs.update(two_.id, { batchId: accepted(ledger, 'b-1'), fileId: 'f-1' })).toThrow('UNIQUE');
    ledger.jobs.update(two_.id, { batchId, fileId: 'f-2' });
    expect(ledger.jobs.ofFiles(origin, 'b-1', ['f-2']).get('f-2')).toBe(two_.id);
  });

  it('is another one in another batch, and at another service', () => {
    const { ledger } = freshLedger();
    const [one, elsewhere] = two(ledger, other);
    ledger.jobs.update(one.id, { batchId: accepted(ledger, 'b-1'), fileId: 'f-1' });
    ledger.jobs.update(elsewhere.id, { batchId: accepted(ledger, 'b-1', { at: other }), fileId: 'f-1' });
    const third = ledger.jobs.jobFor(origin, invoices, hashOf(3), 1);
    ledger.jobs.update(third.id, { batchId: accepted(ledger, 'b-2'), fileId: 'f-1' });
    expect([
      ledger.jobs.ofFiles(origin, 'b-1', ['f-1']).get('f-1'),
      ledger.jobs.ofFiles(other, 'b-1', ['f-1']).get('f-1'),
    ]).toEqual([one.id, elsewhere.id]);
    expect(ledger.jobs.ofFiles(origin, 'b-2', ['f-1']).get('f-1')).toBe(third.id);
    expect(ledger.jobs.isInAnother(origin, 'b-1', 'f-1')).toBe(true);
    expect(ledger.jobs.isInAnother(other, 'b-1', 'f-1')).toBe(false);
  });

  it('is in another batch, too, that has listed it and has no document for it', () => {
    const { ledger } = freshLedger();
    const batchId = accepted(ledger, 'b-1');
    ledger.unmatched.put({ batchId, fileId: 'f-1', fileName: 'a.pdf', result: extracted({}) });
    expect(ledger.jobs.isInAnother(origin, 'b-1', 'f-1')).toBe(false);
    expect(ledger.jobs.isInAnother(origin, 'b-2', 'f-1')).toBe(true);
    expect(ledger.jobs.isInAnother(origin, 'b-2', 'f-2')).toBe(false);
    expect(ledger.jobs.isInAnother(other, 'b-2', 'f-1')).toBe(false);
  });

  it('is only claimed by what a JSON says, until the result has come from it', () => {
    const { ledger } = freshLedger();
    const [one, two_] = two(ledger);
    const batchId = accepted(ledger, 'b-1', { claimed: true });
    for (const { id } of [one, two_]) ledger.jobs.update(id, { batchId, fileId: 'f-1' });
    expect(ledger.jobs.ofFiles(origin, 'b-1', ['f-1']).get('f-1')).toBeUndefined();
    ledger.jobs.update(one.id, { result: extracted({}) });
    expect(ledger.jobs.ofFiles(origin, 'b-1', ['f-1']).get('f-1')).toBe(one.id);
    expect(() => ledger.jobs.update(two_.id, { result: extracted({}) })).toThrow('UNIQUE');
  });

  it('is free again for others once its job has another', () => {
    const { ledger } = freshLedger();
    const [one, two_] = two(ledger);
    const batchId = accepted(ledger, 'b-1');
    ledger.jobs.update(one.id, { batchId, fileId: 'f-1' });
    ledger.jobs.update(one.id, { fileId: 'f-2' });
    ledger.jobs.update(two_.id, { batchId, fileId: 'f-1' });
    expect([
      ledger.jobs.ofFiles(origin, 'b-1', ['f-1']).get('f-1'),
      ledger.jobs.ofFiles(origin, 'b-1', ['f-2']).get('f-2'),
    ]).toEqual([two_.id, one.id]);
  });
});

describe('jobs looked up', () => {
  it('are found by batch, by what was in a request, and by what was refused', () => {
    const { ledger, folderId } = freshLedger();
    const batchId = accepted(ledger, 'b-1');
    const put = (state: DocumentState, route = invoices) => putDocument(ledger, folderId, { state, batchId, route }).job;
    const [uploading, refused] = [put({ kind: 'uploading' }), put({ kind: 'rejected', by: 'service', message: foreign('') })];
    const elsewhere = put({ kind: 'rejected', by: 'service', message: foreign('') }, receipts);
    const of = (jobs: readonly Job[]) => jobs.map(({ id }) => id);
    expect(of(ledger.jobs.inBatch(batchId))).toEqual([uploading, refused, elsewhere]);
    expect(of(ledger.jobs.uploading())).toEqual([uploading]);
    expect(of(ledger.jobs.refused(origin, invoices))).toEqual([refused]);
  });

  it('may be whose names an answer has: what is asked about, or in doubt, and what was done only where its file is not known', () => {
    const { ledger, folderId } = freshLedger();
    const states = ['composed', 'sent', 'open', 'ended', 'unresolved', 'closed', 'dropped'] as const;
    const batches = states.map((state) => {
      const batchId = accepted(ledger, state);
      ledger.batches.update(batchId, { state });
      return batchId;
    });
    const put = (name: string, members: Parameters<Ledger['jobs']['update']>[1]) => {
      const job = ledger.jobs.jobFor(origin, invoices, name, 1);
      ledger.jobs.update(job.id, { sentAs: name, ...members });
    };
    for (const [index, state] of states.entries()) {
      put(`${state} with file`, { batchId: batches[index], fileId: state });
      put(`${state} without`, { batchId: batches[index] });
    }
    const { job: twice = 0 } = putDocument(ledger, folderId, {
      path: 'sub/perhaps twice',
      state: ready,
      possibleDuplicate: true,
    });
    ledger.jobs.update(twice, { sentAs: 'perhaps twice, sent' });
    const { job: again = 0 } = putDocument(ledger, folderId, { path: 'again', state: ready });
    ledger.jobs.update(again, { tries: 2 });
    const others = ['again', 'perhaps twice', 'perhaps twice, sent'];
    const both = (...names: readonly string[]) => names.flatMap((name) => [`${name} with file`, `${name} without`]);
    expect(ledger.jobs.sentInOthers(origin, []).toSorted()).toEqual(
      [...both('sent', 'open', 'ended', 'unresolved'), 'closed without', ...others].toSorted(),
    );
    expect(ledger.jobs.sentInOthers(origin, batches).toSorted()).toEqual(others);
    expect(ledger.jobs.sentInOthers(other, []).toSorted()).toEqual(others);
  });

  it('are counted once, however many files have them', () => {
    const { ledger, folderId } = freshLedger();
    const batchId = accepted(ledger, 'b-1');
    for (const path of ['a.pdf', 'b.pdf', 'c.pdf']) putDocument(ledger, folderId, { path, hash, state: queued, batchId });
    putDocument(ledger, folderId, { state: { kind: 'processed' }, batchId });
    putDocument(ledger, folderId, { state: ready });
    expect(ledger.jobs.countOnRoute(origin, invoices)).toEqual({ sent: 2, awaited: 1 });
    expect(ledger.jobs.countOnRoute(origin, mail)).toEqual({ sent: 0, awaited: 0 });
  });
});

describe('the files that have one job', () => {
  function threeFiles() {
    const { ledger, folderId, read } = sharedLedger();
    const elsewhere = ledger.folders.ensure('/other').id;
    const put = (folder: number, path: string) => putDocument(ledger, folder, { path, hash, state: ready });
    const all = [put(folderId, 'a.pdf'), put(folderId, 'b.pdf'), put(elsewhere, 'a.pdf')];
    return { ledger, read, folderId, elsewhere, all, job: all[0]?.job ?? 0 };
  }

  it('become together what it becomes, in every list and count', () => {
    const { ledger, read, folderId, elsewhere, all, job } = threeFiles();
    ledger.documents.update(all[1]?.id ?? 0, { file: { kind: 'gone', was: { kind: 'there' } } });
    const changed = ledger.documents.changeJob(job, { state: { kind: 'failed', by: 'service', message: foreign('no') } }, 50);
    expect(changed.map(({ before, after }) => [before.id, before.state.kind, after.state.kind])).toEqual(
      all.map(({ id }, index) => (index === 1 ? [id, 'gone', 'gone'] : [id, 'waiting', 'failed'])),
    );
    for (const { documents } of [ledger, read()]) {
      expect(documents.standings()).toMatchObject({ failed: 2, gone: 1, 'on-the-way': 0 });
      expect(documents.counts(folderId)).toHaveLength(2);
      expect(documents.counts(elsewhere)).toEqual([{ state: 'failed', delivery: 'none', count: 1 }]);
      expect(ids(documents.inState('failed'))).toEqual([all[0]?.id, all[2]?.id]);
      expect(documents.ofJob(job).map(({ changedAt }) => changedAt)).toEqual([50, 10, 50]);
    }
    ledger.documents.changeJob(job, { state: ready }, 60);
    expect(read().documents.counts(elsewhere)).toEqual([{ state: 'waiting', delivery: 'none', wait: 'ready', count: 1 }]);
    expect(read().documents.standings()).toMatchObject({ failed: 0, gone: 1, 'on-the-way': 2 });
  });

  it.each<[what: string, changedAt: 10 | 50, changes: JobChanges]>([
    ['has another result, and stands where it stood', 50, { result: extracted({ total: '2' }) }],
    ['stands elsewhere, with the result that it had', 50, { state: { kind: 'failed', by: 'service', message: foreign('no') } }],
    ['is looked at again later', 10, { dueAt: 99 }],
    ['has another word of a person about it', 10, { review: { confirmations: [], changes: [] } }],
  ])('have changed, or not, when it %s', (_, changedAt, changes) => {
    const { ledger, read, all, job } = threeFiles();
    const done = { state: { kind: 'processed' }, result: extracted({ total: '1' }) } as const;
    ledger.documents.changeJob(job, done, 10);
    ledger.documents.changeJob(job, changes, 50);
    for (const { id } of all) expect(read().documents.get(id)?.changedAt).toBe(changedAt);
  });

  it('may each change with it in a way of its own, and be told of it', () => {
    const { ledger, read, all, job } = threeFiles();
    const result = extracted({ total: '1' });
    const [first] = all;
    ledger.documents.changeJob(job, { state: { kind: 'processed' }, result }, 50, (document, before) => {
      expect([before.state.kind, document.state.kind, document.result]).toEqual(['waiting', 'processed', result]);
      return { delivery: { kind: 'pending' }, ...(document.id !== first?.id && { duplicateOf: first?.id }) };
    });
    const states = read()
      .documents.ofJob(job)
      .map(({ state, result: has, delivery }) => [state.kind, has, delivery.kind]);
    expect(states).toEqual(['processed', 'duplicate', 'duplicate'].map((kind) => [kind, result, 'pending']));
  });

  it('are those that have it now, and not those that have gone on from it', () => {
    const { ledger, all, job } = threeFiles();
    const [first, second, third] = all.map(({ id }) => id) as [number, number, number];
    become(ledger, first, { state: { kind: 'processed' } });
    goOn(ledger, second, receipts, { state: queued });
    expect(ids(ledger.documents.ofJob(job))).toEqual([first, third]);
    expect(ids(ledger.documents.wentOnFrom(job))).toEqual([second]);
    const changed = ledger.documents.changeJob(job, { state: { kind: 'needs_review' } }, 70);
    expect(changed.map(({ after }) => after.id)).toEqual([first, third]);
    // What its verdict is by now is read with it all the same.
    expect(ledger.documents.get(second)).toMatchObject({ state: queued, verdict: { state: { kind: 'needs_review' } } });
  });

  it('lose its result together', () => {
    const { ledger, read, all, job } = threeFiles();
    const review = {
      confirmations: [{ at: 5, by: 'Anna', corrections: { total: '2' } }],
      changes: [{ at: 5, by: 'Anna', to: '2' }],
    };
    become(ledger, all[0]?.id ?? 0, { state: { kind: 'processed' }, result: extracted({ total: '1' }), review });
    for (const { id } of all) ledger.documents.note({ documentId: id, at: 1, event: 'delivered' });
    ledger.documents.dropResult(all[1]?.id ?? 0, 80);
    for (const { id, changedAt } of all) {
      const { result, ...document } = read().documents.get(id) as Document;
      expect(result).toBeUndefined();
      expect(document).toMatchObject({ droppedAt: 80, hash, changedAt, state: { kind: 'processed' } });
      expect(document.review).toEqual({ confirmations: [{ at: 5, by: 'Anna', corrections: {} }], changes: [] });
      expect(ledger.history.of(id)).toEqual([]);
    }
    expect(read().jobs.get(job)).not.toHaveProperty('result');
  });

  it('are what the tables say, whatever becomes of files and jobs, or is rolled back', () => {
    const held = { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('') } } as const;
    const states: readonly DocumentState[] = [
      ...[ready, queued, held, { kind: 'settling', since: 1 } as const, { kind: 'needs_review' } as const],
      ...[{ kind: 'processed' } as const, { kind: 'failed', by: 'service', message: foreign('') } as const],
      ...[{ kind: 'gone', was: { kind: 'processed' } } as const, { kind: 'duplicate', of: 1 } as const],
    ];
    const operation = fc.record({
      what: fc.constantFrom('put', 'become', 'job', 'go-on', 'drop', 'dismiss'),
      at: fc.nat({ max: 9 }),
      content: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom(...states),
    });
    const runs = fc.array(fc.record({ fails: fc.boolean(), operations: fc.array(operation, { maxLength: 8 }) }), {
      maxLength: 6,
    });
    const onPurpose = new Error('on purpose');
    fc.assert(
      fc.property(runs, (all) => {
        const { ledger, folderId, read } = sharedLedger();
        for (const { fails, operations } of all) {
          try {
            ledger.transaction(() => {
              for (const { what, at, content, state } of operations) {
                const document = ledger.documents.get(at + 1);
                const { job } = partsOf(state);
                if (what === 'put') putDocument(ledger, folderId, { hash: hashOf(content), state });
                else if (document === undefined) continue;
                else if (what === 'become') become(ledger, document.id, { state });
                else if (what === 'dismiss') ledger.documents.update(document.id, { dismissed: true });
                else if (document.job === undefined) continue;
                else if (what === 'job' && job !== undefined) ledger.documents.changeJob(document.job, { state: job }, content);
                else if (what === 'go-on' && document.verdict === undefined) goOn(ledger, document.id, receipts);
                else if (what === 'drop') ledger.documents.dropResult(document.id, 9);
              }
              if (fails) throw onPurpose;
            });
          } catch (error) {
            if (error !== onPurpose) throw error;
          }
        }
        const stored = read().documents;
        const documents = Array.from({ length: 50 }, (_, index) => stored.get(index + 1)).filter((each) => each !== undefined);
        for (const document of documents) expect(ledger.documents.get(document.id)).toEqual(document);
        for (const { standing, count } of [...Map.groupBy(documents, standingOf)].map(([standing, of]) => ({
          standing,
          count: of.length,
        })))
          expect([stored.standings()[standing], ledger.documents.standings()[standing]]).toEqual([count, count]);
        for (const { state, wait, count } of ledger.documents.counts()) {
          const same = documents.filter(
            (each) => each.state.kind === state && (each.state.kind !== 'waiting' || each.state.wait.kind === wait),
          );
          expect(ids(stored.inState(state)).length).toBe(documents.filter((each) => each.state.kind === state).length);
          expect(count).toBe(same.length);
        }
      }),
      { numRuns: 12 },
    );
  });
});
