import {
  type Gate,
  gateAfterAnswer,
  gateAfterFailure,
  gateOpensAt,
  gateTriedNow,
  mayCall,
  openGate,
} from '../../core/account/gate.ts';
import { fullRate, halved, perSecondAt, type Rate, take } from '../../core/account/rate.ts';
import { Streak } from '../../core/account/streak.ts';
import { type Failure, traitsOfFailure } from '../../core/protocol/failure.ts';
import type { World } from '../ports.ts';

/** Permission for one call. Its outcome counts only against what was known when it began. */
export interface Ticket {
  readonly call: 'upload' | 'other';
  readonly number: number;
  readonly probe: boolean;
}

/** Permission to call, or when to ask again (ms since the epoch; undefined: when something else happens). */
type Permission = { readonly kind: 'go'; readonly ticket: Ticket } | { readonly kind: 'later'; readonly at: number | undefined };

/**
 * What is known about the account and the connection as a whole: the gate and the one budget of requests. Every call to
 * the service asks for permission here first, and reports its outcome.
 */
export class Account {
  #gate: Gate = openGate;
  #rate: Rate;
  #tickets = 0;
  /** The newest ticket when the gate was shut: an answer to an older call does not open it again. */
  #shutAt = 0;
  /** How the clock was set when the gate was shut (`#clockSetting`). */
  #shutOn = Number.NaN;
  /** The newest ticket when the key was replaced: an older call was refused because of the old key. */
  #replacedAt = 0;
  #probe: number | undefined;
  /** With the free call that goes before an upload which finds out, at most 30 requests a minute begin while all fail. */
  readonly #calls = new Streak(24);
  readonly #uploads = new Streak(6);
  readonly #world: Pick<World, 'clock' | 'random' | 'log'>;
  readonly #onChange: (gate: Gate) => void;
  readonly #onRate: (perSecond: number) => void;
  #reportedPerSecond: number;

  /**
   * @param mostPerSecond requests a second that may begin while the service does not ask for fewer
   * @param onRate called when the rate is halved, when it has doubled since, and when it is back to the maximum
   */
  constructor(
    world: Pick<World, 'clock' | 'random' | 'log'>,
    mostPerSecond: number,
    onChange: (gate: Gate) => void,
    onRate: (perSecond: number) => void,
  ) {
    this.#world = world;
    this.#onChange = onChange;
    this.#onRate = onRate;
    this.#rate = fullRate(world.clock.now(), mostPerSecond);
    this.#reportedPerSecond = mostPerSecond;
  }

  get gate(): Gate {
    return this.#gate;
  }

  get requestsPerSecond(): number {
    return perSecondAt(this.#rate, this.#world.clock.now());
  }

  /** Asks for permission for one call. While a shut gate is being tried, only one call at a time is allowed. */
  ask(call: 'upload' | 'other'): Permission {
    const now = this.#world.clock.now();
    const may = mayCall(this.#gate, call, now);
    if (may === 'no') return { kind: 'later', at: gateOpensAt(this.#gate, call) };
    if (may === 'probe' && this.#probe !== undefined) return { kind: 'later', at: undefined };
    const elapsed = this.#world.clock.elapsed();
    const streaks = this.#streaksOf(call);
    const pauseMs = Math.max(...streaks.map((streak) => streak.waitMs(elapsed)));
    if (pauseMs > 0) return { kind: 'later', at: now + pauseMs };
    const taken = take(this.#rate, now);
    this.#rate = taken.rate;
    this.#reportRecovery();
    if (taken.waitMs > 0) return { kind: 'later', at: now + taken.waitMs };
    this.#tickets += 1;
    for (const streak of streaks) streak.begins(this.#tickets, elapsed);
    if (may === 'probe') this.#probe = this.#tickets;
    return { kind: 'go', ticket: { call, number: this.#tickets, probe: may === 'probe' } };
  }

  /** Whether a call that has permission may begin now: the gate may have been shut since. */
  mayStillBegin(ticket: Ticket): boolean {
    const isProbe = ticket.probe && ticket.number > this.#shutAt;
    return isProbe || mayCall(this.#gate, ticket.call, this.#world.clock.now()) !== 'no';
  }

  /** The call says nothing about the account: it was withdrawn, or its answer did not come. */
  returned(ticket: Ticket): void {
    for (const streak of this.#streaksOf(ticket.call)) streak.returned(ticket.number);
    if (this.#probe === ticket.number) this.#probe = undefined;
  }

  answered(ticket: Ticket): void {
    for (const streak of this.#streaksOf(ticket.call)) streak.ends(ticket.number);
    this.#heard(ticket);
  }

  /** The free call that goes before an upload which finds out was answered: the service is there. */
  reached(ticket: Ticket): void {
    if (ticket.number > this.#shutAt) this.#opens('other');
  }

  #opens(call: Ticket['call']): void {
    this.#become(gateAfterAnswer(this.#gate, call));
  }

  /** Something in between answered this upload, or nothing did, while other calls are answered: the gate learns nothing. */
  failedAlone(ticket: Ticket): void {
    this.returned(ticket);
    for (const streak of this.#streaksOf(ticket.call)) streak.failed(ticket.number);
  }

  #heard(ticket: Ticket): void {
    this.returned(ticket);
    if (ticket.number > this.#shutAt) this.#opens(ticket.call);
  }

  /** A call that somebody else made was refused, such as the one before the start. */
  heard(failure: Failure): void {
    this.#tickets += 1;
    this.failed(failure, { call: 'other', number: this.#tickets, probe: false });
  }

  /** Also for failures that concern one request alone: they show that the service is there. */
  failed(failure: Failure, ticket: Ticket): void {
    this.failedAlone(ticket);
    if (traitsOfFailure(failure).about === 'request') {
      this.#heard(ticket);
      return;
    }
    if (concernsKey(failure) && ticket.number <= this.#replacedAt) return;
    const now = this.#world.clock.now();
    if (failure.kind === 'rate') {
      this.#rate = halved(this.#rate, now);
      if (this.#rate.perSecond < this.#reportedPerSecond) this.#reportRate(this.#rate.perSecond);
    }
    const next = gateAfterFailure(this.#gate, failure, now, this.#world.random);
    if (next !== this.#gate && next.kind !== 'open') {
      this.#shutAt = this.#tickets;
      this.#shutOn = this.#clockSetting();
    }
    this.#become(next);
  }

  /** There is another key: it is tried at once. */
  keyReplaced(): void {
    this.#replacedAt = this.#tickets;
    this.tryNow();
  }

  /** A person says "try again": a shut gate may be tried at once. */
  tryNow(): void {
    for (const streak of this.#streaksOf('upload')) streak.ends();
    this.#openSoon();
  }

  #openSoon(): void {
    this.#become(gateTriedNow(this.#gate, this.#world.clock.now()));
  }

  /**
   * The machine slept, or its clock was set: earlier times mean nothing any more. A key that was refused stays refused, and
   * a pause that the service has asked for since then still holds.
   */
  clockJumped(): void {
    if (Math.abs(this.#clockSetting() - this.#shutOn) < setByMs) return;
    if (this.#gate.kind !== 'key' || this.#gate.until !== undefined) this.#openSoon();
  }

  #streaksOf(call: Ticket['call']): readonly Streak[] {
    return call === 'upload' ? [this.#calls, this.#uploads] : [this.#calls];
  }

  /** Does not change as long as nobody sets the clock and the machine does not sleep. */
  #clockSetting(): number {
    return this.#world.clock.now() - this.#world.clock.elapsed();
  }

  #reportRecovery(): void {
    const { perSecond, most } = this.#rate;
    const notable = perSecond >= Math.min(2 * this.#reportedPerSecond, most);
    if (notable && perSecond > this.#reportedPerSecond) this.#reportRate(perSecond);
  }

  #reportRate(perSecond: number): void {
    this.#reportedPerSecond = perSecond;
    this.#world.log.info('rate', { requestsPerSecond: perSecond });
    this.#onRate(perSecond);
  }

  #become(next: Gate): void {
    if (next === this.#gate || (next.kind === 'open' && this.#gate.kind === 'open')) return;
    const isNew = next.kind !== this.#gate.kind;
    this.#gate = next;
    if (isNew) this.#world.log.info('account', { gate: next.kind, ...(next.kind !== 'open' && { message: next.message }) });
    this.#onChange(next);
  }
}

/** A smaller difference is drift or a correction, not a clock that was set. Milliseconds. */
const setByMs = 1_000;

function concernsKey(failure: Failure): boolean {
  return failure.kind === 'key' || (failure.kind === 'forbidden' && failure.reason !== 'pages');
}
