import { pauseMs } from '../../core/account/back-off.ts';
import { routesOf, sendsOn } from '../../core/config/folder-settings.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import type { World } from '../ports.ts';
import type { Scans } from './control-loop.ts';
import type { WatchedFolders } from './watched-folders.ts';

interface RoutePausesContext {
  readonly world: Pick<World, 'ledger' | 'service' | 'clock' | 'random'>;
  readonly folders: Pick<WatchedFolders, 'active' | 'setHealth'>;
  readonly scans: Pick<Scans, 'request'>;
}

/**
 * Pauses routes that are gone, refuse everything or fail, with their folders. Every pause ends by itself: at growing
 * intervals one document finds out whether the route takes it.
 */
export class RoutePauses {
  readonly #context: RoutePausesContext;
  /** Routes that never took a document and have refused one again, by `routeKey`: what is said of them. */
  readonly #refused = new Map<string, Message>();

  constructor(context: RoutePausesContext) {
    this.#context = context;
  }

  /** When one document may find out (ms since the epoch); undefined if the route is open. */
  until(route: Route): number | undefined {
    const { ledger, service } = this.#context.world;
    return ledger.routes.paused(service.origin, route)?.until;
  }

  /** Why waiting for the route is of no use to `run`; undefined if it may still take documents. */
  refusal(route: Route): Message | undefined {
    return this.#refused.get(routeKey(route));
  }

  /** @param refusal what the service answers, where it does not know the route or refuses all that is sent there */
  pause(route: Route, message: Message, refusal?: Message): void {
    const { clock, ledger, random, service } = this.#context.world;
    const now = clock.now();
    const before = ledger.routes.paused(service.origin, route);
    // Calls that were under way together fail together: they are one try.
    if (before !== undefined && now < before.until) return;
    const tries = (before?.tries ?? 0) + 1;
    const until = now + pauseMs(tries, random);
    ledger.routes.pause(service.origin, route, { message, at: before?.at ?? now, until, tries });
    if (refusal !== undefined && tries > 1 && !ledger.routes.passed(service.origin, route))
      this.#refused.set(routeKey(route), say('outcome.routeRefuses', { ...route, problem: refusal }));
    for (const { id } of this.#foldersOf(route)) this.#context.folders.setHealth(id, { kind: 'paused', message });
  }

  /** It takes documents again, or a person wants it tried. */
  resume(route: Route): void {
    if (this.until(route) === undefined) return;
    this.#refused.delete(routeKey(route));
    const { folders, scans, world } = this.#context;
    world.ledger.routes.resume(world.service.origin, route);
    for (const { id, settings } of this.#foldersOf(route)) {
      const [other] = routesOf(settings).flatMap((each) => world.ledger.routes.paused(world.service.origin, each) ?? []);
      folders.setHealth(id, other === undefined ? { kind: 'scanning' } : { kind: 'paused', message: other.message });
      scans.request(id);
    }
  }

  #foldersOf(route: Route) {
    return this.#context.folders.active().filter(({ settings }) => sendsOn(settings, route));
  }
}
