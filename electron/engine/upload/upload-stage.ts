import type { Meter } from '../../core/account/budget.ts';
import { linkedRoutes } from '../../core/config/folder-settings.ts';
import type { Document } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { isReady } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { type Route, routeKey, sameRoute } from '../../core/protocol/route.ts';
import { type Naming, sentNameOf } from '../../core/upload/answer-map.ts';
import { type Candidate, composeBatch, filesPerBatch } from '../../core/upload/batch.ts';
import type { PageRange } from '../../ledger/document-queries.ts';
import { LedgerUnavailable } from '../../ledger/ledger.ts';
import type { Ticket } from '../loop/account.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import type { JobChange } from '../loop/document-writer.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { faultDetails, faultMessage, isOfLedger } from '../loop/tasks.ts';
import { absolutePath, type WatchedFolder } from '../loop/watched-folders.ts';
import { type UploadItem, type UploadOutcome, uploadBatch, withFactsNow } from './upload-batch.ts';
import { UploadResults } from './upload-results.ts';

/** A batch that is not full waits this long for documents that are about to be ready, in milliseconds. */
const gatherMs = 1_000;
const aboutToBeReadyMs = 250;
/** What waits for its pages is looked at this often, in milliseconds. */
const countingMs = 2_000;
/** Of how many documents of a folder the next one that tries a paused route is chosen. */
const maxTried = 200;
/** So many documents of a folder that no budget ever allows are held at a time. */
const maxHeld = 100;

/** A route, and the folders that may have documents for it. */
interface RouteQueue {
  readonly route: Route;
  readonly folders: readonly WatchedFolder[];
}

/** Composes batches and sends them: a few at once, routes in turn. */
export class UploadStage implements Stage {
  readonly #context: EngineContext;
  readonly #results: UploadResults;
  readonly #underway = new Map<number, { whole: boolean; readonly abort: AbortController; readonly route: string }>();
  /** The jobs of requests that are under way: until they are whole, the ledger says that they are to be sent. */
  readonly #jobs = new Set<number>();
  /** Pages are still to be counted. */
  #isCounting = false;
  #turn = 0;
  #folderTurn = 0;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#results = new UploadResults(context);
    context.stopping.addEventListener('abort', () => {
      for (const { whole, abort } of this.#underway.values()) if (!whole) abort.abort();
    });
  }

  /** Ends the wait for answers: requests that are whole by now are unresolved. */
  abandon(): void {
    for (const { abort } of this.#underway.values()) abort.abort();
  }

  /** Whether somebody here knows what becomes of a request. */
  isUnderway(batchId: number): boolean {
    return this.#underway.has(batchId);
  }

  start(now: number): number | undefined {
    if (this.#context.isPaused()) return undefined;
    let next = this.#context.world.ledger.jobs.nextDue(now);
    this.#isCounting = false;
    for (const { folders, route } of rotated(this.#queues(), this.#turn))
      next = earlier(next, this.#startRoute(route, folders, now));
    next = earlier(next, this.#context.budgets.turnsAt(now));
    if (this.#isCounting) next = earlier(next, now + countingMs);
    this.#turn += 1;
    // What is not sent soon takes up no memory.
    const { contents } = this.#context;
    if (contents.size > 0 && this.#underway.size === 0 && !this.#isMoreComing(now)) contents.letAllGo();
    return next;
  }

  /** The routes on which documents may go out: those of the folders, and those on which documents of theirs wait in a later step. */
  #queues(): RouteQueue[] {
    const { folders, world } = this.#context;
    const { ledger, service } = world;
    const queues = new Map<string, { readonly route: Route; readonly folders: Set<WatchedFolder> }>();
    const add = (route: Route, folder: WatchedFolder) => {
      const queue = queues.get(routeKey(route)) ?? { route, folders: new Set() };
      queues.set(routeKey(route), queue);
      queue.folders.add(folder);
    };
    for (const folder of folders.working()) add(folder.settings.route, folder);
    for (const folder of folders.working())
      for (const route of ledger.documents.laterRoutes(folder.id, service.origin)) add(route, folder);
    return [...queues.values()].map((queue) => ({ route: queue.route, folders: [...queue.folders] }));
  }

  #startRoute(route: Route, folders: readonly WatchedFolder[], now: number): number | undefined {
    const { limits, account, budgets, routePauses } = this.#context;
    if (folders.length === 0) return undefined;
    // After a pause one document finds out whether the route takes documents again.
    const until = routePauses.until(route);
    const isTried = until !== undefined;
    if (isTried && now < until) return until;
    if (isTried && [...this.#underway.values()].some((each) => each.route === routeKey(route))) return undefined;
    const { alone } = this.#context.world.ledger.routes.names(this.#context.world.service.origin, route);
    const maxFiles =
      isTried || alone
        ? 1
        : Math.min(...folders.map((folder) => filesPerBatch(route, limits.extractionBatch, folder.settings.batchSize)));
    while (this.#underway.size < limits.uploads) {
      this.#folderTurn += 1;
      const naming = this.#namingOn(route);
      const meter = budgets.meter(now);
      const most = isTried ? maxTried : 2 * maxFiles;
      const ready = rotated(folders, this.#folderTurn).map((folder) => this.#readyIn(folder, route, now, most, meter));
      // Each job goes from the eldest of its files, whichever folder's turn it is.
      const from = new Map<number, number>();
      for (const { id, job = 0 } of ready.flat()) from.set(job, Math.min(id, from.get(job) ?? id));
      const queues = ready.map((documents) => this.#candidates(documents, now, isTried, naming, from));
      const { chosen, full } = composeBatch(queues, { files: maxFiles, bytes: limits.batchBytes, meter });
      if (chosen.length === 0) return undefined;
      if (!full && this.#isMoreComing(now)) {
        let eldest = now + 1;
        for (const { readySince } of chosen) eldest = Math.min(eldest, readySince);
        if (now >= eldest && now < eldest + gatherMs) return eldest + gatherMs;
      }
      const permission = account.ask('upload');
      if (permission.kind === 'later') return permission.at;
      this.#begin(route, chosen, permission.ticket, now, isTried);
      if (isTried) return undefined;
    }
    return undefined;
  }

  /** Whether a document is being taken in, or is about to have settled: a batch may wait for it. */
  #isMoreComing(now: number): boolean {
    if (this.#context.tasks.isRunning('intake')) return true;
    const due = this.#context.world.ledger.documents.nextSettled(now);
    return due !== undefined && due <= now + aboutToBeReadyMs;
  }

  /** What is ready in a folder on a route, as far as its budgets leave pages for it; what they never allow is held for a person. */
  #readyIn(folder: WatchedFolder, route: Route, now: number, limit: number, meter: Meter | undefined): Document[] {
    const { id } = folder;
    const { budgets, guard, pageCounts, world, writer } = this.#context;
    const ready = (most: number, pages?: PageRange) => {
      const free: Document[] = [];
      const origin = world.service.origin;
      for (const document of world.ledger.documents.ready(id, { origin, route }, now, most + this.#jobs.size, pages))
        if (document.job !== undefined && !this.#jobs.has(document.job)) free.push(document);
      return free.slice(0, most);
    };
    guard.hold(folder);
    if (meter === undefined) {
      const due = ready(limit + pageCounts.underway);
      const large = guard.toCount(folder, due);
      const counted = pageCounts.countFirst(folder, large);
      const isAllCounted = counted.length === large.length;
      this.#isCounting ||= !isAllCounted;
      const rest = isAllCounted ? due : due.filter((document) => !large.includes(document) || counted.includes(document));
      return guard.withoutLarge(folder, rest).slice(0, limit);
    }
    // What came first is counted first, and goes first.
    const counting = pageCounts.count(folder, now);
    this.#isCounting ||= counting !== undefined;
    const isCounted = (document: Document) =>
      document.id < (counting?.before ?? Number.POSITIVE_INFINITY) && !pageCounts.isAwaited(document);
    const { most: above, unknown } = budgets.range(meter.most(id), route);
    const tooLarge = ready(maxHeld, { above, unknown }).filter(isCounted);
    const approved = tooLarge.filter((document) => budgets.chargeOf(document).approved);
    const held = tooLarge.filter((document) => !approved.includes(document));
    writer.apply(
      held.flatMap((document) => {
        const { pages } = budgets.chargeOf(document);
        const limit = meter.refuses(id, pages);
        if (limit === undefined) return [];
        const message = say('outcome.budget.tooLarge', { count: pages, period: limit.period, limit: limit.pages });
        return { id: document.id, event: { kind: 'held', why: 'budget', message } };
      }),
    );
    const fitting = ready(limit, budgets.range(meter.left(id), route)).filter(isCounted);
    return guard.withoutLarge(folder, [...approved, ...fitting]);
  }

  /**
   * @param isTried the route is tried with one document: with the one that has waited longest, so that they take turns
   * @param from the documents that jobs are sent from
   */
  #candidates(
    ready: readonly Document[],
    now: number,
    isTried: boolean,
    naming: Naming,
    from: ReadonlyMap<number, number>,
  ): Candidate[] {
    const { budgets, world } = this.#context;
    const candidates: Candidate[] = [];
    for (const document of ready) {
      const { id, facts, folderId, hash = '', job = 0, path, state } = document;
      if (from.get(job) !== id) continue;
      const { approved, pages } = budgets.chargeOf(document);
      candidates.push({
        id,
        folderId,
        fileName: sentNameOf(path, hash, naming),
        size: facts.size,
        cohort: state.kind === 'waiting' && state.wait.kind === 'ready' ? state.wait.cohort : undefined,
        readySince: world.ledger.jobs.get(job)?.dueAt ?? now,
        pages: approved ? 0 : pages,
      });
    }
    return isTried ? candidates.toSorted((a, b) => a.readySince - b.readySince) : candidates;
  }

  #namingOn(route: Route): Naming {
    const { folders, world } = this.#context;
    const isLinked = ({ settings }: WatchedFolder) => sameRoute(settings.route, route) && linkedRoutes(settings.next).length > 0;
    const { linked } = world.ledger.routes.names(world.service.origin, route);
    return linked || folders.working().some(isLinked) ? 'hashed' : 'plain';
  }

  #begin(route: Route, chosen: readonly Candidate[], ticket: Ticket, now: number, isTried: boolean): void {
    const { account, announce, budgets, contents, folders, tasks, world } = this.#context;
    const items: UploadItem[] = [];
    for (const { id, fileName } of chosen) {
      const document = world.ledger.documents.get(id);
      const folder = document && folders.get(document.folderId);
      if (document?.job !== undefined && folder !== undefined)
        items.push({ job: document.job, document, path: absolutePath(folder, document.path), sentAs: fileName });
    }
    const batch = world.ledger.batches.add({ origin: world.service.origin, route, madeAt: now, files: items.length });
    budgets.assign(batch.id, items);
    const documents: number[] = [];
    for (const { document, job } of items) {
      this.#jobs.add(job);
      documents.push(document.id);
    }
    const progress = { whole: false, abort: new AbortController(), route: routeKey(route) };
    this.#underway.set(batch.id, progress);
    const failed = (message: Message): UploadOutcome => ({
      kind: 'failed',
      failure: { kind: progress.whole ? 'unresolved' : 'offline', message },
      elsewhere: 'fine',
    });
    const work = async () => {
      try {
        const upload = async () =>
          uploadBatch(world, contents, account, ticket, batch, await withFactsNow(this.#context, items), {
            areHere: () => this.#areHere(items),
            markSent: async () => {
              if (!this.#areHere(items) || progress.abort.signal.aborted) return false;
              let isMarked = false;
              // A ledger that does not take it leaves the request without its end: nothing was sent.
              const isTaken = await tasks.tryDurably(() => {
                isMarked = this.#markSent(batch, items);
              });
              progress.whole = isTaken && isMarked && !progress.abort.signal.aborted;
              return progress.whole;
            },
            onProgress: (sent, total) => announce({ kind: 'upload', batchId: batch.id, documents, sent, total }),
            signal: progress.abort.signal,
            isTry: ticket.probe || isTried,
          });
        const outcome = await upload().catch((error: unknown): UploadOutcome => {
          if (error instanceof LedgerUnavailable) {
            tasks.noteUnwritable(error);
            const kind = progress.whole ? 'unresolved' : 'aborted';
            return { kind: 'failed', failure: { kind, message: messageOf(error) }, elsewhere: 'not-asked' };
          }
          if (isOfLedger(error)) throw error;
          world.log.error(`upload of batch ${batch.id} failed unexpectedly`, faultDetails(error));
          return failed(faultMessage(error));
        });
        await tasks.written(() => this.#results.apply(batch, items, outcome, ticket));
      } finally {
        this.#underway.delete(batch.id);
        for (const { document, job } of items) {
          this.#jobs.delete(job);
          contents.letGo(document.hash ?? '');
        }
        budgets.release(batch.id);
      }
    };
    // What the answer said is not known any more: the documents are as those whose answer was lost.
    tasks.launch('upload', `upload of batch ${batch.id}`, work, (message) =>
      this.#results.apply(batch, items, failed(message), ticket),
    );
  }

  /** Whether each job is still to be sent, from this file: a person may be asked meanwhile, or the file have gone. */
  #areHere(items: readonly UploadItem[]): boolean {
    const { documents } = this.#context.world.ledger;
    for (const { document, job } of items) {
      const { hash, path } = document;
      const now = documents.get(document.id);
      if (now?.job !== job || now.hash !== hash || now.path !== path || !isReady(now.state)) return false;
    }
    return true;
  }

  /** On disk before the closing boundary goes out. @returns false if a budget has not the pages any more, or a person is asked */
  #markSent(batch: Batch, items: readonly UploadItem[]): boolean {
    const { budgets, guard, world, writer } = this.#context;
    const { batches, jobs } = world.ledger;
    return writer.together(() => {
      if (!this.#areHere(items)) return false;
      if (guard.holdsAny(items) || !budgets.reserve(batch.id, world.clock.now())) return false;
      batches.update(batch.id, { state: 'sent' });
      const changes: JobChange[] = [];
      for (const { document, job, sentAs } of items) {
        const tries = (jobs.get(job)?.tries ?? 0) + 1;
        const set = { batchId: batch.id, sentAs, fileId: undefined, from: document.id, tries };
        changes.push({ job, event: { kind: 'sent' }, set });
      }
      writer.apply(changes);
      return true;
    });
  }
}

/** The items, beginning with another one each turn. */
export function rotated<Item>(items: readonly Item[], turn: number): Item[] {
  const first = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
