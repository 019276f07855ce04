import { type Language, localeOf } from '../languages/languages.ts';
import { createFormats, type Formats } from './formats.ts';
import type { Message, MessageValue } from './message.ts';
import { createTranslate, type FindTranslation } from './translate.ts';

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
  return { language, formats, text: (message) => inWords([message].flat(), { translate, formats, options }) };
}

interface Context {
  readonly translate: FindTranslation;
  readonly formats: Formats;
  readonly options: WordingOptions;
}

function inWords(messages: readonly Message[], context: Context): string {
  return messages.map((message) => oneInWords(message, context)).join(' ');
}

function oneInWords({ code, values }: Message, context: Context): string {
  const words: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) words[name] = valueInWords(name, value, context);
  return context.translate(code, words) ?? unknownMessage(code, words);
}

function valueInWords(name: string, value: MessageValue, context: Context): string | number {
  const { formats, options } = context;
  if (typeof value === 'number') {
    if (name === 'at' || name.endsWith('At')) return formats.at(value, options.now());
    if (name === 'size' || name.endsWith('Size')) return formats.size(value);
    return name.endsWith('Ms') ? formats.duration(value) : value;
  }
  if (typeof value === 'string') return isolated(name === 'message' ? sentence(value) : value);
  if ('code' in value) return name === 'message' ? sentence(oneInWords(value, context)) : oneInWords(value, context);
  const path = name === 'paths' && options.path !== undefined ? options.path : (each: string) => each;
  return formats.list(value.map((each) => (typeof each === 'string' ? isolated(path(each)) : oneInWords(each, context))));
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

/** A code of another version: its values still say something. */
function unknownMessage(code: string, values: Readonly<Record<string, string | number>>): string {
  return [code, ...Object.values(values)].join(' ');
}

let plainEnglish: Wording | undefined;

/** The English text of a message, with moments as date and time in UTC: for the log, for errors and for machines. */
export function inEnglish(message: Message | readonly Message[]): string {
  plainEnglish ??= createWording('en', { timeZone: 'UTC', now: () => 0 });
  return plainEnglish.text(message);
}
