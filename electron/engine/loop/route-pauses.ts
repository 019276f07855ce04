import { pauseMs } from '../../core/account/back-off.ts';
import type { Message } from '../../core/messages/message.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import type { World } from '../ports.ts';
import type { Scans } from './engine-context.ts';
import type { WatchedFolders } from './watched-folders.ts';

export interface RoutePausesContext {
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

  constructor(context: RoutePausesContext) {
    this.#context = context;
  }

  /** When one document may find out (ms since the epoch); undefined if the route is open. */
  until(route: Route): number | undefined {
    const { ledger, service } = this.#context.world;
    return ledger.routes.paused(service.origin, route)?.until;
  }

  pause(route: Route, message: Message): void {
    const { clock, ledger, random, service } = this.#context.world;
    const now = clock.now();
    const before = ledger.routes.paused(service.origin, route);
    // Calls that were under way together fail together: they are one try.
    if (before !== undefined && now < before.until) return;
    const tries = (before?.tries ?? 0) + 1;
    const until = now + pauseMs(tries, random);
    ledger.routes.pause(service.origin, route, { message, at: before?.at ?? now, until, tries });
    for (const { id } of this.#foldersOf(route)) this.#context.folders.setHealth(id, { kind: 'paused', message });
  }

  /** It takes documents again, or a person wants it tried. */
  resume(route: Route): void {
    if (this.until(route) === undefined) return;
    const { folders, scans, world } = this.#context;
    world.ledger.routes.resume(world.service.origin, route);
    for (const { id } of this.#foldersOf(route)) {
      folders.setHealth(id, { kind: 'scanning' });
      scans.request(id);
    }
  }

  #foldersOf(route: Route) {
    return this.#context.folders.active().filter(({ settings }) => routeKey(settings.route) === routeKey(route));
  }
}
