/** Days of a calendar; `starts` has one moment more than `names`: where the day after the last one begins. */
export interface Days {
  /** YYYY-MM-DD, oldest first. */
  readonly names: readonly string[];
  /** Milliseconds since the epoch. */
  readonly starts: readonly number[];
}

/** The day and the month of a moment in a time zone, and when the next ones begin (ms since the epoch). */
export interface DateHere {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly nextDay: number;
  /** YYYY-MM */
  readonly month: string;
  readonly nextMonth: number;
}

export const dayMs = 24 * 60 * 60_000;

/**
 * The last `count` days of a time zone, the one of `now` included. A day may have 23 or 25 hours, or begin at one
 * o'clock.
 *
 * @param timeZone IANA name; undefined comes back for one that there is not
 */
export function daysBefore(now: number, count: number, timeZone: string): Days | undefined {
  const civil = civilClock(timeZone);
  if (civil === undefined) return undefined;
  const today = Math.floor(civil(now) / dayMs);
  const numbers = Array.from({ length: count + 1 }, (_, index) => today - count + 1 + index);
  return {
    names: numbers.slice(0, -1).map((number) => dayName(number * dayMs)),
    starts: numbers.map((number) => firstMomentOf(number * dayMs, civil)),
  };
}

/** @param timeZone IANA name; UTC counts for one that there is not */
export function dateHere(now: number, timeZone: string): DateHere {
  const civil = civilClock(timeZone) ?? ((at) => at);
  const midnight = Math.floor(civil(now) / dayMs) * dayMs;
  const date = new Date(midnight);
  const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  const day = dayName(midnight);
  return {
    day,
    month: day.slice(0, 7),
    nextDay: firstMomentOf(midnight + dayMs, civil),
    nextMonth: firstMomentOf(nextMonth, civil),
  };
}

/** Days as YYYY-MM-DD, both included. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayName(Date.parse(first) + index * dayMs));
}

/** The last day of a month that is given as YYYY-MM. */
export function endOfMonth(month: string): string {
  const date = new Date(`${month}-01`);
  return dayName(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

/** Asking makes a formatter, in every turn of the loop, and a machine is seldom carried to another zone. Milliseconds. */
const zoneMs = 10_000;
let systemZone = { name: '', askedAt: Number.NEGATIVE_INFINITY };

/** The time zone of this machine, as an IANA name; a change of it is noticed within ten seconds. */
export function systemTimeZone(): string {
  // biome-ignore lint/plugin: nothing is decided by it but whether to ask again.
  const now = Date.now();
  if (Math.abs(now - systemZone.askedAt) > zoneMs)
    systemZone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, askedAt: now };
  return systemZone.name;
}

export function isTimeZone(timeZone: string): boolean {
  return civilClock(timeZone) !== undefined;
}

/** YYYY-MM-DD. @param midnight of the day, as if it were UTC */
export function dayName(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}

/** Clocks are changed at quarters of an hour: within one, they differ from UTC by the same. Milliseconds. */
const quarterMs = 900_000;
/** So many are remembered. */
const maxQuarters = 100;
const wholeSecond = (at: number) => Math.floor(at / 1_000) * 1_000;

/** To make one takes longer than to ask it a hundred times. */
const clocks = new Map<string, (at: number) => number>();

/** The local time of a time zone at a moment, as if it were UTC; whole seconds. */
function civilClock(timeZone: string): ((at: number) => number) | undefined {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  try {
    // Swedes write a moment as ISO 8601 has it.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const offsets = new Map<number, number>();
    const offsetAt = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - wholeSecond(at);
    const clock = (at: number) => {
      const quarter = Math.floor(at / quarterMs);
      const known = offsets.get(quarter);
      if (known !== undefined) return wholeSecond(at) + known;
      const offset = offsetAt(at);
      if (offsets.size > maxQuarters) offsets.clear();
      offsets.set(quarter, offset);
      return wholeSecond(at) + offset;
    };
    clocks.set(timeZone, clock);
    return clock;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The first moment at which the clocks show a local time, or, where they skip it, at which they jump over it. @param local as if it were UTC */
function firstMomentOf(local: number, civil: (at: number) => number): number {
  // A day before and a day after the clocks differ from UTC as before and after a change that is near.
  const [before, after] = [local - dayMs, local + dayMs].map((at) => civil(at) - at) as [number, number];
  const exact = [local - before, local - after].filter((at) => civil(at) === local);
  if (exact.length > 0) return Math.min(...exact);
  let [earlier, later] = [local - Math.max(before, after), local - Math.min(before, after)];
  while (later - earlier > 1_000) {
    const between = Math.floor((earlier + later) / 2_000) * 1_000;
    if (civil(between) >= local) later = between;
    else earlier = between;
  }
  return later;
}
