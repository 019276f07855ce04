import { asOn } from '../../core/document/as-on.ts';
import { needsPerson } from '../../core/document/attention.ts';
import type { Document } from '../../core/document/document.ts';
import { hasResult, isHeldAsDismissed, presentState } from '../../core/document/states.ts';
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
import { classifiedDocument } from './classified-document.ts';

/** A document that has a result to judge. */
type Judged = Document & { readonly result: NonNullable<Document['result']> };

export interface ReviewContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'apply' | 'review' | 'together'>;
  readonly wake: () => void;
}

/** What people make of results here. Each act is one transaction; the files are written anew after it. */
export class Reviews {
  readonly #context: ReviewContext;

  constructor(context: ReviewContext) {
    this.#context = context;
  }

  confirm(id: number, corrections: Readonly<Record<string, string>>, by: string): ReviewAnswer {
    return this.#act(id, by, 'reviewed', (document, signature) => {
      const unknown = this.#unknownField(document, Object.keys(corrections));
      if (unknown === undefined) return orNotNow(confirm(document.review, document.result, corrections, signature));
      const message =
        document.result.kind === 'classification' ? say('reviewing.noValues') : say('reviewing.unknownField', { field: unknown });
      return err({ kind: 'unknown-field', message, field: unknown });
    });
  }

  undo(id: number, by: string): ReviewAnswer {
    const decide = (document: Judged, signature: Signature) => orNotNow(undo(document.review, document.result, signature));
    return this.#act(id, by, 'review undone', decide, confirmedDocument);
  }

  resolveConflict(id: number, take: 'mine' | 'service', by: string): ReviewAnswer {
    return this.#act(id, by, 'conflict settled', (document, signature) =>
      orNotNow(resolveConflict(document.review, document.result, take, signature)),
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
    decide: (document: Judged, signature: Signature) => Result<Review, ReviewRefusal>,
    find = judgedDocument,
  ): ReviewAnswer {
    const { wake, writer, world } = this.#context;
    const answer = writer.together((): ReviewAnswer => {
      const judged = find(world.ledger, id);
      if (!judged.ok) return judged;
      const document = judged.value;
      const decided = decide(document, { at: world.clock.now(), by });
      if (!decided.ok) return decided;
      const note = noteOf(by, decided.value.changes.slice(document.review?.changes.length ?? 0));
      const before = world.ledger.documents.get(document.id)?.earlierSteps;
      writer.review(document.id, document.route, decided.value, {}, { event, note });
      // What has gone on has another result to come.
      const hasGoneOn = world.ledger.documents.get(document.id)?.earlierSteps?.length !== before?.length;
      return ok({ undoable: !hasGoneOn && isUndoable(decided.value) });
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
      for (const { id, changedAt, state } of documents) {
        writer.amend(id, { dismissed, changedAt }, { event, note: say('notes.by', { by }) });
        // Nothing else holds it back any more.
        if (dismissed === undefined && isHeldAsDismissed(state))
          writer.apply([{ id, event: { kind: 'send-again', at: world.clock.now() } }]);
      }
      return documents.length;
    });
  }
}

/** The document whose result a person judges: for a copy, the one whose result it took, as that is on the copy's route. */
export function reviewedDocument(ledger: World['ledger'], id: number): Document | undefined {
  const asked = ledger.documents.get(id);
  const first = asked?.state.kind === 'duplicate' ? ledger.documents.get(asked.state.of) : undefined;
  return asked && (first === undefined ? asked : (asOn(first, asked.route) ?? asked));
}

function judgedDocument(ledger: World['ledger'], id: number): Result<Judged, ReviewRefusal> {
  const document = reviewedDocument(ledger, id);
  if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
  const { result, state, path } = document;
  // A copy may still be there when the document whose result it took has gone.
  const { kind } = document.id === id ? state : presentState(state);
  if (!hasResult(kind) || result === undefined) return err({ kind: 'not-now', message: say('reviewing.noResult', { path }) });
  return ok({ ...document, result });
}

/** The document whose confirmation can be taken back: that of its verdict, from which it may have gone on since. */
function confirmedDocument(ledger: World['ledger'], id: number): Result<Judged, ReviewRefusal> {
  const judged = judgedDocument(ledger, id);
  if (judged.ok && confirmationOf(judged.value.review) !== undefined) return judged;
  const verdict = classifiedDocument(ledger, id);
  if (verdict?.result === undefined || confirmationOf(verdict.review) === undefined) return judged;
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
