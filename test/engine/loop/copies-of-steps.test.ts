/** Copies of a document that goes on into a second step pay for neither. */
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import type { DocumentEvent } from '../../../electron/core/document/transition.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { DocumentWriter } from '../../../electron/engine/loop/document-writer.ts';
import type { WatchedFolder } from '../../../electron/engine/loop/watched-folders.ts';
import { extracted, found, freshLedger, invoices, mail } from '../../ledger/fixture.ts';

const verdict = { kind: 'classification', status: 'processed', categoryId: 'k-1', extra: {} } as const;
const ready: DocumentState = { kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } };
const hash = 'cd'.repeat(32);

function open(copyState: (first: number) => DocumentState, count = 1, goesOn: boolean | 'linked' = true) {
  const { ledger, folderId } = freshLedger();
  const world = {
    ledger,
    clock: { now: () => 10, elapsed: () => 10, after: () => () => {} },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  const next = { categories: { 'k-1': { extraction: invoices.id, linked: goesOn === 'linked' } }, otherwise: 'review' } as const;
  const settings = { route: mail, fileAway: { kind: 'leave' }, ...(goesOn !== false && { next }) };
  const folder = { path: '/scans', settings } as unknown as WatchedFolder;
  const writer = new DocumentWriter(world, { get: () => folder, pathOf: () => '/scans' }, () => {});
  const add = (path: string) => {
    const { id, facts } = ledger.documents.add(found(folderId, { path, hash, route: mail, state: ready }));
    ledger.files.put({ folderId, directory: '', name: path, facts, documentId: id });
    return id;
  };
  const first = add('first.pdf');
  const copies = Array.from({ length: count }, (_, index) => add(`copy-${index}.pdf`));
  for (const id of copies) ledger.documents.update(id, { state: copyState(first) });
  ledger.documents.update(first, { fileId: 'f-1', result: verdict });
  ledger.documents.advance(first, invoices, { state: ready });
  const happens = (event: DocumentEvent, set = {}) => writer.apply([{ id: first, event, set }]);
  const of = (id: number | undefined) => ledger.documents.get(id ?? 0) as Document;
  /** A document of the content in a folder that goes to the extraction at once. */
  const elsewhere = (state: DocumentState) =>
    ledger.documents.add(found(folderId, { path: 'elsewhere.pdf', hash, route: invoices, state })).id;
  return { copies, elsewhere, happens, of, first, ledger, writer };
}

const behind = (first: number): DocumentState => ({ kind: 'waiting', wait: { kind: 'behind', first } });
const passed = { route: invoices, earlierSteps: [{ route: mail, result: verdict }] };

describe('copies that wait for a document in its second step', () => {
  it('take the results of both', () => {
    const { copies, happens, of, first } = open(behind);
    happens({ kind: 'assigned' });
    happens({ kind: 'sent' });
    expect(of(copies[0]).state).toEqual(behind(first));
    const result = extracted({ number: 'R-17' });
    happens({ kind: 'reported', status: 'processed' }, { fileId: 'f-2', result });
    expect(of(copies[0])).toMatchObject({ ...passed, state: { kind: 'duplicate', of: first }, fileId: 'f-2', result });
  });

  it('wait in the second step when it fails there: the first is paid for', () => {
    const { copies, happens, of } = open(behind);
    happens({ kind: 'given-up', message: foreign('It failed.') });
    expect(of(copies[0])).toMatchObject({ ...passed, state: { wait: { kind: 'held', why: 'first-failed' } } });
    expect(of(copies[0]).result).toBeUndefined();
  });

  it('go on for it when its file goes: one is sent, the others wait for that one', () => {
    const { copies, happens, of } = open(behind, 3);
    happens({ kind: 'vanished' });
    const [next, ...others] = copies.map(of);
    expect(next).toMatchObject({ ...passed, state: { kind: 'waiting', wait: { kind: 'ready' } } });
    for (const other of others) expect(other).toMatchObject({ ...passed, state: behind(next?.id ?? 0) });
  });

  it('wait for a document of another folder that the service has in that step, when its file goes', () => {
    const { copies, elsewhere, happens, of } = open(behind, 2);
    const other = elsewhere({ kind: 'processing', status: 'processing' });
    happens({ kind: 'vanished' });
    for (const copy of copies) expect(of(copy)).toMatchObject({ ...passed, state: behind(other) });
  });

  it('have it wait for the one that went on for it, when its file is back', () => {
    const { copies, happens, of, first } = open(behind, 2);
    happens({ kind: 'vanished' });
    happens({ kind: 'returned', at: 20 });
    expect(of(first)).toMatchObject({ ...passed, state: behind(copies[0] ?? 0) });
  });
});

it('copies wait for values again, and are not sent, where the service passes them on and the first has gone unsent', () => {
  const { copies, happens, of } = open(behind, 2, 'linked');
  happens({ kind: 'adopted' });
  for (const id of copies) expect(of(id)).toMatchObject({ ...passed, state: { wait: { kind: 'behind' } } });
  happens({ kind: 'disowned', message: foreign('The service does not know it.') });
  happens({ kind: 'vanished' });
  for (const id of copies) expect(of(id)).toMatchObject({ route: mail, result: verdict, awaits: { extraction: invoices.id } });
});

it('copies in a folder that only classifies take the verdict, and never the values', () => {
  const { copies, happens, of } = open(behind, 2, false);
  happens({ kind: 'assigned' });
  happens({ kind: 'sent' });
  const result = extracted({ number: 'R-17' });
  happens({ kind: 'reported', status: 'processed' }, { result });
  for (const id of copies) expect(of(id)).toMatchObject({ route: mail, state: { kind: 'duplicate' }, result: verdict });
});

it('a verdict that somebody judges has nothing written anew for a document whose result was dropped', () => {
  const { first, happens, ledger, of, writer } = open(behind, 0);
  for (const event of [{ kind: 'assigned' }, { kind: 'sent' }] as const) happens(event);
  const set = { fileId: 'f-2', result: extracted({ number: 'R-17' }), delivery: { kind: 'done', at: 10 } } as const;
  happens({ kind: 'reported', status: 'processed' }, set);
  const judge = () => {
    const review = { confirmations: [{ at: 20, by: 'Anna', corrections: {} }], changes: [] };
    writer.review(first, mail, review, { result: verdict }, { event: 'confirmed', note: foreign('By Anna.') });
    return of(first).delivery.kind;
  };
  ledger.documents.dropResult(first, 15);
  expect(judge()).toBe('done');
  ledger.documents.update(first, { result: extracted({ number: 'R-17' }), droppedAt: undefined });
  expect(judge()).toBe('pending');
});

it('copies keep a result that the first one comes back to and has no more, because it was dropped', () => {
  const { copies, first, happens, ledger, of, writer } = open(behind, 2);
  for (const event of [{ kind: 'assigned' }, { kind: 'sent' }] as const) happens(event);
  const result = extracted({ number: 'R-17' });
  happens({ kind: 'reported', status: 'processed' }, { fileId: 'f-2', result });
  ledger.documents.dropResult(first, 15);
  writer.together(() => {
    writer.steps.leave(of(first));
    writer.steps.goTo(of(first), invoices);
  });
  expect(of(first)).toMatchObject({ route: invoices, state: { kind: 'waiting', wait: { kind: 'held', why: 'dropped' } } });
  for (const id of copies) expect(of(id)).toMatchObject({ route: invoices, state: { kind: 'duplicate' }, result });
});

describe('a document that others of its content rely on', () => {
  const result = extracted({ number: 'R-17' });
  const reported = { kind: 'reported', status: 'processed' } as const;

  it('takes them along when it comes back unsent, and has to wait itself for one that is sent meanwhile', () => {
    const { copies, elsewhere, first, happens, of, writer } = open(behind, 2);
    for (const event of [{ kind: 'assigned' }, { kind: 'put-back', notBefore: 20 }] as const) happens(event);
    for (const id of copies) expect(of(id)).toMatchObject({ ...passed, state: behind(first) });
    const left = writer.together(() => writer.steps.leave(of(first)));
    const meanwhile = elsewhere(ready);
    writer.together(() => writer.steps.goTo(left, invoices));
    for (const id of [first, ...copies]) expect(of(id)).toMatchObject({ ...passed, state: behind(meanwhile) });
    for (const event of [{ kind: 'assigned' }, { kind: 'sent' }] as const) writer.apply([{ id: meanwhile, event }]);
    writer.apply([{ id: meanwhile, event: reported, set: { fileId: 'f-2', result } }]);
    for (const id of [first, ...copies]) expect(of(id)).toMatchObject({ state: { kind: 'duplicate', of: meanwhile }, result });
  });

  it('leaves them to whoever takes up what it has left', () => {
    const { copies, elsewhere, first, happens, of, writer } = open(behind, 2);
    for (const event of [{ kind: 'assigned' }, { kind: 'sent' }] as const) happens(event);
    happens(reported, { fileId: 'f-2', result });
    const left = writer.together(() => writer.steps.leave(of(first)));
    const meanwhile = elsewhere(ready);
    writer.apply([{ id: meanwhile, event: { kind: 'ready', at: 20 } }]);
    expect(of(meanwhile)).toMatchObject({ state: { kind: 'processed' }, fileId: 'f-2', result });
    writer.together(() => writer.steps.goTo(left, invoices));
    for (const id of [first, ...copies]) expect(of(id)).toMatchObject({ state: { kind: 'duplicate', of: meanwhile } });
    const later = extracted({ number: 'R-18' });
    writer.apply([{ id: meanwhile, event: reported, set: { result: later } }]);
    for (const id of [first, ...copies]) expect(of(id)).toMatchObject({ result: later, delivery: { kind: 'pending' } });
  });

  it('leaves to a person, not unwritten for ever, what it has left and the ledger has dropped', () => {
    const { elsewhere, first, happens, ledger, of, writer } = open(behind, 0);
    for (const event of [{ kind: 'assigned' }, { kind: 'sent' }] as const) happens(event);
    happens(reported, { fileId: 'f-2', result });
    writer.together(() => writer.steps.leave(of(first)));
    ledger.documents.dropResult(first, 15);
    const meanwhile = elsewhere(ready);
    writer.apply([{ id: meanwhile, event: { kind: 'ready', at: 20 } }]);
    expect(of(meanwhile)).toMatchObject({ state: { wait: { kind: 'held', why: 'dropped' } }, delivery: { kind: 'none' } });
    expect(of(meanwhile).fileId).toBe('f-2');
  });

  it('is sent with one of them when they should ever wait for each other', () => {
    const { copies, first, happens, of } = open(behind, 2);
    const [copy = 0, another] = copies;
    happens({ kind: 'copied', first: copy });
    expect(of(copy).state).toMatchObject({ kind: 'waiting', wait: { kind: 'ready' } });
    for (const id of [first, another]) expect(of(id).state).toEqual(behind(copy));
  });
});
