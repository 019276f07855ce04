import { setTimeout } from 'node:timers';
import type { Clock } from './ports.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The machine's random source; it chooses waits, never secrets. */
export const systemRandom = (): number => Math.random();
