import { type Document, isRenamed } from '../../core/document/document.ts';
import { isHeldAs, isReady, mayPayTwice, traitsOf } from '../../core/document/states.ts';
import { ready } from '../../core/document/transition.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { lacksItsFile, type UnmatchedResult } from '../../core/poll/poll-outcome.ts';
import { type Route, sameRoute } from '../../core/protocol/route.ts';
import { assertNever, err, ok } from '../../core/result.ts';
import type { PersonAct } from '../../core/review/person-act.ts';
import type { ReviewAnswer } from '../api.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import type { LinkedBatches } from '../poll/linked-batches.ts';
import { followFolder } from '../recovery.ts';
import type { Reviews } from './reviews.ts';

export interface ActContext extends EngineContext {
  readonly linked: LinkedBatches;
  readonly reviews: Reviews;
}

const done = ok({ undoable: false } as const);

/** Does what a person, `by`, wants of a document, from wherever it is asked for: in one transaction. */
export function actOn(context: ActContext, id: number, act: PersonAct, by: string): ReviewAnswer {
  const answer = context.writer.together((): ReviewAnswer => {
    switch (act.kind) {
      case 'confirm':
      case 'undo':
      case 'resolve':
      case 'dismiss':
        return context.reviews.act(id, act, by);
      case 'send-again':
        sendAgain(context, [id]);
        return done;
      case 'assign':
        return assign(context, id, act.fileId);
      case 'name-batch':
        return nameBatch(context, id, act.batch, act.fileId);
      case 'file':
        fileByPerson(context, id);
        return done;
      case 'undo-filing':
        undoFiling(context, id, act.to, by);
        return done;
      case 'apply':
        applySettings(context, id, act.route, act.isNext);
        return done;
      default:
        return assertNever(act);
    }
  });
  context.wake();
  return answer;
}

/**
 * A person sends documents again that failed, were refused or are held. What the service may have already is marked as a possible
 * duplicate. Of documents with the same content, one is sent.
 */
export function sendAgain(context: ActContext, ids: readonly number[]): void {
  const { folders, world, writer } = context;
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
}

/** Its content is to be sent (again), unless it is on its way, or its result is there. */
function sendJobAgain({ world, writer }: ActContext, document: Document, at: number): void {
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

/**
 * A person says whose a result is that the service has under a name which fits no document. It is delivered as any other,
 * and nobody else's from now on; nothing is sent. Only a document of the same batch can have it, or one
 * that waits for values from the extraction of a batch that the service has made itself.
 *
 * @param fileId the service's id of the file
 */
function assign({ world, writer }: ActContext, id: number, fileId: string): ReviewAnswer {
  const { clock, ledger } = world;
  const giveTo = (job: number | undefined, { result }: UnmatchedResult, note: Message) => {
    if (job !== undefined)
      writer.apply([{ job, event: { kind: 'reported', status: result.status }, set: { fileId, result }, note }]);
  };
  const document = ledger.documents.get(id);
  if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
  const { path } = document;
  const kept = ledger.unmatched.offeredTo(document).find((offered) => offered.fileId === fileId);
  const refused = err({ kind: 'not-now', message: say('reviewing.notUnmatched', { path }) } as const);
  const { batchId, passedOn } = document;
  if (passedOn !== undefined) {
    const batch = kept && ledger.batches.get(kept.batchId);
    if (kept === undefined || !ledger.jobs.mayBe(passedOn.id, document.origin, batch?.serviceBatchId ?? '', fileId))
      return refused;
    const set = { batchId: kept.batchId, fileId, from: id, dueAt: undefined };
    writer.apply([{ job: passedOn.id, event: { kind: 'adopted' }, set }]);
    ledger.unmatched.remove(kept.batchId, fileId);
    giveTo(passedOn.id, kept, say('notes.assigned', { name: kept.fileName }));
    ledger.batches.update(kept.batchId, { state: 'open', nextPollAt: clock.now() });
    return done;
  }
  if (batchId === undefined || !lacksItsFile(document))
    return err({ kind: 'not-now', message: say('reviewing.needsNoResult', { path }) });
  const { serviceBatchId = '' } = ledger.batches.get(batchId) ?? {};
  const holders = ledger.batches
    .ofService(document.origin, document.route, serviceBatchId)
    .flatMap((batch) => ledger.jobs.inBatch(batch.id))
    .filter((other) => other.id !== document.job && other.fileId === fileId);
  if (kept === undefined || !holders.every(lacksItsFile)) return refused;
  // It was taken for theirs, and they have nothing of it.
  for (const holder of holders) writer.amendJob(holder.id, { fileId: undefined });
  giveTo(document.job, kept, say('notes.assigned', { name: kept.fileName }));
  ledger.unmatched.remove(batchId, fileId);
  return done;
}

/**
 * A person says in which batch the values of a document are that the service has passed on, and in which of its files. The service is
 * asked about it, and only its answer counts; nothing is sent.
 */
function nameBatch({ world, writer, linked }: ActContext, id: number, batch: string, fileId: string | undefined): ReviewAnswer {
  const document = world.ledger.documents.get(id);
  if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
  const { passedOn, path } = document;
  if (passedOn === undefined) return err({ kind: 'not-now', message: say('reviewing.awaitsNoValues', { path }) });
  const named = { batch, ...defined({ fileId }) };
  const line = { event: 'batch named', note: say('notes.named', { batch }) };
  writer.amendJob(passedOn.id, { state: { ...passedOn.state, named } }, line);
  linked.name(passedOn.route.id, batch);
  return done;
}

/**
 * A person takes the filing of a document back: its source and JSON go to where they were before, and it stays there until a
 * person says otherwise. Pages that were sent, and what hooks have done, cannot be taken back.
 *
 * @param to where its file is to go, relative to the folder
 */
function undoFiling({ world, writer }: ActContext, id: number, to: string, by: string): void {
  const document = world.ledger.documents.get(id);
  if (document === undefined || document.path === to) return;
  const at = world.clock.now();
  writer.amend(id, { undone: { at, by, to }, ...againOf(document, at) }, { event: 'undo asked', note: say('notes.by', { by }) });
}

/** A person wants a delivered document filed as its folder files now, also one whose filing was taken back. */
function fileByPerson({ world, writer }: ActContext, id: number): void {
  const document = world.ledger.documents.get(id);
  if (document === undefined) return;
  const again = againOf(document, world.clock.now());
  if (document.undone === undefined && again.delivery === undefined) return;
  writer.amend(id, { undone: undefined, ...again }, { event: 'filing asked' });
}

/** What is written stays, even if it is still to follow its source's name; where the source belongs is decided anew. */
function againOf({ delivery }: Document, now: number): Partial<Pick<Document, 'delivery' | 'dueAt'>> {
  const isDecided = delivery.kind === 'done' || isRenamed(delivery);
  return isDecided && 'at' in delivery ? { delivery: { kind: 'written', at: delivery.at }, dueAt: now } : {};
}

/** A person wants a document sent where its folder's settings send others by now. What it leaves is paid for, and stays. */
function applySettings({ world, writer }: ActContext, id: number, to: Route, isNext: boolean): void {
  const { arrivals, documents, routes } = world.ledger;
  const document = documents.get(id);
  // It may have come there meanwhile, or be under way.
  if (document === undefined || document.file.kind !== 'there' || sameRoute(document.route, to)) return;
  if (document.state.kind === 'uploading' || document.state.kind === 'unresolved' || isReady(document.state)) return;
  arrivals.markByHand(id);
  const name = routes.info(document.origin, to)?.name ?? to.id;
  const note = say('notes.applied', { kind: to.kind, name });
  if (!isNext) {
    writer.moves.enter(document, to, note, 'anew');
    return;
  }
  writer.moves.leave(document);
  const judged = documents.get(id);
  if (judged !== undefined) writer.moves.enter(judged, to, note);
}
