import type { Clock } from '../support/inside/engine.ts';

const speed = 10;

/** It runs ten times as fast as the machine's. */
export function fastClock(): Clock {
  const [started, origin] = [Date.now(), performance.now()];
  const elapsed = () => (performance.now() - origin) * speed;
  return {
    now: () => started + elapsed(),
    elapsed,
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds / speed);
      return () => clearTimeout(timer);
    },
  };
}
