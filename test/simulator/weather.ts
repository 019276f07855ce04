import { foreign } from '../../electron/core/messages/message.ts';
import type { Failure, KeyProblem } from '../../electron/core/protocol/failure.ts';
import { type Route, routeKey } from '../../electron/core/protocol/route.ts';
import type { Dice } from './random.ts';

/**
 * The outcome of an upload: it fails `before` the request is complete, or after it, refused by the service or with its
 * answer `lost`, and the documents `taken` or not.
 */
export type UploadFault =
  | { readonly kind: 'before'; readonly failure: Failure; readonly midBody: boolean }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'lost'; readonly taken: boolean };

type Rate = Extract<Failure, { kind: 'rate' }>;

const offline: Failure = { kind: 'offline', message: foreign('no connection') };
const broken: Failure = { kind: 'server', status: 500, message: foreign('an error of the service') };
const unreadable: Failure = { kind: 'unreadable', status: 200, message: foreign('not JSON') };
const gone: Failure = { kind: 'not-found', status: 404, message: foreign('not found') };
const tooMany: Rate = { kind: 'rate', status: 429, message: foreign('too many requests') };

/** The current condition of the service and the network, and the faults of single calls. */
export class Weather {
  readonly #dice: Dice;
  /** The chance that a single call fails. */
  faultiness = 0;
  /** The chance that the service lists a file, or its result, only long after it has ended. */
  lateness = 0;
  outage = false;
  /** Why every key is refused, if it is. */
  key: KeyProblem | undefined;
  forbidden: Extract<Failure, { kind: 'forbidden' }>['reason'] | undefined;
  /** Every call is answered "too many requests", with this Retry-After. */
  slowDownMs: number | undefined;
  broken: 'uploads' | 'everything' | undefined;
  readonly goneRoutes = new Set<string>();
  /** Batches that the service temporarily does not know. */
  readonly forgotten = new Set<string>();
  /** How many calls failed. */
  faults = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** Ends all trouble for good; batches forgotten for good stay forgotten. */
  clear(): void {
    this.faultiness = 0;
    this.outage = false;
    this.key = undefined;
    this.forbidden = undefined;
    this.slowDownMs = undefined;
    this.broken = undefined;
    this.goneRoutes.clear();
  }

  /** A call that costs nothing. */
  onFree(route: Route, batchId?: string): Failure | undefined {
    const failure = this.#onFree(route, batchId);
    if (failure !== undefined) this.faults += 1;
    return failure;
  }

  onUpload(route: Route): UploadFault | undefined {
    const fault = this.#onUpload(route);
    if (fault !== undefined) this.faults += 1;
    return fault;
  }

  #onFree(route: Route, batchId: string | undefined): Failure | undefined {
    const failure = this.#account();
    if (failure !== undefined) return failure;
    if (this.forbidden === 'revoked') return { kind: 'forbidden', status: 403, message: foreign('revoked'), reason: 'revoked' };
    if (this.broken === 'everything') return broken;
    if (batchId === undefined ? this.goneRoutes.has(routeKey(route)) : this.forgotten.has(batchId)) return gone;
    if (!this.#dice.chance(this.faultiness)) return undefined;
    return this.#dice.pick([offline, broken, unreadable, this.#rate()]);
  }

  #onUpload(route: Route): UploadFault | undefined {
    const failure = this.#account() ?? this.#refusal(route);
    if (failure !== undefined) {
      // The service may answer before it has read everything.
      const early = failure.kind === 'offline' || this.#dice.chance(0.3);
      return early ? { kind: 'before', failure, midBody: this.#dice.chance(0.5) } : { kind: 'refused', failure };
    }
    if (!this.#dice.chance(this.faultiness)) return undefined;
    return this.#dice.pick<() => UploadFault>([
      () => ({ kind: 'before', failure: offline, midBody: false }),
      () => ({ kind: 'before', failure: offline, midBody: true }),
      () => ({ kind: 'refused', failure: broken }),
      () => ({ kind: 'refused', failure: this.#rate() }),
      () => ({ kind: 'lost', taken: true }),
      () => ({ kind: 'lost', taken: false }),
    ])();
  }

  /** The fault that every call meets. */
  #account(): Failure | undefined {
    if (this.outage) return offline;
    if (this.key !== undefined) return { kind: 'key', status: 401, message: foreign(`the key is ${this.key}`), reason: this.key };
    return this.slowDownMs === undefined ? undefined : { ...tooMany, retryAfterMs: this.slowDownMs };
  }

  #refusal(route: Route): Failure | undefined {
    if (this.forbidden !== undefined) return { kind: 'forbidden', status: 403, message: foreign('no'), reason: this.forbidden };
    if (this.broken !== undefined) return broken;
    return this.goneRoutes.has(routeKey(route)) ? gone : undefined;
  }

  /** With or without Retry-After, or as a 401 whose message names the rate limit. */
  #rate(): Rate {
    const status = this.#dice.pick([429, 429, 401]);
    const retryAfterMs = this.#dice.pick([undefined, 1_500, 20_000]);
    return { ...tooMany, status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
}
