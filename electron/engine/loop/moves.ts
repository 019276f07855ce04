import { leadsOn } from '../../core/config/folder-settings.ts';
import {
  askedAfterMs,
  awaitsValues,
  type Document,
  type FileState,
  fileNameOf,
  isPassedOn,
  type Job,
} from '../../core/document/document.ts';
import type { Onward } from '../../core/document/onward.ts';
import { hasResult, isReady, isSentAnyway } from '../../core/document/states.ts';
import { mayBePassedOn } from '../../core/document/transition.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { type Route, sameRoute } from '../../core/protocol/route.ts';
import type { FileChanges } from '../../ledger/documents.ts';
import type { JobChanges } from '../../ledger/jobs.ts';
import type { World } from '../ports.ts';
import { onwardIn } from './own-checks.ts';
import type { WatchedFolders } from './watched-folders.ts';

interface MovesContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
  /** Changes a document, with a line of its history. */
  readonly change: (id: number, changes: FileChanges, history?: { readonly event: string; readonly note?: Message }) => Document;
  /** The service passes a content on itself, into this job. */
  readonly passOn: (job: number, set: JobChanges) => void;
  readonly changeJob: (job: number, set: JobChanges) => void;
  /** The state of its file once a document that nothing was written for has come to a job. */
  readonly fileAt: (document: Document, job: number) => FileState;
  /** A document has come to a job, which may have its result already. */
  readonly arrived: (id: number) => void;
}

/**
 * From the job that classified a document to the one that its category leads to, and back. To be called in the transaction of what
 * leads there, such as its verdict. What a document leaves is paid for and stays, with its result, should the category come back.
 */
export class Moves {
  readonly #context: MovesContext;

  constructor(context: MovesContext) {
    this.#context = context;
  }

  /** Where its folder's settings lead a document that has its verdict. */
  onward(document: Document): Onward {
    const { folders, world } = this.#context;
    return onwardIn(world.ledger, folders.get(document.folderId)?.settings, document);
  }

  /** Whether a document that has its verdict is to be sent elsewhere by it, or has been. */
  isLedOn(document: Document): boolean {
    const onward = this.onward(document);
    const { hash = '', origin } = document;
    return onward.kind === 'goes-on' && !isPassedOn(this.#context.world.ledger.jobs.find(origin, onward.route, hash));
  }

  /**
   * Whether a file of that content costs nothing: the service has its job, or has ended with it, and its verdict does not lead the file on
   * to where it would have to be sent.
   */
  costsNothing(document: Document, { hash, origin, result, review, route, state }: Job): boolean {
    const { folders, world } = this.#context;
    if (!isAtService(state)) return false;
    const settings = folders.get(document.folderId)?.settings;
    if (result === undefined) return !(settings !== undefined && sameRoute(route, settings.route) && leadsOn(settings.next));
    const onward = this.onward({ ...document, route, result, ...defined({ review }) });
    if (onward.kind !== 'goes-on') return true;
    const next = world.ledger.jobs.find(origin, onward.route, hash);
    return next !== undefined && isAtService(next.state);
  }

  /**
   * A document that has its verdict goes on into the extraction that its folder's settings name for it. Nothing is written for it
   * before it is done there.
   *
   * @param isNews the service has just given the verdict, if only once more
   * @returns whether it has gone on
   */
  toNextStep(id: number, isNews = false): boolean {
    const { ledger } = this.#context.world;
    const document = ledger.documents.get(id);
    const job = document?.job === undefined ? undefined : ledger.jobs.get(document.job);
    if (document === undefined || job === undefined || document.verdict !== undefined || !hasResult(job.state.kind)) return false;
    // What settles, or waits for a person, has not come to its job yet.
    const { file } = document;
    if ((file.kind === 'gone' ? file.was : file).kind !== 'there') return false;
    const onward = this.onward(document);
    if (onward.kind === 'goes-on' || onward.kind === 'linked') return this.#goOnBy(document, onward, isNews);
    this.#waitNoMore(document);
    return false;
  }

  /** The same, into this extraction, whatever the settings say. */
  goTo(document: Document, route: Route, category?: string): void {
    const extraction = this.#nameOf(document, route);
    const note =
      category === undefined ? say('notes.goesOnByDefault', { extraction }) : say('notes.goesOn', { category, extraction });
    this.enter(document, route, note);
  }

  /**
   * A document has another job from now on, on this route.
   *
   * @param how `anew`: no verdict has led it there
   * @returns the job
   */
  enter(document: Document, route: Route, note: Message, how?: 'anew'): Job {
    const { change, arrived, fileAt, world } = this.#context;
    const { id, hash = '', origin } = document;
    const from = how === 'anew' ? { verdict: undefined, duplicateOf: undefined } : { verdict: document.job };
    const now = world.clock.now();
    const job = world.ledger.jobs.jobFor(origin, route, hash, now);
    const delivery = { kind: 'none' } as const;
    const fresh = { delivery, changedAt: now, dueAt: undefined, dismissed: undefined, findings: undefined };
    const file = fileAt({ ...document, delivery }, job.id);
    const line = how === 'anew' ? { event: 'applied', note } : { event: 'passed on', note };
    change(id, { ...fresh, ...from, job: job.id, route, file }, line);
    arrived(id);
    return job;
  }

  /**
   * The verdict of a document that has gone on is another one, or somebody has judged it: it stays in the extraction that it is in,
   * goes on into another one, or goes nowhere.
   *
   * @returns whether it stays
   */
  reconsider(id: number): boolean {
    const { arrived, world } = this.#context;
    const document = world.ledger.documents.get(id);
    if (document?.verdict === undefined) return false;
    const onward = this.onward(atVerdict(document, document.verdict));
    const job = document.job === undefined ? undefined : world.ledger.jobs.get(document.job);
    // What has not been sent there yet, wherever its file is, is not sent to where the service passes it on itself.
    const isUnsent = onward.kind === 'linked' && job !== undefined && isReady(job.state) && !isSentAnyway(job.state);
    if (!isUnsent && leadsTo(onward, document.route)) return true;
    this.leave(document);
    if (!this.toNextStep(id)) arrived(id);
    return false;
  }

  /** Takes a document back to its verdict. */
  leave(document: Document): void {
    if (awaitsValues(document)) {
      this.#waitNoMore(document);
      return;
    }
    const { change, fileAt, world } = this.#context;
    const { id, batchId, route, verdict } = document;
    if (verdict === undefined) return;
    const extraction = this.#nameOf(document, route);
    const batch = batchId === undefined ? undefined : world.ledger.batches.get(batchId)?.serviceBatchId;
    const note = batch === undefined ? say('notes.leaves', { extraction }) : say('notes.leavesBatch', { extraction, batch });
    const delivery = { kind: 'none' } as const;
    const file = fileAt({ ...document, delivery }, verdict.id);
    const at = { job: verdict.id, verdict: undefined, route: verdict.route, delivery, file } as const;
    const fresh = { dueAt: undefined, changedAt: world.clock.now(), dismissed: undefined, findings: undefined };
    change(id, { ...at, ...fresh }, { event: 'taken back', note });
  }

  /**
   * A document that has its verdict gets the job that this leads to. Nothing is sent for what the service passes on itself: unless it is
   * there already, its values come in a batch that an event of the service names, or a person.
   */
  #goOnBy(document: Document, onward: Extract<Onward, { kind: 'goes-on' | 'linked' }>, isNews: boolean): boolean {
    const { change, changeJob, passOn, world } = this.#context;
    const { batches, jobs } = world.ledger;
    const { id, hash = '', origin, path, sentAs } = document;
    const isLinked = onward.kind === 'linked';
    const route = isLinked ? ({ kind: 'extraction', id: onward.extraction } as const) : onward.route;
    const now = world.clock.now();
    const known = jobs.jobFor(origin, route, hash, now);
    if (isLinked && mayBePassedOn(known.state) && !isSentAnyway(known.state))
      passOn(known.id, { from: id, sentAs: sentAs ?? fileNameOf(path), dueAt: now + askedAfterMs });
    const job = jobs.get(known.id);
    if (!isPassedOn(job)) {
      this.goTo(document, route, onward.category);
      return true;
    }
    const isNew = document.passedOn?.id !== job.id;
    const extraction = this.#nameOf(document, route);
    const note = isLinked
      ? say('notes.awaits', { category: onward.category, extraction })
      : say('notes.passedOn', { extraction });
    if (isNew) change(id, { verdict: document.job, job: job.id }, { event: 'passed on', note });
    // Its folder would have it sent: whether it is, a person says.
    if (!isLinked && job.state.asked !== true) changeJob(job.id, { state: { ...job.state, asked: true }, dueAt: undefined });
    // An event may have come before the verdict did, or while it was classified again.
    if (isNew || isNews)
      for (const batch of batches.linkedWaiting(origin, route))
        batches.update(batch.id, { state: 'open', nextPollAt: now, missingSince: undefined });
    return false;
  }

  /** A document has its verdict as its job again, and waits for no values. */
  #waitNoMore(document: Document): void {
    if (awaitsValues(document)) this.#context.change(document.id, { job: document.job, verdict: undefined });
  }

  #nameOf({ origin }: Document, route: Route): string {
    return this.#context.world.ledger.routes.info(origin, route)?.name ?? route.id;
  }
}

/** A document with what it is told by where it was classified. */
export function atVerdict({ verdict: _, ...document }: Document, { route, result, review }: Job): Document {
  const { result: __, review: ___, ...rest } = document;
  return { ...rest, route, ...(result !== undefined && { result }), ...(review !== undefined && { review }) };
}

function leadsTo(onward: Onward, route: Route): boolean {
  if (onward.kind === 'linked') return sameRoute({ kind: 'extraction', id: onward.extraction }, route);
  return onward.kind === 'goes-on' && sameRoute(onward.route, route);
}

/** It is not to be sent, from whichever file. */
function isAtService({ kind }: Job['state']): boolean {
  return kind !== 'waiting' && kind !== 'uploading' && kind !== 'unresolved';
}
