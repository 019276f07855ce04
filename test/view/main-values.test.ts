import { describe, expect, it } from 'vitest';
import type { DocumentQuery } from '../../electron/core/document/records.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';
import type { Ledger } from '../../electron/ledger/ledger.ts';
import { extracted, found, freshLedger, ids, viewOf } from '../ledger/fixture.ts';
import { become, type Members } from '../support/jobs.ts';

function add(ledger: Ledger, folderId: number, data: Readonly<Record<string, unknown>>, more: Members = {}): number {
  const { id } = ledger.documents.add(found(folderId));
  const state: DocumentState = { kind: 'processed' };
  become(ledger, id, { state, delivery: { kind: 'done', at: 1 }, result: extracted(data), changedAt: id, ...more });
  return id;
}

const invoice = (supplier: string, invoice_date: string, total: string, more: Record<string, string> = {}) => ({
  ...{ supplier, invoice_date, net_amount: '1.00', total },
  ...more,
});

function office() {
  const { ledger, folderId } = freshLedger();
  const other = ledger.folders.ensure('/receipts').id;
  const [korn, north, soon, none, letter] = [
    add(ledger, folderId, invoice('Bäckerei Korn', '28.02.2026', '1.204,50 €')),
    add(ledger, folderId, invoice('Nordlys Energi', '2026-03-01', 'EUR 300.00')),
    add(ledger, other, invoice('BÄCKEREI KORN', '2026-03-31', 'USD 80.10')),
    add(ledger, other, invoice('', '03/04/2026', 'to follow')),
    add(ledger, folderId, { subject: 'Korn' }),
  ];
  return { ledger, folderId, other, korn, north, soon, none, letter };
}

const listed = (ledger: Ledger, query: DocumentQuery) => {
  const { documents, total } = viewOf(ledger).page(query);
  expect(total).toBe(documents.length);
  return ids(documents).toSorted((one, other) => one - other);
};

describe('a list of documents', () => {
  it('is narrowed down to days, amounts and a sender, together with all else', () => {
    const { ledger, folderId, other, korn, north, soon } = office();
    expect(listed(ledger, { values: { from: '2026-03-01' } })).toEqual([north, soon]);
    expect(listed(ledger, { values: { from: '2026-02-01', to: '2026-02-28' } })).toEqual([korn]);
    expect(listed(ledger, { values: { least: 80.1, most: 300 } })).toEqual([north, soon]);
    expect(listed(ledger, { values: { least: 300.01 } })).toEqual([korn]);
    expect(listed(ledger, { values: { sender: 'bäckerei korn' } })).toEqual([korn, soon]);
    expect(listed(ledger, { values: { sender: 'Korn' } })).toEqual([korn, soon]);
    expect(listed(ledger, { values: { sender: 'Nord' }, text: 'energi' })).toEqual([north]);
    expect(listed(ledger, { values: { sender: 'Nord' }, text: 'korn' })).toEqual([]);
    expect(listed(ledger, { values: { sender: 'Korn' }, folderId: other })).toEqual([soon]);
    expect(listed(ledger, { values: { least: 0 }, folderId, standings: ['failed'] })).toEqual([]);
  });

  it('takes a sender’s whole name before a part of another’s', () => {
    const { ledger, folderId } = freshLedger();
    const [short] = ['Korn', 'Korn & Söhne'].map((name) => add(ledger, folderId, invoice(name, '2026-01-01', '1.00')));
    expect(listed(ledger, { values: { sender: 'korn' } })).toEqual([short]);
  });

  it('knows who sends most', () => {
    const { ledger, other } = office();
    expect(viewOf(ledger).senders()).toEqual(['Bäckerei Korn', 'Nordlys Energi']);
    expect(viewOf(ledger).senders(other)).toEqual(['BÄCKEREI KORN']);
  });
});

describe('what documents come to', () => {
  const confirmed: Members = { review: { confirmations: [{ at: 1, by: 'Anna', corrections: {} }], changes: [] } };

  it('is summed exactly, currency by currency, with what nobody has reviewed beside', () => {
    const { ledger, folderId, korn } = office();
    for (let index = 0; index < 10; index += 1) add(ledger, folderId, invoice('Tenth', '2026-05-01', '€ 0.10'));
    add(ledger, folderId, invoice('Bare', '2026-05-01', '12.00'));
    add(ledger, folderId, invoice('Refund', '2026-05-01', '-0.0125 EUR'));
    become(ledger, korn, confirmed);
    expect(viewOf(ledger).totals({}).sums).toEqual([
      { currency: 'EUR', documents: 13, amount: '1505.4875', unreviewed: '300.9875' },
      { documents: 1, amount: '12', unreviewed: '12' },
      { currency: 'USD', documents: 1, amount: '80.1', unreviewed: '80.1' },
    ]);
  });

  it('follows the filter', () => {
    const { ledger, other, korn } = office();
    const totals = (query: DocumentQuery) =>
      viewOf(ledger)
        .totals(query)
        .sums.map(({ currency, amount }) => [currency, amount]);
    become(ledger, korn, confirmed);
    expect(totals({ folderId: other })).toEqual([['USD', '80.1']]);
    expect(totals({ values: { sender: 'korn' } })).toEqual([
      ['EUR', '1204.5'],
      ['USD', '80.1'],
    ]);
    expect(totals({ text: 'nordlys' })).toEqual([['EUR', '300']]);
    expect(totals({ standings: ['confirmed'] })).toEqual([['EUR', '1204.5']]);
    expect(totals({ standings: ['failed'] })).toEqual([]);
  });

  it('counts a copy once, no part of a total, and what somebody has corrected', () => {
    const { ledger, folderId } = freshLedger();
    const id = add(ledger, folderId, invoice('A', '2026-05-01', '€ 10.00'));
    add(ledger, folderId, invoice('A', '2026-05-01', '€ 10.00'), { state: { kind: 'duplicate', of: id } });
    add(ledger, folderId, { supplier: 'B', net_amount: '€ 70.00', tax: '€ 7.00' });
    become(ledger, id, { review: { confirmations: [{ at: 1, by: 'Anna', corrections: { total: '11,50 €' } }], changes: [] } });
    expect(viewOf(ledger).totals({}).sums).toEqual([{ currency: 'EUR', documents: 1, amount: '11.5', unreviewed: '0' }]);
  });
});
