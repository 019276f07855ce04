import { type FolderSettings, nextRoutes } from '../../core/config/folder-settings.ts';
import type { Document } from '../../core/document/document.ts';
import { type Onward, onwardOf } from '../../core/document/onward.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/**
 * What a folder's settings make of a document's verdict, with what is known of its classification's categories. They speak of the
 * classification that the folder goes to now.
 */
export function onwardIn(
  { categories }: Pick<LedgerReader, 'categories'>,
  settings: Partial<Pick<FolderSettings, 'next' | 'route'>> | undefined,
  document: Document,
): Onward {
  if (settings?.next === undefined || settings.route === undefined) return { kind: 'stays' };
  if (routeKey(settings.route) !== routeKey(document.route)) return { kind: 'stays' };
  return onwardOf(settings.next, document, categories.of(document.origin, document.route.id));
}

/** The routes on which documents of a folder are sent: its own first, then those of later steps. */
export function routesOf({ route, next }: Pick<FolderSettings, 'route' | 'next'>): readonly Route[] {
  return [route, ...nextRoutes(next)];
}

/** Whether documents of a folder are sent on a route in any step. */
export function sendsOn(settings: Pick<FolderSettings, 'route' | 'next'>, route: Route): boolean {
  return routesOf(settings).some((each) => routeKey(each) === routeKey(route));
}
