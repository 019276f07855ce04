import type { Document, Job } from '../../core/document/document.ts';
import type { DocumentResult } from '../../core/document/result.ts';
import { hasResult } from '../../core/document/states.ts';
import { jobTransition } from '../../core/document/transition.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { categorySet, type Review, type Signature } from '../../core/review/local-review.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { ReviewRefusal } from '../api.ts';

/** A content that the service has classified, and the path of the document that a person asks about. */
export type Classifiable = Job & { readonly fileId: string; readonly batchId: number; readonly path: string };

type Verdict = Extract<DocumentResult, { kind: 'classification' }>;

/** What a person's choice makes of a verdict. */
export interface ChosenVerdict {
  readonly result: Verdict;
  readonly review: Review;
  /** From which category to which, for the history. */
  readonly changes: string;
}

/** The job that classified a document, or is to, whether it has gone on from there or not. */
export function classificationOf({ jobs }: Pick<LedgerReader, 'jobs'>, document: Document): Job | undefined {
  if (document.verdict !== undefined) return document.verdict;
  const isClassified = document.route.kind === 'classification' && document.job !== undefined;
  return isClassified ? jobs.get(document.job) : undefined;
}

/**
 * What the service has classified of a document, if it can be asked about that.
 *
 * @param origin of the service in use
 */
export function classifiable(
  ledger: Pick<LedgerReader, 'documents' | 'jobs'>,
  origin: string,
  id: number,
): Result<Classifiable, ReviewRefusal> {
  const document = ledger.documents.get(id);
  if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
  const { path } = document;
  const job = classificationOf(ledger, document);
  if (job === undefined && document.route.kind !== 'classification')
    return err({ kind: 'not-now', message: say('reviewing.notClassified', { path }) });
  if (document.origin !== origin)
    return err({ kind: 'not-now', message: say('reviewing.otherService', { path, origin: document.origin }) });
  const { fileId, batchId } = job ?? {};
  if (job === undefined || fileId === undefined || batchId === undefined)
    return err({ kind: 'not-now', message: say('reviewing.noFileId', { path }) });
  return ok({ ...job, fileId, batchId, path });
}

/** What the service has said of a content; undefined while that is awaited. */
export function verdictOf({ state, result }: Job): Verdict | undefined {
  return result?.kind === 'classification' && hasResult(state.kind) ? result : undefined;
}

/**
 * The verdict once a person has chosen this category: confidence and reasoning were about the old one, which the history and the
 * trail of changes still show. Undefined if there is no verdict to change.
 */
export function chosenVerdict(
  { categories }: Pick<LedgerReader, 'categories'>,
  job: Job,
  categoryId: string,
  signature: Signature,
): ChosenVerdict | undefined {
  const verdict = verdictOf(job);
  if (verdict === undefined) return undefined;
  const { origin, route, review } = job;
  const { status, categoryId: old, categoryName, extra } = verdict;
  const name = categories.of(origin, route.id).find((category) => category.id === categoryId)?.name;
  const from = categoryName ?? old;
  const to = name ?? categoryId;
  return {
    result: { kind: 'classification', status, categoryId, ...defined({ categoryName: name }), extra },
    review: categorySet(review, from, to, signature),
    changes: `${JSON.stringify(from ?? '')} → ${JSON.stringify(to)}`,
  };
}

/** Whether a new run can be asked for. */
export function mayBeRedone({ batches }: Pick<LedgerReader, 'batches'>, { batchId, state }: Classifiable): boolean {
  return batches.get(batchId)?.serviceBatchId !== undefined && jobTransition(state, { kind: 'redone', at: 0 }) !== undefined;
}
