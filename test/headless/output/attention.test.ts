import { describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import {
  type AttentionItem,
  asSentences,
  attentionItem,
  attentionLines,
  listAttention,
} from '../../../electron/headless/output/summary.ts';
import { createTerminalWording } from '../../../electron/headless/output/terminal-wording.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { putDocument } from '../../support/jobs.ts';
import { documentIn, extracted } from '../documents.ts';

const fields = ['vendor', 'number', 'date', 'total', 'currency'];
const wording = createTerminalWording('en', { now: Date.now });

function reasonOf(document: Document): string {
  return wording.text(asSentences(attentionItem(document, '/scans', fields).reasons));
}

describe('why a document needs a person', () => {
  it.each<[DocumentState, string, string]>([
    [{ kind: 'failed', by: 'service', message: foreign('It is damaged') }, 'failed', 'It is damaged.'],
    [{ kind: 'rejected', by: 'intray', message: foreign('It is empty.') }, 'rejected', 'It is empty.'],
    [{ kind: 'unresolved', message: foreign('The answer was lost') }, 'unresolved', 'The answer was lost.'],
    [{ kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('It changed') } }, 'held', 'It changed.'],
    [{ kind: 'waiting', wait: { kind: 'blocked', message: foreign('The disk is full') } }, 'blocked', 'The disk is full.'],
  ])('%j', (state, name, reason) => {
    expect(attentionItem(documentIn(state), '/scans', fields)).toMatchObject({ state: name });
    expect(reasonOf(documentIn(state))).toBe(reason);
  });

  it.each<[object, string]>([
    [{}, 'No value was found.'],
    [{ vendor: 'A', number: '1', date: 'x', total: '2' }, 'No value for currency.'],
    [{ vendor: 'A' }, 'No value for number, date, total and 1 more.'],
    [{ vendor: 'A', number: '1', date: 'x', total: '2', currency: 'EUR' }, 'The service asks for a review.'],
  ])('a review of %j', (data, reason) => {
    const document = documentIn({ kind: 'needs_review' }, { result: extracted({ ...data }, 'needs_review') });
    expect(reasonOf(document)).toBe(reason);
  });

  it('a result that may have been paid for twice', () => {
    const document = documentIn({ kind: 'processed' }, { result: extracted({ vendor: 'A' }), possibleDuplicate: true });
    expect(reasonOf(document)).toContain('It was sent twice');
  });
});

describe('the list of what needs a person', () => {
  const item = (path: string, state: AttentionItem['state'], reason: string): AttentionItem => ({
    id: 1,
    folder: '/scans',
    path,
    state,
    reasons: [foreign(reason)],
  });

  it('says so when there is nothing', () => {
    expect(attentionLines({ total: 0, items: [], undelivered: [] }, wording)).toEqual(['Nothing needs you.']);
  });

  it('has one line for a document, and one for all that are alike', () => {
    const alike = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'].map((path) => item(path, 'unresolved', 'The answer was lost.'));
    expect(
      attentionLines({ total: 6, items: [...alike, item('x\n.pdf', 'failed', 'It is damaged.')], undelivered: [] }, wording),
    ).toEqual([
      '6 documents need you:',
      '  Answer lost  5 documents: The answer was lost.',
      '               a.pdf, b.pdf, c.pdf, and 2 more',
      '  Failed       x\ufffd.pdf: It is damaged.',
    ]);
  });

  it('says how many it leaves out', () => {
    const items = Array.from({ length: 30 }, (_, index) => item(`${index}.pdf`, 'failed', `Reason ${index}.`));
    const lines = attentionLines({ total: 1_000, items, undelivered: [] }, wording);
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('  … and 980 more: intray status --json lists them.');
  });

  it('is read from the ledger for the given folders, the most urgent first', () => {
    const ledger = openLedger(':memory:');
    const [one, other] = [ledger.folders.ensure('/scans'), ledger.folders.ensure('/mail')];
    const add = (folderId: number, path: string, state: DocumentState) => putDocument(ledger, folderId, { path, state });
    add(one.id, 'ok.pdf', { kind: 'processed' });
    add(one.id, 'review.pdf', { kind: 'needs_review' });
    add(one.id, 'ready.pdf', { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } });
    add(one.id, 'held.pdf', { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('It changed.') } });
    add(one.id, 'failed.pdf', { kind: 'failed', by: 'intray', message: foreign('No.') });
    add(other.id, 'mail.pdf', { kind: 'rejected', by: 'intray', message: foreign('Empty.') });
    const found = listAttention(ledger, [one.id], 10);
    expect(found.total).toBe(3);
    expect(found.items.map(({ path }) => path)).toEqual(['held.pdf', 'failed.pdf', 'review.pdf']);
    expect(listAttention(ledger, [one.id, other.id], 2)).toMatchObject({
      total: 4,
      items: [{ path: 'held.pdf' }, { path: 'failed.pdf' }],
    });
    ledger.close();
  });

  it('begins with folders whose route takes nothing', () => {
    const ledger = openLedger(':memory:');
    const { id } = ledger.folders.ensure('/mail');
    ledger.meta.write('folder-health', { kind: 'paused', message: foreign('There is no such route.') }, id);
    expect(attentionLines(listAttention(ledger, [id], 10), wording)).toEqual(['/mail is paused: There is no such route.']);
    ledger.close();
  });

  it('lists results that cannot be written yet separately', () => {
    const ledger = openLedger(':memory:');
    const { id: folderId } = ledger.folders.ensure('/scans');
    const stuck = { kind: 'pending', message: foreign('The disk is full') } as const;
    putDocument(ledger, folderId, { path: 'stuck.pdf', state: { kind: 'processed' }, delivery: stuck, dueAt: 9_000 });
    putDocument(ledger, folderId, { path: 'soon.pdf', state: { kind: 'processed' }, delivery: { kind: 'pending' }, dueAt: 1 });
    const attention = listAttention(ledger, [folderId], 10);
    expect(attention).toMatchObject({
      total: 0,
      items: [],
      undelivered: [{ path: 'stuck.pdf', reasons: [foreign('The disk is full')] }],
    });
    expect(attentionLines(attention, wording)).toEqual([
      '1 result cannot be written yet:',
      '  Processed  stuck.pdf: The disk is full.',
    ]);
    ledger.close();
  });
});
