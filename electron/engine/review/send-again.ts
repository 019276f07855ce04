import type { Document } from '../../core/document/document.ts';
import { isHeldAs, isReady, mayPayTwice, traitsOf } from '../../core/document/states.ts';
import { ready } from '../../core/document/transition.ts';
import { say } from '../../core/messages/message.ts';
import type { QuickRequest } from '../../ledger/requests.ts';
import type { Stage } from '../loop/control-loop.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import type { LinkedBatches } from '../poll/linked-batches.ts';
import type { World } from '../ports.ts';
import { followFolder } from '../recovery.ts';
import { applySettings } from './apply-settings.ts';
import type { AskedCalls } from './asked-calls.ts';
import { assign } from './assign.ts';
import { nameBatch } from './name-batch.ts';
import type { Reviews } from './reviews.ts';
import { fileByPerson, undoFiling } from './undo-filings.ts';

export interface SendAgainContext {
  readonly world: Pick<World, 'ledger' | 'clock' | 'service'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'amendJob' | 'apply' | 'moves' | 'together'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
  readonly wake: () => void;
}

/**
 * A person sends documents again that failed, were refused or are held. What the service may have already is marked as a possible
 * duplicate. Of documents with the same content, one is sent.
 */
export function sendAgain(context: SendAgainContext, ids: readonly number[]): void {
  const { folders, world, writer, wake } = context;
  const { clock, ledger, service } = world;
  const at = clock.now();
  writer.together(() => {
    for (const id of ids) {
      const document = ledger.documents.get(id);
      if (document === undefined) continue;
      ledger.arrivals.markByHand(id);
      sendJobAgain(context, document, at);
      if (document.dismissed === true) writer.amend(id, { dismissed: undefined });
      const set = isHeldAs(document.state, 'unverified') ? { doubtful: true as const } : {};
      writer.apply([{ id, event: { kind: 'released', at }, set, note: say('notes.byHand') }]);
      // Its folder may have another route by now.
      const now = ledger.documents.get(id);
      if (now !== undefined && traitsOf[now.state.kind].progress === 'waiting')
        writer.apply(followFolder(now, folders.get(now.folderId), service.origin, at));
    }
  });
  wake();
}

/** Its content is to be sent (again), unless it is on its way, or its result is there. */
function sendJobAgain({ world, writer }: SendAgainContext, document: Document, at: number): void {
  const { file, passedOn, state } = document;
  const id = passedOn?.id ?? document.job;
  const job = id === undefined ? undefined : world.ledger.jobs.get(id);
  if (job === undefined) return;
  const heldWhy = file.kind === 'waiting' && file.wait.kind === 'held' ? file.wait.why : undefined;
  // Of what is held for a reason of its file, the content may be in doubt elsewhere, which another question is about.
  if (heldWhy !== undefined && heldWhy !== 'dropped' && job.state.kind !== 'failed' && job.state.kind !== 'rejected') {
    if (heldWhy === 'budget' && isReady(job.state)) writer.amendJob(job.id, { state: ready(at, true), dueAt: at });
    else if (isReady(job.state)) writer.amendJob(job.id, { attempts: 0, ...(mayPayTwice(state) && { possibleDuplicate: true }) });
    return;
  }
  const isDropped = job.droppedAt !== undefined && job.result === undefined;
  const event = { kind: 'send-again', at, ...(isDropped && { isDropped }) } as const;
  const isTwice = passedOn !== undefined || mayPayTwice(state);
  const set = { attempts: 0, ...(isTwice && { possibleDuplicate: true }) };
  writer.apply([{ job: job.id, event, set, note: say('notes.byHand') }]);
}

/** How often the ledger is asked for requests, in milliseconds. */
const requestsMs = 2_000;

export interface RequestContext extends SendAgainContext {
  readonly linked: Pick<LinkedBatches, 'name'>;
  readonly asked: Pick<AskedCalls, 'start'>;
  readonly reviews: Pick<Reviews, 'act'>;
}

/** Does what a person asked for from outside: the command line leaves its requests in the ledger. */
export class RequestStage implements Stage {
  readonly #context: RequestContext;
  #next = Number.NEGATIVE_INFINITY;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  start(now: number): number {
    if (now < this.#next && this.#next - now <= requestsMs) return this.#next;
    this.#next = now + requestsMs;
    const { wake, world, writer } = this.#context;
    const { requests } = world.ledger;
    // What the command line has said to be accepted is not lost to a kill between its removal and its end.
    if (requests.areWaiting()) {
      writer.together(() => this.#do(requests.take()));
      // Stages that had their turn before have something to do now.
      wake();
    }
    this.#context.asked.start(now);
    return this.#next;
  }

  ledgerChanged(): void {
    this.#next = Number.NEGATIVE_INFINITY;
  }

  #do(requests: readonly QuickRequest[]): void {
    const again = requests.filter(({ kind }) => kind === 'send-again');
    if (again.length > 0)
      sendAgain(
        this.#context,
        again.map(({ documentId }) => documentId),
      );
    for (const request of requests) {
      if (request.kind === 'undo') undoFiling(this.#context, request.documentId, request.path, request.by);
      else if (request.kind === 'file') fileByPerson(this.#context, request.documentId);
      else if (request.kind === 'apply') applySettings(this.#context, request);
      else if (request.kind === 'review') this.#review(request);
      else if (request.kind === 'name-batch')
        nameBatch(this.#context, request.documentId, request.batch, request.fileId ?? undefined);
    }
    for (const request of requests) if (request.kind === 'assign') assign(this.#context, request.documentId, request.fileId);
  }

  /** Its result may be another one by now, or on its way: then its history says why nothing was done. */
  #review({ act, by, documentId }: Extract<QuickRequest, { kind: 'review' }>): void {
    const { reviews, world, writer } = this.#context;
    const answer = reviews.act(documentId, act, by);
    const changedAt = world.ledger.documents.get(documentId)?.changedAt;
    if (answer.ok || changedAt === undefined) return;
    const note = say('notes.byWithMessage', { by, message: answer.error.message });
    writer.amend(documentId, { changedAt }, { event: 'not reviewed', note });
  }
}
