import { describe, expect, it } from 'vitest';
import { type Delivery, deliverySchema } from '../../electron/core/document/document.ts';
import { type DocumentResult, resultSchema } from '../../electron/core/document/result.ts';
import { type DocumentState, stateNames, stateSchema } from '../../electron/core/document/states.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { json } from '../../electron/ledger/table-base.ts';
import { putDocument } from '../support/jobs.ts';
import { sharedLedger } from './fixture.ts';

const states: readonly DocumentState[] = [
  { kind: 'settling', since: 1.5 },
  { kind: 'waiting', wait: { kind: 'ready', notBefore: 1, cohort: 'a', reason: foreign('b') } },
  { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } },
  { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('a') } },
  { kind: 'waiting', wait: { kind: 'blocked', message: foreign('a') } },
  { kind: 'uploading' },
  { kind: 'uploading', cohort: 'a', approved: true },
  { kind: 'unresolved', message: foreign('a') },
  { kind: 'queued', status: 'waiting for a worker' },
  { kind: 'processing', status: 'processing' },
  { kind: 'processed' },
  { kind: 'needs_review' },
  { kind: 'confirmed' },
  { kind: 'failed', by: 'service', message: foreign('') },
  { kind: 'duplicate', of: 1 },
  { kind: 'rejected', by: 'intray', message: foreign('a') },
  { kind: 'gone', was: { kind: 'processed' } },
];

const deliveries: readonly Delivery[] = [
  { kind: 'none' },
  { kind: 'pending' },
  { kind: 'pending', message: foreign('a') },
  { kind: 'written', at: 1 },
  { kind: 'done', at: 1 },
];

const results: readonly DocumentResult[] = [
  {
    kind: 'extraction',
    status: 'needs_review',
    extractedData: { total: '-12.50', lines: [{ a: null }], 'a "b"': 1 },
    modelUsed: 'm',
    extra: { confidence: 0.5 },
  },
  { kind: 'classification', status: 'processed', extra: {} },
];

describe('what a row of documents holds as JSON', () => {
  it.each(states)('reads the state $kind as it was written', (state) => {
    expect(json(stateSchema).parse(JSON.stringify(state))).toEqual(state);
  });

  it.each(deliveries)('reads the delivery $kind as it was written', (delivery) => {
    expect(json(deliverySchema).parse(JSON.stringify(delivery))).toEqual(delivery);
  });

  it.each(results)('reads the result of $kind as it was written', (result) => {
    expect(json(resultSchema).parse(JSON.stringify(result))).toEqual(result);
  });

  it('holds each state of the table, and the ledger lists it', () => {
    expect(new Set(states.map(({ kind }) => kind))).toEqual(new Set(stateNames));
    const { ledger, folderId, read } = sharedLedger();
    for (const state of states) {
      const { id } = putDocument(ledger, folderId, { path: `${state.kind}.pdf`, state });
      for (const { documents } of [ledger, read()])
        expect(documents.inState(state.kind).find((each) => each.id === id)?.state).toEqual(state);
    }
  });

  it('refuses what it does not know', () => {
    for (const text of ['{"kind":"asleep"}', '{"kind":"gone","was":{"kind":"queued"}}', '[]', '', '{"kind":']) {
      expect(json(stateSchema).safeParse(text).success).toBe(false);
    }
  });
});
