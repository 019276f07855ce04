import type { Document } from '../../electron/core/document/document.ts';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';
import { documentWith, type Members } from '../support/jobs.ts';

/** A document in a state, with what a test cares about; it is delivered. */
export function documentIn(state: DocumentState, changes: Members = {}): Document {
  return documentWith({ path: 'scan.pdf', delivery: { kind: 'done', at: 1 }, ...changes, state });
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
