import { asOn } from '../../core/document/as-on.ts';
import type { Document } from '../../core/document/document.ts';
import type { DocumentResult } from '../../core/document/result.ts';
import { presentState, traitsOf } from '../../core/document/states.ts';
import { transition } from '../../core/document/transition.ts';
import { say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import type { Route } from '../../core/protocol/route.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { categorySet, type Review, type Signature } from '../../core/review/local-review.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { ReviewRefusal } from '../api.ts';

/** A document whose file the service has classified. */
export type Classifiable = Document & { readonly fileId: string; readonly batchId: number };

type Verdict = Extract<DocumentResult, { kind: 'classification' }>;

/** What a person's choice makes of a verdict. */
export interface ChosenVerdict {
  readonly result: Verdict;
  readonly review: Review;
  /** From which category to which, for the history. */
  readonly changes: string;
}

/**
 * The document whose file the service has classified for this one, as it is in that step, whether it has gone on from there or not:
 * this one itself, or that of its content whose verdict it took. A document that was never classified is returned as it is.
 */
export function classifiedDocument({ documents }: Pick<LedgerReader, 'documents'>, id: number): Document | undefined {
  const asked = documents.get(id);
  const route = asked && classificationOf(asked);
  const own = route && asOn(asked, route);
  if (route === undefined || own === undefined) return asked;
  const state = presentState(own.state);
  const first = state.kind === 'duplicate' ? documents.get(state.of) : undefined;
  const taken = first && asOn(first, route);
  if (taken !== undefined) return taken;
  if (own.fileId !== undefined || own.hash === undefined) return own;
  const others = documents.withContent(own.origin, route, own.hash).flatMap((other) => asOn(other, route) ?? []);
  return others.find(({ fileId }) => fileId !== undefined) ?? own;
}

/** The classification that a document is in, or went on from. */
export function classificationOf({ route, earlierSteps }: Document): Route | undefined {
  return [...(earlierSteps ?? []).map((step) => step.route), route].findLast(({ kind }) => kind === 'classification');
}

/**
 * The classified document (`classifiedDocument`), if the service can be asked about it.
 *
 * @param origin of the service in use
 */
export function classifiable(
  ledger: Pick<LedgerReader, 'documents'>,
  origin: string,
  id: number,
): Result<Classifiable, ReviewRefusal> {
  const document = classifiedDocument(ledger, id);
  if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
  const { route, fileId, batchId, path } = document;
  if (route.kind !== 'classification') return err({ kind: 'not-now', message: say('reviewing.notClassified', { path }) });
  if (document.origin !== origin)
    return err({ kind: 'not-now', message: say('reviewing.otherService', { path, origin: document.origin }) });
  if (fileId === undefined || batchId === undefined)
    return err({ kind: 'not-now', message: say('reviewing.noFileId', { path }) });
  return ok({ ...document, fileId, batchId });
}

/** What the service has said of a classified document; undefined while that is awaited. */
export function verdictOf({ state, result }: Document): Verdict | undefined {
  return result?.kind === 'classification' && traitsOf(presentState(state).kind).result === 'own' ? result : undefined;
}

/**
 * The verdict once a person has chosen this category: confidence and reasoning were about the old one, which the history and the
 * trail of changes still show. Undefined if there is no verdict to change.
 */
export function chosenVerdict(
  { categories }: Pick<LedgerReader, 'categories'>,
  document: Document,
  categoryId: string,
  signature: Signature,
): ChosenVerdict | undefined {
  const verdict = verdictOf(document);
  if (verdict === undefined) return undefined;
  const { origin, route, review } = document;
  const { status, categoryId: old, categoryName, extra } = verdict;
  const name = categories.of(origin, route.id).find((category) => category.id === categoryId)?.name;
  const from = categoryName ?? old;
  const to = name ?? categoryId;
  return {
    result: { kind: 'classification', status, categoryId, ...given({ categoryName: name }), extra },
    review: categorySet(review, from, to, signature),
    changes: `${JSON.stringify(from ?? '')} → ${JSON.stringify(to)}`,
  };
}

/** Whether a new run can be asked for. */
export function mayBeRedone({ batches }: Pick<LedgerReader, 'batches'>, { batchId, state }: Classifiable): boolean {
  return batches.get(batchId)?.serviceBatchId !== undefined && transition(state, { kind: 'redone', at: 0 }) !== undefined;
}
