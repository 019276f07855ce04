import type { Document } from '../../core/document/document.ts';
import { type FileState, type Job, presentFile } from '../../core/document/job.ts';
import type { Onward } from '../../core/document/onward.ts';
import { hasResult, isAtService, isReady } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { type Route, sameRoute } from '../../core/protocol/route.ts';
import type { FileChanges } from '../../ledger/documents.ts';
import type { World } from '../ports.ts';
import { onwardIn } from './next-step.ts';
import type { WatchedFolders } from './watched-folders.ts';

interface MovesContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
  /** Changes a document, with a line of its history. */
  readonly change: (id: number, changes: FileChanges, history?: { readonly event: string; readonly note?: Message }) => Document;
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

  /**
   * A document that has its verdict goes on into the extraction that its folder's settings name for it. Nothing is written for it
   * before it is done there.
   *
   * @param isNews the service has just given the verdict, if only once more
   * @returns whether it has gone on
   */
  goOn(id: number, isNews = false): boolean {
    const { ledger } = this.#context.world;
    const document = ledger.documents.get(id);
    const job = document?.job === undefined ? undefined : ledger.jobs.get(document.job);
    if (document === undefined || job === undefined || document.verdict !== undefined || !hasResult(job.state.kind)) return false;
    // What settles, or waits for a person, has not come to its job yet.
    if (presentFile(document.file).kind !== 'there') return false;
    const onward = this.onward(document);
    if (onward.kind === 'goes-on') {
      this.goTo(document, onward.route, onward.category);
      return true;
    }
    const linked = onward.kind === 'linked' ? ({ kind: 'extraction', id: onward.extraction } as const) : undefined;
    if (linked !== undefined && this.#isTaken(document, linked)) {
      this.goTo(document, linked);
      return true;
    }
    this.#awaitValues(document, onward, isNews);
    return false;
  }

  /** The same, into this extraction, whatever the settings say. */
  goTo(document: Document, route: Route, category?: string): void {
    const extraction = this.#nameOf(document, route);
    const note =
      category === undefined ? say('notes.goesOnByDefault', { extraction }) : say('notes.goesOn', { category, extraction });
    this.enter(document, route, note);
  }

  /** A document has another job from now on, on this route. @returns the job */
  enter(document: Document, route: Route, note: Message): Job {
    const { change, arrived, fileAt, world } = this.#context;
    const { id, hash = '', origin, job: verdict } = document;
    const now = world.clock.now();
    const job = world.ledger.jobs.jobFor(origin, route, hash, now);
    const delivery = { kind: 'none' } as const;
    const fresh = { delivery, changedAt: now, dueAt: undefined, dismissed: undefined, awaits: undefined, findings: undefined };
    const file = fileAt({ ...document, delivery }, job.id);
    change(id, { ...fresh, verdict, job: job.id, route, file }, { event: 'passed on', note });
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
    // What has not been sent there yet is not sent to where the service passes it on itself.
    const isPassedOn = onward.kind === 'linked' && isReady(document.state);
    if (!isPassedOn && leadsTo(onward, document.route)) return true;
    this.leave(document);
    if (!this.goOn(id)) arrived(id);
    return false;
  }

  /** Takes a document back to its verdict. */
  leave(document: Document): void {
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
   * Whether the service is known to have a document's content in an extraction into which it passes the document on: its values may
   * have come before its category was changed, and changed back, and others of its content may have them.
   */
  #isTaken({ hash, origin }: Document, route: Route): boolean {
    const job = hash === undefined ? undefined : this.#context.world.ledger.jobs.find(origin, route, hash);
    if (job === undefined) return false;
    return isAtService(job.state) || (hasResult(job.state.kind) && job.result !== undefined);
  }

  /**
   * A verdict has come, or somebody has judged it: the document waits for its values if the service passes it on itself, and no more
   * if it does not. Nothing is ever sent for what waits here.
   */
  #awaitValues(document: Document, onward: Onward, isNews: boolean): void {
    const { change, world } = this.#context;
    const { batches } = world.ledger;
    const { id, awaits, origin } = document;
    const extraction = onward.kind === 'linked' ? onward.extraction : undefined;
    const isKnown = extraction === awaits?.extraction;
    if (onward.kind !== 'linked') {
      if (!isKnown) change(id, { awaits: undefined });
      return;
    }
    if (isKnown && !isNews) return;
    const now = world.clock.now();
    const route = { kind: 'extraction', id: onward.extraction } as const;
    const note = say('notes.awaits', { category: onward.category, extraction: this.#nameOf(document, route) });
    if (!isKnown) change(id, { awaits: { extraction: route.id, since: now } }, { event: 'passed on', note });
    // An event may have come before the verdict did, or while it was classified again.
    for (const batch of batches.linkedWaiting(origin, route))
      batches.update(batch.id, { state: 'open', nextPollAt: now, missingSince: undefined });
  }

  #nameOf({ origin }: Document, route: Route): string {
    return this.#context.world.ledger.routes.info(origin, route)?.name ?? route.id;
  }
}

/** A document as it is where it was classified. */
function atVerdict({ verdict: _, ...document }: Document, { route, state, result, review }: Job): Document {
  const { result: __, review: ___, ...rest } = document;
  return { ...rest, route, state, ...(result !== undefined && { result }), ...(review !== undefined && { review }) };
}

function leadsTo(onward: Onward, route: Route): boolean {
  if (onward.kind === 'linked') return sameRoute({ kind: 'extraction', id: onward.extraction }, route);
  return onward.kind === 'goes-on' && sameRoute(onward.route, route);
}
