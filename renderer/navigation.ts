import { useSyncExternalStore } from 'react';
import type { Destination } from '../electron/core/contract/contract.ts';
import { Store } from './store.ts';

/** Where a person is in the window. It is kept after the `#` of the address, so that Back and Forward work. */
export type AppLocation =
  | {
      readonly screen: 'queue';
      readonly documentId?: number | undefined;
      /** Which documents are shown (see `queue/filters.ts`); all if absent. */
      readonly show?: string;
      readonly folderId?: number | undefined;
      readonly text?: string;
      /** See `sortOf` in `queue/filters.ts`. */
      readonly sort?: string;
      /** What documents say themselves (`valuesOf` in `queue/filters.ts`). */
      readonly from?: string;
      readonly to?: string;
      readonly least?: string;
      readonly most?: string;
      readonly sender?: string;
    }
  | { readonly screen: 'review'; readonly documentId?: number | undefined }
  | {
      readonly screen: 'folders';
      readonly folderId?: number | undefined;
      readonly adding?: boolean;
      /** The folder to add, if it is already known. */
      readonly path?: string;
    }
  | { readonly screen: 'insights' }
  | { readonly screen: 'settings' };

export type Screen = AppLocation['screen'];

/** In the order of the sidebar; the digits 1 to 4 open them. Insights are reached from the documents. */
export const screens = ['queue', 'review', 'folders', 'settings'] as const satisfies readonly Screen[];

/** What an address says of a location beside its screen: behind it which document or folder, in the query the rest. */
const members: Readonly<Record<Screen, { readonly id?: string; readonly query: Readonly<Record<string, string>> }>> = {
  queue: {
    id: 'documentId',
    query: {
      ...{ show: 'show', folder: 'folderId', text: 'text', sort: 'sort' },
      ...{ from: 'from', to: 'to', least: 'least', most: 'most', sender: 'sender' },
    },
  },
  review: { id: 'documentId', query: {} },
  folders: { id: 'folderId', query: { path: 'path' } },
  insights: { query: {} },
  settings: { query: {} },
};

/** The address of a location, for a link: `#/queue/12?show=failed`. */
export function hrefOf(location: AppLocation): string {
  const said: Readonly<Record<string, unknown>> = { ...location };
  const { id = '', query } = members[location.screen];
  const last = said.adding === true ? 'add' : said[id];
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, member]) => (said[member] ? [[name, String(said[member])]] : [])),
  );
  return `#/${location.screen}${last === undefined ? '' : `/${last}`}${search.size === 0 ? '' : `?${search}`}`;
}

/** Reads an address; an unknown one leads to the list of documents. */
export function locationOf(hash: string): AppLocation {
  const [path = '', search] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name, last = ''] = path.split('/');
  if (!Object.hasOwn(members, name ?? '')) return { screen: 'queue' };
  const screen = name as Screen;
  const { id = '', query } = members[screen];
  const asked = new URLSearchParams(search);
  const texts = [[id, last], ...Object.entries(query).map(([name, member]) => [member, asked.get(name) ?? ''])];
  const said = texts.flatMap(([member = '', text = '']) => {
    if (member.endsWith('Id')) return /^[1-9]\d{0,15}$/.test(text) ? [[member, Number(text)]] : [];
    return member === '' || text === '' ? [] : [[member, text]];
  });
  const isAdding = screen === 'folders' && last === 'add';
  return { screen, ...Object.fromEntries(said), ...(isAdding && { adding: true }) } as AppLocation;
}

/** Whether the list of keys is shown: a menu asks for it, too. */
export const keyListShown = new Store(false);

/** Goes where a notification or a menu leads. */
export function follow(destination: Destination): void {
  if ('add' in destination) go({ screen: 'folders', adding: true, path: destination.add });
  else if (destination.screen === 'keys') keyListShown.set(true);
  else go(destination);
}

/** Goes to a location. `replace` adds no history entry, as for each letter of a search. */
export function go(location: AppLocation, how: 'push' | 'replace' = 'push'): void {
  const href = hrefOf(location);
  if (href === window.location.hash) return;
  if (how === 'push') window.history.pushState(null, '', href);
  else window.history.replaceState(null, '', href);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** Where the person is now; follows links, Back and `go`. */
export function useLocation(): AppLocation {
  return locationOf(useSyncExternalStore(listen, () => window.location.hash));
}

function listen(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}
