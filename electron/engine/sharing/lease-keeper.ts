import { type Message, say } from '../../core/messages/message.ts';
import type { Lease, MachineName, Register, RegisterAnswer, RegisterProblem } from '../../register/register.ts';
import type { World } from '../ports.ts';

/** A lease is renewed three times in its length. */
const renewals = 3;
/** A register that did not answer is asked again after this time, in milliseconds; each time it does not, after twice as long. */
const retryMs = 3_000;

/**
 * Holds this machine's lease. The register's clock says when it ends; this machine only measures how long ago it was last confirmed,
 * and stops trusting it well before the register would.
 */
export class LeaseKeeper {
  readonly #register: Register;
  readonly #machine: MachineName;
  readonly #leaseMs: number;
  readonly #world: Pick<World, 'clock' | 'log'>;
  #lease: Lease | undefined;
  /** An answer has said that the lease is over; the next call of `keep` finds out, and begins another. */
  #isOver = false;
  #problem: RegisterProblem | undefined;
  /** When the last call began that confirmed it, by both clocks: one of them stands still while the machine sleeps. */
  #confirmed = { now: 0, elapsed: 0 };
  /** Elapsed milliseconds. */
  #nextAt = 0;
  /** How often in a row the register has not answered. */
  #failures = 0;

  constructor(world: Pick<World, 'clock' | 'log'>, register: Register, machine: MachineName, leaseMs: number) {
    this.#world = world;
    this.#register = register;
    this.#machine = machine;
    this.#leaseMs = leaseMs;
  }

  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Why the register cannot be asked now. */
  get problem(): Message | undefined {
    if (this.#problem !== undefined) return this.#problem.message;
    return this.#lease === undefined || this.#isOver ? say('sending.registerAsked') : undefined;
  }

  /** When it is to be renewed or begun, in elapsed milliseconds. */
  get nextAt(): number {
    return this.#nextAt;
  }

  /** Whether it was confirmed so lately that no other machine can have taken over what it holds. */
  get isSure(): boolean {
    if (this.problem !== undefined) return false;
    const { clock } = this.#world;
    const passed = [clock.now() - this.#confirmed.now, clock.elapsed() - this.#confirmed.elapsed];
    return passed.every((milliseconds) => milliseconds >= 0 && milliseconds < (2 * this.#leaseMs) / renewals);
  }

  /**
   * Begins or renews it, if that is due. To be called again and again, also in the middle of long work.
   * @param doing what the others are told
   * @returns `begun`: what was held under an earlier one may be others' by now
   */
  async keep(doing?: () => string): Promise<'begun' | 'kept' | 'problem'> {
    const { clock } = this.#world;
    if (clock.elapsed() < this.#nextAt) return this.#lease === undefined || this.#problem !== undefined ? 'problem' : 'kept';
    const at = { now: clock.now(), elapsed: clock.elapsed() };
    const lease = this.#lease;
    const answer = lease === undefined ? await this.#begin() : await this.checked(lease.renew(doing?.()));
    if (!answer.ok && answer.error.kind === 'lease-ended') {
      this.#world.log.warn('register', { lease: 'ended' });
      this.#lease = undefined;
      this.#nextAt = 0;
      return this.keep(doing);
    }
    if (!answer.ok) return 'problem';
    this.#isOver = false;
    this.#nextAt = clock.elapsed() + this.#leaseMs / renewals;
    this.#confirmed = at;
    return lease === undefined ? 'begun' : 'kept';
  }

  /** Takes note of what an answer says of the register. Never throws. */
  async checked<Value>(call: Promise<RegisterAnswer<Value>>): Promise<RegisterAnswer<Value>> {
    const answer = await call;
    if (answer.ok) this.#heard();
    else if (answer.error.kind === 'lease-ended') {
      this.#isOver = true;
      this.#nextAt = 0;
    } else if (answer.error.kind !== 'lost-claim') this.#failed(answer.error);
    return answer;
  }

  /** A register that did not answer is asked again now. */
  hurry(): void {
    if (this.#problem !== undefined) this.#nextAt = 0;
  }

  /**
   * Nobody knows what it holds: an answer was lost that would have said it. The next one takes up what it does.
   */
  abandon(): void {
    this.#lease = undefined;
  }

  /** Others may take over at once. */
  async end(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    this.#nextAt = 0;
    await lease?.end();
  }

  async #begin(): Promise<RegisterAnswer<Lease>> {
    const begun = await this.checked(this.#register.begin(this.#machine));
    if (begun.ok) this.#lease = begun.value;
    return begun;
  }

  #heard(): void {
    this.#failures = 0;
    if (this.#problem === undefined) return;
    this.#problem = undefined;
    this.#world.log.info('register', { problem: 'none' });
  }

  #failed(problem: RegisterProblem): void {
    if (this.#problem?.kind !== problem.kind)
      this.#world.log.warn('register', { problem: problem.kind, message: problem.message });
    this.#problem = problem;
    const elapsed = this.#world.clock.elapsed();
    // Calls that were under way together fail together.
    if (this.#failures > 0 && elapsed < this.#nextAt) return;
    this.#nextAt = elapsed + Math.min(retryMs * 2 ** this.#failures, Math.max(retryMs, this.#leaseMs / 2));
    this.#failures += 1;
  }
}
