import type { DocumentDetails, DocumentSummary, ResultView } from '../../electron/core/contract/documents.ts';
import { assertNever } from '../../electron/core/result.ts';

/** What a person is asked for: to check values, to check a category, or to decide about a document that is stuck. */
export type Task =
  | { readonly kind: 'values'; readonly result: Extract<ResultView, { kind: 'extraction' }> }
  | { readonly kind: 'category'; readonly result: Extract<ResultView, { kind: 'classification' }> }
  | { readonly kind: 'stuck' };

export function taskOf({ state, result }: DocumentDetails): Task {
  switch (state) {
    case 'processed':
    case 'needs_review':
    case 'confirmed':
    case 'duplicate':
    case 'gone':
      if (result === undefined) return { kind: 'stuck' };
      return result.kind === 'extraction' ? { kind: 'values', result } : { kind: 'category', result };
    case 'settling':
    case 'waiting':
    case 'uploading':
    case 'unresolved':
    case 'queued':
    case 'processing':
    case 'failed':
    case 'rejected':
      return { kind: 'stuck' };
    default:
      return assertNever(state);
  }
}

/** A word about what a listed document waits for. */
export type Wanted = 'check' | 'sort' | 'copy' | 'failed' | 'rejected' | 'unresolved' | 'held';

export function wantedOf({ state }: DocumentSummary, isClassified = false): Wanted {
  switch (state) {
    case 'failed':
    case 'rejected':
    case 'unresolved':
      return state;
    case 'waiting':
      return 'held';
    case 'duplicate':
      return 'copy';
    default:
      return isClassified ? 'sort' : 'check';
  }
}

/** How many fields carry a reason. */
export function flagsOf(task: Task): number {
  return task.kind === 'values' ? task.result.fields.filter((field) => field.reasons.length > 0).length : 0;
}

/** "vendor_name" as people write it; the key itself stays what CSV and JSON say. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll(/[_\s]+/gu, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim();
  return words === '' ? key : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
