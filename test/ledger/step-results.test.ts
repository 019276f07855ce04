import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import { DamagedRow, type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { found, temporaryDirectory } from './fixture.ts';

function fileLedger(): { readonly ledger: Ledger; readonly file: string; readonly folderId: number } {
  const file = `${temporaryDirectory()}/ledger.sqlite`;
  const ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  return { ledger, file, folderId: ledger.folders.ensure('/scans').id };
}

function reading<Value>(file: string, read: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(file);
  try {
    return read(database);
  } finally {
    database.close();
  }
}

function invoice(number: number): DocumentResult {
  const lines = Array.from({ length: 5 }, (_, line) => ({ description: `part ${number}-${line}`, quantity: line, amount: null }));
  return {
    ...{ kind: 'extraction', status: 'processed', modelUsed: 'model-1', extra: { confidence: number / 100 } },
    extractedData: { vendor_name: `Vendor ${number}`, invoice_number: `R-${number}`, 'a "b"': 'ö', lines },
  };
}

const done = { state: { kind: 'processed' }, delivery: { kind: 'done', at: 1 } } as const;

describe('the results of steps', () => {
  it('are as they were, and hold what they differ in from a sample that has no values', () => {
    const { ledger, file, folderId } = fileLedger();
    const results = Array.from({ length: 20 }, (_, number) => invoice(number));
    const ids = results.map((result, index) => {
      const { id } = ledger.documents.add(found(folderId, { path: `${index}.pdf` }));
      ledger.documents.update(id, { result, ...done });
      return id;
    });
    const other = openLedger(file);
    onTestFinished(() => other.close());
    expect(ids.map((id) => other.documents.get(id)?.result)).toEqual(results);
    reading(file, (database) => {
      const { longest } = database.prepare('SELECT max(length(packed)) AS longest FROM steps').get() ?? {};
      expect(Number(longest)).toBeLessThan(JSON.stringify(results[0]).length / 2);
      const samples = database.prepare("SELECT text FROM samples WHERE kind LIKE 'result of %'").all();
      expect(samples).toHaveLength(1);
      const { text } = samples[0] as { text: string };
      expect(text).toContain('vendor_name');
      expect(text).not.toMatch(/Vendor|R-0|part/);
    });
  });

  it('of earlier steps are read too, and what people made of them', () => {
    const { ledger, file, folderId } = fileLedger();
    const { id, route } = ledger.documents.add(found(folderId));
    ledger.documents.update(id, { result: invoice(1), ...done });
    ledger.documents.advance(
      id,
      { kind: 'extraction', id: 'next' },
      { state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } } },
    );
    ledger.documents.updatePassed(id, route, { result: invoice(2) });
    const other = openLedger(file);
    onTestFinished(() => other.close());
    expect(other.documents.get(id)).toMatchObject({ earlierSteps: [{ result: invoice(2) }] });
    expect(other.documents.get(id)?.result).toBeUndefined();
  });

  it('of classifications stay as they are, for SQL that asks for their category', () => {
    const { ledger, file, folderId } = fileLedger();
    const { id } = ledger.documents.add(found(folderId, { route: { kind: 'classification', id: 'letters' } }));
    const verdict = (name: string) =>
      ({ kind: 'classification', status: 'processed', categoryId: name, categoryName: name, extra: {} }) as const;
    ledger.documents.update(id, { result: verdict('a'), ...done });
    ledger.documents.update(id, { result: verdict('b') });
    reading(file, (database) => {
      expect(database.prepare("SELECT json_extract(result, '$.categoryName') AS name FROM steps").get()).toEqual({ name: 'b' });
    });
  });

  it('that are dropped leave nothing behind', () => {
    const { ledger, file, folderId } = fileLedger();
    const { id } = ledger.documents.add(found(folderId));
    ledger.documents.update(id, { result: invoice(1), ...done });
    ledger.documents.dropResult(id, 2);
    expect(ledger.documents.get(id)?.result).toBeUndefined();
    expect(reading(file, (database) => ({ ...database.prepare('SELECT result, sample, packed FROM steps').get() }))).toEqual({
      ...{ result: null, sample: null, packed: null },
    });
  });

  it('that were written by an earlier version are read as they are', () => {
    const { ledger, file, folderId } = fileLedger();
    const { id } = ledger.documents.add(found(folderId));
    ledger.documents.update(id, { result: invoice(1), ...done });
    reading(file, (database) =>
      database.prepare('UPDATE steps SET result = ?, sample = NULL, packed = NULL').run(JSON.stringify(invoice(2))),
    );
    const other = openLedger(file);
    onTestFinished(() => other.close());
    expect(other.documents.get(id)?.result).toEqual(invoice(2));
  });

  it('that are damaged are refused by name', () => {
    const { ledger, file, folderId } = fileLedger();
    const { id } = ledger.documents.add(found(folderId));
    ledger.documents.update(id, { result: invoice(1), ...done });
    reading(file, (database) => database.exec("UPDATE steps SET packed = x'00ff'"));
    const other = openLedger(file);
    onTestFinished(() => other.close());
    expect(() => other.documents.get(id)).toThrow(DamagedRow);
    expect(() => other.documents.get(id)).toThrow(`document_id ${id}`);
  });
});
