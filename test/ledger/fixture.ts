import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Document } from '../../electron/core/document/document.ts';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import type { Route } from '../../electron/core/protocol/route.ts';
import { type Ledger, type NewDocument, openLedger } from '../../electron/ledger/ledger.ts';

export const origin = 'https://service.example';
export const invoices: Route = { kind: 'extraction', id: 'e-1' };
export const receipts: Route = { kind: 'extraction', id: 'e-2' };
export const mail: Route = { kind: 'classification', id: 'c-1' };

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'intray-ledger-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A fresh ledger in memory with one folder, /scans. */
export function freshLedger(): { readonly ledger: Ledger; readonly folderId: number } {
  const ledger = openLedger(':memory:');
  onTestFinished(() => ledger.close());
  return { ledger, folderId: ledger.folders.ensure('/scans').id };
}

export function found(folderId: number, members: Partial<NewDocument> = {}): NewDocument {
  return {
    folderId,
    path: 'invoice.pdf',
    facts: { size: 1000, mtimeMs: 1_700_000_000_000.25, ino: 42 },
    origin,
    route: invoices,
    state: { kind: 'settling', since: 5 },
    foundAt: 10,
    ...members,
  };
}

export function extracted(extractedData: Readonly<Record<string, unknown>>): DocumentResult {
  return { kind: 'extraction', status: 'processed', extractedData, extra: {} };
}

export function ids(documents: readonly Document[]): number[] {
  return documents.map(({ id }) => id);
}
