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
