import { type Message, say } from '../messages/message.ts';
import { err, ok, type Result } from '../result.ts';
import { isUnsafe } from './safe-name.ts';

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

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly choices: readonly Choice[] };

export type Choice =
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
    const template = new Reader(text).read();
    checkDirectories(text, template);
    return ok(template);
  } catch (error) {
    if (error instanceof Problem) return err(error.said);
    throw error;
  }
}

class Reader {
  /** Characters, not units of UTF-16: what a person counts. */
  readonly #characters: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#characters = [...text];
  }

  read(): Template {
    const parts: Part[] = [];
    let text = '';
    const endText = () => {
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
    };
    for (;;) {
      const character = this.#characters[this.#at];
      if (character === undefined) break;
      const isDoubled = this.#characters[this.#at + 1] === character;
      if ((character === '{' || character === '}') && isDoubled) {
        text += character;
        this.#at += 2;
      } else if (character === '{') {
        endText();
        parts.push(this.#value());
      } else if (character === '}') {
        throw new Problem(say('filing.template.closesNothing', { position: String(this.#at + 1), brace: '}', twice: '}}' }));
      } else {
        if (character !== '/' && isUnsafe(character) && character !== ' ')
          throw new Problem(say('filing.template.character', { position: String(this.#at + 1), character: visible(character) }));
        text += character;
        this.#at += 1;
      }
    }
    endText();
    return { parts };
  }

  #value(): Part {
    const opened = this.#at;
    const choices: Choice[] = [];
    do {
      this.#at += 1;
      choices.push(this.#choice(opened));
    } while (this.#characters[this.#at] === '|');
    this.#at += 1;
    return { kind: 'value', choices };
  }

  /** Ends at the `|` or `}` after it. */
  #choice(opened: number): Choice {
    this.#skipSpace();
    const at = this.#at + 1;
    const quote = this.#characters[this.#at];
    if (quote === "'") {
      const text = this.#quoted();
      const unsafe = [...text].find((character) => character !== ' ' && isUnsafe(character));
      if (unsafe !== undefined)
        throw new Problem(say('filing.template.character', { position: String(at), character: visible(unsafe) }));
      this.#end(opened);
      return { kind: 'text', text };
    }
    const field = quote === '"' ? this.#quoted() : this.#until(/[{}|:'"]/);
    if (field === '') throw new Problem(say('filing.template.noName', { position: String(at), example: '{invoice_date}' }));
    let choice: Choice = { kind: 'field', field, at };
    this.#skipSpace();
    while (this.#characters[this.#at] === ':') {
      this.#at += 1;
      const formatAt = this.#at + 1;
      const format = this.#until(/[{}|:'"]/);
      const isDate = dateFormat.test(format) && /[yMd]/.test(format);
      if (isDate && choice.date === undefined) choice = { ...choice, date: format };
      else if ((format === 'upper' || format === 'lower') && choice.letters === undefined)
        choice = { ...choice, letters: format };
      else throw new Problem(say('filing.template.format', { position: String(formatAt), format }));
    }
    this.#end(opened);
    return choice;
  }

  #end(opened: number): void {
    this.#skipSpace();
    const next = this.#characters[this.#at];
    if (next === undefined)
      throw new Problem(say('filing.template.notClosed', { position: String(opened + 1), open: '{', twice: '{{', close: '}' }));
    if (next !== '|' && next !== '}')
      throw new Problem(
        say('filing.template.unexpected', { position: String(this.#at + 1), character: visible(next), close: '}' }),
      );
  }

  #quoted(): string {
    const quote = this.#characters[this.#at] ?? '';
    const opened = this.#at + 1;
    let text = '';
    for (this.#at += 1; ; this.#at += 1) {
      const character = this.#characters[this.#at];
      if (character === undefined) throw new Problem(say('filing.template.quote', { position: String(opened), quote }));
      if (character === quote) {
        if (this.#characters[this.#at + 1] !== quote) break;
        this.#at += 1;
      }
      text += character;
    }
    this.#at += 1;
    return text;
  }

  #until(end: RegExp): string {
    const from = this.#at;
    while (this.#at < this.#characters.length && !end.test(this.#characters[this.#at] ?? '')) this.#at += 1;
    return this.#characters.slice(from, this.#at).join('').trim();
  }

  #skipSpace(): void {
    while (this.#characters[this.#at] === ' ') this.#at += 1;
  }
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
export function segmentsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
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
