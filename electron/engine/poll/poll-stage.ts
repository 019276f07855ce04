import { isDeepStrictEqual } from 'node:util';
import type { Job } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { hasResult, isAtService, isReady, traitsOf } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import {
  betweenLooksMs,
  fastestPollMs,
  longPollMs,
  lookInterval,
  missingInterval,
  missingMs,
  pollInterval,
} from '../../core/poll/poll-intervals.ts';
import { isAwaited, lacksItsFile, maySayTheOld, type PolledFile, withoutRepeats } from '../../core/poll/poll-outcome.ts';
import { type Failure, traitsOfFailure } from '../../core/protocol/failure.ts';
import { received } from '../../core/review/local-review.ts';
import type { Ticket } from '../loop/account.ts';
import { keyOf } from '../loop/batch-polls.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import type { JobChange } from '../loop/document-writer.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { claimedFiles, isClaimOfAnother, whoseFiles } from '../loop/whose-files.ts';
import type { World } from '../ports.ts';
import type { LinkedBatches } from './linked-batches.ts';

type PollContext = EngineContext & { readonly linked: LinkedBatches };

const maxPolls = 8;
/** A batch that is only claimed is asked for this long, in milliseconds: a person decides then, and nothing is lost. */
const claimMs = 60_000;

/** Asks the service for the results of batches: each at its own pace, all within the one budget of requests. */
export class PollStage implements Stage {
  readonly #context: PollContext;
  /** When a batch that has ended was last looked at (elapsed ms). */
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(context: PollContext) {
    this.#context = context;
    // Polls that were under way when Intray stopped count, whatever the machine's clock says.
    const { batches } = context.world.ledger;
    for (const batch of [...batches.inState('open'), ...batches.inState('ended')]) context.batchPolls.answered(batch);
  }

  start(now: number): number | undefined {
    const { account, batchPolls, tasks, world } = this.#context;
    const { ledger, service } = world;
    const { open = Number.POSITIVE_INFINITY, later, ended } = ledger.batches.nextPolls(service.origin, now);
    const mayBegin = open <= now && batchPolls.underWay < maxPolls;
    const due = mayBegin ? ledger.batches.duePolls(service.origin, now, maxPolls + batchPolls.underWay) : [];
    let next = later;
    for (const batch of due) {
      if (batchPolls.isUnderWay(batch) || batchPolls.underWay >= maxPolls || tasks.isResting(nameOf(batch))) continue;
      const waitMs = batchPolls.waitMs(batch);
      if (waitMs > 0) {
        next = earlier(next, now + waitMs);
        continue;
      }
      const permission = account.ask('other');
      if (permission.kind === 'later') return earlier(next, permission.at);
      this.#begin(batch, permission.ticket);
    }
    return earlier(next, ended === undefined || ended > now ? ended : this.#look(now));
  }

  clockJumped(): void {
    this.#context.world.ledger.batches.forgetMissing();
  }

  /** Looks at one of the batches that have ended: all of them share one request in ten seconds. */
  #look(now: number): number | undefined {
    const { account, batchPolls, world } = this.#context;
    const { clock, ledger, service } = world;
    const [batch] = ledger.batches.duePolls(service.origin, now, 1, 'ended');
    if (batch === undefined) return undefined;
    const waitMs = Math.max(this.#lookedAt + betweenLooksMs - clock.elapsed(), batchPolls.waitMs(batch));
    if (waitMs > 0) return now + waitMs;
    if (batchPolls.isUnderWay(batch) || batchPolls.underWay >= maxPolls) return undefined;
    const permission = account.ask('other');
    if (permission.kind === 'later') return permission.at;
    this.#lookedAt = clock.elapsed();
    this.#begin(batch, permission.ticket);
    return now + betweenLooksMs;
  }

  #begin({ serviceBatchId, ...rest }: Batch, ticket: Ticket): void {
    if (serviceBatchId === undefined) throw new Error(`Batch ${rest.id} is open without the service's batchId.`);
    const batch: OpenBatch = { ...rest, serviceBatchId };
    const { account, batchPolls, retries, stopping, tasks, world } = this.#context;
    batchPolls.begin(batch);
    const work = async () => {
      try {
        const { getBatchResults, getClassificationBatch } = world.service;
        const ask = batch.route.kind === 'extraction' ? getBatchResults : getClassificationBatch;
        const answer = await ask(batch.route.id, batch.serviceBatchId, { signal: stopping }).catch((error: unknown) => {
          account.returned(ticket);
          throw error;
        });
        if (answer.ok) {
          account.answered(ticket);
          retries.done('poll', keyOf(batch));
          const { files, unreadable = [] } = answer.value;
          // Whoever acts on it makes a promise of their own first, which takes it along.
          await world.ledger.durably(() => this.#answered(batch, files, unreadable));
        } else if (answer.error.kind === 'aborted') account.returned(ticket);
        else {
          account.failed(answer.error, ticket);
          this.#failed(batch, answer.error);
        }
      } finally {
        batchPolls.end(batch);
        // A batch that is closed leaves nothing behind.
        if (world.ledger.batches.get(batch.id)?.state === 'closed') retries.done('poll', keyOf(batch));
      }
    };
    // Its documents say so when it lasts, as they do when no answer can be read.
    tasks.launch('poll', nameOf(batch), work, (message) => this.#failed(batch, { kind: 'unreadable', status: 200, message }));
  }

  #answered(polled: OpenBatch, answered: readonly PolledFile[], unreadable: readonly Message[]): void {
    const { batchPolls, world, writer } = this.#context;
    const now = world.clock.now();
    const answer = withoutRepeats(answered);
    writer.together(() => {
      if (polled.linked !== undefined && !this.#isTwin(polled)) this.#context.linked.answered(polled, answer);
      // What has led all its documents on to another job is asked about there.
      const { here: sent, passed } = this.#jobsOf(polled);
      const files = passed.length === 0 ? answer : answer.filter(({ id }) => !passed.some(({ fileId }) => fileId === id));
      const batch = { ...polled, ...(polled.files !== undefined && { files: polled.files - passed.length }) };
      const isWhole = sent.length === batch.files && files.length === sent.length && unreadable.length === 0;
      const { mapped, contradicted } =
        batch.claimed === true
          ? claimedFiles(world.ledger, batch, sent, files)
          : whoseFiles(world.ledger, 'poll', batch, batch.serviceBatchId, sent, files, isWhole);
      let allEnded = true;
      for (const { ended, lacking } of files) allEnded &&= ended || lacking === true;
      const jobs = new Map<number, Job>();
      const lacking = new Set<number>();
      for (const job of sent) {
        // Also those that are done: a later `confirmed`, or another verdict, is taken over. And those that are to be sent again: a late
        // answer to an earlier try spares that.
        if (traitsOf[job.state.kind].polling === 'never' && !isReady(job.state)) continue;
        jobs.set(job.id, job);
        const file = mapped.get(job.id);
        // What is in doubt is asked for, whatever else the answer lists.
        const isMissing = allEnded || unreadable.length > 0 || job.state.kind === 'unresolved';
        if (isAwaited(job) && (file === undefined ? isMissing : file.lacking === true)) lacking.add(job.id);
      }
      const missingSince = lacking.size > 0 ? (batch.missingSince ?? now) : undefined;
      const isInDoubt = missingSince !== undefined && now - missingSince >= missingMs;
      learnCategories(world.ledger, batch, answer);
      const unmatched = keepUnmatched(world.ledger, batch, sent, mapped, files);
      const outdated = batchPolls.outdated(batch);
      const changes: JobChange[] = [];
      for (const [id, job] of jobs) {
        if (outdated?.has(id) === true) continue;
        const file = mapped.get(id);
        const isThere = isAtService(job.state);
        if (file === undefined && batch.claimed === true) {
          if (isThere) changes.push(notConfirmed(job, isClaimOfAnother(world.ledger, job, batch)));
        } else if (contradicted.has(id) && allEnded && isThere)
          // Ids and names do not say the same of it: what the service has is kept, and a person tells which is its own.
          changes.push(lost(job, say('outcome.contradictory', { batch: batch.serviceBatchId })));
        else if (unmatched > 0 && allEnded && isThere && lacksItsFile(job) && file === undefined)
          // The service has the result, and a person knows whose it is.
          changes.push(lost(job, say('outcome.fitsNone', { batch: batch.serviceBatchId, count: unmatched })));
        else if (isInDoubt && isThere && lacking.has(id)) changes.push(inDoubt(job, batch, file, unreadable[0]));
        else if (file !== undefined) changes.push(...reported(job, file, now));
      }
      writer.apply(changes);
      // A person may meanwhile have asked for a new run of one of its files.
      const current = world.ledger.batches.get(batch.id) ?? batch;
      world.ledger.batches.update(batch.id, {
        polls: current.polls + 1,
        lastPollAt: now,
        missingSince,
        message: undefined,
        ...(this.#isNamedOnly(current)
          ? this.#nextNamed(current, answer, now)
          : this.#next(current, missingSince, jobs, lacking, now)),
      });
    });
  }

  /** The jobs of a batch, apart from those that have led every one of their documents on. */
  #jobsOf({ id }: Batch): { readonly here: readonly Job[]; readonly passed: readonly Job[] } {
    const { documents, jobs } = this.#context.world.ledger;
    const here: Job[] = [];
    const passed: Job[] = [];
    for (const job of jobs.inBatch(id)) {
      const isHere = job.route.kind !== 'classification' || documents.ofJob(job.id).length > 0;
      (isHere || documents.wentOnFrom(job.id).length === 0 ? here : passed).push(job);
    }
    return { here, passed };
  }

  /** The service has answered the upload of this very batch since: it is no linked one. */
  #isTwin({ id, origin, route, serviceBatchId = '' }: Batch): boolean {
    return this.#context.world.ledger.batches.ofService(origin, route, serviceBatchId).some((other) => other.id !== id);
  }

  /** No job is known to be in it (yet). */
  #isNamedOnly({ id, linked }: Batch): boolean {
    return linked !== undefined && this.#context.world.ledger.jobs.inBatch(id).length === 0;
  }

  /** When a batch is polled next that may be somebody else's. */
  #nextNamed(
    batch: OpenBatch | Batch,
    files: readonly PolledFile[],
    now: number,
  ): { state: Batch['state']; nextPollAt: number | undefined } {
    const age = now - (batch.acceptedAt ?? batch.madeAt);
    const wait = this.#isTwin(batch) || batch.linked === 'whole' ? undefined : missingInterval(age);
    if (wait === undefined) return { state: 'closed', nextPollAt: undefined };
    const isWorking = files.length === 0 || files.some(({ ended }) => !ended);
    return { state: isWorking && age < missingMs ? 'open' : 'ended', nextPollAt: now + wait };
  }

  /** When the batch is polled next: soon while the service works on it, ever more seldom for what its answers lack, else now and then. */
  #next(
    batch: Batch,
    missingSince: number | undefined,
    jobs: ReadonlyMap<number, Job>,
    lacking: ReadonlySet<number>,
    now: number,
  ): { state: Batch['state']; nextPollAt: number | undefined } {
    const { ledger } = this.#context.world;
    const age = now - (batch.reopenedAt ?? batch.acceptedAt ?? batch.madeAt);
    const missing = missingSince === undefined ? undefined : missingInterval(now - missingSince);
    let isWorking = false;
    // What is missing of one file does not slow the others.
    let isOnlyMissing = true;
    let isReviewed = false;
    let isLookedAt = false;
    for (const { id, state } of ledger.jobs.inBatch(batch.id)) {
      if (!jobs.has(id)) continue;
      isReviewed ||= traitsOf[state.kind].review === 'open';
      isLookedAt ||= state.kind === 'processed' || state.kind === 'needs_review';
      if (!isAtService(state)) continue;
      isWorking = true;
      isOnlyMissing &&= lacking.has(id);
    }
    if (isWorking)
      return { state: 'open', nextPollAt: now + ((isOnlyMissing ? missing : undefined) ?? pollInterval(batch.polls)) };
    const look = isLookedAt ? lookInterval(age, isReviewed) : undefined;
    const waits = [missing, look].filter((wait) => wait !== undefined);
    return waits.length === 0
      ? { state: 'closed', nextPollAt: undefined }
      : { state: 'ended', nextPollAt: now + Math.min(...waits) };
  }

  #failed(batch: OpenBatch, failure: Failure): void {
    const { retries, world, writer } = this.#context;
    const { about, waitsForGate } = traitsOfFailure(failure);
    const now = world.clock.now();
    const elapsed = world.clock.elapsed();
    const restMs = waitsForGate ? fastestPollMs : retries.failed('poll', keyOf(batch)).until - elapsed;
    const tell = about === 'service' && retries.isToBeTold('poll', keyOf(batch));
    const atLeast = batch.state === 'ended' ? longPollMs : 0;
    world.log.warn('a poll failed', { batch: batch.id, failure: failure.kind, message: failure.message });
    writer.together(() => {
      if (tell) {
        const note = say('outcome.unreadableForLong', { message: failure.message });
        const working = world.ledger.jobs.inBatch(batch.id).filter(({ state }) => isAtService(state));
        for (const { id } of working) writer.amendJob(id, {}, { event: 'not answered', note });
      }
      if (failure.kind !== 'not-found') {
        world.ledger.batches.update(batch.id, {
          lastPollAt: now,
          nextPollAt: now + Math.max(restMs, atLeast),
          message: failure.message,
        });
        return;
      }
      const missingSince = batch.missingSince ?? now;
      const working = world.ledger.jobs.inBatch(batch.id).filter(({ state }) => isAtService(state));
      const isNamed = this.#isNamedOnly(batch);
      const isInDoubt = now - missingSince >= (batch.claimed === true || isNamed ? claimMs : missingMs);
      const problem = failure.message;
      const message = say('outcome.batchUnknown', { batch: batch.serviceBatchId, problem });
      if (isInDoubt) writer.apply(working.map((job) => (batch.claimed === true ? notConfirmed(job) : lost(job, message))));
      if (isNamed && isInDoubt) this.#context.linked.unknown(batch);
      const isClosed = isInDoubt && (batch.claimed === true || isNamed);
      const wait = isClosed ? undefined : missingInterval(now - missingSince);
      world.ledger.batches.update(batch.id, {
        lastPollAt: now,
        missingSince,
        nextPollAt: wait === undefined ? undefined : now + Math.max(wait, atLeast),
        state: wait === undefined ? 'closed' : isInDoubt || working.length === 0 ? 'ended' : 'open',
        message: problem,
      });
    });
  }
}

function nameOf({ id }: Pick<Batch, 'id'>): string {
  return `poll of batch ${id}`;
}

/** What was paid for is still asked for, and comes whenever the service has it. */
function lost({ id: job }: Job, message: Message, fileId?: string): JobChange {
  return { job, event: { kind: 'lost', message }, ...(fileId !== undefined && { set: { fileId } }) };
}

function inDoubt(
  job: Job,
  { serviceBatchId: batch }: OpenBatch,
  file: PolledFile | undefined,
  problem: Message | undefined,
): JobChange {
  const absent =
    problem === undefined ? say('outcome.notInAnswer', { batch }) : say('outcome.entryUnreadable', { batch, problem });
  return file === undefined ? lost(job, absent) : lost(job, say('outcome.noResult', { batch }), file.id);
}

/** The service does not know what a JSON beside the file claims: it is not sent unasked. */
function notConfirmed({ id: job }: Job, isOthers = false): JobChange {
  return { job, event: { kind: 'disowned', message: say(isOthers ? 'sending.claimOfAnother' : 'sending.claimUnknown') } };
}

/** What an answer changes for one job: nothing, if it says what was known before. */
function reported(job: Job, file: PolledFile, now: number): JobChange[] {
  if (maySayTheOld(job, file, now)) return [];
  const { id, state } = job;
  // Its first try was in doubt, and this is its answer: it is not sent a second time.
  const isOnce = isReady(state) && job.tries === 1 && job.possibleDuplicate;
  const set = { fileId: file.id, ...(isOnce && { possibleDuplicate: false }) };
  if (file.excess !== undefined) {
    // A result that is there already stays.
    if (!isAtService(job.state)) return [];
    const message = say('outcome.tooMuch', { problem: file.excess });
    return [{ job: id, event: { kind: 'lost', message }, set }];
  }
  const { lacking, message, status } = file;
  const event = { kind: 'reported' as const, status, ...defined({ lacking, message }) };
  // One that is classified again is to have its new verdict.
  if (job.droppedAt !== undefined && hasResult(state.kind)) {
    // The same once more is no news. What people made of it is in its JSON alone, which stays as it is.
    if (file.result === undefined || file.status === state.kind) return [];
    if (job.review !== undefined) return [{ job: id, event }];
  }
  if (file.result === undefined) {
    if (file.lacking && !isAtService(job.state)) return [];
    const isKnown =
      isAtService(job.state) && !isRedone(job) && 'status' in state && state.status === file.status && job.fileId === file.id;
    return isKnown ? [] : [{ job: id, event, set }];
  }
  if (isDeepStrictEqual(file.result, job.result)) {
    // Also where the service calls the file otherwise now: what is written names it as it was called when it came.
    if (hasResult(state.kind)) return [];
    return [{ job: id, event, set, ...(isRedone(job) && { note: say('notes.sameVerdict') }) }];
  }
  const review = received(job.review, job.result, file.result);
  return [{ job: id, event, set: { ...set, result: file.result, review, droppedAt: undefined } }];
}

function isRedone({ state }: Job): boolean {
  return state.kind === 'processing' && state.redo !== undefined;
}

/** What an answer about a batch tells beyond the results of its documents. Each is called within a transaction. */
type Ledger = World['ledger'];

/**
 * Once the answer lists all files of the batch, results under names that fit none of its jobs are kept with it, for a
 * person to assign, and from then on documents go one by one on this route.
 *
 * @returns how many there are, if a job lacks its own
 */
function keepUnmatched(
  { routes, unmatched }: Ledger,
  { id: batchId, origin, route, claimed, files: count = 1 }: Batch,
  sent: readonly Job[],
  mapped: ReadonlyMap<number, PolledFile>,
  files: readonly PolledFile[],
): number {
  const taken = new Set<string>();
  for (const { id } of mapped.values()) taken.add(id);
  for (const { fileId } of unmatched.of(batchId)) if (taken.has(fileId)) unmatched.remove(batchId, fileId);
  let isLacking = false;
  for (const job of sent) isLacking ||= !mapped.has(job.id) && isAwaited(job);
  if (claimed === true || !isLacking || files.length < count) return 0;
  const left = files.filter(({ id, result }) => result !== undefined && !taken.has(id));
  for (const [index, { id, fileName, result }] of left.entries()) {
    // Two of one id are two results.
    const isSecond = left.findIndex((other) => other.id === id) < index;
    if (result) unmatched.put({ batchId, fileId: isSecond ? `${id} ${fileName}` : id, fileName, result });
  }
  if (left.length > 0 && count > 1) routes.setNames(origin, route, { alone: true });
  return left.length;
}

/** The service has no call that lists categories: they are learned from results. */
function learnCategories(
  { categories }: Pick<Ledger, 'categories'>,
  { origin, route }: Pick<Batch, 'origin' | 'route'>,
  files: readonly Pick<PolledFile, 'result'>[],
): void {
  const seen = new Map<string, string>();
  for (const { result } of files) {
    if (result?.kind !== 'classification' || result.categoryId === undefined || result.categoryName === undefined) continue;
    seen.set(result.categoryId, result.categoryName);
  }
  categories.learn(
    origin,
    route.id,
    [...seen].map(([id, name]) => ({ id, name })),
    'result',
  );
}

/** A batch that the service has accepted. */
type OpenBatch = Batch & { readonly serviceBatchId: string };
