import { type Message, say } from '../messages/message.ts';
import { assertNever, err, ok, type Result } from '../result.ts';

/**
 * What filed documents are called, and the directories that they go to, from their values:
 *
 *     {category}/{invoice_date:yyyy}/{invoice_date}_{vendor_name|'Unknown'}_{invoice_number:upper}.pdf
 *
 *     template  = ( text | "{" choice { "|" choice } "}" )*       "{{" and "}}" are the characters themselves
 *     choice    = "'" text "'" | name { ":" format }              "''" in quotes is the character itself
 *     name      = the key of a field, in double quotes if it has one of { } | : ' "
 *     format    = "upper" | "lower" | a date of yyyy, yy, MM, M, dd, d with - . _ or space between them
 *
 * The first choice that has a value counts. A file always keeps its own ending, whatever ends the template.
 */
export interface Template {
  readonly parts: readonly Part[];
}

type Part = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'value'; readonly choices: readonly Choice[] };

type Choice =
  | { readonly kind: 'text'; readonly text: string }
  /** `at`: which character of the template it begins with, from 1. */
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly at: number;
      readonly date?: string;
      readonly letters?: 'upper' | 'lower';
    };

export const maxTemplateLength = 500;

const dateFormat = /^(?:yyyy|yy|MM|M|dd|d|[-._ ])+$/;

class Problem extends Error {
  readonly said: Message;
  constructor(said: Message) {
    super();
    this.said = said;
  }
}

/** Reads a template. The error names the character, from 1, and the remedy; it has no full stop. Pure. */
export function parseTemplate(text: string): Result<Template, Message> {
  try {
    const template = { parts: partsIn(text) };
    checkDirectories(text, template);
    return ok(template);
  } catch (error) {
    if (error instanceof Problem) return err(error.said);
    throw error;
  }
}

const tokens = {
  text: /(?:\{\{|\}\}|[^{}])+/uy,
  space: / */y,
  "'": /'(?:[^']|'')*'(?!')/uy,
  '"': /"(?:[^"]|"")*"(?!")/uy,
  name: /[^{}|:'"]*/uy,
  open: /\{/y,
  colon: /:/y,
  bar: /\|/y,
  close: /\}/y,
};

function partsIn(text: string): readonly Part[] {
  let at = 0;
  /** Characters, not units of UTF-16: what a person counts. */
  const position = (index = at) => String([...text.slice(0, index)].length + 1);
  const next = () => String.fromCodePoint(text.codePointAt(at) ?? 0);
  /** Reads what comes next, if it is this. */
  const eat = (token: keyof typeof tokens): string | undefined => {
    const pattern = tokens[token];
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const nameNext = () => eat('name')?.trim() ?? '';

  const parts: Part[] = [];
  while (at < text.length) {
    const begun = at;
    const own = eat('text');
    if (own !== undefined) {
      let index = begun;
      for (const character of own) {
        if (character !== '/') checkSafe(character, position(index));
        index += character.length;
      }
      parts.push({ kind: 'text', text: own.replaceAll('{{', '{').replaceAll('}}', '}') });
    } else if (eat('open') === undefined)
      throw new Problem(say('filing.template.closesNothing', { position: position(), brace: '}', twice: '}}' }));
    else {
      const choices: Choice[] = [];
      do choices.push(choice(begun));
      while (eat('bar') !== undefined);
      eat('close');
      parts.push({ kind: 'value', choices });
    }
  }
  return parts;

  /** Ends at the `|` or `}` after it. */
  function choice(opened: number): Choice {
    eat('space');
    const begun = at;
    if (next() === "'") {
      const own = quoted("'");
      for (const character of own) checkSafe(character, position(begun));
      end(opened);
      return { kind: 'text', text: own };
    }
    const field = next() === '"' ? quoted('"') : nameNext();
    if (field === '') throw new Problem(say('filing.template.noName', { position: position(begun), example: '{invoice_date}' }));
    let found: Choice = { kind: 'field', field, at: Number(position(begun)) };
    eat('space');
    while (eat('colon') !== undefined) {
      const formatAt = position();
      const format = nameNext();
      const isDate = dateFormat.test(format) && /[yMd]/.test(format);
      if (isDate && found.date === undefined) found = { ...found, date: format };
      else if ((format === 'upper' || format === 'lower') && found.letters === undefined) found = { ...found, letters: format };
      else throw new Problem(say('filing.template.format', { position: formatAt, format }));
    }
    end(opened);
    return found;
  }

  function quoted(quote: "'" | '"'): string {
    const found = eat(quote);
    if (found === undefined) throw new Problem(say('filing.template.quote', { position: position(), quote }));
    return found.slice(1, -1).replaceAll(quote + quote, quote);
  }

  function end(opened: number): void {
    eat('space');
    if (at >= text.length)
      throw new Problem(say('filing.template.notClosed', { position: position(opened), open: '{', twice: '{{', close: '}' }));
    if (next() !== '|' && next() !== '}')
      throw new Problem(say('filing.template.unexpected', { position: position(), character: visible(next()), close: '}' }));
  }
}

function checkSafe(character: string, position: string): void {
  if (character !== ' ' && isUnsafe(character))
    throw new Problem(say('filing.template.character', { position, character: visible(character) }));
}

/** It stays below where it starts, ends in a name, and gives different documents different ones. */
function checkDirectories(text: string, { parts }: Template): void {
  if (!parts.some(({ kind }) => kind === 'value')) throw new Problem(say('filing.template.noValue', { example: '{file_name}' }));
  const segments = segmentsOf(parts);
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (isLast && segment.length === 0) throw new Problem(say('filing.template.noFile', { example: '/{file_name}' }));
    if (segment.length === 0) throw new Problem(say(index === 0 ? 'filing.template.absolute' : 'filing.template.emptyDirectory'));
    const [only, ...others] = segment;
    if (others.length === 0 && only?.kind === 'text' && /^[. ]+$/.test(only.text))
      throw new Problem(say('filing.template.dots', { name: only.text }));
  }
  if (text.length > maxTemplateLength) throw new Problem(say('filing.template.tooLong', { maximum: maxTemplateLength }));
}

/** The parts between the `/` of the template's own text. */
function segmentsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const segments: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'value') {
      segments.at(-1)?.push(part);
      continue;
    }
    for (const [index, text] of part.text.split('/').entries()) {
      if (index > 0) segments.push([]);
      if (text !== '') segments.at(-1)?.push({ kind: 'text', text });
    }
  }
  return segments;
}

/** The fields that a template asks for, in its order, each with the first character where it does. */
export function fieldsOf({ parts }: Template): readonly { readonly field: string; readonly at: number }[] {
  const fields = new Map<string, number>();
  for (const part of parts) {
    if (part.kind === 'text') continue;
    for (const choice of part.choices)
      if (choice.kind === 'field' && !fields.has(choice.field)) fields.set(choice.field, choice.at);
  }
  return [...fields].map(([field, at]) => ({ field, at }));
}

function visible(character: string): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? character
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What a document says of a name in a template. */
export type FilingValue =
  /** `date`: an ISO date, if it is one. */
  | { readonly kind: 'value'; readonly text: string; readonly date?: string }
  | { readonly kind: 'missing' }
  /** It should not be relied on. */
  | { readonly kind: 'doubtful'; readonly message: Message };

/** `path`: where a document goes, relative, with `/`; or why it stays where it is. */
export type Filled = { readonly kind: 'path'; readonly path: string } | { readonly kind: 'stays'; readonly message: Message };

/**
 * Where a document goes. A missing value gives way to the next choice; a doubtful one does not, because what it would be filed
 * by might be wrong. Pure.
 * @param ending of the file, with its dot; `''` if it has none
 */
export function fillTemplate(template: Template, valueFor: (field: string) => FilingValue, ending: string): Filled {
  const segments = segmentsOf(template.parts);
  const names: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    let name = '';
    for (const part of isLast ? withoutEnding(segment, ending) : segment) {
      const chosen = part.kind === 'text' ? part.text : textOf(part.choices, valueFor);
      if (typeof chosen !== 'string') return { kind: 'stays', message: chosen };
      name += chosen;
    }
    const safe = safeName(name, isLast ? maxFileBytes - ending.length : maxDirectoryBytes);
    if (safe !== undefined) names.push(isLast ? `${safe}${ending}` : safe);
    else if (isLast) return { kind: 'stays', message: say('filing.noName') };
  }
  return { kind: 'path', path: names.join('/') };
}

const knownEnding = /\.(?:pdf|png|jpe?g|docx)$/i;

function withoutEnding(parts: readonly Part[], ending: string): readonly Part[] {
  const last = parts.at(-1);
  if (last?.kind !== 'text') return parts;
  const own = ending !== '' && last.text.toLowerCase().endsWith(ending.toLowerCase()) ? ending.length : 0;
  const length = own || (knownEnding.exec(last.text)?.[0].length ?? 0);
  return length === 0 ? parts : [...parts.slice(0, -1), { kind: 'text', text: last.text.slice(0, -length) }];
}

/** The text of the first choice that has a value; a message if none has, or it is doubtful. */
function textOf(choices: readonly Choice[], valueFor: (field: string) => FilingValue): string | Message {
  const missing: string[] = [];
  for (const choice of choices) {
    if (choice.kind === 'text') return choice.text;
    const { field, date, letters } = choice;
    const value = valueFor(field);
    switch (value.kind) {
      case 'doubtful':
        return value.message;
      case 'missing':
        missing.push(field);
        continue;
      case 'value': {
        if (date !== undefined && value.date === undefined) return say('filing.noDate', { field, value: value.text });
        const text = date === undefined || value.date === undefined ? value.text : dated(value.date, date);
        const name = nameOfValue(cased(text, letters));
        if (name !== undefined) return name;
        missing.push(field);
        continue;
      }
      default:
        assertNever(value);
    }
  }
  return say('filing.missing', { fields: missing, count: missing.length });
}

function cased(text: string, letters: 'upper' | 'lower' | undefined): string {
  if (letters === undefined) return text;
  return letters === 'upper' ? text.toUpperCase() : text.toLowerCase();
}

function dated(iso: string, format: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(2),
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
  };
  return format.replace(/yyyy|yy|MM|M|dd|d/g, (part) => parts[part] ?? part);
}

// Names that every system takes, made of values that anybody may have printed on a page: Windows, macOS and Linux, what is shared
// between them, and what is synchronized to them. All lengths are bytes of UTF-8.

/** The most of one value. */
const maxValueBytes = 100;
/** The most of one directory's name. */
const maxDirectoryBytes = 120;
/** The most of a file's name with its ending: its JSON, and a number where the name is taken, have room on every disk. */
export const maxFileBytes = 180;

/** Line breaks and tabs are space. Joiners make one emoji of several, and words of some scripts: they are no danger. */
const space = /[\s\p{Z}]+/gu;
const joiners = '\u200c\u200d';
const unseen = new RegExp(`(?![${joiners}])[\\p{C}\\ufffd]`, 'gu');
const reserved = /[<>:"/\\|?*]+/g;
/** Windows takes these for devices, with whatever ending. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\s*(?:\.|$))/i;
/** A letter, a number, a sign or an emoji. */
const telling = /[\p{L}\p{N}\p{S}]/u;

/**
 * A value as a part of a name, in NFC: one line, without what is reserved on any system (a `-` stands there), is invisible, or
 * turns the direction of reading. Never with a `/`. Undefined if nothing is left of it by which a person would know it.
 */
function nameOfValue(value: string): string | undefined {
  const clean = plain(value).replace(reserved, '-');
  const name = cutTo(trimmed(clean, /^ +| +$/g), maxValueBytes).trimEnd();
  return telling.test(name) ? name : undefined;
}

/**
 * The name of one directory, or of a file without its ending: as above, and none that begins with a dot, ends in a dot or space,
 * or is a device on Windows. Undefined if nothing is left.
 */
export function safeName(text: string, maxBytes: number): string | undefined {
  const clean = trimmed(plain(text).replace(reserved, '-'), /^[. ]+|[. ]+$/g);
  const name = device.test(clean) ? clean.replace(device, '$1_') : clean;
  const cut = trimmed(cutTo(name, maxBytes), /[. ]+$/g);
  return cut === '' ? undefined : cut;
}

/** Whether a character of a template cannot be in a name. */
function isUnsafe(character: string): boolean {
  return plain(character) !== character.normalize('NFC') || character.search(reserved) >= 0;
}

function plain(text: string): string {
  return text.normalize('NFC').replace(space, ' ').replace(unseen, '').normalize('NFC');
}

function trimmed(text: string, ends: RegExp): string {
  return text.replace(/ {2,}/g, ' ').replace(ends, '');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As many whole characters, as people see them, as fit. */
export function cutTo(text: string, bytes: number): string {
  if (byteLength(text) <= bytes) return text;
  let length = 0;
  let left = bytes;
  for (const { segment } of graphemes.segment(text)) {
    left -= byteLength(segment);
    if (left < 0) break;
    length += segment.length;
  }
  return text.slice(0, length);
}

/** In UTF-8. */
function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
