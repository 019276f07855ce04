import { useSyncExternalStore } from 'react';
import { Store } from '../store.ts';

/**
 * What a person has typed and not sent yet, by the name of its form. It lives as long as the window, also when that is loaded again:
 * going elsewhere asks nothing and loses nothing.
 */
export class Kept {
  /** What was parsed of a text: it stays the same object until the text changes. */
  readonly #read = new Map<string, { readonly text: string; readonly value: unknown }>();
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly #changes = new Store(0);
  readonly onChange = this.#changes.onChange;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage;
  }

  /** Undefined: nothing is kept, or it cannot be read. */
  of<Value extends object>(name: string): Value | undefined {
    const text = this.#storage.getItem(storeName(name));
    if (text === null) return undefined;
    const known = this.#read.get(name);
    if (known?.text === text) return known.value as Value | undefined;
    const value = parsed(text);
    this.#read.set(name, { text, value });
    return value as Value | undefined;
  }

  /** Stored immediately, so that an answer that arrives after the person has left is kept, too. */
  set(name: string, value: object | undefined): void {
    if (value === undefined) this.#storage.removeItem(storeName(name));
    else this.#storage.setItem(storeName(name), JSON.stringify(value));
    this.#changes.set(this.#changes.value + 1);
  }
}

const storeName = (name: string): string => `intray.typed.${name}`;

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is kept in this window. */
export const kept = new Kept(
  typeof sessionStorage === 'undefined' ? { getItem: () => null, setItem: () => {}, removeItem: () => {} } : sessionStorage,
);

export function useKept<Value extends object>(name: string): Value | undefined {
  return useSyncExternalStore(kept.onChange, () => kept.of<Value>(name));
}
