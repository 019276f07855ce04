import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Document } from '../../electron/core/document/document.ts';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import type { Route } from '../../electron/core/protocol/route.ts';
import { Connection } from '../../electron/ledger/connection.ts';
import { Ledger, type LedgerReader, openLedger } from '../../electron/ledger/ledger.ts';
import { schema } from '../../electron/ledger/schema.ts';
import { View } from '../../electron/view/view.ts';
import { found, putDocument } from '../support/jobs.ts';

export { found };

export const origin = 'https://service.example';
export const invoices: Route = { kind: 'extraction', id: 'e-1' };
export const receipts: Route = { kind: 'extraction', id: 'e-2' };
export const mail: Route = { kind: 'classification', id: 'c-1' };

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'intray-ledger-'));
  // The process that makes a backup may outlive, for a moment, the program that a test has killed.
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}

/** A fresh ledger in memory with one folder, /scans. */
export function freshLedger(): { readonly ledger: Ledger; readonly folderId: number } {
  const ledger = openLedger(':memory:');
  onTestFinished(() => ledger.close());
  return { ledger, folderId: ledger.folders.ensure('/scans').id };
}

/** The same, and what a ledger over the same tables reads, which remembers nothing. */
export function sharedLedger(): { readonly ledger: Ledger; readonly folderId: number; readonly read: () => Ledger } {
  const connection = new Connection(':memory:');
  connection.execute(schema);
  const ledger = new Ledger(connection);
  onTestFinished(() => ledger.close());
  return { ledger, folderId: ledger.folders.ensure('/scans').id, read: () => new Ledger(connection) };
}

const views = new WeakMap<LedgerReader, View>();

/** A view of a ledger, with all that the ledger has. */
export function viewOf(ledger: LedgerReader): View {
  const view = views.get(ledger) ?? new View(':memory:', ledger);
  views.set(ledger, view);
  while (view.readOn());
  return view;
}

export function extracted(extractedData: Readonly<Record<string, unknown>>): DocumentResult {
  return { kind: 'extraction', status: 'processed', extractedData, extra: {} };
}

export function ids(documents: readonly Document[]): number[] {
  return documents.map(({ id }) => id);
}

/** What every store has to say about itself. */
export function everything(ledger: Ledger, folderId: number): unknown {
  const documents = ledger.documents.page({}).documents;
  return {
    documents,
    found: viewOf(ledger).page({ text: 'inv' }).total,
    balance: ledger.documents.balance(),
    folders: ledger.folders.all(),
    files: ledger.files.directory(folderId, ''),
    batches: ledger.batches.inState('composed'),
    jobs: ledger.jobs.uploading(),
    tables: ledger.tables.all(folderId).map((table) => [...ledger.tables.rows(table)]),
    passed: ledger.routes.passed(origin, invoices),
    history: documents.map(({ id }) => ledger.history.of(id)),
    meta: ledger.meta.read('work')?.origin,
  };
}

/** Puts something into every store. */
export function writeEverywhere(ledger: Ledger, folderId: number, mark: string): void {
  const batch = ledger.batches.add({ origin, route: invoices, madeAt: 1 });
  const { id } = putDocument(ledger, folderId, { path: `invoice ${mark}.pdf`, state: { kind: 'uploading' }, batchId: batch.id });
  ledger.folders.setBaseline(folderId, 5);
  ledger.files.put({ folderId, directory: '', name: `${mark}.pdf`, facts: { size: 1, mtimeMs: 1, ino: 1 }, documentId: id });
  ledger.documents.update(id, { json: { path: `/scans/${mark}.json`, hash: mark, was: '' } });
  const known = ledger.tables.find(folderId, invoices);
  const table = known ?? ledger.tables.add({ folderId, origin, route: invoices, columns: [], changes: 0, left: [] });
  ledger.tables.putRow(table, { position: ledger.tables.lastPosition(table.id) + 1, documentId: id, csv: 1, cells: {} });
  ledger.routes.setPassed(origin, invoices);
  ledger.documents.note({ documentId: id, at: 1, event: 'sent' });
  ledger.meta.write('work', { origin: mark, folders: [] });
}
