import { asOn, passedState } from '../../core/document/as-on.ts';
import { type Document, type EarlierStep, isAtLaterStep, stepMembers } from '../../core/document/document.ts';
import type { Onward } from '../../core/document/onward.ts';
import { type DocumentState, hasResult, isAtService, type PresentState, presentState } from '../../core/document/states.ts';
import { withoutFile } from '../../core/document/transition.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import { type Route, sameRoute } from '../../core/protocol/route.ts';
import type { World } from '../ports.ts';
import { type Copies, toBeWritten } from './copies.ts';
import type { DocumentWriter } from './document-writer.ts';
import { orDropped } from './left-step.ts';
import { awaitValues } from './linked.ts';
import { onwardIn } from './next-step.ts';
import type { WatchedFolders } from './watched-folders.ts';

interface StepsContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'checkPath' | 'moved'>;
  readonly copies: Copies;
}

/**
 * From one step of a document to the next, and back. To be called in the transaction of what leads there, such as its verdict.
 *
 * What was sent in a step that a document leaves is paid for: it is kept (`left-steps.ts`), is polled to its end, and is taken up
 * again by whichever document of its content comes to that route next.
 */
export class Steps {
  readonly #context: StepsContext;

  constructor(context: StepsContext) {
    this.#context = context;
  }

  /**
   * A document that has its verdict goes on into the extraction that its folder's settings name for it. Nothing is written for it
   * before it is done there.
   *
   * @param isNews the service has just given the verdict, if only once more
   * @returns it as it is now
   */
  goOn(id: number, isNews = false): Document | undefined {
    const document = this.#context.world.ledger.documents.get(id);
    if (document === undefined) return undefined;
    if (!hasResult(presentState(document.state).kind)) return document;
    const { ledger } = this.#context.world;
    const onward = onwardIn(ledger, this.#settingsOf(document), document);
    if (onward.kind === 'goes-on') return this.goTo(document, onward.route, onward.category);
    const linked = onward.kind === 'linked' ? ({ kind: 'extraction', id: onward.extraction } as const) : undefined;
    if (linked !== undefined && this.#isTaken(document, linked)) return this.goTo(document, linked);
    awaitValues(this.#context, id, isNews);
    return ledger.documents.get(id);
  }

  /**
   * Whether the service is known to have a document's content in an extraction into which it passes the document on: its values may
   * have come before its category was changed, and changed back, and others of its content may have them.
   */
  #isTaken(document: Document, route: Route): boolean {
    const { documents, leftSteps } = this.#context.world.ledger;
    const { id, hash, origin } = document;
    if (leftSteps.get(id, route) !== undefined) return true;
    if (hash === undefined) return false;
    const there = documents.withContent(origin, route, hash).flatMap((other) => asOn(other, route) ?? []);
    return [...there, ...leftSteps.withContent(origin, route, hash)].some(
      ({ state, result }) => isAtService(presentState(state)) || (hasResult(presentState(state).kind) && result !== undefined),
    );
  }

  /** A document goes on into a step in which it is sent no more: the service has it there, or another one of its content. */
  enter(document: Document, step: EarlierStep & { readonly state: DocumentState }, note: Message): void {
    // The file at the service is that of the document whose verdict it took.
    if (presentState(document.state).kind === 'duplicate')
      this.#context.world.ledger.documents.update(document.id, { batchId: undefined, fileId: undefined, sentAs: undefined });
    this.#begin(document, step, note);
  }

  /** The same, into this extraction, whatever the settings say. */
  goTo(document: Document, route: Route, category?: string): Document {
    const { world, copies, writer } = this.#context;
    const { ledger } = world;
    const { id, origin, state } = document;
    // The file at the service is that of the document whose verdict it took.
    if (presentState(state).kind === 'duplicate')
      ledger.documents.update(id, { batchId: undefined, fileId: undefined, sentAs: undefined });
    const extraction = ledger.routes.info(origin, route)?.name ?? route.id;
    const left = ledger.leftSteps.get(id, route);
    if (left !== undefined) {
      ledger.leftSteps.remove(id, route);
      const begun = this.#begin(document, left, say('notes.takenUp', { extraction }));
      copies.tellBehind(begun);
      copies.tellDuplicates(begun);
      writer.checkPath(id);
      return ledger.documents.get(id) ?? begun;
    }
    const waits = { kind: 'waiting', wait: { kind: 'ready', notBefore: world.clock.now() } } as const;
    const said =
      category === undefined ? say('notes.goesOnByDefault', { extraction }) : say('notes.goesOn', { category, extraction });
    copies.join(this.#begin(document, { route, state: waits }, said));
    writer.checkPath(id);
    return ledger.documents.get(id) ?? document;
  }

  #begin(document: Document, step: EarlierStep & { readonly state: DocumentState }, note: Message): Document {
    const { world, writer } = this.#context;
    const now = world.clock.now();
    const state = asThere(document, orDropped(step, document));
    const members = Object.fromEntries(stepMembers.map((name) => [name, step[name]]));
    const changes = {
      ...members,
      ...({ state, delivery: { kind: hasResult(state.kind) ? 'pending' : 'none' } } as const),
      ...{ attempts: 0, dueAt: now, changedAt: now, dismissed: undefined, droppedAt: undefined },
    };
    const advance = () => world.ledger.documents.advance(document.id, step.route, changes);
    return writer.moved(document.id, advance, { event: 'passed on', note });
  }

  /**
   * The verdict of a document that has gone on is another one, or somebody has judged it: it stays in the extraction that it is in,
   * goes on into another one, or goes nowhere. What is written for it is written anew once it is done there, unless its result was dropped.
   */
  reconsider(id: number): void {
    const { world, writer } = this.#context;
    const { ledger, clock } = world;
    const document = ledger.documents.get(id);
    const onward = document && this.#onwardFromVerdict(document);
    if (document === undefined || onward === undefined) return;
    // What has not been sent there yet is not sent to where the service passes it on itself.
    const isPassedOn = onward.kind === 'linked' && isUnsent(presentState(document.state));
    if (!isPassedOn && leadsTo(onward, document.route)) {
      if (hasResult(document.state.kind) && document.result !== undefined) writer.amend(id, toBeWritten(document, clock.now()));
      return;
    }
    const back = this.leave(document);
    const now = this.goOn(id);
    if (now !== undefined && !isAtLaterStep(now)) writer.amend(id, toBeWritten(back, clock.now()));
  }

  /** A document is to be sent because another one of its content was not: unless the service passes it on itself. */
  keepPassedOn(id: number): void {
    const document = this.#context.world.ledger.documents.get(id);
    if (document !== undefined && this.#onwardFromVerdict(document)?.kind === 'linked') this.reconsider(id);
  }

  /** Where the verdict of a document that has gone on leads by now. */
  #onwardFromVerdict(document: Document): Onward | undefined {
    const verdict = document.earlierSteps?.at(-1);
    const before = verdict && asOn(document, verdict.route);
    return before && onwardIn(this.#context.world.ledger, this.#settingsOf(document), before);
  }

  /** Takes a document back to its verdict, and keeps what was sent in the step that it leaves. @returns it as it is now */
  leave(document: Document): Document {
    const { world, writer } = this.#context;
    const { ledger, clock } = world;
    const { id, origin, route, batchId } = document;
    const step = document.earlierSteps?.at(-1);
    if (step === undefined) return document;
    const state = presentState(document.state);
    const members = given(Object.fromEntries(stepMembers.map((name) => [name, document[name]])));
    if (isKept(state)) ledger.leftSteps.put(origin, { ...members, documentId: id, route, state });
    const extraction = ledger.routes.info(origin, route)?.name ?? route.id;
    const known = batchId === undefined ? undefined : ledger.batches.get(batchId);
    const batch = known?.serviceBatchId;
    // Of a document whose file has gone, nobody may have asked any more.
    if (known?.state === 'closed' && batch !== undefined && isAtService(state))
      ledger.batches.update(known.id, { state: 'open', nextPollAt: clock.now() + fastestPollMs, missingSince: undefined });
    const note =
      batch === undefined || !isKept(state)
        ? say('notes.leaves', { extraction })
        : say('notes.leavesBatch', { extraction, batch });
    const now = clock.now();
    const changes = {
      ...({ state: asThere(document, this.#stateAt(document, step)), delivery: { kind: 'none' } } as const),
      ...{ attempts: 0, dueAt: undefined, changedAt: now, dismissed: undefined },
      droppedAt: step.result === undefined ? (document.droppedAt ?? document.foundAt) : undefined,
    };
    return writer.moved(id, () => ledger.documents.rewind(id, changes), { event: 'taken back', note });
  }

  /** Whoever has relied on a document in a step that it has left relies on another one, unless it is only being classified again. */
  settle(id: number): void {
    const { world, copies } = this.#context;
    const document = world.ledger.documents.get(id);
    if (document === undefined || awaitsVerdict(document)) return;
    copies.succeed(document);
  }

  /** That of a verdict which was taken from another document is that one's. */
  #stateAt({ id, origin, hash }: Document, { route, fileId, ...step }: EarlierStep): PresentState {
    if (fileId !== undefined || hash === undefined) return passedState(step);
    const others = this.#context.world.ledger.documents.withContent(origin, route, hash);
    const holder = others.find((other) => other.id !== id && asOn(other, route)?.fileId !== undefined);
    return holder === undefined ? passedState(step) : { kind: 'duplicate', of: holder.id };
  }

  #settingsOf({ folderId }: Document) {
    return this.#context.folders.get(folderId)?.settings;
  }
}

/** Whether the service is classifying it, for the first time or again. */
export function awaitsVerdict({ route, state }: Document): boolean {
  return route.kind === 'classification' && isAtService(state);
}

/** Whether something of a step is to be kept when it is left: what nobody has sent or decided about is not. */
function isKept(state: PresentState): boolean {
  if (state.kind === 'waiting') return state.wait.kind === 'held';
  if (state.kind === 'uploading') return state.sent;
  return state.kind !== 'settling' && state.kind !== 'duplicate';
}

/** Whether it is about to be sent. */
function isUnsent(state: PresentState): boolean {
  return (state.kind === 'waiting' && state.wait.kind === 'ready') || (state.kind === 'uploading' && !state.sent);
}

function leadsTo(onward: Onward, route: Route): boolean {
  if (onward.kind === 'linked') return sameRoute({ kind: 'extraction', id: onward.extraction }, route);
  return onward.kind === 'goes-on' && sameRoute(onward.route, route);
}

/** What is gone stays gone, unless the service has it there and its result is awaited. */
function asThere({ state }: Document, now: PresentState): DocumentState {
  return state.kind === 'gone' ? withoutFile(now) : now;
}
