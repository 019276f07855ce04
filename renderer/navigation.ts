import { useSyncExternalStore } from 'react';
import type { Destination } from '../electron/core/contract/contract.ts';
import { assertNever } from '../electron/core/result.ts';
import { Store } from './store.ts';

/** Where a person is in the window. It is kept after the `#` of the address, so that Back and Forward work. */
export type AppLocation =
  | {
      readonly screen: 'queue';
      readonly documentId?: number;
      /** Which documents are shown (see `queue/filters.ts`); all if absent. */
      readonly show?: string;
      readonly folderId?: number;
      readonly text?: string;
      /** See `sortOf` in `queue/filters.ts`. */
      readonly sort?: string;
    }
  | { readonly screen: 'review'; readonly documentId?: number }
  | {
      readonly screen: 'folders';
      readonly folderId?: number;
      readonly adding?: boolean;
      /** The folder to add, if it is already known. */
      readonly path?: string;
    }
  | { readonly screen: 'insights' }
  | { readonly screen: 'settings' };

export type Screen = AppLocation['screen'];

/** In the order of the sidebar; the digits 1 to 5 open them. */
export const screens = ['queue', 'review', 'folders', 'insights', 'settings'] as const satisfies readonly Screen[];

/** The address of a location, for a link: `#/queue/12?show=failed`. */
export function hrefOf(location: AppLocation): string {
  switch (location.screen) {
    case 'queue':
      return `#/queue${tail(location.documentId)}${query({ show: location.show, folder: location.folderId, text: location.text, sort: location.sort })}`;
    case 'review':
      return `#/review${tail(location.documentId)}`;
    case 'folders':
      return `#/folders${location.adding === true ? '/add' : tail(location.folderId)}${query({ path: location.path })}`;
    case 'insights':
    case 'settings':
      return `#/${location.screen}`;
    default:
      return assertNever(location);
  }
}

/** Reads an address; an unknown one leads to the list of documents. */
export function locationOf(hash: string): AppLocation {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [screen, part] = path.split('/');
  const asked = new URLSearchParams(search);
  switch (screen) {
    case 'review':
      return { screen, ...number('documentId', part) };
    case 'folders':
      return { screen, ...number('folderId', part), ...(part === 'add' && { adding: true }), ...text('path', asked.get('path')) };
    case 'insights':
    case 'settings':
      return { screen };
    case 'queue':
      return {
        screen,
        ...number('documentId', part),
        ...text('show', asked.get('show')),
        ...number('folderId', asked.get('folder')),
        ...text('text', asked.get('text')),
        ...text('sort', asked.get('sort')),
      };
    default:
      return { screen: 'queue' };
  }
}

/** Whether the list of keys is shown: a menu asks for it, too. */
export const areKeysShown = new Store(false);

/** Goes where a notification or a menu leads. */
export function follow(destination: Destination): void {
  if ('add' in destination) go({ screen: 'folders', adding: true, path: destination.add });
  else if (destination.screen === 'keys') areKeysShown.set(true);
  else go(destination);
}

/** Goes to a location. `replace` adds no history entry, as for each letter of a search. */
export function go(location: AppLocation, how: 'push' | 'replace' = 'push'): void {
  const href = hrefOf(location);
  if (href === window.location.hash) return;
  if (how === 'push') window.history.pushState(null, '', href);
  else window.history.replaceState(null, '', href);
  window.dispatchEvent(new Event('hashchange'));
}

/** Where the person is now; follows links, Back and `go`. */
export function useLocation(): AppLocation {
  return locationOf(useSyncExternalStore(listen, () => window.location.hash));
}

function listen(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

function tail(id: number | undefined): string {
  return id === undefined ? '' : `/${id}`;
}

function query(members: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

function number<Name extends string>(name: Name, from: string | null | undefined): { readonly [Member in Name]?: number } {
  return /^[1-9]\d{0,15}$/.test(from ?? '') ? ({ [name]: Number(from) } as { readonly [Member in Name]: number }) : {};
}

function text<Name extends string>(name: Name, from: string | null): { readonly [Member in Name]?: string } {
  return from === null || from === '' ? {} : ({ [name]: from } as { readonly [Member in Name]: string });
}
