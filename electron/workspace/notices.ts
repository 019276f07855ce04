import type { Notice } from '../core/contract/contract.ts';
import type { Clock } from '../engine/ports.ts';

/** Collects changes and announces them at most ten times a second: the first of a burst at once, the rest together. */
export interface Notices {
  document(id: number): void;
  /** Only their progress has changed. */
  progress(ids: readonly number[]): void;
  status(): void;
  settings(): void;
  on(listener: (notice: Notice) => void): () => void;
  /** Drops what has not been announced yet. */
  close(): void;
}

const everyMs = 100;
/** For more documents than this, a notice only says 'many'. */
const maxIds = 200;

export function createNotices(clock: Pick<Clock, 'elapsed' | 'after'>): Notices {
  const listeners = new Set<(notice: Notice) => void>();
  const documents = new Set<number>();
  const progress = new Set<number>();
  let status = false;
  let settings = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let closed = false;

  function tellSoon(): void {
    if (cancel !== undefined || closed) return;
    cancel = clock.after(Math.max(0, toldAt + everyMs - clock.elapsed()), tell);
  }

  function tell(): void {
    cancel = undefined;
    toldAt = clock.elapsed();
    for (const id of documents) progress.delete(id);
    const many = documents.size > maxIds || progress.size > maxIds;
    const notice: Notice = {
      documents: many ? 'many' : [...documents],
      progress: many ? [] : [...progress],
      status,
      settings,
    };
    documents.clear();
    progress.clear();
    status = false;
    settings = false;
    for (const listener of listeners) listener(notice);
  }

  return {
    document(id) {
      documents.add(id);
      // The counts in the status may have changed.
      status = true;
      tellSoon();
    },
    progress(ids) {
      for (const id of ids) progress.add(id);
      tellSoon();
    },
    status() {
      status = true;
      tellSoon();
    },
    settings() {
      settings = true;
      status = true;
      tellSoon();
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      cancel?.();
      cancel = undefined;
      listeners.clear();
    },
  };
}
