import type { Document } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import type { DocumentResult } from '../../core/document/result.ts';
import { isAtService, presentState, traitsOf } from '../../core/document/states.ts';
import { transition } from '../../core/document/transition.ts';
import { say } from '../../core/messages/message.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import { type Failure, traitsOfFailure } from '../../core/protocol/failure.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { categorySet, isUndoable, withoutConfirmations } from '../../core/review/local-review.ts';
import type { ReviewAnswer, ReviewRefusal } from '../api.ts';
import type { Account, Ticket } from '../loop/account.ts';
import type { BatchPolls } from '../loop/batch-polls.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { Tasks } from '../loop/tasks.ts';
import type { World } from '../ports.ts';
import { reviewedDocument } from './reviews.ts';

/** A call that a person waits for waits at most this long for its turn in the budget of requests, in milliseconds. */
const timeoutMs = 10_000;
/** Meanwhile it checks this often whether the engine is stopping, in milliseconds. */
const checkMs = 250;

/** A document whose file the service has classified. */
type Classifiable = Document & { readonly fileId: string; readonly batchId: number };

type ClassificationResult = Extract<DocumentResult, { kind: 'classification' }>;

export interface ClassificationCallsContext {
  readonly world: Pick<World, 'service' | 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'apply' | 'review' | 'together'>;
  readonly account: Pick<Account, 'ask' | 'answered' | 'failed' | 'gate' | 'returned'>;
  readonly tasks: Pick<Tasks, 'launch'>;
  readonly batchPolls: Pick<BatchPolls, 'changedAtService'>;
  readonly wake: () => void;
  readonly stopping: AbortSignal;
}

/** What a person asks the service to do with a classified file: set another category, or classify it again. */
export class ClassificationCalls {
  readonly #context: ClassificationCallsContext;
  readonly #underWay = new Set<number>();

  constructor(context: ClassificationCallsContext) {
    this.#context = context;
  }

  /**
   * Sets the category at the service, where it persists, and then here. If that fails, nothing changes here; the call can
   * be repeated without harm, so an answer that was lost needs no other treatment.
   */
  overrideCategory(id: number, categoryId: string, by: string): Promise<ReviewAnswer> {
    return this.#call(id, async (document, ticket) => {
      const { world, account, stopping } = this.#context;
      const { route, fileId, path } = document;
      if (!hasVerdict(document)) {
        account.returned(ticket);
        return err({ kind: 'not-now', message: say('reviewing.noCategory', { path }) });
      }
      const answer = await world.service.overrideCategory(route.id, fileId, categoryId, { signal: stopping });
      if (!answer.ok) {
        this.#failed(answer.error, ticket);
        return err({ kind: 'service', message: say('reviewing.categoryNotChanged', { message: answer.error.message }) });
      }
      account.answered(ticket);
      return this.#overridden(document, categoryId, by);
    });
  }

  /**
   * Asks for a new run. The request is committed before the call: whatever happens to the answer, or to Intray, the batch is
   * polled and shows the outcome (`core/poll/redo.ts`). Only if the service refuses does everything stay as it was.
   */
  redo(id: number, by: string): Promise<ReviewAnswer> {
    return this.#call(id, async (document, ticket) => {
      const { world, account, stopping } = this.#context;
      const before = this.#reopened(document, by);
      if (before === undefined) {
        account.returned(ticket);
        return err({ kind: 'not-now', message: say('reviewing.cannotRedo', { path: document.path }) });
      }
      const answer = await world.service.redoClassification(document.route.id, document.fileId, { signal: stopping });
      if (answer.ok) {
        account.answered(ticket);
        return ok({ undoable: false });
      }
      this.#failed(answer.error, ticket);
      if (traitsOfFailure(answer.error).mayBeDone) {
        const message = say('reviewing.redoInDoubt', { message: answer.error.message });
        return err({ kind: 'service', message });
      }
      this.#refused(document, before, answer.error);
      return err({
        kind: 'service',
        message: say('reviewing.redoRefused', { message: answer.error.message }),
      });
    });
  }

  /** One call for a document at a time; the engine does not end while one is under way. */
  async #call(id: number, work: (document: Classifiable, ticket: Ticket) => Promise<ReviewAnswer>): Promise<ReviewAnswer> {
    const found = this.#classifiable(id);
    if (!found.ok) return found;
    const { id: called } = found.value;
    if (this.#underWay.has(called)) return err({ kind: 'not-now', message: say('reviewing.alreadyAsking') });
    this.#underWay.add(called);
    return new Promise((resolve, reject) => {
      this.#context.tasks.launch('review', `call for document ${called}`, async () => {
        try {
          const ticket = await this.#permission();
          resolve(ticket.ok ? await this.#begin(id, ticket.value, work) : ticket);
        } catch (error) {
          reject(error);
          throw error;
        } finally {
          this.#underWay.delete(called);
          this.#context.wake();
        }
      });
    });
  }

  /** The document may have changed while the call waited for permission. */
  async #begin(
    id: number,
    ticket: Ticket,
    work: (document: Classifiable, ticket: Ticket) => Promise<ReviewAnswer>,
  ): Promise<ReviewAnswer> {
    const found = this.#classifiable(id);
    if (found.ok) return work(found.value, ticket);
    this.#context.account.returned(ticket);
    return found;
  }

  #classifiable(id: number): Result<Classifiable, ReviewRefusal> {
    const { ledger, service } = this.#context.world;
    const document = reviewedDocument(ledger, id);
    if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
    const { origin, route, fileId, batchId, path } = document;
    const verdict = document.earlierSteps?.at(-1)?.result;
    if (verdict?.kind === 'classification') {
      const category = verdict.categoryName ?? verdict.categoryId ?? '';
      return err({ kind: 'not-now', message: say('reviewing.wentOn', { path, category }) });
    }
    if (route.kind !== 'classification') return err({ kind: 'not-now', message: say('reviewing.notClassified', { path }) });
    if (origin !== service.origin) {
      return err({
        kind: 'not-now',
        message: say('reviewing.otherService', { path, origin }),
      });
    }
    if (fileId === undefined || batchId === undefined) {
      return err({
        kind: 'not-now',
        message: say('reviewing.noFileId', { path }),
      });
    }
    return ok({ ...document, fileId, batchId });
  }

  async #permission(): Promise<Result<Ticket, ReviewRefusal>> {
    const { account, world, stopping } = this.#context;
    const deadline = world.clock.elapsed() + timeoutMs;
    for (;;) {
      if (stopping.aborted) return err({ kind: 'not-now', message: say('reviewing.stopping') });
      const permission = account.ask('other');
      if (permission.kind === 'go') return ok(permission.ticket);
      const { gate } = account;
      if (gate.kind !== 'open') return err({ kind: 'service', message: say('reviewing.gateShut', { message: gate.message }) });
      const wait = Math.max(1, (permission.at ?? 0) - world.clock.now());
      if (world.clock.elapsed() + wait > deadline) {
        return err({ kind: 'service', message: say('reviewing.tooManyRequests') });
      }
      await new Promise<void>((resolve) => void world.clock.after(Math.min(wait, checkMs), resolve));
    }
  }

  #failed(failure: Failure, ticket: Ticket): void {
    if (failure.kind === 'aborted') this.#context.account.returned(ticket);
    else this.#context.account.failed(failure, ticket);
  }

  /** Confidence and reasoning were about the old category, which the history and the trail of changes still show. */
  #overridden({ id, batchId }: Classifiable, categoryId: string, by: string): ReviewAnswer {
    const { world, writer } = this.#context;
    const { ledger, clock } = world;
    return writer.together((): ReviewAnswer => {
      const document = ledger.documents.get(id);
      if (document?.result?.kind !== 'classification') return ok({ undoable: false });
      this.#context.batchPolls.changedAtService(batchId, id);
      const { status, categoryId: old, categoryName, extra } = document.result;
      const known = ledger.categories.of(document.origin, document.route.id);
      const name = known.find((category) => category.id === categoryId)?.name;
      const from = categoryName ?? old;
      const review = categorySet(document.review, from, name ?? categoryId, { at: clock.now(), by });
      const result: ClassificationResult = {
        kind: 'classification',
        status,
        categoryId,
        ...(name !== undefined && { categoryName: name }),
        extra,
      };
      const note = say('notes.byWithChanges', {
        by,
        changes: `${JSON.stringify(from ?? '')} → ${JSON.stringify(name ?? categoryId)}`,
      });
      writer.review(id, review, { result }, { event: 'category set', note });
      return ok({ undoable: isUndoable(review) });
    });
  }

  /** @returns the batch as it was; undefined if the document cannot be classified again */
  #reopened({ id, batchId, state, review }: Classifiable, by: string): Batch | undefined {
    const { world, writer } = this.#context;
    const { ledger, clock } = world;
    return writer.together(() => {
      const now = clock.now();
      const event = { kind: 'redone' as const, at: now };
      const batch = ledger.batches.get(batchId);
      if (batch?.serviceBatchId === undefined || transition(state, event) === undefined) return undefined;
      writer.apply([{ id, event, set: { review: withoutConfirmations(review) }, note: say('notes.by', { by }) }]);
      // Its pace begins anew. The other documents of the batch stay as they are, whatever the next answer says about them.
      const nextPollAt = now + fastestPollMs;
      ledger.batches.update(batchId, { state: 'open', nextPollAt, polls: 0, missingSince: undefined, reopenedAt: now });
      return batch;
    });
  }

  #refused({ id, state, review }: Classifiable, { id: batchId, ...batch }: Batch, failure: Failure): void {
    const { world, writer } = this.#context;
    const { ledger } = world;
    writer.together(() => {
      const note = say('reviewing.redoRefused', { message: failure.message });
      writer.apply([{ id, event: { kind: 'redo-refused', was: state }, set: { review }, note }]);
      const others = ledger.documents.inBatch(batchId).some((each) => isAtService(each.state));
      if (others) return;
      const { state: stood, nextPollAt, polls, missingSince, reopenedAt } = batch;
      ledger.batches.update(batchId, { state: stood, nextPollAt, polls, missingSince, reopenedAt });
    });
  }
}

function hasVerdict({ state, result }: Document): boolean {
  return result?.kind === 'classification' && traitsOf(presentState(state).kind).result === 'own';
}
