import { describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import type { DocumentQuery } from '../../electron/core/document/records.ts';
import type { Ledger } from '../../electron/ledger/ledger.ts';
import { extracted, found, freshLedger, ids, invoices, mail, origin, viewOf } from '../ledger/fixture.ts';
import { become, type Members } from '../support/jobs.ts';

type Data = Readonly<Record<string, unknown>>;

function add(ledger: Ledger, folderId: number, data: Data | undefined, more: Parameters<typeof found>[1] = {}): number {
  const { id } = ledger.documents.add(found(folderId, more));
  become(ledger, id, { ...(data !== undefined && { result: extracted(data) }), changedAt: id });
  return id;
}

const sorted = (ledger: Ledger, by: string, query: DocumentQuery = {}) => [
  ids(viewOf(ledger).page({ ...query, sort: { by, descending: false } }).documents),
  ids(viewOf(ledger).page({ ...query, sort: { by, descending: true } }).documents),
];

const confirmed = (corrections: Record<string, string>): Members => ({
  review: { confirmations: [{ at: 1, by: 'Anna', corrections }], changes: [] },
});

describe('sorting by a value', () => {
  it('follows what was read; then text; what has no value comes last, newest first, both ways', () => {
    const { ledger, folderId } = freshLedger();
    const [big, small, soon, none, later, waiting] = [
      add(ledger, folderId, { total: '1.234,50 €', date: '2.1.2026' }),
      add(ledger, folderId, { total: '-7.00', date: 'March 1, 2025' }),
      add(ledger, folderId, { total: 'to follow', date: '03/04/2026' }),
      add(ledger, folderId, { total: '', date: '  ' }),
      add(ledger, folderId, { total: 'Later', date: '2025-12-31' }),
      add(ledger, folderId, undefined),
    ];
    expect(sorted(ledger, 'field:total')).toEqual([
      [small, big, later, soon, waiting, none],
      [big, small, soon, later, waiting, none],
    ]);
    expect(sorted(ledger, 'field:date')).toEqual([
      [small, later, big, soon, waiting, none],
      [big, later, small, soon, waiting, none],
    ]);
    expect(sorted(ledger, 'field:other')[0]).toEqual([waiting, later, none, soon, small, big]);
    expect(sorted(ledger, 'when')).toEqual([
      [big, small, soon, none, later, waiting],
      [waiting, later, none, soon, small, big],
    ]);
  });

  it('merges folders, and takes the same pages in pieces as whole, with any filter', () => {
    const { ledger, folderId } = freshLedger();
    const other = ledger.folders.ensure('/mail').id;
    for (let index = 0; index < 60; index += 1) {
      const data =
        index % 5 === 0 ? {} : { n: index % 7 === 0 ? `text ${index}` : String((index * 37) % 50), vendor: `V ${index % 3}` };
      const id = add(ledger, index % 2 === 0 ? folderId : other, index % 11 === 0 ? undefined : data, {
        path: `${(index * 13) % 60}.pdf`,
      });
      if (index % 4 === 0) ledger.documents.update(id, { delivery: { kind: 'done', at: 1 } });
    }
    for (const by of ['field:n', 'field:vendor', 'name', 'when', 'category'])
      for (const filter of [
        {},
        { folderId },
        { text: 'v 1' },
        { standings: ['done'] as const },
        { standings: ['done'] as const, text: 'v 1' },
        { folderId: other, text: 'v' },
      ])
        for (const descending of [false, true]) {
          const query = { ...filter, sort: { by, descending } };
          const whole = ids(viewOf(ledger).page(query).documents);
          expect(whole.toSorted((a, b) => a - b)).toEqual(ids(viewOf(ledger).page(filter).documents).toSorted((a, b) => a - b));
          const pieces = Array.from({ length: 10 }, (_, page) =>
            ids(viewOf(ledger).page({ ...query, offset: page * 7, limit: 7 }).documents),
          );
          expect(pieces.flat(), JSON.stringify(query)).toEqual(whole);
        }
  });

  it('follows a later result, a correction, and the category of a classification', () => {
    const { ledger, folderId } = freshLedger();
    const [one, two] = [add(ledger, folderId, { total: '10' }), add(ledger, folderId, { total: '20' })];
    become(ledger, one, confirmed({ total: '30,00' }));
    expect(sorted(ledger, 'field:total')[0]).toEqual([two, one]);
    become(ledger, two, { result: extracted({ total: '40' }) });
    expect(sorted(ledger, 'field:total')[0]).toEqual([one, two]);
    const classified = (categoryName: string) => {
      const { id } = ledger.documents.add(found(folderId, { route: mail }));
      become(ledger, id, {
        result: { kind: 'classification', status: 'processed', categoryName, extra: {} },
        changedAt: id,
      });
      return id;
    };
    const [letter, bill] = [classified('Letter'), classified('bill')];
    expect(sorted(ledger, 'category')[0]).toEqual([bill, letter, two, one]);
    expect(viewOf(ledger).columns(folderId)).toEqual(['field:total', 'category']);
    expect(viewOf(ledger).columns(folderId + 1)).toEqual([]);
  });

  it('takes values with a transaction that is rolled back away again', () => {
    const { ledger, folderId } = freshLedger();
    const id = add(ledger, folderId, { total: '10' });
    const other = add(ledger, folderId, { total: '15' });
    expect(() =>
      ledger.transaction(() => {
        become(ledger, id, { result: extracted({ total: '20' }) });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(sorted(ledger, 'field:total')[0]).toEqual([id, other]);
  });
});

describe('reading values', () => {
  it('is done again where descriptions or the folder’s order of dates decide otherwise', () => {
    const { ledger, folderId } = freshLedger();
    const [one, two] = [add(ledger, folderId, { day: '03/04/2026' }), add(ledger, folderId, { day: '02/10/2026' })];
    expect(sorted(ledger, 'field:day')[0]).toEqual([two, one]);
    const settings = folderSettingsSchema.parse({ path: '/scans', route: invoices, dates: 'day-first' });
    ledger.meta.write('folder-settings', settings, folderId);
    ledger.readAgain();
    expect(sorted(ledger, 'field:day')[0]).toEqual([one, two]);
    const info = { route: invoices, name: 'Invoices', fields: ['day'], seenAt: 1 };
    expect(ledger.routes.setInfo(origin, { ...info, descriptions: { day: 'Number of the day' } })).toBe(true);
    expect(ledger.routes.setInfo(origin, { ...info, descriptions: { day: 'Number of the day' } })).toBe(false);
  });
});
