/**
 * Exponential back-off with full jitter: uniform between a tenth of the step and the whole of it, the step doubling
 * from `firstMs` up to `maxMs`. `tries` counts from 1. Milliseconds.
 */
export function backOff(
  tries: number,
  bounds: { readonly firstMs: number; readonly maxMs: number },
  random: () => number,
): number {
  const step = Math.min(bounds.maxMs, bounds.firstMs * 2 ** Math.max(0, Math.min(tries - 1, 30)));
  return Math.round(step * (0.1 + 0.9 * random()));
}

const minuteMs = 60_000;
/** No pause that ends by itself is longer, but those after a 401 or 403, and those that the service asks for. */
const longestPauseMs = 30 * minuteMs;

/**
 * The pause before whatever failed is tried again by itself, by one call or one document: about 15 seconds at first, then
 * doubling up to half an hour. `tries` counts from 1. Milliseconds.
 */
export function pauseMs(tries: number, random: () => number, factor = 2): number {
  const step = Math.min(longestPauseMs, 15_000 * factor ** Math.max(0, Math.min(tries - 1, 30)));
  return Math.round(step * (0.8 + 0.2 * random()));
}

/** The pause before a document that failed on its own is sent again: five attempts take hours. `attempts` counts from 1. Milliseconds. */
export function retryPauseMs(attempts: number, random: () => number): number {
  return pauseMs(attempts, random, 12);
}
