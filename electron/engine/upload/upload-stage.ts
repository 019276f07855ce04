import { type Document, fileNameOf } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import type { Message } from '../../core/messages/message.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { mapAnswer } from '../../core/upload/answer-map.ts';
import { type Candidate, composeBatch, filesPerBatch } from '../../core/upload/batch.ts';
import { decideUpload } from '../../core/upload/upload-outcome.ts';
import type { Ticket } from '../loop/account.ts';
import { type EngineContext, earlier, type Stage } from '../loop/engine-context.ts';
import { absolutePath } from '../loop/folder.ts';
import type { WatchedFolder } from '../loop/watched-folders.ts';
import { type Acceptance, type UploadItem, type UploadOutcome, uploadBatch } from './upload-batch.ts';

/** A batch that is not full waits so long for documents that are about to be ready, in milliseconds. */
const gatherMs = 1_000;
const aboutToBeReadyMs = 100;

export interface UploadHooks {
  readonly isPaused: () => boolean;
  readonly soonReady: (now: number, ms: number) => boolean;
  readonly accepted: (batchId: number) => void;
}

/** Composes batches and sends them, a few at once, routes in turn. */
export class UploadStage implements Stage {
  readonly #context: EngineContext;
  readonly #hooks: UploadHooks;
  readonly #underway = new Map<number, { whole: boolean; abort: AbortController }>();
  #turn = 0;
  #folderTurn = 0;

  constructor(context: EngineContext, hooks: UploadHooks) {
    this.#context = context;
    this.#hooks = hooks;
    context.stopping.addEventListener('abort', () => {
      for (const { whole, abort } of this.#underway.values()) if (!whole) abort.abort();
    });
  }

  /** Ends the wait for answers: what was whole by now is unresolved. */
  abandon(): void {
    for (const { abort } of this.#underway.values()) abort.abort();
  }

  start(now: number): number | undefined {
    if (this.#hooks.isPaused()) return undefined;
    let next = this.#context.world.ledger.documents.nextDueIn('waiting', now);
    for (const folders of rotated([...this.#context.folders.byRoute().values()], this.#turn)) {
      next = earlier(next, this.#startRoute(folders, now));
    }
    this.#turn += 1;
    return next;
  }

  #startRoute(folders: readonly WatchedFolder[], now: number): number | undefined {
    const { world, limits, account } = this.#context;
    const route = folders[0]?.settings.route;
    if (route === undefined || world.ledger.routes.paused(world.service.origin, route) !== undefined) return undefined;
    const most = Math.min(...folders.map((folder) => filesPerBatch(route, limits.extractionBatch, folder.settings.batchSize)));
    while (this.#underway.size < limits.uploads) {
      this.#folderTurn += 1;
      const queues = rotated(folders, this.#folderTurn).map((folder) => this.#candidates(folder, route, now, most));
      const { chosen, full } = composeBatch(queues, { files: most, bytes: limits.batchBytes });
      if (chosen.length === 0) return undefined;
      if (!full && this.#hooks.soonReady(now, aboutToBeReadyMs)) {
        const eldest = Math.min(...chosen.map(({ readySince }) => readySince));
        if (now >= eldest && now < eldest + gatherMs) return eldest + gatherMs;
      }
      const leave = account.leave('upload');
      if (leave.kind === 'later') return leave.at;
      this.#begin(route, chosen, leave.ticket, now);
    }
    return undefined;
  }

  #candidates(folder: WatchedFolder, route: Route, now: number, most: number): Candidate[] {
    const { ledger, service } = this.#context.world;
    return ledger.documents
      .ready(folder.id, now, 2 * most)
      .filter(
        (document) => document.origin === service.origin && document.route.kind === route.kind && document.route.id === route.id,
      )
      .map((document) => ({
        id: document.id,
        folderId: document.folderId,
        fileName: fileNameOf(document.path),
        size: document.facts.size,
        cohort:
          document.state.kind === 'waiting' && document.state.wait.kind === 'ready' ? document.state.wait.cohort : undefined,
        readySince: document.dueAt ?? now,
      }));
  }

  #begin(route: Route, chosen: readonly Candidate[], ticket: Ticket, now: number): void {
    const { world, writer } = this.#context;
    const batch = writer.together(() => {
      const made = world.ledger.batches.add({ origin: world.service.origin, route, madeAt: now });
      writer.apply(
        chosen.map(({ id, fileName }) => ({
          id,
          event: { kind: 'assigned' as const },
          set: { batchId: made.id, sentAs: fileName, fileId: undefined },
        })),
      );
      return made;
    });
    const items = world.ledger.documents.inBatch(batch.id).flatMap((document): UploadItem[] => {
      const folder = this.#context.folders.get(document.folderId);
      return folder === undefined ? [] : [{ document, path: absolutePath(folder, document.path) }];
    });
    const progress = { whole: false, abort: new AbortController() };
    this.#underway.set(batch.id, progress);
    this.#context.tasks.launch(`upload of batch ${batch.id}`, async () => {
      try {
        const outcome = await uploadBatch(world, this.#context.account, ticket, batch, items, {
          markSent: () => {
            this.#markSent(batch, items);
            progress.whole = true;
          },
          onProgress: (sent, total) =>
            this.#context.announce({ kind: 'upload', batchId: batch.id, files: items.length, sent, total }),
          signal: progress.abort.signal,
        });
        this.#apply(batch, items, outcome, ticket);
      } finally {
        this.#underway.delete(batch.id);
      }
    });
  }

  /** Committed before the closing boundary goes out. */
  #markSent(batch: Batch, items: readonly UploadItem[]): void {
    const { world, writer } = this.#context;
    writer.together(() => {
      world.ledger.batches.update(batch.id, { state: 'sent' });
      writer.apply(items.map(({ document }) => ({ id: document.id, event: { kind: 'sent' as const } })));
    });
  }

  #apply(batch: Batch, items: readonly UploadItem[], outcome: UploadOutcome, ticket: Ticket): void {
    const { account } = this.#context;
    switch (outcome.kind) {
      case 'accepted':
        this.#accepted(batch, outcome.acceptance);
        this.#hooks.accepted(batch.id);
        account.answered(ticket);
        return;
      case 'withdrawn':
        this.#withdrawn(batch, items, outcome.changed);
        account.returned(ticket);
        return;
      case 'failed':
        this.#failed(batch, outcome, ticket);
        return;
      default:
        assertNever(outcome);
    }
  }

  #accepted(batch: Batch, acceptance: Acceptance): void {
    const { world, writer } = this.#context;
    const now = world.clock.now();
    writer.together(() => {
      const documents = world.ledger.documents.inBatch(batch.id);
      world.ledger.batches.update(batch.id, {
        state: 'open',
        serviceBatchId: acceptance.serviceBatchId,
        acceptedAt: now,
        nextPollAt: now + fastestPollMs,
      });
      world.ledger.routes.setPassed(batch.origin, batch.route);
      this.#resumeRoute(batch);
      const pairs = mapAnswer(
        documents.map((document) => ({ id: document.id, fileName: document.sentAs ?? fileNameOf(document.path) })),
        acceptance.files,
      );
      writer.apply(
        documents.map(({ id }) => {
          const index = pairs.get(id);
          const file = index === undefined ? undefined : acceptance.files[index];
          return { id, event: { kind: 'accepted' as const, status: file?.status ?? 'queued' }, set: { fileId: file?.id } };
        }),
      );
    });
  }

  /** A route that takes documents is not one that refuses everything. */
  #resumeRoute(batch: Batch): void {
    const { world, folders } = this.#context;
    if (world.ledger.routes.paused(batch.origin, batch.route) === undefined) return;
    world.ledger.routes.resume(batch.origin, batch.route);
    for (const { id, settings } of folders.active()) {
      if (routeKey(settings.route) !== routeKey(batch.route)) continue;
      folders.become(id, { kind: 'scanning' });
      this.#context.lookAgain(id);
    }
  }

  /** Nothing was sent: what had changed settles again, the others go out with the next batch. */
  #withdrawn(batch: Batch, items: readonly UploadItem[], changed: readonly number[]): void {
    const { world, writer } = this.#context;
    const now = world.clock.now();
    const again = new Set(changed.length > 0 ? changed : items.map(({ document }) => document.id));
    writer.together(() => {
      world.ledger.batches.update(batch.id, { state: 'dropped' });
      for (const { document } of items) {
        writer.apply([{ id: document.id, event: { kind: 'put-back', notBefore: now } }]);
        if (again.has(document.id) && world.ledger.documents.get(document.id)?.state.kind === 'waiting') {
          writer.apply([
            {
              id: document.id,
              event: { kind: 'touched', at: now },
              note: 'It changed while it was being sent; nothing was sent.',
            },
          ]);
        }
      }
    });
  }

  #failed(batch: Batch, outcome: Extract<UploadOutcome, { kind: 'failed' }>, ticket: Ticket): void {
    const { world, writer, account, folders } = this.#context;
    const { ledger } = world;
    const now = world.clock.now();
    const documents = ledger.documents.inBatch(batch.id);
    const refused = this.#refusedOn(batch);
    const verdict = decideUpload(outcome.failure, {
      batchId: batch.id,
      documents: documents.map(({ id, attempts, possibleDuplicate, folderId }) => ({
        id,
        attempts,
        possibleDuplicate,
        unresolved: folders.get(folderId)?.settings.unresolved ?? 'hold',
      })),
      elsewhere: outcome.elsewhere,
      routePassed: ledger.routes.passed(batch.origin, batch.route),
      refusedBefore: refused.length > 0,
      now,
      random: world.random,
    });
    world.log.warn('an upload failed', {
      batch: batch.id,
      files: documents.length,
      failure: outcome.failure.kind,
      message: outcome.failure.message,
    });
    writer.together(() => {
      ledger.batches.update(batch.id, { state: verdict.batch, message: outcome.failure.message });
      const attempts = new Map(documents.map((document) => [document.id, document.attempts]));
      writer.apply(
        verdict.documents.map(({ id, event, counted, resent }) => ({
          id,
          event,
          set: {
            ...(counted && { attempts: (attempts.get(id) ?? 0) + 1 }),
            ...(resent && { possibleDuplicate: true }),
          },
        })),
      );
      if (verdict.pauseRoute !== undefined) {
        ledger.routes.pause(batch.origin, batch.route, verdict.pauseRoute, now);
        writer.apply(refused.map(({ id }) => ({ id, event: { kind: 'send-again' as const, at: now } })));
      }
    });
    if (verdict.pauseRoute !== undefined) this.#pauseFolders(batch.route, verdict.pauseRoute);
    if (verdict.gate !== undefined) account.failed(verdict.gate, ticket);
    else if (outcome.failure.kind === 'aborted' || outcome.failure.kind === 'unresolved') account.returned(ticket);
    else account.answered(ticket);
  }

  /** Documents that the service refused alone on a route that has never taken one. */
  #refusedOn(batch: Batch): Document[] {
    const { ledger } = this.#context.world;
    if (ledger.routes.passed(batch.origin, batch.route)) return [];
    return ledger.documents
      .inState('rejected')
      .filter(
        (document) =>
          document.state.kind === 'rejected' &&
          document.state.by === 'service' &&
          document.origin === batch.origin &&
          document.route.kind === batch.route.kind &&
          document.route.id === batch.route.id,
      );
  }

  #pauseFolders(route: Route, message: Message): void {
    for (const folder of this.#context.folders.active()) {
      if (routeKey(folder.settings.route) === routeKey(route))
        this.#context.folders.become(folder.id, { kind: 'paused', message });
    }
  }
}

/** The items, beginning with another one each turn. */
function rotated<Item>(items: readonly Item[], turn: number): Item[] {
  const first = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
