import type { Message } from '../../core/messages/message.ts';
import { type RetryReason, retryPolicies } from '../../core/retry-policies.ts';
import type { World } from '../ports.ts';

/** What a failure is about: an id, a path, a name. */
type Subject = string | number;

/** Something that has failed, and not succeeded since. Times are elapsed milliseconds: nobody can set that clock. */
interface Failing {
  /** How often in a row. */
  readonly times: number;
  readonly since: number;
  /** When it may be tried again. */
  readonly until: number;
  readonly message: Message | undefined;
  readonly isTold: boolean;
}

/** What has failed, for which reason, and when it is tried again (`retryPolicies`). */
export class Retries {
  readonly #world: Pick<World, 'random'> & { readonly clock: Pick<World['clock'], 'elapsed'> };
  readonly #failing = new Map<string, Failing & { readonly reason: RetryReason }>();

  constructor(world: Pick<World, 'random'> & { readonly clock: Pick<World['clock'], 'elapsed'> }) {
    this.#world = world;
  }

  /** It has failed (once more). */
  failed(reason: RetryReason, subject: Subject, message?: Message): Failing {
    const { clock, random } = this.#world;
    const now = clock.elapsed();
    const { times: before, since, isTold } = this.of(reason, subject) ?? { times: 0, since: now, isTold: false };
    const times = before + 1;
    const failing = { reason, times, since, until: now + retryPolicies[reason].restMs(times, random), message, isTold };
    this.#failing.set(keyOf(reason, subject), failing);
    return failing;
  }

  /** It has succeeded, or there is nothing to try any more. */
  done(reason: RetryReason, subject: Subject): void {
    if (this.#failing.size > 0) this.#failing.delete(keyOf(reason, subject));
  }

  of(reason: RetryReason, subject: Subject): Failing | undefined {
    return this.#failing.get(keyOf(reason, subject));
  }

  /** Whether it has failed, and may not be tried again yet. */
  rests(reason: RetryReason, subject: Subject): boolean {
    return this.#failing.size > 0 && (this.of(reason, subject)?.until ?? Number.NEGATIVE_INFINITY) > this.#world.clock.elapsed();
  }

  /** The same, once. */
  isToBeTold(reason: RetryReason, subject: Subject): boolean {
    const failing = this.of(reason, subject);
    if (failing === undefined || failing.isTold || !this.lasts(reason, subject)) return false;
    this.#failing.set(keyOf(reason, subject), { ...failing, reason, isTold: true });
    return true;
  }

  /** Whether it has failed for so long that people are told. */
  lasts(reason: RetryReason, subject: Subject): boolean {
    const since = this.of(reason, subject)?.since;
    return since !== undefined && this.#world.clock.elapsed() - since >= retryPolicies[reason].toldAfterMs;
  }

  /** All that fails for a reason. */
  all(reason: RetryReason): readonly Failing[] {
    return [...this.#failing.values()].filter((failing) => failing.reason === reason);
  }

  /** Everything may be tried at once. */
  hurry(): void {
    for (const [key, failing] of this.#failing) this.#failing.set(key, { ...failing, until: Number.NEGATIVE_INFINITY });
  }
}

function keyOf(reason: RetryReason, subject: Subject): string {
  return `${reason} ${subject}`;
}
