import type { Document } from '../document/document.ts';
import type { Job } from '../document/job.ts';
import type { DocumentResult } from '../document/result.ts';
import { isAtService } from '../document/states.ts';
import { assertNever } from '../result.ts';
import { serviceText } from '../review/local-review.ts';

/** A result that the service has in a batch under a name or an id that fits no document of it: a person knows whose it is. */
export interface UnmatchedResult {
  /** Ledger id of the batch. */
  readonly batchId: number;
  /** The service's id. */
  readonly fileId: string;
  /** The name that the service gives it. */
  readonly fileName: string;
  readonly result: DocumentResult;
}

/**
 * Whether a document was sent and no file of the service is known for certain to be it: then a result of its batch may be its own.
 */
export function lacksItsFile({ fileId, state }: Pick<Document | Job, 'fileId' | 'state'>): boolean {
  return state.kind === 'unresolved' || (fileId === undefined && isAtService(state));
}

/** It is being worked on, or the service has accepted it and its result may still come. */
export function isAwaited({ state }: Pick<Document | Job, 'state'>): boolean {
  return isAtService(state) || state.kind === 'unresolved';
}

/** One value of a result, to recognize it by. */
export interface ShownValue {
  /** The field; absent for what a classification says. */
  readonly key?: string;
  readonly value: string;
}

/** What a person recognizes a result by: its values, as texts. Empty ones are left out. */
export function shownValues(result: DocumentResult): ShownValue[] {
  switch (result.kind) {
    case 'extraction':
      return Object.keys(result.extractedData).flatMap((key) => {
        const value = serviceText(result, key);
        return value === undefined || value === '' ? [] : [{ key, value }];
      });
    case 'classification':
      return [result.categoryName ?? result.categoryId, result.reasoning].flatMap((value) => (value ? [{ value }] : []));
    default:
      return assertNever(result);
  }
}
