import type { Document, Job } from '../../core/document/document.ts';
import { needsPerson } from '../../core/document/standing.ts';
import { hasResult } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { err, ok, type Result } from '../../core/result.ts';
import {
  confirm,
  confirmationOf,
  correctionsOf,
  isUndoable,
  type Review,
  type ReviewChange,
  resolveConflict,
  type Signature,
  undo,
} from '../../core/review/local-review.ts';
import type { ReviewAnswer, ReviewRefusal } from '../api.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';
import { classificationOf } from './classified-document.ts';

/** A job that has a result to judge. */
type Judged = Job & { readonly result: NonNullable<Document['result']> };

export interface ReviewContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'review' | 'together'>;
  readonly wake: () => void;
}

/** What people make of results here. Each act is one transaction; the files are written anew after it. */
export class Reviews {
  readonly #context: ReviewContext;

  constructor(context: ReviewContext) {
    this.#context = context;
  }

  confirm(id: number, corrections: Readonly<Record<string, string>>, by: string): ReviewAnswer {
    return this.#act(id, by, 'reviewed', (job, signature) => {
      const unknown = this.#unknownField(job, Object.keys(corrections));
      if (unknown === undefined) return orNotNow(confirm(job.review, job.result, corrections, signature));
      const message =
        job.result.kind === 'classification' ? say('reviewing.noValues') : say('reviewing.unknownField', { field: unknown });
      return err({ kind: 'unknown-field', message, field: unknown });
    });
  }

  undo(id: number, by: string): ReviewAnswer {
    const decide = (job: Judged, signature: Signature) => orNotNow(undo(job.review, job.result, signature));
    return this.#act(id, by, 'review undone', decide, confirmed);
  }

  resolveConflict(id: number, take: 'mine' | 'service', by: string): ReviewAnswer {
    return this.#act(id, by, 'conflict settled', (job, signature) =>
      orNotNow(resolveConflict(job.review, job.result, take, signature)),
    );
  }

  /** A person has seen these. @returns how many of them needed attention until now */
  dismiss(ids: readonly number[], by: string): number {
    return this.#mark(ids, (document) => needsPerson(document), true, 'dismissed', by);
  }

  undismiss(ids: readonly number[], by: string): number {
    const count = this.#mark(ids, ({ dismissed }) => dismissed === true, undefined, 'undismissed', by);
    this.#context.wake();
    return count;
  }

  #act(
    id: number,
    by: string,
    event: string,
    decide: (job: Judged, signature: Signature) => Result<Review, ReviewRefusal>,
    find = judged,
  ): ReviewAnswer {
    const { wake, writer, world } = this.#context;
    const answer = writer.together((): ReviewAnswer => {
      const found = find(world.ledger, id);
      if (!found.ok) return found;
      const job = found.value;
      const decided = decide(job, { at: world.clock.now(), by });
      if (!decided.ok) return decided;
      const note = noteOf(by, decided.value.changes.slice(job.review?.changes.length ?? 0));
      const before = world.ledger.documents.get(id)?.verdict;
      writer.review(job.id, decided.value, {}, { event, note });
      // What has gone on has another result to come.
      const isWhere = world.ledger.documents.get(id)?.verdict?.id === before?.id;
      return ok({ undoable: isWhere && isUndoable(decided.value) });
    });
    wake();
    return answer;
  }

  /** The first field that neither the extraction nor the result has. */
  #unknownField({ origin, route, result, review }: Judged, fields: readonly string[]): string | undefined {
    if (result.kind === 'classification') return fields[0];
    const known = new Set([
      ...(this.#context.world.ledger.routes.info(origin, route)?.fields ?? []),
      ...Object.keys(result.extractedData),
      ...correctionsOf(review).keys(),
    ]);
    return fields.find((field) => !known.has(field));
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

function judged({ documents, jobs }: World['ledger'], id: number): Result<Judged, ReviewRefusal> {
  const document = documents.get(id);
  if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
  const job = document.job === undefined ? undefined : jobs.get(document.job);
  if (job?.result === undefined || !hasResult(document.state.kind))
    return err({ kind: 'not-now', message: say('reviewing.noResult', { path: document.path }) });
  return ok({ ...job, result: job.result });
}

/** What was confirmed of a document: its verdict, from which it may have gone on since. */
function confirmed(ledger: World['ledger'], id: number): Result<Judged, ReviewRefusal> {
  const found = judged(ledger, id);
  if (found.ok && confirmationOf(found.value.review) !== undefined) return found;
  const document = ledger.documents.get(id);
  const verdict = document && classificationOf(ledger, document);
  if (verdict?.result === undefined || confirmationOf(verdict.review) === undefined) return found;
  return ok({ ...verdict, result: verdict.result });
}

function orNotNow(decided: Result<Review, Message>): Result<Review, ReviewRefusal> {
  return decided.ok ? decided : err({ kind: 'not-now', message: decided.error });
}

function noteOf(by: string, changes: readonly ReviewChange[]): Message {
  if (changes.length === 0) return say('notes.by', { by });
  const each = changes.map(({ field, from, to }) => `${field}: ${JSON.stringify(from ?? '')} → ${JSON.stringify(to ?? '')}`);
  return say('notes.byWithChanges', { by, changes: each.join(' ') });
}
