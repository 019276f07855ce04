import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** The time to the second, in ms since the epoch. One clock for all who ask; it stands still while nobody does. */
export function useNow(): number {
  return useSyncExternalStore(listen, read);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  // A clock that stood still is set right when somebody looks.
  if (timer === undefined && Date.now() - now >= 1_000) now = Date.now();
  return now;
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
