import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { extracted, found, freshLedger, ids, viewOf } from '../ledger/fixture.ts';
import { become } from '../support/jobs.ts';

function matches(ledger: Ledger, text: string): number[] {
  return ids(viewOf(ledger).page({ text }).documents);
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
    become(ledger, id, { result: extracted({ total: '1.234,56', count: 815, lines: [{ what: 'Paper "A4" 100%' }] }) });
    for (const text of ['234,5', '815', 'paper "a4"', '100%', '0%']) expect(matches(ledger, text)).toEqual([id]);
    for (const text of ['total', 'lines', '56815', '_', 'a_', 'paper%']) expect(matches(ledger, text)).toEqual([]);
  });

  it('finds words in any order, and numbers and dates however they are printed', () => {
    const { ledger, folderId } = freshLedger();
    const add = (data: Record<string, unknown>) => {
      const { id } = ledger.documents.add(found(folderId, { path: 'scan.pdf' }));
      become(ledger, id, { result: extracted(data) });
      return id;
    };
    const english = add({ vendor: 'Harbour & Finch Ltd', total: '5,464.37', due: 'March 14, 2026', paid: '12.00' });
    const german = add({ vendor: 'Hafen & Fink', total: '5.464,37 €', due: '14.03.2026' });
    for (const text of ['5464.37', '5.464,37', '5,464.37', "5'464.37", '5464,37 EUR', '14 März 2026', '2026-03-14'])
      expect(matches(ledger, text), text).toEqual([german, english]);
    for (const text of ['harbour finch', 'finch  HARBOUR', 'ltd 5464,37', 'fi & harb', 'h & 5.464,37 rbo'])
      expect(matches(ledger, text), text).toEqual([english]);
    for (const text of ['harbour fink', '5464.38', '2026-03-15', '&& finch']) expect(matches(ledger, text)).toEqual([]);
  });

  it('finds a category', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId));
    become(ledger, id, { result: { kind: 'classification', status: 'processed', categoryName: 'Mahnung', extra: {} } });
    expect(matches(ledger, 'mahn')).toEqual([id]);
  });

  it('forgets the name that a document had before it was renamed, and the value before it was corrected', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId, { path: 'scan0001.pdf' }));
    become(ledger, id, { result: extracted({ vendor: 'Bauhaus' }) });
    become(ledger, id, { path: 'bill.pdf', result: extracted({ vendor: 'Ikea' }) });
    expect(matches(ledger, 'scan0001')).toEqual([]);
    expect(matches(ledger, 'bauhaus')).toEqual([]);
    expect(matches(ledger, 'bill')).toEqual([id]);
    expect(matches(ledger, 'ikea')).toEqual([id]);
  });

  it('finds each of many, by its newest text', () => {
    const { ledger, folderId } = freshLedger();
    const add = (path: string) => ledger.documents.add(found(folderId, { path })).id;
    const id = add('needle-old.pdf');
    ledger.transaction(() => {
      for (let index = 0; index < 600; index++) add(`hay-${index}.pdf`);
    });
    expect(matches(ledger, 'needle-old')).toEqual([id]);
    ledger.documents.update(id, { path: 'needle-new.pdf' });
    expect(matches(ledger, 'needle-old')).toEqual([]);
    expect(matches(ledger, 'needle-new')).toEqual([id]);
    expect(matches(ledger, 'e-')).toEqual([id]);
    expect(viewOf(ledger).page({ text: 'hay-' }).total).toBe(600);
    expect(viewOf(ledger).page({ text: 'y-' }).total).toBe(600);
    expect(ids(viewOf(ledger).page({ text: 'hay-', limit: 2, offset: 1 }).documents)).toEqual([600, 599]);
  });

  it('keeps to the beginning of a very long document', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId));
    // What four pages of small print take is searched to its end.
    become(ledger, id, { result: extracted({ text: `start ${'x'.repeat(16_000)} page 5 ${'x'.repeat(84_000)} end` }) });
    expect(matches(ledger, 'start')).toEqual([id]);
    expect(matches(ledger, 'page 5')).toEqual([id]);
    expect(matches(ledger, ' end')).toEqual([]);
  });

  it('finds a short part wherever it is: at either end, an accent, a character of two halves, a sign', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId, { path: 'Zé 😀𝒜ß "a"' }));
    for (const text of ['z', 'zé', 'ze\u0301', 'É', '😀', '😀𝒜', '𝒜ß', 'ß', '"', '"a', 'a"', 'é\0', ' 😀', '\0z'])
      expect(matches(ledger, text)).toEqual([id]);
    for (const text of ['ze', 'é😀', '😁', '\ud83d', '𝒜a', 'ää']) expect(matches(ledger, text)).toEqual([]);
  });

  it('forgets a short part with the name that had it, and with the document', () => {
    const { ledger, folderId } = freshLedger();
    const add = (path: string) => ledger.documents.add(found(folderId, { path })).id;
    const [id, other] = [add('qu'), add('qw')];
    ledger.documents.update(id, { path: 'xw' });
    expect([matches(ledger, 'qu'), matches(ledger, 'xw'), matches(ledger, 'q')]).toEqual([[], [id], [other]]);
    expect([matches(ledger, 'qu'), matches(ledger, 'xw'), matches(ledger, 'q')]).toEqual([[], [id], [other]]);
    ledger.documents.removeInto(other, id);
    expect([matches(ledger, 'qw'), matches(ledger, 'q'), matches(ledger, 'w')]).toEqual([[], [], [id]]);
  });

  it('finds what a look into every text finds', () => {
    const character = fc.constantFrom(...'abcß .\n"*é😀𝒜', '\0', 'e\u0301', '\ud83d');
    const words = fc.string({ unit: character, maxLength: 12 });
    const part = fc
      .string({ unit: character, minLength: 1, maxLength: 4 })
      .filter((text) => text.replaceAll('\0', ' ').trim() !== '');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), fc.array(part, { minLength: 8, maxLength: 16 }), (texts, parts) => {
        const { ledger, folderId } = openedInMemory();
        const added = texts.map((path) => ({ path, id: ledger.documents.add(found(folderId, { path })).id }));
        for (const text of parts) {
          const plain = (path: string) => path.normalize('NFC').toLowerCase().replaceAll('\0', ' ').toWellFormed();
          const sought = plain(text).split(/\s+/);
          const holding = added.filter(({ path }) => sought.every((word) => plain(path).includes(word)));
          expect(matches(ledger, text)).toEqual(holding.map(({ id }) => id).toReversed());
        }
        ledger.close();
      }),
      { numRuns: 8 },
    );
  });
});

function openedInMemory(): { readonly ledger: Ledger; readonly folderId: number } {
  const ledger = openLedger(':memory:');
  return { ledger, folderId: ledger.folders.ensure('/scans').id };
}
