import { pacedByGate } from '../../core/account/gate.ts';
import { foreign, type Message } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { failedPollInterval } from '../../core/poll/poll-intervals.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import type { Ticket } from '../loop/account.ts';
import { type EngineContext, earlier, type Stage } from '../loop/engine-context.ts';

interface Wanted {
  readonly route: Route;
  state: 'wanted' | 'asking' | 'known';
  failures: number;
  notBefore: number;
  /** Since when no answer about it could be read, and what the last one was. */
  unread?: { readonly since: number; readonly message: Message };
}

/** A route about which no answer could be read for so long: what waits for it says so. */
const untoldMs = 10 * 60_000;

/**
 * Learns the name and the fields of each route, once a start: viewExtraction of an extraction, which costs nothing. A
 * classification has no call to ask, so its id stands for its name.
 */
export class RouteStage implements Stage {
  readonly #context: EngineContext;
  readonly #wake: () => void;
  readonly #routes = new Map<string, Wanted>();

  /** @param wake called when there is a route to ask for */
  constructor(context: EngineContext, wake: () => void) {
    this.#context = context;
    this.#wake = wake;
    for (const folder of context.folders.all()) this.want(folder.settings.route);
  }

  /** Asks for a route that a result belongs to. @returns why it is still not known, after ten minutes without a readable answer */
  want(route: Route): Message | undefined {
    const key = routeKey(route);
    const entry = this.#routes.get(key);
    if (entry === undefined) {
      this.#routes.set(key, { route, state: 'wanted', failures: 0, notBefore: 0 });
      this.#wake();
      return undefined;
    }
    const { unread } = entry;
    if (unread === undefined || this.#context.world.clock.now() - unread.since < untoldMs) return undefined;
    return foreign(
      `The service has given no answer about the extraction ${route.id} that can be read for ten minutes: ${inEnglish(unread.message)} Intray keeps asking.`,
    );
  }

  /** Asks at once for what waits for a time. */
  hurry(): void {
    for (const entry of this.#routes.values()) entry.notBefore = 0;
  }

  start(now: number): number | undefined {
    let next: number | undefined;
    for (const entry of this.#routes.values()) {
      if (entry.state !== 'wanted') continue;
      if (entry.route.kind === 'classification') {
        // No call tells its name: one that is known already (it was made here) stays.
        const { ledger, service } = this.#context.world;
        if (ledger.routes.info(service.origin, entry.route) === undefined) this.#know(entry.route, entry.route.id, [], now);
        entry.state = 'known';
        continue;
      }
      if (entry.notBefore > now) {
        next = earlier(next, entry.notBefore);
        continue;
      }
      const leave = this.#context.account.leave('other');
      if (leave.kind === 'later') return earlier(next, leave.at);
      entry.state = 'asking';
      this.#ask(entry, leave.ticket);
    }
    return next;
  }

  #ask(entry: Wanted, ticket: Ticket): void {
    const { world, account } = this.#context;
    this.#context.tasks.launch(`look at ${routeKey(entry.route)}`, async () => {
      const answer = await world.service.viewExtraction(entry.route.id, { signal: this.#context.stopping });
      const now = world.clock.now();
      entry.state = 'known';
      if (answer.ok) {
        account.answered(ticket);
        this.#know(
          entry.route,
          answer.value.name,
          answer.value.fields.map(({ key }) => key),
          now,
        );
        return;
      }
      account.failed(answer.error, ticket);
      world.log.warn('a route could not be looked at', {
        route: routeKey(entry.route),
        failure: answer.error.kind,
        message: answer.error.message,
      });
      if (answer.error.kind === 'unreadable' || answer.error.kind === 'server') {
        entry.unread = { since: entry.unread?.since ?? now, message: answer.error.message };
      }
      if (answer.error.kind === 'not-found') return this.#gone(entry.route, answer.error, now);
      entry.state = 'wanted';
      if (pacedByGate(answer.error)) return;
      entry.failures += 1;
      entry.notBefore = now + failedPollInterval(entry.failures, world.random);
    });
  }

  #know(route: Route, name: string, fields: readonly string[], now: number): void {
    this.#context.world.ledger.routes.setInfo(this.#context.world.service.origin, { route, name, fields, seenAt: now });
  }

  #gone(route: Route, failure: Failure, now: number): void {
    const { ledger, service } = this.#context.world;
    const message = foreign(
      `The service does not know the extraction ${route.id} ("${inEnglish(failure.message)}"). Choose another route for the folder, or start again once it is back.`,
    );
    ledger.routes.pause(service.origin, route, message, now);
    for (const folder of this.#context.folders.active()) {
      if (routeKey(folder.settings.route) === routeKey(route))
        this.#context.folders.become(folder.id, { kind: 'paused', message });
    }
    // What was sent there before can still be delivered, under the id alone.
    if (ledger.routes.info(service.origin, route) === undefined) this.#know(route, route.id, [], now);
  }
}
