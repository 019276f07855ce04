import type { Document } from '../../electron/core/document/document.ts';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';

const base: Document = {
  id: 1,
  folderId: 1,
  path: 'scan.pdf',
  facts: { size: 1, mtimeMs: 1, ino: 1 },
  origin: 'https://api.example.com',
  route: { kind: 'extraction', id: 'e-1' },
  state: { kind: 'processed' },
  delivery: { kind: 'done', at: 1 },
  attempts: 0,
  possibleDuplicate: false,
  foundAt: 1,
  changedAt: 1,
};

/** A document in a state, with what a test cares about. */
export function documentIn(state: DocumentState, changes: Partial<Document> = {}): Document {
  return { ...base, state, ...changes };
}

export function extracted(
  extractedData: Readonly<Record<string, unknown>>,
  status: 'processed' | 'needs_review' = 'processed',
): DocumentResult {
  return { kind: 'extraction', status, extractedData, extra: {} };
}

export function classified(categoryName: string | undefined, confidence?: number): DocumentResult {
  return {
    kind: 'classification',
    status: 'processed',
    extra: {},
    ...(categoryName !== undefined && { categoryName }),
    ...(confidence !== undefined && { confidence }),
  };
}
