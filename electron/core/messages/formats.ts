import type { Translate } from './translate.ts';

/** Numbers, sizes, dates and lengths of time as a person's locale writes them. Moments are milliseconds since the epoch. */
export interface Formats {
  /** 1,234.5 as the locale writes it. */
  readonly number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** An exact number: `1234.50`. */
  readonly decimals: (value: string, options: Intl.NumberFormatOptions) => string;
  /** A share from 0 to 1: 97 %. */
  readonly percent: (share: number) => string;
  /** Bytes in powers of 1024 under their customary names, as the service counts its 25 MB. */
  readonly size: (bytes: number) => string;
  /** A length of time in its largest fitting unit. */
  readonly duration: (milliseconds: number) => string;
  /** 14:02:07 */
  readonly time: (at: number) => string;
  /** 21 November 2026 */
  readonly date: (at: number) => string;
  /** Date and time, to the second. */
  readonly moment: (at: number) => string;
  /** As a sentence says it: the time to the second if it is today, else the date too. */
  readonly at: (at: number, now: number) => string;
  /** As a list shows it: the time if it was today, else the date too. */
  readonly when: (at: number, now: number) => string;
  /** "in 20 s", or "now". */
  readonly until: (at: number, now: number) => string;
  /** "a, b and c" */
  readonly list: (items: readonly string[]) => string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Makes them once for a locale: formatters are expensive, and every row of a table uses them. */
export function createFormats(locale: string, timeZone: string | undefined, translate: Translate): Formats {
  const zone = timeZone === undefined ? {} : { timeZone };
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const tenth = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', ...zone });
  const shortClock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...zone });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone });
  const shortMoment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone });
  const dayKey = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone });
  const and = new Intl.ListFormat(locale, { type: 'conjunction' });
  const units = (
    unit: 'bytes' | 'kilobytes' | 'megabytes' | 'gigabytes' | 'milliseconds' | 'seconds' | 'minutes' | 'hours',
    value: string,
  ) => translate(`common.units.${unit}`, { value });
  const few = (value: number): string => (value < 10 ? tenth : whole).format(value);
  const duration = (ms: number): string => {
    if (ms < 1_000) return units('milliseconds', whole.format(ms));
    if (ms < 100_000) return units('seconds', ms < 10_000 ? tenth.format(ms / 1_000) : whole.format(ms / 1_000));
    if (ms < 90 * minuteMs) return units('minutes', whole.format(ms / minuteMs));
    if (ms < 48 * hourMs) return units('hours', few(ms / hourMs));
    return translate('common.units.days', { value: Math.round(ms / dayMs) });
  };
  return {
    number: (value, options) => (options === undefined ? tenth : new Intl.NumberFormat(locale, options)).format(value),
    decimals: (value, options) => new Intl.NumberFormat(locale, options).format(value as Intl.StringNumericLiteral),
    percent: (value) => share.format(value),
    size: (bytes) => {
      if (bytes < 1_024) return units('bytes', whole.format(bytes));
      if (bytes < 1_024 ** 2) return units('kilobytes', whole.format(bytes / 1_024));
      if (bytes < 1_024 ** 3) return units('megabytes', tenth.format(bytes / 1_024 ** 2));
      return units('gigabytes', tenth.format(bytes / 1_024 ** 3));
    },
    duration,
    time: (at) => clock.format(at),
    date: (at) => day.format(at),
    moment: (at) => moment.format(at),
    at: (at, now) => (dayKey.format(at) === dayKey.format(now) ? clock : moment).format(at),
    when: (at, now) => {
      const key = dayKey.format(at);
      if (key === dayKey.format(now)) return shortClock.format(at);
      if (key === dayKey.format(now - dayMs)) return translate('common.time.yesterday', { time: shortClock.format(at) });
      return shortMoment.format(at);
    },
    until: (at, now) =>
      at <= now
        ? translate('common.time.now', {})
        : translate('common.time.inFuture', { duration: duration(Math.ceil((at - now) / 1_000) * 1_000) }),
    list: (items) => and.format(items),
  };
}
