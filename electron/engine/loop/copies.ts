import { isDeepStrictEqual } from 'node:util';
import { asOn } from '../../core/document/as-on.ts';
import { type Document, isAtLaterStep, stepMembers } from '../../core/document/document.ts';
import { firstCopyOf, hasResult, presentState, traitsOf } from '../../core/document/states.ts';
import { besideOthers, type DecisionBehind, decideBehind } from '../../core/intake/intake.ts';
import { say } from '../../core/messages/message.ts';
import { type Route, routeKey, sameRoute } from '../../core/protocol/route.ts';
import type { DocumentChanges } from '../../ledger/documents.ts';
import type { LeftStep } from '../../ledger/left-steps.ts';
import { paidAt } from '../intake/same-content.ts';
import type { World } from '../ports.ts';
import type { DocumentWriter } from './document-writer.ts';
import { orDropped } from './left-step.ts';

type Writer = Pick<DocumentWriter, 'amend' | 'apply' | 'steps'>;

/**
 * What a change of a document implies for the others of its content: each content is sent once on a route, and its result there is
 * everybody's who is on that route. To be called within the transaction of the change.
 */
export class Copies {
  readonly #world: Pick<World, 'ledger' | 'clock'>;
  readonly #writer: Writer;

  constructor(world: Pick<World, 'ledger' | 'clock'>, writer: Writer) {
    this.#world = world;
    this.#writer = writer;
  }

  /** Another document of its content may be on its route already, or have been there: while its file was gone, or before it went on. */
  join(document: Document): void {
    const { id, hash, route, state } = document;
    if (hash === undefined || state.kind !== 'waiting' || state.wait.kind !== 'ready') return;
    const { documents } = this.#world.ledger;
    const others = documents.besideContent(document, hash).flatMap((other) => asOn(other, route) ?? []);
    const dropped = (other: Document) => (other.droppedAt === undefined ? {} : { paidAt: paidAt(this.#world, other) });
    const decision = besideOthers(others.map((other) => ({ ...other, ...dropped(other) })));
    if (decision === undefined) this.takeUpLeft(document);
    else if (decision.kind === 'behind') this.#writer.apply([{ id, event: { kind: 'copied', first: decision.first } }]);
    else if (decision.kind === 'duplicate') {
      const first = others.find((other) => other.id === decision.of);
      if (first !== undefined) this.takeResult(id, first);
    } else this.#writer.apply([{ id, event: decision }]);
  }

  /** Its file is back, in a later step: what it waits for may have come meanwhile, or comes no more. */
  rejoin(document: Document): void {
    const first = document.state.kind === 'waiting' ? firstCopyOf(document.state) : undefined;
    if (first === undefined) {
      this.join(document);
      return;
    }
    const other = this.#world.ledger.documents.get(first);
    if (other !== undefined && asOn(other, document.route) !== undefined) this.tellBehind(other);
    else this.#goOnFor([document]);
  }

  /** Goes on from where another document of its content has left this route: what was sent there is not sent again. */
  takeUpLeft({ id, hash, origin, route }: Document): void {
    const left = hash === undefined ? undefined : this.#world.ledger.leftSteps.withContent(origin, route, hash)[0];
    if (left !== undefined && left.documentId !== id) this.#inherit(id, left);
  }

  #inherit(id: number, left: LeftStep): void {
    const { ledger, clock } = this.#world;
    const before = ledger.documents.get(id);
    const isGone = before?.state.kind === 'gone';
    const { documentId, route, state: _, ...members } = left;
    const owner = ledger.documents.get(documentId);
    const state = owner === undefined ? presentState(left.state) : orDropped(left, owner);
    const others = before?.hash === undefined ? [] : ledger.documents.withContent(before.origin, route, before.hash);
    ledger.leftSteps.remove(documentId, route);
    const set = {
      ...Object.fromEntries(stepMembers.map((name) => [name, members[name]])),
      ...({ delivery: { kind: !isGone && hasResult(state.kind) ? 'pending' : 'none' } } as const),
      dueAt: isGone ? undefined : clock.now(),
      ...(left.result !== undefined && { droppedAt: undefined }),
    };
    const note = say('notes.leftTaken', { path: owner?.path ?? '' });
    this.#writer.apply([{ id, event: { kind: 'resumed', state }, set, note }]);
    this.#relyOn(
      id,
      others.filter((other) => sameRoute(other.route, route) && firstCopyOf(presentState(other.state)) === documentId),
    );
  }

  /** These documents of its content wait for this one on their route from now on, or have its result there. */
  #relyOn(id: number, others: readonly Document[]): void {
    for (const { id: other, state } of others) {
      if (other === id) continue;
      if (state.kind === 'waiting') this.#writer.apply([{ id: other, event: { kind: 'copied', first: id } }]);
      else if (state.kind === 'duplicate') this.#writer.apply([{ id: other, event: { kind: 'result-taken', of: id } }]);
    }
  }

  /** Those that waited for this document, or took its result, on a route that it has left rely on one of them from now on. */
  succeed(before: Document): void {
    const { documents, leftSteps } = this.#world.ledger;
    const { id, origin, hash } = before;
    if (hash === undefined) return;
    const left = leftSteps.of(id).flatMap(({ route }) => documents.withContent(origin, route, hash));
    const others = new Map([...documents.behind(id), ...left].map((other) => [other.id, other]));
    const relying = [...others.values()].filter(
      (other) => firstCopyOf(presentState(other.state)) === id && asOn(before, other.route) === undefined,
    );
    for (const group of Map.groupBy(relying, ({ route }) => routeKey(route)).values()) this.#passTo(id, group);
  }

  #passTo(id: number, others: readonly Document[]): void {
    const { documents, leftSteps } = this.#world.ledger;
    const [heir] = others.toSorted((one, other) => Number(one.state.kind === 'gone') - Number(other.state.kind === 'gone'));
    if (heir === undefined) return;
    const left = leftSteps.get(id, heir.route);
    if (left !== undefined) this.#inherit(heir.id, left);
    else if (heir.state.kind === 'waiting') {
      const note = say('notes.firstNotSent');
      this.#writer.apply([{ id: heir.id, event: { kind: 'ready', at: this.#world.clock.now() }, note }]);
    }
    this.#relyOn(heir.id, others);
    this.#writer.steps.keepPassedOn(heir.id);
    const now = documents.get(heir.id);
    if (now === undefined) return;
    this.tellBehind(now);
    if (asOn(now, heir.route) === undefined) this.succeed(now);
  }

  /**
   * A later result (a review that was confirmed), and what people made of it here, holds for the copies too. Of a verdict, also for
   * those that have gone on from it.
   */
  tellDuplicates(first: Document, route: Route = first.route): void {
    const { documents } = this.#world.ledger;
    const { hash, origin, result, review, fileId, state, droppedAt } = asOn(first, route) ?? first;
    // A copy has none, and the copies of one whose result was dropped keep theirs.
    if (hash === undefined || result === undefined || droppedAt !== undefined) return;
    if (presentState(state).kind === 'duplicate') return;
    const moved: number[] = [];
    for (const { id } of documents.withContent(origin, route, hash)) {
      const copy = id === first.id ? undefined : documents.get(id);
      const there = copy && asOn(copy, route);
      if (copy === undefined || there === undefined) continue;
      if (isDeepStrictEqual(there.result, result) && isDeepStrictEqual(there.review, review)) continue;
      if (!sameRoute(copy.route, route)) {
        // One that was sent itself has a verdict of its own.
        if (there.fileId !== undefined && there.fileId !== fileId) continue;
        documents.updatePassed(id, route, { result, review });
        this.#writer.steps.reconsider(id);
        moved.push(id);
        continue;
      }
      const present = presentState(copy.state);
      if (present.kind !== 'duplicate' || present.of !== first.id) continue;
      this.#writer.amend(id, { result, review, droppedAt: undefined, ...toBeWritten(copy, this.#world.clock.now()) });
      this.#writer.steps.goOn(id);
    }
    for (const id of moved) {
      const copy = documents.get(id);
      if (copy !== undefined) this.succeed(copy);
    }
  }

  /** Copies that wait for this document's result learn what became of it on their route. */
  tellBehind(first: Document): void {
    const { documents } = this.#world.ledger;
    if (first.earlierSteps === undefined && decideBehind(first.state, first.id) === undefined) return;
    const promoted: Document[] = [];
    const senders = new Set<number>();
    for (const copy of documents.behind(first.id)) {
      const there = asOn(first, copy.route);
      const decision = there && decideBehind(there.state, copy.id);
      if (there === undefined || decision === undefined) continue;
      if (typeof decision === 'object' && 'behind' in decision) {
        this.#relyOn(decision.behind, [copy]);
        senders.add(decision.behind);
      } else if (decision === 'promote' && isAtLaterStep(copy)) promoted.push(copy);
      else this.#tell(copy, there, decision);
    }
    this.#goOnFor(promoted);
    for (const sender of senders) {
      const other = documents.get(sender);
      if (other !== undefined) this.tellBehind(other);
    }
  }

  #tell({ id }: Document, first: Document, decision: Exclude<DecisionBehind, { readonly behind: number }>): void {
    if (decision === 'take-result') {
      this.takeResult(id, first);
      return;
    }
    if (decision === 'promote') {
      // Its intake begins anew, and decides with all that is known now which copy is sent.
      const event = { kind: 'touched', at: this.#world.clock.now() } as const;
      this.#writer.apply([{ id, event, note: say('notes.firstNotSent') }]);
    } else if ('held' in decision)
      this.#writer.apply([{ id, event: { kind: 'held', why: 'first-failed', message: decision.held } }]);
    else this.#writer.apply([{ id, event: { kind: 'refused', by: 'service', message: decision.refused } }]);
  }

  /**
   * One of these copies is sent on from where the first one was, and the others wait for it: the steps before are paid for. If a
   * document of another folder has the content at the service in this step, all of them wait for that one.
   */
  #goOnFor(copies: readonly Document[]): void {
    const { documents } = this.#world.ledger;
    for (const { id } of copies) {
      this.#writer.apply([{ id, event: { kind: 'ready', at: this.#world.clock.now() }, note: say('notes.firstNotSent') }]);
      const ready = documents.get(id);
      if (ready !== undefined) this.join(ready);
      this.#writer.steps.keepPassedOn(id);
    }
  }

  /**
   * A copy takes the first one's result at no cost; it is delivered beside the copy's own file.
   *
   * @param first as it is on the copy's route
   * @param found what is known of the copy since its file was read
   */
  takeResult(copyId: number, first: Document, found: DocumentChanges = {}): void {
    if (first.droppedAt !== undefined) {
      const message = say('sending.paidBefore', { path: first.path, paidAt: paidAt(this.#world, first) });
      this.#writer.apply([{ id: copyId, event: { kind: 'held', why: 'dropped', message }, set: found }]);
      return;
    }
    this.#writer.apply([
      {
        id: copyId,
        event: { kind: 'result-taken', of: first.id },
        set: {
          ...found,
          result: first.result,
          review: first.review,
          droppedAt: undefined,
          batchId: first.batchId,
          fileId: first.fileId,
          delivery: { kind: 'pending' },
          dueAt: this.#world.clock.now(),
        },
        note: say('notes.resultTaken', { path: first.path }),
      },
    ]);
  }
}

/** The outputs are out of date. Those of a file that has gone are written anew when it is back. */
export function toBeWritten({ state }: Document, now: number): DocumentChanges {
  if (hasResult(state.kind)) return { delivery: { kind: 'pending' }, dueAt: now };
  return traitsOf(state.kind).hasFile ? {} : { delivery: { kind: 'none' } };
}
