import { asOn } from '../../core/document/as-on.ts';
import type { Document } from '../../core/document/document.ts';
import { mayPayTwice, traitsOf } from '../../core/document/states.ts';
import type { Wait } from '../../core/document/wait.ts';
import { besideOthers } from '../../core/intake/intake.ts';
import { say } from '../../core/messages/message.ts';
import type { QuickRequest } from '../../ledger/requests.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { Stage } from '../loop/stage.ts';
import { followFolder, type WatchedFolders } from '../loop/watched-folders.ts';
import type { LinkedBatches } from '../poll/linked-batches.ts';
import type { World } from '../ports.ts';
import type { AskedCalls } from './asked-calls.ts';
import { assign } from './assign.ts';
import { nameBatch } from './name-batch.ts';
import { fileAgain, undoFiling } from './undo-filings.ts';

export interface SendAgainContext {
  readonly world: Pick<World, 'ledger' | 'clock' | 'service'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'apply' | 'steps' | 'takeResult' | 'together'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
  readonly wake: () => void;
}

/**
 * A person sends documents again that failed, were refused or are held. One that the service may have already is marked as
 * a possible duplicate. Of documents with the same content, one is sent.
 */
export function sendAgain(context: SendAgainContext, ids: readonly number[]): void {
  const { folders, world, writer, wake } = context;
  const { clock, ledger, service } = world;
  const at = clock.now();
  writer.together(() => {
    for (const id of ids) {
      const { state } = ledger.documents.get(id) ?? {};
      const set = {
        attempts: 0,
        dismissed: undefined,
        ...(state !== undefined && mayPayTwice(state) && { possibleDuplicate: true }),
      };
      if (state !== undefined) ledger.arrivals.markByHand(id);
      writer.apply([{ id, event: { kind: 'send-again', at }, set, note: say('notes.byHand') }]);
      // Its folder may have another route by now.
      const document = ledger.documents.get(id);
      if (document !== undefined && traitsOf(document.state.kind).progress === 'waiting')
        writer.apply(followFolder(document, folders.get(document.folderId), service.origin, at));
      joinCopies(context, id);
    }
  });
  wake();
}

/** A document that is to be sent waits for a copy that is on its way, or takes its result; copies that failed wait for it. */
function joinCopies({ world: { ledger }, writer }: SendAgainContext, id: number): void {
  const document = ledger.documents.get(id);
  if (document?.hash === undefined || document.state.kind !== 'waiting' || document.state.wait.kind !== 'ready') return;
  const { hash, route } = document;
  const others = ledger.documents.besideContent(document, hash).flatMap((other) => asOn(other, route) ?? []);
  const isHeld = ({ state }: Document) => state.kind === 'waiting' && state.wait.kind === 'held';
  // What was paid for and is no longer in the ledger is sent, because a person says so.
  const decision = besideOthers(others.filter((other) => !isHeld(other) && other.droppedAt === undefined));
  if (decision?.kind === 'behind') writer.apply([{ id, event: { kind: 'copied', first: decision.first } }]);
  else if (decision?.kind === 'duplicate') {
    const first = others.find((other) => other.id === decision.of);
    if (first !== undefined) writer.takeResult(id, first);
  } else {
    const failed = others.filter(({ state }) => state.kind === 'waiting' && isFirstFailed(state.wait));
    writer.apply(failed.map((copy) => ({ id: copy.id, event: { kind: 'copied', first: id } })));
  }
}

const isFirstFailed = (wait: Wait) => wait.kind === 'held' && wait.why === 'first-failed';

/** How often the ledger is asked for requests, in milliseconds. */
const requestsMs = 2_000;

export interface RequestContext extends SendAgainContext {
  readonly linked: Pick<LinkedBatches, 'name'>;
  readonly asked: Pick<AskedCalls, 'start'>;
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
    const { world, writer } = this.#context;
    const { requests } = world.ledger;
    // What the command line has said to be accepted is not lost to a kill between its removal and its end.
    if (requests.areWaiting()) writer.together(() => this.#do(requests.take()));
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
      else if (request.kind === 'file-again') fileAgain(this.#context, request.documentId);
      else if (request.kind === 'name-batch')
        nameBatch(this.#context, request.documentId, request.batch, request.fileId ?? undefined);
    }
    for (const request of requests) if (request.kind === 'assign') assign(this.#context, request.documentId, request.fileId);
  }
}
