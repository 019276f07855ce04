import { z } from 'zod';

/**
 * One adaptive budget of requests for the whole program. The service's limits are not shown: the rate is halved when
 * the service says "too many" and restored slowly. Times are milliseconds since the epoch.
 */
export interface Rate {
  /** What the user allows: the rate never exceeds it. */
  readonly most: number;
  /** Requests a second that may begin. */
  readonly perSecond: number;
  /** Requests that may begin now. */
  readonly tokens: number;
  readonly at: number;
  /** Requests a second that really began lately: what "too many" was said of. */
  readonly observed: number;
  /** When it was last halved: answers to requests that were under way then do not halve it again. */
  readonly halvedAt: number;
}

/** The most requests a second where nobody has said otherwise. */
export const usualPerSecond = 50;
/** The most that anybody may ask for. */
export const mostPerSecond = 1_000;
export const requestsPerSecondSchema = z.int().min(1).max(mostPerSecond);

const leastPerSecond = 0.2;
const burst = 20;
const restoredPerSecond = 0.2;

export function fullRate(now: number, most: number): Rate {
  const tokens = Math.max(1, Math.min(burst, most));
  return { most, perSecond: most, tokens, at: now, observed: 0, halvedAt: Number.NEGATIVE_INFINITY };
}

/** The budget at `now`: tokens trickle in, and the rate creeps back up. A clock set back changes nothing. */
function refill(rate: Rate, now: number): Rate {
  const seconds = Math.max(0, (now - rate.at) / 1_000);
  const perSecond = Math.min(rate.most, rate.perSecond + seconds * restoredPerSecond);
  const tokens = Math.min(Math.max(1, Math.min(burst, perSecond)), rate.tokens + seconds * perSecond);
  return { ...rate, perSecond, tokens, at: now, observed: rate.observed * Math.exp(-seconds) };
}

/** Requests a second that may begin at `now`. */
export function perSecondAt(rate: Rate, now: number): number {
  return refill(rate, now).perSecond;
}

/** Takes one request from the budget, or says how long until there is one (ms). */
export function take(rate: Rate, now: number): { readonly rate: Rate; readonly waitMs: number } {
  const filled = refill(rate, now);
  if (filled.tokens < 1) return { rate: filled, waitMs: Math.ceil(((1 - filled.tokens) / filled.perSecond) * 1_000) };
  return { rate: { ...filled, tokens: filled.tokens - 1, observed: filled.observed + 1 }, waitMs: 0 };
}

/** After a 429: half of what really went out. Several at once, for requests begun together, halve it once. */
export function halved(rate: Rate, now: number): Rate {
  const filled = refill(rate, now);
  const sinceHalved = now - rate.halvedAt;
  // Negative: the clock was set back.
  if (sinceHalved >= 0 && sinceHalved < 1_000) return { ...filled, tokens: 0 };
  const base = Math.min(filled.perSecond, Math.max(filled.observed, 2 * leastPerSecond));
  return { ...filled, perSecond: Math.max(leastPerSecond, base / 2), tokens: 0, halvedAt: now };
}
