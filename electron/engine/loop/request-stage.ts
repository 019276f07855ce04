import type { EngineContext, Stage } from './engine-context.ts';

/** How often the ledger is asked for requests, in milliseconds. */
const everyMs = 2_000;

/** Does what a person asked for from outside: the command line leaves its requests in the ledger. */
export class RequestStage implements Stage {
  readonly #context: EngineContext;
  readonly #sendAgain: (ids: readonly number[]) => void;
  #next = Number.NEGATIVE_INFINITY;

  constructor(context: EngineContext, sendAgain: (ids: readonly number[]) => void) {
    this.#context = context;
    this.#sendAgain = sendAgain;
  }

  start(now: number): number {
    if (now < this.#next && this.#next - now <= everyMs) return this.#next;
    this.#next = now + everyMs;
    const requests = this.#context.world.ledger.requests.take();
    if (requests.length > 0) this.#sendAgain(requests.map(({ documentId }) => documentId));
    return this.#next;
  }
}
