import { pauseMs } from '../../core/account/back-off.ts';
import { linkedRoutes, routesOf } from '../../core/config/folder-settings.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { failedPollInterval } from '../../core/poll/poll-intervals.ts';
import { traitsOfFailure } from '../../core/protocol/failure.ts';
import { fieldsOf, type Route, routeKey } from '../../core/protocol/route.ts';
import type { Ticket } from '../loop/account.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import type { EngineContext } from '../loop/engine-context.ts';

type RouteContext = Pick<EngineContext, 'world' | 'account' | 'folders' | 'routePauses' | 'tasks' | 'wake' | 'stopping'>;

interface WantedRoute {
  readonly route: Route;
  state: 'wanted' | 'asking' | /** It has been changed since. */ 'asking-old' | 'known';
  failures: number;
  notBefore: number;
  /** The service said that there is no such extraction. */
  isGone: boolean;
  /** Since when no answer about it could be read, and what the last failure was. */
  unread?: { readonly since: number; readonly message: Message };
}

/** When no answer about a route could be read for this long, the documents that wait for it say so. */
const unreadableMs = 10 * 60_000;

/**
 * Learns the name and the fields of each route once per start: outputs are named and ordered by them. It calls
 * viewExtraction, which costs nothing. There is no such call for a classification, so its id stands for its name.
 */
export class RouteStage implements Stage {
  readonly #context: RouteContext;
  readonly #routes = new Map<string, WantedRoute>();

  constructor(context: RouteContext) {
    this.#context = context;
    for (const { settings } of context.folders.all())
      for (const route of [...routesOf(settings), ...linkedRoutes(settings.next)]) this.want(route);
  }

  /** Asks for a route that a result belongs to. @returns why it is still not known, after ten minutes without a readable answer */
  want(route: Route): Message | undefined {
    const key = routeKey(route);
    const wanted = this.#routes.get(key);
    if (wanted === undefined) {
      this.#routes.set(key, { route, state: 'wanted', failures: 0, notBefore: 0, isGone: false });
      this.#context.wake();
      return undefined;
    }
    const { unread } = wanted;
    if (unread === undefined || this.#context.world.clock.now() - unread.since < unreadableMs) return undefined;
    return say('outcome.extractionUnreadableForLong', { id: route.id, message: unread.message });
  }

  /** It has been changed. What is being asked now may be answered with what it was. */
  lookAgain(route: Route): void {
    const wanted = this.#routes.get(routeKey(route));
    if (wanted === undefined) return;
    wanted.state = wanted.state === 'asking' ? 'asking-old' : 'wanted';
    wanted.notBefore = 0;
  }

  retryNow(): void {
    for (const wanted of this.#routes.values()) wanted.notBefore = 0;
  }

  start(now: number): number | undefined {
    let next: number | undefined;
    for (const wanted of this.#routes.values()) {
      if (wanted.state !== 'wanted') continue;
      if (wanted.route.kind === 'classification') {
        // No call tells its name. A name that is known, because the classification was made here, stays.
        const { ledger, service } = this.#context.world;
        if (ledger.routes.info(service.origin, wanted.route) === undefined) this.#know(wanted.route, wanted.route.id, [], now);
        wanted.state = 'known';
        continue;
      }
      if (wanted.notBefore > now) {
        next = earlier(next, wanted.notBefore);
        continue;
      }
      const permission = this.#context.account.ask('other');
      if (permission.kind === 'later') return earlier(next, permission.at);
      wanted.state = 'asking';
      this.#ask(wanted, permission.ticket);
    }
    return next;
  }

  #ask(wanted: WantedRoute, ticket: Ticket): void {
    const { account, routePauses, stopping, tasks, world } = this.#context;
    const failed = (now: number, message: Message) => {
      wanted.unread = { since: wanted.unread?.since ?? now, message };
      wanted.failures += 1;
      wanted.notBefore = now + failedPollInterval(wanted.failures, world.random);
    };
    const work = async () => {
      const answer = await world.service.viewExtraction(wanted.route.id, { signal: stopping }).catch((error: unknown) => {
        account.returned(ticket);
        throw error;
      });
      const now = world.clock.now();
      const isOld = wanted.state === 'asking-old';
      wanted.state = isOld ? 'wanted' : 'known';
      if (answer.ok) {
        account.answered(ticket);
        const { name, fields } = answer.value;
        this.#know(wanted.route, name, fields, now);
        if (wanted.isGone) routePauses.resume(wanted.route);
        wanted.isGone = false;
        return;
      }
      account.failed(answer.error, ticket);
      world.log.warn('a route could not be looked at', {
        route: routeKey(wanted.route),
        failure: answer.error.kind,
        message: answer.error.message,
      });
      wanted.state = 'wanted';
      if (answer.error.kind === 'not-found') {
        const { id } = wanted.route;
        // From then on documents find out whether it takes them.
        if (!wanted.isGone)
          routePauses.pause(
            wanted.route,
            say('outcome.extractionUnknown', { id, problem: answer.error.message }),
            answer.error.message,
          );
        wanted.isGone = true;
        wanted.failures += 1;
        wanted.notBefore = now + pauseMs(wanted.failures, world.random);
        // What was sent there before can still be delivered, under the route's id.
        if (world.ledger.routes.info(world.service.origin, wanted.route) === undefined) this.#know(wanted.route, id, [], now);
        return;
      }
      if (!traitsOfFailure(answer.error).waitsForGate) failed(now, answer.error.message);
    };
    tasks.launch('deliver', `look at ${routeKey(wanted.route)}`, work, (message) => {
      wanted.state = 'wanted';
      failed(world.clock.now(), message);
    });
  }

  #know(route: Route, name: string, fields: Parameters<typeof fieldsOf>[0], now: number): void {
    const { ledger, service } = this.#context.world;
    if (ledger.routes.setInfo(service.origin, { route, name, ...fieldsOf(fields), seenAt: now })) ledger.readAgain();
  }
}
