import { isDeepStrictEqual } from 'node:util';
import { type Document, isAtLaterStep } from '../../core/document/document.ts';
import { hasResult, presentState, traitsOf } from '../../core/document/states.ts';
import { besideOthers, decideBehind } from '../../core/intake/intake.ts';
import { say } from '../../core/messages/message.ts';
import type { DocumentChanges } from '../../ledger/documents.ts';
import { paidAt } from '../intake/same-content.ts';
import type { World } from '../ports.ts';
import type { DocumentWriter } from './document-writer.ts';
import { takeSteps } from './take-steps.ts';

/**
 * What a change of a document implies for the others of its content: each content is sent once, and its result is everybody's. To
 * be called within the transaction of the change.
 */
export class Copies {
  readonly #world: Pick<World, 'ledger' | 'clock'>;
  readonly #writer: Pick<DocumentWriter, 'amend' | 'apply' | 'together'>;

  constructor(world: Pick<World, 'ledger' | 'clock'>, writer: Pick<DocumentWriter, 'amend' | 'apply' | 'together'>) {
    this.#world = world;
    this.#writer = writer;
  }

  /** Another document of its content may have gone on for it: while its file was gone, or before it went on itself. */
  join(document: Document): void {
    const { id, hash, state } = document;
    if (hash === undefined || state.kind !== 'waiting' || state.wait.kind !== 'ready') return;
    const { documents } = this.#world.ledger;
    const others = documents.besideContent(document, hash).filter(({ droppedAt }) => droppedAt === undefined);
    const decision = besideOthers(others);
    if (decision?.kind === 'behind') this.#writer.apply([{ id, event: { kind: 'copied', first: decision.first } }]);
    const first = decision?.kind === 'duplicate' ? documents.get(decision.of) : undefined;
    if (first !== undefined) this.takeResult(id, first);
  }

  /** A later result (a review that was confirmed), and what people made of it here, holds for the copies too. */
  tellDuplicates(first: Document): void {
    const { ledger } = this.#world;
    // A copy has none, and the copies of one whose result was dropped keep theirs.
    const { hash, origin, result, review } = first;
    if (hash === undefined || first.droppedAt !== undefined || presentState(first.state).kind === 'duplicate') return;
    const routes = [...(first.earlierSteps ?? []), first].map(({ route }) => route);
    const ids = routes.flatMap((route) => ledger.documents.withContent(origin, route, hash)).map(({ id }) => id);
    for (const id of new Set(ids)) {
      const before = ledger.documents.get(id);
      const state = before && presentState(before.state);
      if (before === undefined || state?.kind !== 'duplicate' || state.of !== first.id) continue;
      takeSteps(ledger.documents, before, first);
      const copy = ledger.documents.get(id) ?? before;
      if (isDeepStrictEqual(copy.result, result) && isDeepStrictEqual(copy.review, review)) continue;
      this.#writer.amend(copy.id, { result, review, ...toBeWritten(copy, this.#world.clock.now()) });
    }
  }

  /** Copies that wait for this document's result learn what became of it. */
  tellBehind(first: Document): void {
    const decision = decideBehind(first.state);
    if (decision === undefined) return;
    const { ledger, clock } = this.#world;
    const copies = ledger.documents.behind(first.id);
    for (const copy of copies) takeSteps(ledger.documents, copy, first);
    if (decision === 'promote' && isAtLaterStep(first)) {
      this.#goOnFor(copies);
      return;
    }
    for (const copy of copies) {
      if (decision === 'take-result') this.takeResult(copy.id, first);
      else if (decision === 'promote') {
        // Its intake begins anew, and decides with all that is known now which copy is sent.
        this.#writer.apply([{ id: copy.id, event: { kind: 'touched', at: clock.now() }, note: say('notes.firstNotSent') }]);
      } else if ('held' in decision)
        this.#writer.apply([{ id: copy.id, event: { kind: 'held', why: 'first-failed', message: decision.held } }]);
      else this.#writer.apply([{ id: copy.id, event: { kind: 'refused', by: 'service', message: decision.refused } }]);
    }
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
    }
  }

  /** A copy takes the first one's result at no cost; it is delivered beside the copy's own file. */
  takeResult(copyId: number, first: Document): void {
    if (first.droppedAt !== undefined) {
      const message = say('sending.paidBefore', { path: first.path, paidAt: paidAt(this.#world, first) });
      this.#writer.apply([{ id: copyId, event: { kind: 'held', why: 'dropped', message } }]);
      return;
    }
    this.#writer.together(() => {
      const copy = this.#world.ledger.documents.get(copyId);
      if (copy !== undefined) takeSteps(this.#world.ledger.documents, copy, first);
      this.#writer.apply([
        {
          id: copyId,
          event: { kind: 'result-taken', of: first.id },
          set: {
            result: first.result,
            review: first.review,
            batchId: first.batchId,
            fileId: first.fileId,
            delivery: { kind: 'pending' },
            dueAt: this.#world.clock.now(),
          },
          note: say('notes.resultTaken', { path: first.path }),
        },
      ]);
    });
  }
}

/** The outputs are out of date. Those of a file that has gone are written anew when it is back. */
export function toBeWritten({ state }: Document, now: number): DocumentChanges {
  if (hasResult(state.kind)) return { delivery: { kind: 'pending' }, dueAt: now };
  return traitsOf(state.kind).hasFile ? {} : { delivery: { kind: 'none' } };
}
