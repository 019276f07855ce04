import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../electron/ledger/connection.ts';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { migrations } from '../../electron/ledger/schema.ts';
import { extracted, found, freshLedger, ids, temporaryDirectory } from './fixture.ts';

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

  it('finds words in any order, and numbers and dates however they are printed', () => {
    const { ledger, folderId } = freshLedger();
    const add = (data: Record<string, unknown>) => {
      const { id } = ledger.documents.add(found(folderId, { path: 'scan.pdf' }));
      ledger.documents.update(id, { result: extracted(data) });
      return id;
    };
    const english = add({ vendor: 'Harbour & Finch Ltd', total: '5,464.37', due: 'March 14, 2026', paid: '12.00' });
    const german = add({ vendor: 'Hafen & Fink', total: '5.464,37 €', due: '14.03.2026' });
    for (const round of ['waiting', 'indexed']) {
      for (const text of ['5464.37', '5.464,37', '5,464.37', "5'464.37", '5464,37 EUR', '14 März 2026', '2026-03-14'])
        expect(matches(ledger, text), `${round} ${text}`).toEqual([german, english]);
      for (const text of ['harbour finch', 'finch  HARBOUR', 'ltd 5464,37', 'fi & harb', 'h & 5.464,37 rbo'])
        expect(matches(ledger, text), `${round} ${text}`).toEqual([english]);
      for (const text of ['harbour fink', '5464.38', '2026-03-15', '&& finch']) expect(matches(ledger, text)).toEqual([]);
      if (round === 'waiting') fillIndex(ledger, folderId);
    }
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

  it('finds a short part wherever it is: at either end, an accent, a character of two halves, a sign', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId, { path: 'Zé 😀𝒜ß "a"' }));
    fillIndex(ledger, folderId);
    for (const text of ['z', 'zé', 'ze\u0301', 'É', '😀', '😀𝒜', '𝒜ß', 'ß', '"', '"a', 'a"', 'é\0', ' 😀', '\0z'])
      expect(matches(ledger, text)).toEqual([id]);
    for (const text of ['ze', 'é😀', '😁', '\ud83d', '𝒜a', 'ää']) expect(matches(ledger, text)).toEqual([]);
  });

  it('forgets a short part with the name that had it, and with the document', () => {
    const { ledger, folderId } = freshLedger();
    const add = (path: string) => ledger.documents.add(found(folderId, { path })).id;
    const [id, other] = [add('qu'), add('qw')];
    fillIndex(ledger, folderId);
    ledger.documents.update(id, { path: 'xw' });
    expect([matches(ledger, 'qu'), matches(ledger, 'xw'), matches(ledger, 'q')]).toEqual([[], [id], [other]]);
    fillIndex(ledger, folderId);
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
      fc.property(
        fc.array(words, { maxLength: 8 }),
        fc.array(part, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (texts, parts, indexed) => {
          const { ledger, folderId } = openedInMemory();
          const added = texts.map((path) => ({ path, id: ledger.documents.add(found(folderId, { path })).id }));
          if (indexed) fillIndex(ledger, folderId);
          for (const text of parts) {
            const plain = (path: string) => path.normalize('NFC').toLowerCase().replaceAll('\0', ' ').toWellFormed();
            const sought = plain(text).split(/\s+/);
            const holding = added.filter(({ path }) => sought.every((word) => plain(path).includes(word)));
            expect(matches(ledger, text)).toEqual(holding.map(({ id }) => id).toReversed());
          }
          ledger.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds short parts in a ledger of a format that had no index of them, before, while and after it is made', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const fresh = openLedger(file);
    const folderId = fresh.folders.ensure('/scans').id;
    fresh.transaction(() => {
      for (let index = 0; index < 5_120; index += 1) fresh.documents.add(found(folderId, { path: `old-${index % 10}q` }));
    });
    fresh.close();
    const connection = new Connection(file);
    connection.execute(backToFormatWithoutParts);
    connection.close();

    const ledger = openLedger(file);
    for (let round = 0; round < 5; round += 1) {
      expect(ledger.documents.page({ text: '7q' }).total).toBe(512);
      expect(ledger.documents.page({ text: 'q' }).total).toBe(5_120);
      const id = 8 + 10 * round;
      ledger.documents.update(id, { path: 'vv' });
      expect(matches(ledger, 'vv')).toEqual([id]);
      fillIndex(ledger, folderId);
      expect(matches(ledger, 'vv')).toEqual([id]);
      ledger.documents.update(id, { path: 'old-7q' });
    }
    ledger.close();
    const read = new Connection(file, { readOnly: true });
    expect(read.number('SELECT document_id FROM search_parts_from')).toBe(1);
    read.close();
  });

  it('takes up fewer of the older texts at a time where they are long, and finds short parts in all of them meanwhile', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const fresh = openLedger(file);
    const folderId = fresh.folders.ensure('/scans').id;
    fresh.transaction(() => {
      for (let index = 0; index < 256; index += 1) fresh.documents.add(found(folderId, { path: `q${'-'.repeat(9_999)}` }));
    });
    fresh.close();
    const connection = new Connection(file);
    connection.execute(backToFormatWithoutParts);
    connection.close();

    const ledger = openLedger(file);
    const read = new Connection(file, { readOnly: true });
    for (const first of [157, 57, 1]) {
      fillIndex(ledger, folderId);
      expect(read.number('SELECT document_id FROM search_parts_from')).toBe(first);
      expect(ledger.documents.page({ text: 'q' }).total).toBe(256);
    }
    read.close();
    ledger.close();
  });
});

const formatWithoutParts = 2;

/** So many texts that the index takes up all that were written before. */
const firstCounts = /CREATE TABLE counts[\s\S]*?(?=\n {2}-- What a person asked for)/.exec(migrations[0] ?? '')?.[0];
const backToFormatWithoutParts = `
  DROP TRIGGER documents_added; DROP TRIGGER documents_removed; DROP TRIGGER documents_moved; DROP TABLE counts;
  DROP INDEX files_left_alone; DROP INDEX documents_by_standing; DROP INDEX documents_by_folder; ALTER TABLE documents DROP COLUMN standing;
  ALTER TABLE documents ADD COLUMN attention INTEGER NOT NULL DEFAULT 0; ${firstCounts}
  CREATE INDEX documents_by_folder ON documents (folder_id, state, changed_at);
  CREATE INDEX documents_by_attention ON documents (changed_at, id) WHERE attention = 1;
  DROP TRIGGER arrivals_added; DROP TRIGGER arrivals_removed; DROP TRIGGER arrivals_wanted; DROP TABLE arrivals; DROP TABLE wanted;
  DROP INDEX documents_found; ALTER TABLE documents DROP COLUMN by_hand; CREATE INDEX documents_found ON documents (found_at, folder_id);
  DROP INDEX documents_ready; DROP INDEX documents_ready_later; ALTER TABLE documents DROP COLUMN pages; DROP TABLE left_steps; DROP TRIGGER steps_change_category; DROP TABLE noted_categories; DROP TABLE charges; DROP TABLE spent;
  ALTER TABLE documents DROP COLUMN dropped_at;
  CREATE INDEX documents_ready ON documents (folder_id, id, due_at) WHERE wait = 'ready';
  DROP TABLE hook_events; DROP TABLE hook_subjects; DROP TABLE service_files;
  DROP TRIGGER documents_due_in_sheets; DROP TRIGGER documents_added_due_in_sheets;
  DROP TABLE sheet_rows; ALTER TABLE csv_files DROP COLUMN cell_names; DROP TABLE sheets; DROP TABLE sheet_due; DROP TABLE sheet_folders;
  ALTER TABLE categories DROP COLUMN linked; DROP INDEX documents_awaiting; ALTER TABLE documents DROP COLUMN awaits;
  DROP INDEX batches_linked; DROP INDEX batches_by_service_id; ALTER TABLE batches DROP COLUMN linked; ALTER TABLE requests DROP COLUMN batch;
  ALTER TABLE documents DROP COLUMN undone; ALTER TABLE requests DROP COLUMN path; ALTER TABLE requests DROP COLUMN by; ALTER TABLE requests DROP COLUMN category_id; ALTER TABLE requests DROP COLUMN agreed_pages; DROP TABLE filings; DROP TABLE invoice_keys; ALTER TABLE steps DROP COLUMN findings;
  DROP TABLE outputs; CREATE TABLE outputs (document_id INTEGER NOT NULL REFERENCES documents (id), kind TEXT NOT NULL, path TEXT NOT NULL, hash TEXT, state TEXT NOT NULL, PRIMARY KEY (document_id, kind)) STRICT, WITHOUT ROWID;
  CREATE INDEX outputs_by_path ON outputs (path); DROP TABLE places;
  ALTER TABLE steps DROP COLUMN packed; ALTER TABLE steps DROP COLUMN sample; ALTER TABLE csv_rows DROP COLUMN packed; ALTER TABLE csv_rows DROP COLUMN sample; ALTER TABLE history DROP COLUMN packed; ALTER TABLE history DROP COLUMN sample; DROP TABLE samples;
  DROP TABLE untold_results; DROP TABLE unmatched; ALTER TABLE routes DROP COLUMN alone; ALTER TABLE requests DROP COLUMN file_id;
  ALTER TABLE routes DROP COLUMN keeps_names; ALTER TABLE routes DROP COLUMN name_trial; ALTER TABLE routes DROP COLUMN linked;
  ALTER TABLE routes DROP COLUMN paused_until; ALTER TABLE routes DROP COLUMN paused_tries;
  DROP INDEX batches_claimed; ALTER TABLE batches DROP COLUMN claimed; ALTER TABLE batches DROP COLUMN files;
  DROP TABLE field_values; DROP TABLE totals; DROP TABLE sums; ALTER TABLE csv_files DROP COLUMN shown; DROP TABLE value_names; DROP TABLE values_from; ALTER TABLE routes DROP COLUMN descriptions; DROP TABLE search_parts; DROP TABLE search_parts_from; PRAGMA user_version = ${formatWithoutParts};`;
function fillIndex(ledger: Ledger, folderId: number): void {
  ledger.transaction(() => {
    for (let index = 0; index < 128; index += 1) ledger.documents.add(found(folderId, { path: '-' }));
  });
}

function openedInMemory(): { readonly ledger: Ledger; readonly folderId: number } {
  const ledger = openLedger(':memory:');
  return { ledger, folderId: ledger.folders.ensure('/scans').id };
}

it('programs that each write a few texts and end leave no more of them to be read by every search than one does', () => {
  const path = join(temporaryDirectory(), 'ledger.sqlite');
  for (let run = 0; run < 70; run += 1) {
    const ledger = openLedger(path);
    const { id } = ledger.folders.ensure('/scans');
    for (let file = 0; file < 5; file += 1) ledger.documents.add(found(id, { path: `${run} ${file}.pdf` }));
    ledger.close();
  }
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  expect(database.prepare('SELECT count(*) AS count FROM search_pending').get()?.count).toBeLessThan(128);
});
