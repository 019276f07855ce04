import type { Document, Job, JobState } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import { traitsOfFailure } from '../../core/protocol/failure.ts';
import { assertNever } from '../../core/result.ts';
import { decideUpload, firstFailed } from '../../core/upload/upload-outcome.ts';
import type { Ticket } from '../loop/account.ts';
import type { JobChange } from '../loop/document-writer.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { isFiledAway } from '../loop/watched-folders.ts';
import { whoseFiles } from '../loop/whose-files.ts';
import type { Acceptance, UploadItem, UploadOutcome } from './upload-batch.ts';

/** A scan sees a changed file by then, or the next one does. Milliseconds. */
const untilScanMs = 5_000;
/** A file that was filed away, and is not there as it was, is looked for again after this time, in milliseconds. */
const filedMs = 60_000;

/** Turns what became of an upload into changes of its documents, its batch, its route and the account. */
export class UploadResults {
  readonly #context: EngineContext;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  apply(batch: Batch, items: readonly UploadItem[], outcome: UploadOutcome, ticket: Ticket): void {
    const { account, batchPolls } = this.#context;
    switch (outcome.kind) {
      case 'accepted':
        this.#accepted(batch, outcome.acceptance);
        batchPolls.answered({ route: batch.route, serviceBatchId: outcome.acceptance.serviceBatchId });
        account.answered(ticket);
        return;
      case 'withdrawn':
        this.#withdrawn(batch, items, outcome);
        account.returned(ticket);
        return;
      case 'failed':
        this.#failed(batch, items, outcome, ticket);
        return;
      default:
        assertNever(outcome);
    }
  }

  #accepted(batch: Batch, acceptance: Acceptance): void {
    const { world, writer } = this.#context;
    const now = world.clock.now();
    writer.together(() => {
      const jobs = world.ledger.jobs.inBatch(batch.id);
      world.ledger.batches.update(batch.id, {
        state: 'open',
        serviceBatchId: acceptance.serviceBatchId,
        acceptedAt: now,
        nextPollAt: now + fastestPollMs,
      });
      world.ledger.routes.setPassed(batch.origin, batch.route);
      this.#context.routePauses.resume(batch.route);
      const { serviceBatchId, files } = acceptance;
      const isWhole = files.length === jobs.length;
      const { mapped } = whoseFiles(world.ledger, 'upload', batch, serviceBatchId, jobs, files, isWhole);
      const changes: JobChange[] = [];
      for (const { id: job } of jobs) {
        const file = mapped.get(job);
        changes.push({ job, event: { kind: 'accepted', status: file?.status ?? 'queued' }, set: { fileId: file?.id } });
      }
      writer.apply(changes);
    });
  }

  /**
   * Nothing was sent: files that had changed settle again, the others go out with the next batch. What was sent in a step before
   * does not settle: a scan finds the new content as another document.
   */
  #withdrawn(batch: Batch, items: readonly UploadItem[], { changed, only }: Extract<UploadOutcome, { kind: 'withdrawn' }>): void {
    const { world, writer } = this.#context;
    const now = world.clock.now();
    const again = new Set(changed.length > 0 ? changed : items.map(({ document }) => document.id));
    writer.together(() => {
      world.ledger.batches.update(batch.id, { state: 'dropped' });
      for (const { document, job } of items) {
        const { id } = document;
        const later = again.has(id) ? this.#later(document, now) : undefined;
        writer.apply([{ job, event: { kind: 'put-back', notBefore: now, ...later } }]);
        const current = world.ledger.documents.get(id);
        if (again.has(id) && later === undefined && current?.job === job && current.state.kind === 'waiting')
          // Where only its content tells, it is read again.
          writer.apply([
            {
              id,
              event: { kind: 'touched', at: now },
              ...(only === 'content' && { set: { hash: undefined } }),
              note: say('notes.changedWhileSent'),
            },
          ]);
      }
    });
  }

  /** When a document of a later step, or that was filed away, is tried again whose file is not as it was. No scan looks where it was filed away to. */
  #later(document: Document, now: number): { readonly notBefore: number; readonly reason?: Message } | undefined {
    const folder = this.#context.folders.get(document.folderId);
    const isFiled = folder !== undefined && isFiledAway(folder, document.path);
    if (!isFiled) return document.verdict !== undefined ? { notBefore: now + untilScanMs } : undefined;
    return { notBefore: now + filedMs, reason: say('sending.filedOtherwise', { path: document.path }) };
  }

  #failed(batch: Batch, items: readonly UploadItem[], outcome: Extract<UploadOutcome, { kind: 'failed' }>, ticket: Ticket): void {
    const { world, writer, account, folders, routePauses } = this.#context;
    const { ledger } = world;
    const now = world.clock.now();
    const sent = items.flatMap(({ job, document: { folderId } }) => {
      const known = ledger.jobs.get(job);
      return known === undefined ? [] : [{ ...known, folderId }];
    });
    const refused = this.#refusedOn(batch);
    const cohort = cohortOf(sent[0]?.state);
    const first = firstFailed(cohort);
    const verdict = decideUpload(outcome.failure, {
      batchId: batch.id,
      cohort,
      othersTaken: first !== undefined && ledger.batches.hasTakenSince(batch.origin, batch.route, first),
      jobs: sent.map(({ id, attempts, possibleDuplicate, folderId }) => ({
        id,
        attempts,
        possibleDuplicate,
        unresolved: folders.get(folderId)?.settings.unresolved ?? 'hold',
      })),
      elsewhere: outcome.elsewhere,
      routePassed: ledger.routes.passed(batch.origin, batch.route),
      refusedBefore: refused.length > 0,
      routePaused: routePauses.until(batch.route) !== undefined,
      refusedWhole: outcome.refusedWhole === true,
      now,
      random: world.random,
    });
    world.log.warn('an upload failed', {
      batch: batch.id,
      files: items.length,
      failure: outcome.failure.kind,
      message: outcome.failure.message,
    });
    writer.together(() => {
      ledger.batches.update(batch.id, { state: verdict.batch, message: outcome.failure.message });
      // The service is known not to have taken it.
      if (verdict.batch === 'dropped') ledger.charges.remove(batch.id);
      const attempts = new Map(sent.map((job) => [job.id, job.attempts]));
      writer.apply(
        verdict.jobs.map(({ id: job, event, counted, resent }) => ({
          job,
          event,
          set: {
            ...(counted && { attempts: (attempts.get(job) ?? 0) + 1 }),
            ...(resent && { possibleDuplicate: true }),
          },
        })),
      );
      if (verdict.pauseRoute !== undefined) {
        const { kind, message } = outcome.failure;
        routePauses.pause(batch.route, verdict.pauseRoute, kind === 'not-found' || kind === 'bad-request' ? message : undefined);
        writer.apply(refused.map(({ id: job }) => ({ job, event: { kind: 'send-again' as const, at: now } })));
      }
    });
    if (verdict.gate !== undefined) account.failed(verdict.gate, ticket);
    else if (outcome.failure.kind === 'aborted') account.returned(ticket);
    else if (traitsOfFailure(outcome.failure).about === 'request') account.failed(outcome.failure, ticket);
    else account.failedAlone(ticket);
  }

  /** Jobs that the service refused on their own, not for their size, on a route that has never accepted one. */
  #refusedOn({ origin, route }: Batch): Job[] {
    const { jobs, routes } = this.#context.world.ledger;
    if (routes.passed(origin, route)) return [];
    return jobs
      .refused(origin, route)
      .filter(({ state }) => state.kind === 'rejected' && state.message.code !== 'sending.tooLarge');
  }
}

function cohortOf(state: JobState | undefined): string | undefined {
  const known = state?.kind === 'waiting' ? state.wait : state;
  return known !== undefined && 'cohort' in known ? known.cohort : undefined;
}
