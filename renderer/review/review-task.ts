import type { DocumentDetails, DocumentSummary, ResultView } from '../../electron/core/contract/documents.ts';
import { hasResult, traitsOf } from '../../electron/core/document/states.ts';
import { assertNever } from '../../electron/core/result.ts';

/** What a person is asked to do: check values, check a category, or decide about a document that is blocked. */
export type ReviewTask =
  | { readonly kind: 'values'; readonly result: Extract<ResultView, { kind: 'extraction' }> }
  | { readonly kind: 'category'; readonly result: Extract<ResultView, { kind: 'classification' }> }
  | { readonly kind: 'blocked' };

export function taskOf({ state, result }: DocumentDetails): ReviewTask {
  // The result of a document whose file is gone can still be read.
  const hasReadableResult = hasResult(state) || !traitsOf[state].hasFile;
  if (result === undefined || !hasReadableResult) return { kind: 'blocked' };
  return result.kind === 'extraction' ? { kind: 'values', result } : { kind: 'category', result };
}

/** Why a listed document needs a person, as the list words it. */
type AttentionKind = 'check' | 'classify' | 'copy' | 'failed' | 'rejected' | 'unresolved' | 'held' | 'blocked';

export function attentionKindOf({ state, why }: Pick<DocumentSummary, 'state' | 'why'>, isClassified = false): AttentionKind {
  switch (state) {
    case 'failed':
    case 'rejected':
    case 'unresolved':
      return state;
    case 'waiting':
      return why.some(({ code }) => code === 'explain.blocked') ? 'blocked' : 'held';
    case 'duplicate':
      return 'copy';
    case 'settling':
    case 'uploading':
    case 'queued':
    case 'processing':
    case 'processed':
    case 'needs_review':
    case 'confirmed':
    case 'gone':
      return isClassified ? 'classify' : 'check';
    default:
      return assertNever(state);
  }
}

/** How many fields are flagged for review. */
export function flagCount(task: ReviewTask): number {
  return task.kind === 'values' ? task.result.fields.filter((field) => field.reasons.length > 0).length : 0;
}

const abbreviations = /\b(?:id|vat|iban|bic|ean|sku)\b/giu;

/** A field key as people write it: "vendor_name" becomes "Vendor name", "vat_id" "VAT ID". CSV and JSON keep the key. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll(/[_\s]+/gu, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(abbreviations, (word) => word.toUpperCase())
    .trim();
  return words === '' ? key : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
