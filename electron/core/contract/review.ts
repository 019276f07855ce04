import { z } from 'zod';
import type { ShownValue } from '../poll/poll-outcome.ts';
import { documentId } from './documents.ts';
import type { Done } from './status.ts';

/** To the pages that a document which has its verdict already would have sent to another extraction; else `not-agreed`. */
const agreed = z.boolean().exactOptional();

/** The service documents no call to confirm or correct, so a confirmation is local: it rewrites JSON and CSV, with an audit trail. */
export const reviewRequests = {
  confirm: {
    input: z.strictObject({
      id: documentId,
      /** Only what a person changed: field key → the new value. */
      corrections: z.record(z.string().max(1_000), z.string().max(100_000)).default({}),
    }),
  },
  undoConfirm: { input: z.strictObject({ id: documentId }) },
  resolveConflict: { input: z.strictObject({ id: documentId, take: z.enum(['mine', 'service']) }) },
  overrideCategory: {
    input: z.strictObject({
      id: documentId,
      categoryId: z.string().trim().min(1).max(200),
      agreed,
      /** It is the category from before a person chose another one: that choice counts no longer. */
      takesBack: z.literal(true).exactOptional(),
    }),
  },
  redo: { input: z.strictObject({ id: documentId, agreed }) },
  unmatched: { input: z.strictObject({ id: documentId }) },
  assign: { input: z.strictObject({ id: documentId, fileId: z.string().min(1).max(1_000) }) },
  nameBatch: {
    input: z.strictObject({
      id: documentId,
      batch: z.string().trim().min(1).max(200),
      fileId: z.string().trim().min(1).max(200).exactOptional(),
    }),
  },
};

/** A result under the service's id and the name that it gives it, and what a person recognizes it by. */
export interface UnmatchedView {
  readonly fileId: string;
  readonly name: string;
  readonly values: readonly ShownValue[];
}

export interface ReviewOutputs {
  /** Confirms a result, corrected where a person changed it. The files follow; `document` tells when they are written. */
  readonly confirm: Done;
  /** Takes back the last confirmation with its corrections. */
  readonly undoConfirm: Done;
  /** Ends a conflict between a correction made here and a later confirmation by the service. */
  readonly resolveConflict: Done;
  /** PATCH …/files/{file_id}: the category persists at the service, which does not classify the file again. */
  readonly overrideCategory: Done;
  /** POST …/files/{file_id}/redo: a new classification run; the document goes back to processing. */
  readonly redo: Done;
  /** The results of a document's batch that fit none of its documents: one of them may be its own. */
  readonly unmatched: { readonly results: readonly UnmatchedView[] };
  /** Assigns one of them to the document, by the service's id; it is delivered as any other. */
  readonly assign: Done;
  /** Says in which batch of its linked extraction, and in which file of it, the values are that the service extracts by itself. */
  readonly nameBatch: Done;
}
