import { mayPayTwice } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { Stage } from '../loop/stage.ts';
import type { World } from '../ports.ts';

export interface SendAgainContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'apply'>;
  readonly wake: () => void;
}

/**
 * A person sends documents again that failed, were refused or are held. One that the service may have already is marked as
 * a possible duplicate.
 */
export function sendAgain({ world, writer, wake }: SendAgainContext, ids: readonly number[]): void {
  const at = world.clock.now();
  writer.apply(
    ids.map((id) => {
      const state = world.ledger.documents.get(id)?.state;
      return {
        id,
        event: { kind: 'send-again', at },
        set: { attempts: 0, ...(state !== undefined && mayPayTwice(state) && { possibleDuplicate: true }) },
        note: say('notes.byHand'),
      };
    }),
  );
  wake();
}

/** How often the ledger is asked for requests, in milliseconds. */
const requestsMs = 2_000;

/** Does what a person asked for from outside: the command line leaves its requests in the ledger. */
export class RequestStage implements Stage {
  readonly #context: SendAgainContext;
  #next = Number.NEGATIVE_INFINITY;

  constructor(context: SendAgainContext) {
    this.#context = context;
  }

  start(now: number): number {
    if (now < this.#next && this.#next - now <= requestsMs) return this.#next;
    this.#next = now + requestsMs;
    const requests = this.#context.world.ledger.requests.take();
    if (requests.length > 0)
      sendAgain(
        this.#context,
        requests.map(({ documentId }) => documentId),
      );
    return this.#next;
  }
}
