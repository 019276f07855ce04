import { linkedRoutes, routesOf } from '../../core/config/folder-settings.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { traitsOfFailure } from '../../core/protocol/failure.ts';
import { fieldsOf, type Route, routeKey } from '../../core/protocol/route.ts';
import type { Ticket } from '../loop/account.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import type { EngineContext } from '../loop/engine-context.ts';

type RouteContext = Pick<
  EngineContext,
  'world' | 'account' | 'folders' | 'routePauses' | 'retries' | 'tasks' | 'wake' | 'stopping'
>;

/** Why a route is asked for again. */
const reasons = ['route', 'unknown route'] as const;

interface WantedRoute {
  readonly route: Route;
  state: 'wanted' | 'asking' | /** It has been changed since. */ 'asking-old' | 'known';
  /** The service said that there is no such extraction. */
  isGone: boolean;
}

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
      this.#routes.set(key, { route, state: 'wanted', isGone: false });
      this.#context.wake();
      return undefined;
    }
    const { retries } = this.#context;
    const message = retries.lasts('route', key) ? retries.of('route', key)?.message : undefined;
    return message && say('outcome.extractionUnreadableForLong', { id: route.id, message });
  }

  /** It has been changed. What is being asked now may be answered with what it was. */
  lookAgain(route: Route): void {
    const wanted = this.#routes.get(routeKey(route));
    if (wanted === undefined) return;
    wanted.state = wanted.state === 'asking' ? 'asking-old' : 'wanted';
    for (const reason of reasons) this.#context.retries.done(reason, routeKey(route));
  }

  /** Until it may be asked for again, in milliseconds. */
  #waitMs(route: Route): number {
    const { retries, world } = this.#context;
    const until = reasons.map((reason) => retries.of(reason, routeKey(route))?.until ?? Number.NEGATIVE_INFINITY);
    return Math.max(...until) - world.clock.elapsed();
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
      const waitMs = this.#waitMs(wanted.route);
      if (waitMs > 0) {
        next = earlier(next, now + waitMs);
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
    const { account, retries, routePauses, stopping, tasks, world } = this.#context;
    const key = routeKey(wanted.route);
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
        for (const reason of reasons) retries.done(reason, key);
        if (wanted.isGone) routePauses.resume(wanted.route);
        wanted.isGone = false;
        return;
      }
      account.failed(answer.error, ticket);
      world.log.warn('a route could not be looked at', {
        route: key,
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
        retries.failed('unknown route', key);
        // What was sent there before can still be delivered, under the route's id.
        if (world.ledger.routes.info(world.service.origin, wanted.route) === undefined) this.#know(wanted.route, id, [], now);
        return;
      }
      if (!traitsOfFailure(answer.error).waitsForGate) retries.failed('route', key, answer.error.message);
    };
    tasks.launch('deliver', `look at ${key}`, work, (message) => {
      wanted.state = 'wanted';
      retries.failed('route', key, message);
    });
  }

  #know(route: Route, name: string, fields: Parameters<typeof fieldsOf>[0], now: number): void {
    const { ledger, service } = this.#context.world;
    if (ledger.routes.setInfo(service.origin, { route, name, ...fieldsOf(fields), seenAt: now })) ledger.readAgain();
  }
}
