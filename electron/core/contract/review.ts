import { z } from 'zod';
import type { ShownValue } from '../poll/poll-outcome.ts';
import { type Done, id, takes } from './request.ts';

/** To the pages that a document which has its verdict already would have sent to another extraction; else `not-agreed`. */
const agreed = z.boolean().exactOptional();

/** So many documents at most are confirmed at once. */
export const maxAlike = 200;

/** The service documents no call to confirm or correct, so a confirmation is local: it rewrites JSON and CSV, with an audit trail. */
export const reviewRequests = {
  /** Confirms a result, corrected where a person changed it: field key → the new value. The files follow; `document` tells when they are written. */
  confirm: takes({ id, corrections: z.record(z.string().max(1_000), z.string().max(100_000)).default({}) }).gives<Done>(),
  /** The documents of a folder that are flagged for one field alone, and all for the same reason: this one, and the newest others. */
  alike: takes({ id }).gives<{ readonly documents: readonly { readonly id: number; readonly path: string }[] }>(),
  /** Confirms documents as they are: those of which that was possible. */
  confirmAll: takes({ ids: z.array(id).min(1).max(maxAlike) }).gives<{ readonly ids: readonly number[] }>(),
  /** Takes back the last confirmation with its corrections. */
  undoConfirm: takes({ id }).gives<Done>(),
  /** Ends a conflict between a correction made here and a later confirmation by the service. */
  resolveConflict: takes({ id, take: z.enum(['mine', 'service']) }).gives<Done>(),
  /** PATCH …/files/{file_id}: the category persists at the service, which does not classify the file again. */
  overrideCategory: takes({
    id,
    categoryId: z.string().trim().min(1).max(200),
    agreed,
    /** It is the category from before a person chose another one: that choice counts no longer. */
    takesBack: z.literal(true).exactOptional(),
  }).gives<Done>(),
  /** POST …/files/{file_id}/redo: a new classification run; the document goes back to processing. */
  redo: takes({ id, agreed }).gives<Done>(),
  /** The results of a document's batch that fit none of its documents: one of them may be its own. */
  unmatched: takes({ id }).gives<{ readonly results: readonly UnmatchedView[] }>(),
  /** Assigns one of them to the document, by the service's id; it is delivered as any other. */
  assign: takes({ id, fileId: z.string().min(1).max(1_000) }).gives<Done>(),
  /** Says in which batch of its linked extraction, and in which file of it, the values are that the service extracts by itself. */
  nameBatch: takes({
    id,
    batch: z.string().trim().min(1).max(200),
    fileId: z.string().trim().min(1).max(200).exactOptional(),
  }).gives<Done>(),
};

/** A result under the service's id and the name that it gives it, and what a person recognizes it by. */
interface UnmatchedView {
  readonly fileId: string;
  readonly name: string;
  readonly values: readonly ShownValue[];
}
