import { z } from 'zod';
import { nextTimeOfDay } from '../calendar.ts';
import { rule } from '../config/rules.ts';

const time = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d`;
const span = String.raw`(${time})\s*[-–]\s*(${time}|24:00)`;

/** Spans of the day in which uploads go out: "20:00-06:00", or "06:00-07:30, 20:00-24:00". */
export const hoursSchema = z
  .string({ error: rule('hours') })
  .max(200, { error: rule('hours') })
  .regex(new RegExp(String.raw`^\s*${span}(?:\s*,\s*${span})*\s*$`), { error: rule('hours'), abort: true })
  .refine((hours) => spansOf(hours).every(({ from, to }) => from !== to), rule('hours'));

/** Minutes since midnight by the clocks of a time zone. It may end on the next day. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** How hours stand at a moment. */
export interface Opening {
  readonly isOpen: boolean;
  /** When that changes, ms since the epoch; later than the moment. */
  readonly until: number;
}

/**
 * Each span begins once a day and ends once a day, when the clocks first show its time: what the clocks skip in spring is not
 * there, and what they repeat in autumn is longer.
 *
 * @param hours as the schema has accepted them
 * @param timeZone IANA name
 */
export function openingOf(hours: string, now: number, timeZone: string): Opening {
  const spans = spansOf(hours);
  const begins = ({ from }: Span, at: number) => nextTimeOfDay(at, from, timeZone);
  const ends = ({ to }: Span, at: number) => nextTimeOfDay(at, to, timeZone);
  const openAt = (at: number) => spans.filter((each) => ends(each, at) < begins(each, at));
  let until = now;
  // One that ends where or after another begins is followed by it.
  for (let open = openAt(now); open.length > 0; open = openAt(until)) {
    until = Math.max(...open.map((each) => ends(each, until)));
    if (until - now > maxOpenMs) break;
  }
  if (until > now) return { isOpen: true, until };
  const next = spans.map((each) => {
    let at = begins(each, now);
    // The clocks skip all of it on that day.
    while (ends(each, at) >= begins(each, at)) at = begins(each, at);
    return at;
  });
  return { isOpen: false, until: Math.min(...next) };
}

/** Hours without an end are looked at again then. */
const maxOpenMs = 24 * 3_600_000;

function spansOf(hours: string): Span[] {
  return [...hours.matchAll(new RegExp(span, 'g'))].map(([, from = '', to = '']) => ({
    from: minutesOf(from),
    to: minutesOf(to) % (24 * 60),
  }));
}

function minutesOf(text: string): number {
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}
