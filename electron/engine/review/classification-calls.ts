import type { Job } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { isAtService } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import { type Failure, traitsOfFailure } from '../../core/protocol/failure.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { isUndoable, withoutCategory, withoutConfirmations } from '../../core/review/local-review.ts';
import type { ReviewAnswer, ReviewRefusal } from '../api.ts';
import type { Ticket } from '../loop/account.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { type AnnouncedPages, announcedPages } from './announced-pages.ts';
import { type ChosenVerdict, type Classifiable, chosenVerdict, classifiable, mayBeRedone } from './classified-document.ts';

/** A call that a person waits for waits at most this long for its turn in the budget of requests, in milliseconds. */
const timeoutMs = 10_000;
/** Meanwhile it checks this often whether the engine is stopping, in milliseconds. */
const checkMs = 250;

/** To the pages that a document which has its verdict already would have sent: to all of them, or to so many at most. */
type Agreed = boolean | number;

const nothing = () => {};

/**
 * What a person asks the service to do with a classified file: set another category, or classify it again. `done` is called in the
 * transaction in which the one is set, or the other begun.
 */
export class ClassificationCalls {
  readonly #context: EngineContext;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /**
   * Sets the category at the service, where it persists, and then here. If that fails, nothing changes here; the call can
   * be repeated without harm, so an answer that was lost needs no other treatment.
   *
   * @param takesBack it is the category from before a person chose another one: that choice counts no longer
   */
  overrideCategory(
    id: number,
    categoryId: string,
    by: string,
    agreed: Agreed = false,
    done = nothing,
    takesBack = false,
  ): Promise<ReviewAnswer> {
    return this.#call(id, async (job, ticket) => {
      const { world, account, stopping } = this.#context;
      const { route, fileId, path } = job;
      const choose = (now: Job) => this.#chosen(now, categoryId, by, takesBack);
      const verdict = choose(job);
      if (verdict === undefined) {
        account.returned(ticket);
        return err({ kind: 'not-now', message: say('reviewing.noCategory', { path }), ...inBetween(job) });
      }
      const pages = announcedPages(this.#context, job, verdict);
      if (isMore(pages, agreed)) return this.#notAgreed(pages, ticket);
      const answer = await world.service.overrideCategory(route.id, fileId, categoryId, { signal: stopping });
      if (!answer.ok) {
        this.#failed(answer.error, ticket);
        const message = say('reviewing.categoryNotChanged', { message: answer.error.message });
        return err({ kind: 'service', message, ...(isPassing(answer.error) && { passes: true }) });
      }
      account.answered(ticket);
      return this.#overridden(job, by, done, choose);
    });
  }

  /**
   * Asks for a new run. The request is committed before the call: whatever happens to the answer, or to Intray, the batch is
   * polled and shows the outcome. Only if the service refuses does everything stay as it was.
   */
  redo(id: number, by: string, agreed: Agreed = false, done = nothing): Promise<ReviewAnswer> {
    return this.#call(id, async (job, ticket) => {
      const { world, account, stopping } = this.#context;
      const pages = announcedPages(this.#context, job);
      if (isMore(pages, agreed)) return this.#notAgreed(pages, ticket);
      const before = this.#reopened(job, by, done);
      if (before === undefined) {
        account.returned(ticket);
        const message = say('reviewing.cannotRedo', { path: job.path });
        return err({ kind: 'not-now', message, ...inBetween(job) });
      }
      const answer = await world.service.redoClassification(job.route.id, job.fileId, { signal: stopping });
      if (answer.ok) {
        account.answered(ticket);
        return ok({ undoable: false });
      }
      this.#failed(answer.error, ticket);
      if (traitsOfFailure(answer.error).mayBeDone) {
        const message = say('reviewing.redoInDoubt', { message: answer.error.message });
        return err({ kind: 'service', message });
      }
      this.#refused(job, before, answer.error);
      return err({
        kind: 'service',
        message: say('reviewing.redoRefused', { message: answer.error.message }),
      });
    });
  }

  /** One call for a content at a time; the engine does not end while one is under way. */
  async #call(id: number, work: (job: Classifiable, ticket: Ticket) => Promise<ReviewAnswer>): Promise<ReviewAnswer> {
    const found = this.#classifiable(id);
    if (!found.ok) return found;
    const { tasks } = this.#context;
    const name = `call for job ${found.value.id}`;
    if (tasks.isUnderWay(name)) return err({ kind: 'not-now', message: say('reviewing.alreadyAsking'), passes: true });
    return new Promise((resolve, reject) => {
      tasks.launch('review', name, async () => {
        try {
          const ticket = await this.#permission();
          resolve(ticket.ok ? await this.#begin(id, ticket.value, work) : ticket);
        } catch (error) {
          reject(error);
          throw error;
        }
      });
    });
  }

  /** The document may have changed while the call waited for permission. */
  async #begin(
    id: number,
    ticket: Ticket,
    work: (job: Classifiable, ticket: Ticket) => Promise<ReviewAnswer>,
  ): Promise<ReviewAnswer> {
    const found = this.#classifiable(id);
    if (found.ok) return work(found.value, ticket);
    this.#context.account.returned(ticket);
    return found;
  }

  #classifiable(id: number): Result<Classifiable, ReviewRefusal> {
    const { ledger, service } = this.#context.world;
    return classifiable(ledger, service.origin, id);
  }

  async #permission(): Promise<Result<Ticket, ReviewRefusal>> {
    const { account, world, stopping } = this.#context;
    const deadline = world.clock.elapsed() + timeoutMs;
    for (;;) {
      if (stopping.aborted) return err({ kind: 'not-now', message: say('reviewing.stopping'), passes: true });
      const permission = account.ask('other');
      if (permission.kind === 'go') return ok(permission.ticket);
      const { gate } = account;
      if (gate.kind !== 'open')
        return err({ kind: 'service', message: say('reviewing.gateShut', { message: gate.message }), passes: true });
      const wait = Math.max(1, (permission.at ?? 0) - world.clock.now());
      if (world.clock.elapsed() + wait > deadline) {
        return err({ kind: 'service', message: say('reviewing.tooManyRequests'), passes: true });
      }
      await new Promise<void>((resolve) => void world.clock.after(Math.min(wait, checkMs), resolve));
    }
  }

  #notAgreed({ message }: AnnouncedPages, ticket: Ticket): ReviewAnswer {
    this.#context.account.returned(ticket);
    return err({ kind: 'pages', message });
  }

  #failed(failure: Failure, ticket: Ticket): void {
    if (failure.kind === 'aborted') this.#context.account.returned(ticket);
    else this.#context.account.failed(failure, ticket);
  }

  #chosen(job: Job, categoryId: string, by: string, takesBack: boolean): ChosenVerdict | undefined {
    const { ledger, clock } = this.#context.world;
    const chosen = chosenVerdict(ledger, job, categoryId, { at: clock.now(), by });
    return chosen && takesBack ? { ...chosen, review: withoutCategory(chosen.review, job.review) } : chosen;
  }

  #overridden(
    { id, batchId }: Classifiable,
    by: string,
    done: () => void,
    choose: (job: Job) => ChosenVerdict | undefined,
  ): ReviewAnswer {
    const { world, writer } = this.#context;
    return writer.together((): ReviewAnswer => {
      done();
      const current = world.ledger.jobs.get(id);
      const verdict = current && choose(current);
      if (verdict === undefined) return ok({ undoable: false });
      const batch = world.ledger.batches.get(batchId);
      if (batch !== undefined) this.#context.batchPolls.changedAtService(batch, id);
      const { result, review, changes } = verdict;
      writer.review(id, review, { result }, { event: 'category set', note: say('notes.byWithChanges', { by, changes }) });
      return ok({ undoable: isUndoable(review) });
    });
  }

  /** @returns the batch as it was; undefined if it cannot be classified again */
  #reopened(job: Classifiable, by: string, done: () => void): Batch | undefined {
    const { world, writer } = this.#context;
    const { ledger, clock } = world;
    const { id, batchId, review } = job;
    return writer.together(() => {
      const now = clock.now();
      const batch = ledger.batches.get(batchId);
      if (batch === undefined || !mayBeRedone(ledger, job)) return undefined;
      done();
      // What has gone on is where it was if the verdict is the same again, and what people made of that counts then.
      const hasLedOn = ledger.documents.wentOnFrom(id).length > 0;
      const set = hasLedOn ? {} : { review: withoutConfirmations(review) };
      writer.apply([{ job: id, event: { kind: 'redone', at: now }, set, note: say('notes.by', { by }) }]);
      // Its pace begins anew. The others of the batch stay as they are, whatever the next answer says about them.
      const nextPollAt = now + fastestPollMs;
      ledger.batches.update(batchId, { state: 'open', nextPollAt, polls: 0, missingSince: undefined, reopenedAt: now });
      return batch;
    });
  }

  #refused({ id, state, review }: Classifiable, { id: batchId, ...batch }: Batch, failure: Failure): void {
    const { world, writer } = this.#context;
    const { batches, jobs } = world.ledger;
    writer.together(() => {
      const now = jobs.get(id)?.state;
      // A poll may have brought the verdict before the call was answered: its documents are where that led.
      if (now?.kind !== 'processing' || now.redo === undefined) return;
      const note = say('reviewing.redoRefused', { message: failure.message });
      writer.apply([{ job: id, event: { kind: 'redo-refused', was: state }, set: { review }, note }]);
      if (jobs.inBatch(batchId).some((each) => isAtService(each.state))) return;
      const { state: stood, nextPollAt, polls, missingSince, reopenedAt } = batch;
      batches.update(batchId, { state: stood, nextPollAt, polls, missingSince, reopenedAt });
    });
  }
}

function isMore(announced: AnnouncedPages | undefined, agreed: Agreed): announced is AnnouncedPages {
  if (announced === undefined) return false;
  return typeof agreed === 'number' ? announced.pages > agreed : !agreed;
}

/** Whether the same call may be answered later. That which was refused is refused again. */
function isPassing(failure: Failure): boolean {
  return failure.kind === 'aborted' || traitsOfFailure(failure).about !== 'request';
}

/** A verdict that is awaited comes. */
function inBetween({ state }: Job): Pick<ReviewRefusal, 'passes'> {
  return isAtService(state) ? { passes: true } : {};
}
