import type { Notice } from '../core/contract/contract.ts';
import type { Clock } from '../engine/ports.ts';

const everyMs = 100;
/** For more documents than this, a notice only says 'many'. */
const maxIds = 200;

export type Notices = ReturnType<typeof createNotices>;

/** Collects changes and announces them at most ten times a second: the first of a burst at once, the rest together. */
export function createNotices(clock: Pick<Clock, 'elapsed' | 'after'>) {
  const listeners = new Set<(notice: Notice) => void>();
  const documents = new Set<number>();
  const progress = new Set<number>();
  let pending = { status: false, settings: false };
  let toldAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let closed = false;

  function tellSoon(changed: Partial<typeof pending>): void {
    pending = { ...pending, ...changed };
    if (cancel !== undefined || closed) return;
    cancel = clock.after(Math.max(0, toldAt + everyMs - clock.elapsed()), tell);
  }

  function tell(): void {
    cancel = undefined;
    toldAt = clock.elapsed();
    for (const id of documents) progress.delete(id);
    const many = documents.size > maxIds || progress.size > maxIds;
    const notice: Notice = { documents: many ? 'many' : [...documents], progress: many ? [] : [...progress], ...pending };
    documents.clear();
    progress.clear();
    pending = { status: false, settings: false };
    for (const listener of listeners) listener(notice);
  }

  return {
    document(id: number): void {
      documents.add(id);
      // The counts in the status may have changed.
      tellSoon({ status: true });
    },
    /** Only their progress has changed. */
    progress(ids: readonly number[]): void {
      for (const id of ids) progress.add(id);
      tellSoon({});
    },
    status: () => tellSoon({ status: true }),
    settings: () => tellSoon({ settings: true, status: true }),
    on(listener: (notice: Notice) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Drops what has not been announced yet. */
    close(): void {
      closed = true;
      cancel?.();
      cancel = undefined;
      listeners.clear();
    },
  };
}
