import { createTranslator } from 'use-intl/core';
import { type Language, languages, localeOf } from '../languages/languages.ts';
import type { Message, MessageValue } from './message.ts';

/** Puts messages into one language, for one surface: the window, the tray, a terminal, the log. */
export interface Wording {
  readonly language: Language;
  readonly formats: Formats;
  /** One message, or several as one text. */
  readonly text: (message: Message | readonly Message[]) => string;
}

export interface WordingOptions {
  /** BCP 47 tags of the system, the preferred one first: dates and numbers follow its region. */
  readonly systemLanguages?: readonly string[];
  /** Of the IANA database; the system's where it is absent. */
  readonly timeZone?: string;
  /** Milliseconds since the epoch: a moment of today is told without its date. */
  readonly now: () => number;
  /** How this surface shows an absolute path; as it is where absent. */
  readonly path?: (path: string) => string;
}

export function createWording(language: Language, options: WordingOptions): Wording {
  const locale = localeOf(language, options.systemLanguages ?? []);
  const translate = createTranslate(language, locale);
  const formats = createFormats(locale, options.timeZone, (code, values) => translate(code, values) ?? '');

  function inWords({ code, values }: Message): string {
    const words: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(values)) words[name] = valueInWords(name, value);
    // A code of another version: its values still say something.
    return translate(code, words) ?? [code, ...Object.values(words)].join(' ');
  }

  function valueInWords(name: string, value: MessageValue): string | number {
    if (typeof value === 'number') {
      if (name === 'at' || name.endsWith('At')) return formats.at(value, options.now());
      if (name === 'size' || name.endsWith('Size')) return formats.size(value);
      return name.endsWith('Ms') ? formats.duration(value) : value;
    }
    if (typeof value === 'string' && name.endsWith('Day')) return formats.dayOf(value);
    if (typeof value === 'string') return isolated(name === 'message' ? sentence(value) : value);
    if ('code' in value) return name === 'message' ? sentence(inWords(value)) : inWords(value);
    const path = name === 'paths' && options.path !== undefined ? options.path : (each: string) => each;
    return formats.list(value.map((each) => (typeof each === 'string' ? isolated(path(each)) : inWords(each))));
  }

  return { language, formats, text: (message) => [message].flat().map(inWords).join(' ') };
}

/** What steers the direction of writing unseen: marks, embeddings, overrides, isolates. */
const steering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolate = /^\u2068[^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*\u2069$/u;

/**
 * A foreign text, such as a file's name, as it may stand in a sentence: what is written from right to left is isolated, so that
 * it turns nothing around it, and what would turn it unseen is made visible. `invoice\u202efdp.exe` does not end in pdf.
 */
export function isolated(text: string): string {
  if (isolate.test(text)) return text;
  const plain = text.replaceAll(steering, '\u{fffd}');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** With a full stop, once. */
export function sentence(text: string): string {
  const bare = text.trim();
  return /[.?!…]$/.test(bare) ? bare : `${bare}.`;
}

let plainEnglish: Wording | undefined;

/** The English text of a message, with moments as date and time in UTC: for the log, for errors and for machines. */
export function inEnglish(message: Message | readonly Message[]): string {
  plainEnglish ??= createWording('en', { timeZone: 'UTC', now: () => 0 });
  return plainEnglish.text(message);
}

function onUse<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export type Formats = ReturnType<typeof createFormats>;

/**
 * Numbers, sizes, dates and lengths of time as a person's locale writes them. Moments are milliseconds since the epoch. Each format is
 * made once, when it is needed: formatters are expensive, every row of a table uses them, and a command few of them.
 */
export function createFormats(locale: string, timeZone: string | undefined, translate: Translate) {
  const zone = timeZone === undefined ? {} : { timeZone };
  const numbers = (options: Intl.NumberFormatOptions) => onUse(() => new Intl.NumberFormat(locale, options));
  const moments = (options: Intl.DateTimeFormatOptions, of = locale) =>
    onUse(() => new Intl.DateTimeFormat(of, { ...options, ...zone }));
  const whole = numbers({ maximumFractionDigits: 0 });
  const tenth = numbers({ maximumFractionDigits: 1 });
  const share = numbers({ style: 'percent', maximumFractionDigits: 0 });
  const clock = moments({ timeStyle: 'medium' });
  const shortClock = moments({ timeStyle: 'short' });
  const day = moments({ dateStyle: 'long' });
  const dayOfYear = onUse(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }));
  const shortDay = onUse(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
  const moment = moments({ dateStyle: 'medium', timeStyle: 'medium' });
  const shortMoment = moments({ dateStyle: 'medium', timeStyle: 'short' });
  const dayKey = moments({ dateStyle: 'short' }, 'en-CA');
  /** French counts the first of a month. */
  const ordinal = (date: string) => (locale.startsWith('fr') ? date.replace(/^1(?=\s)/, '1er') : date);
  const and = onUse(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const units = (
    unit: 'bytes' | 'kilobytes' | 'megabytes' | 'gigabytes' | 'milliseconds' | 'seconds' | 'minutes' | 'hours',
    value: string,
  ) => translate(`common.units.${unit}`, { value });
  const few = (value: number): string => (value < 10 ? tenth() : whole()).format(value);
  const duration = (ms: number): string => {
    if (ms < 1_000) return units('milliseconds', whole().format(ms));
    if (ms < 100_000) return units('seconds', ms < 10_000 ? tenth().format(ms / 1_000) : whole().format(ms / 1_000));
    if (ms < 90 * minuteMs) return units('minutes', whole().format(ms / minuteMs));
    if (ms < 48 * hourMs) return units('hours', few(ms / hourMs));
    return translate('common.units.days', { value: Math.round(ms / dayMs) });
  };
  return {
    /** 1,234.5 as the locale writes it. */
    number: (value: number, options?: Intl.NumberFormatOptions) =>
      (options === undefined ? tenth() : new Intl.NumberFormat(locale, options)).format(value),
    /** An exact number: `1234.50`. */
    decimals: (value: string, options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(locale, options).format(value as Intl.StringNumericLiteral),
    /** An exact amount with all decimals that are printed: £1,234.50, or without a currency 1,234.5. */
    amount(value: string, currency?: string): string {
      const style = currency === undefined ? {} : ({ style: 'currency', currency } as const);
      const { minimumFractionDigits: usual = 0 } = new Intl.NumberFormat(locale, style).resolvedOptions();
      const printed = value.split('.')[1]?.length ?? 0;
      const format = new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: Math.max(usual, printed) });
      return format.format(value as Intl.StringNumericLiteral);
    },
    /** A day that is given as YYYY-MM-DD, as a table shows it: 9 Mar 2026. */
    shortDay: (day: string) => shortDay().format(Date.parse(day)),
    /** A share from 0 to 1: 97 %. */
    percent: (value: number) => share().format(value),
    /** Bytes in powers of 1024 under their customary names, as the service counts its 25 MB. */
    size(bytes: number): string {
      if (bytes < 1_024) return units('bytes', whole().format(bytes));
      if (bytes < 1_024 ** 2) return units('kilobytes', whole().format(bytes / 1_024));
      if (bytes < 1_024 ** 3) return units('megabytes', tenth().format(bytes / 1_024 ** 2));
      return units('gigabytes', tenth().format(bytes / 1_024 ** 3));
    },
    /** A length of time in its largest fitting unit. */
    duration,
    /** 14:02:07 */
    time: (at: number) => clock().format(at),
    /** 21 November 2026 */
    date: (at: number) => ordinal(day().format(at)),
    /** A day that is given as YYYY-MM-DD, without its year: 1 December, and in French 1er décembre. */
    dayOf: (day: string) => ordinal(dayOfYear().format(Date.parse(day))),
    /** Date and time, to the second. */
    moment: (at: number) => moment().format(at),
    /** As a sentence says it: the time to the second if it is today, else the date too. */
    at: (at: number, now: number) => (dayKey().format(at) === dayKey().format(now) ? clock() : moment()).format(at),
    /** As a list shows it: the time if it was today, else the date too. */
    when(at: number, now: number): string {
      const key = dayKey().format(at);
      if (key === dayKey().format(now)) return shortClock().format(at);
      if (key === dayKey().format(now - dayMs)) return translate('common.time.yesterday', { time: shortClock().format(at) });
      return shortMoment().format(at);
    },
    /** "in 20 s", or "now". */
    until: (at: number, now: number) =>
      at <= now
        ? translate('common.time.now', {})
        : translate('common.time.inFuture', { duration: duration(Math.ceil((at - now) / 1_000) * 1_000) }),
    /** "a, b and c" */
    list: (items: readonly string[]) => and().format(items),
  };
}

/** The text of an entry of the catalogue, with values that are already words or numbers. */
type Translate = (code: string, values: Readonly<Record<string, string | number>>) => string;

/**
 * Reads the entries of one language (ICU message syntax): undefined for a code that the catalogue does not have, as an older or a newer
 * ledger may hold.
 */
function createTranslate(language: Language, locale: string) {
  const translator = createTranslator({
    locale,
    messages: languages[language],
    onError: () => {},
    getMessageFallback: () => '',
  });
  // The codes of a message are checked where it is made (`say`); here they are any text.
  const translate = translator as unknown as Translate & { readonly has: (code: string) => boolean };
  return (...[code, values]: Parameters<Translate>) => (translate.has(code) ? translate(code, values) : undefined);
}
