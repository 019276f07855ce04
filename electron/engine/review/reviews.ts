import type { Document, Job } from '../../core/document/document.ts';
import { needsPerson } from '../../core/document/standing.ts';
import { hasResult } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { assertNever, err, ok, type Result } from '../../core/result.ts';
import {
  confirm,
  confirmationOf,
  correctionsOf,
  isUndoable,
  type Review,
  type ReviewAct,
  type ReviewChange,
  resolveConflict,
  type Signature,
  undo,
} from '../../core/review/local-review.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { ReviewAnswer, ReviewRefusal } from '../api.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';
import { classificationOf } from './classified-document.ts';

/** A job that has a result to judge. */
type Judged = Job & { readonly result: NonNullable<Document['result']> };

/** What the decisions read: an engine's ledger, or one that is opened for reading only. */
type Known = Pick<LedgerReader, 'documents' | 'jobs' | 'routes'>;

/** What an act makes of a document: another review of a job, or the mark that a person has seen it. `event`: for its history. */
type Decided =
  | { readonly event: string; readonly job: Judged; readonly review: Review }
  | { readonly event: string; readonly dismissed: true | undefined };

/** Decides what a person's act would make of a document, and changes nothing. */
export function decideReview(ledger: Known, id: number, act: ReviewAct, signature: Signature): Result<Decided, ReviewRefusal> {
  const document = ledger.documents.get(id);
  if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
  if (act.kind === 'dismiss') {
    if (needsPerson(document)) return ok({ event: 'dismissed', dismissed: true });
    return err({ kind: 'not-now', message: say('reviewing.needsNobody', { path: document.path }) });
  }
  const found = act.kind === 'undo' ? confirmed(ledger, document) : judged(ledger, document);
  if (act.kind === 'undo' && document.dismissed === true && !(found.ok && confirmationOf(found.value.review)))
    return ok({ event: 'undismissed', dismissed: undefined });
  if (!found.ok) return found;
  const job = found.value;
  const { review, result } = job;
  const reviewed = (event: Pick<Decided, 'event'>, decided: Result<Review, Message>): Result<Decided, ReviewRefusal> =>
    decided.ok ? ok({ ...event, job, review: decided.value }) : err({ kind: 'not-now', message: decided.error });
  switch (act.kind) {
    case 'confirm':
      return (
        unknownField(ledger, job, act.corrections) ??
        reviewed({ event: 'reviewed' }, confirm(review, result, act.corrections, signature))
      );
    case 'undo':
      return reviewed({ event: 'review undone' }, undo(review, result, signature));
    case 'resolve':
      return reviewed({ event: 'conflict settled' }, resolveConflict(review, result, act.take, signature));
    default:
      return assertNever(act);
  }
}

interface ReviewContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'review' | 'together'>;
  readonly wake: () => void;
}

/** What people make of results here. The files are written anew after it. */
export class Reviews {
  readonly #context: ReviewContext;

  constructor(context: ReviewContext) {
    this.#context = context;
  }

  /** To be called in a transaction. */
  act(id: number, act: ReviewAct, by: string): ReviewAnswer {
    const { writer, world } = this.#context;
    const decided = decideReview(world.ledger, id, act, { at: world.clock.now(), by });
    if (!decided.ok) return decided;
    const { event, ...outcome } = decided.value;
    if (!('job' in outcome)) {
      this.#mark([id], () => true, outcome.dismissed, event, by);
      return ok({ undoable: outcome.dismissed === true });
    }
    const { job, review } = outcome;
    const note = noteOf(by, review.changes.slice(job.review?.changes.length ?? 0));
    const before = world.ledger.documents.get(id)?.verdict;
    writer.review(job.id, review, {}, { event, note });
    // What has gone on has another result to come.
    const isWhere = world.ledger.documents.get(id)?.verdict?.id === before?.id;
    return ok({ undoable: isWhere && isUndoable(review) });
  }

  /** A person has seen these. @returns how many of them needed attention until now */
  dismiss(ids: readonly number[], by: string): number {
    return this.#mark(ids, needsPerson, true, 'dismissed', by);
  }

  undismiss(ids: readonly number[], by: string): number {
    const count = this.#mark(ids, ({ dismissed }) => dismissed === true, undefined, 'undismissed', by);
    this.#context.wake();
    return count;
  }

  #mark(
    ids: readonly number[],
    applies: (document: Document) => boolean,
    dismissed: true | undefined,
    event: string,
    by: string,
  ): number {
    const { writer, world } = this.#context;
    return writer.together(() => {
      const documents = ids.flatMap((id) => world.ledger.documents.get(id) ?? []).filter(applies);
      // Their place in the list stays the same, so `changedAt` does.
      for (const { id, changedAt } of documents)
        writer.amend(id, { dismissed, changedAt }, { event, note: say('notes.by', { by }) });
      return documents.length;
    });
  }
}

/** A correction of a field that neither the extraction nor the result has. */
function unknownField(
  { routes }: Known,
  { origin, route, result, review }: Judged,
  corrections: Readonly<Record<string, string>>,
): Result<never, ReviewRefusal> | undefined {
  const [first] = Object.keys(corrections);
  if (first === undefined) return undefined;
  if (result.kind === 'classification') return err({ kind: 'unknown-field', message: say('reviewing.noValues'), field: first });
  const known = new Set([
    ...(routes.info(origin, route)?.fields ?? []),
    ...Object.keys(result.extractedData),
    ...correctionsOf(review).keys(),
  ]);
  const field = Object.keys(corrections).find((each) => !known.has(each));
  return field === undefined
    ? undefined
    : err({ kind: 'unknown-field', message: say('reviewing.unknownField', { field }), field });
}

function judged({ jobs }: Known, document: Document): Result<Judged, ReviewRefusal> {
  const job = document.job === undefined ? undefined : jobs.get(document.job);
  if (job?.result === undefined || !hasResult(document.state.kind))
    return err({ kind: 'not-now', message: say('reviewing.noResult', { path: document.path }) });
  return ok({ ...job, result: job.result });
}

/** What was confirmed of a document: its verdict, from which it may have gone on since. */
function confirmed(ledger: Known, document: Document): Result<Judged, ReviewRefusal> {
  const found = judged(ledger, document);
  if (found.ok && confirmationOf(found.value.review) !== undefined) return found;
  const verdict = classificationOf(ledger, document);
  if (verdict?.result === undefined || confirmationOf(verdict.review) === undefined) return found;
  return ok({ ...verdict, result: verdict.result });
}

function noteOf(by: string, changes: readonly ReviewChange[]): Message {
  if (changes.length === 0) return say('notes.by', { by });
  const each = changes.map(({ field, from, to }) => `${field}: ${JSON.stringify(from ?? '')} → ${JSON.stringify(to ?? '')}`);
  return say('notes.byWithChanges', { by, changes: each.join(' ') });
}
