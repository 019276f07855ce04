import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../electron/ledger/ledger.ts';
import { extracted, found, freshLedger, ids } from './fixture.ts';

function matches(ledger: Ledger, text: string): number[] {
  return ids(ledger.documents.page({ text }).documents);
}

describe('searching', () => {
  it('finds a part of the path, whatever its case and however its umlauts are spelled', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId, { path: 'Büro/Rechnung MU\u0308LLER.pdf' }));
    for (const text of ['müller', 'mu\u0308ller', 'BÜRO/RECH', 'ung', 'ü', 'ro', ' rechnung '])
      expect(matches(ledger, text)).toEqual([id]);
    for (const text of ['muller', 'rechnungen', 'zz']) expect(matches(ledger, text)).toEqual([]);
  });

  it('finds a value, a nested one too, but no field name and nothing across two values', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId));
    ledger.documents.update(id, { result: extracted({ total: '1.234,56', count: 815, lines: [{ what: 'Paper "A4" 100%' }] }) });
    for (const text of ['234,5', '815', 'paper "a4"', '100%', '0%']) expect(matches(ledger, text)).toEqual([id]);
    for (const text of ['total', 'lines', '56815', '_', 'a_', 'paper%']) expect(matches(ledger, text)).toEqual([]);
  });

  it('finds a category', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId));
    ledger.documents.update(id, { result: { kind: 'classification', status: 'processed', categoryName: 'Mahnung', extra: {} } });
    expect(matches(ledger, 'mahn')).toEqual([id]);
  });

  it('forgets the name that a document had before it was renamed, and the value before it was corrected', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId, { path: 'scan0001.pdf' }));
    ledger.documents.update(id, { result: extracted({ vendor: 'Bauhaus' }) });
    ledger.documents.update(id, { path: 'bill.pdf', result: extracted({ vendor: 'Ikea' }) });
    expect(matches(ledger, 'scan0001')).toEqual([]);
    expect(matches(ledger, 'bauhaus')).toEqual([]);
    expect(matches(ledger, 'bill')).toEqual([id]);
    expect(matches(ledger, 'ikea')).toEqual([id]);
  });

  it('finds the same before and after the index has taken the texts up', () => {
    const { ledger, folderId } = freshLedger();
    const add = (path: string) => ledger.documents.add(found(folderId, { path })).id;
    const id = add('needle-old.pdf');
    // More than wait for the index at once: the first ones are in it, the last ones are not.
    ledger.transaction(() => {
      for (let index = 0; index < 600; index++) add(`hay-${index}.pdf`);
    });
    expect(matches(ledger, 'needle-old')).toEqual([id]);
    ledger.documents.update(id, { path: 'needle-new.pdf' });
    expect(matches(ledger, 'needle-old')).toEqual([]);
    expect(matches(ledger, 'needle-new')).toEqual([id]);
    expect(matches(ledger, 'e-')).toEqual([id]);
    expect(ledger.documents.page({ text: 'hay-' }).total).toBe(600);
    expect(ledger.documents.page({ text: 'y-' }).total).toBe(600);
    expect(ids(ledger.documents.page({ text: 'hay-', limit: 2, offset: 1 }).documents)).toEqual([600, 599]);
  });

  it('keeps to the beginning of a very long document', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId));
    ledger.documents.update(id, { result: extracted({ text: `start ${'x'.repeat(100_000)} end` }) });
    expect(matches(ledger, 'start')).toEqual([id]);
    expect(matches(ledger, ' end')).toEqual([]);
  });
});
