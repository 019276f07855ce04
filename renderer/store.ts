import { useSyncExternalStore } from 'react';

/** A value that the whole window shares. */
export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/** A store's value; the component follows it. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.onChange, () => store.value);
}
