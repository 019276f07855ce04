import type { z } from 'zod';
import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';

/**
 * How much an answer may hold, so that no answer stops the engine or fills the disk. What one file of an answer exceeds
 * concerns that file alone; what a whole answer exceeds makes it unreadable. (Its bytes: `transport.ts`.)
 */
export const answerBounds = {
  /** Levels of objects and lists, counted from a file of the answer. */
  depth: 32,
  /** Values of a file, at any depth. */
  fileValues: 100_000,
  /** Values of a whole answer: it is not parsed beyond that. */
  answerValues: 2_000_000,
  /** Characters of one value. */
  valueLength: 1024 * 1024,
  /** Characters of all values and names of a file. */
  fileLength: 8 * 1024 * 1024,
  /** Characters of an identifier, a file name or a status. */
  nameLength: 4096,
} as const;

/** Stands in a parsed answer for a part that was nested too deep. No answer can contain it: it is made up at each start. */
const cutMark = `cut-${crypto.randomUUID()}`;

/**
 * Parses JSON and keeps what a `number` cannot hold: an integer beyond 2^53 (an identifier, an account number), more than 15 digits
 * or a size such as 1e400 comes back as the text that was sent, where JSON.parse alone would change it. Whatever runs over the value may recurse.
 *
 * @returns undefined if the text is not JSON
 */
export function parseAnswer(text: string): { readonly value: unknown } | 'too-many-values' | undefined {
  const scanned = cutDeepJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  if (scanned === undefined) return undefined;
  if (scanned.values > answerBounds.answerValues) return 'too-many-values';
  try {
    const { text: shallow } = scanned;
    return { value: /[\d.]{16}|[eE][-+]?\d{3}/.test(shallow) ? JSON.parse(shallow, keepDigits as Reviver) : JSON.parse(shallow) };
  } catch {
    return undefined;
  }
}

type Reviver = (key: string, value: unknown) => unknown;

/** TypeScript's library does not know the third argument yet: the text that a number was read from. */
function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  return typeof value !== 'number' || source === undefined || isHeld(value, source) ? value : source;
}

/** Whether a number is what was written, to the last digit. */
function isHeld(value: number, source: string): boolean {
  const digits = source
    .replace(/e.*$/i, '')
    .replaceAll(/\D/g, '')
    .replaceAll(/^0+|0+$/g, '');
  if (digits.length > 15) return (/^-?\d+$/.test(source) && Number.isSafeInteger(value)) || String(value) === source;
  return Number.isFinite(value) && (value !== 0 || digits === '');
}

function tooManyValues(limit: number): Message {
  return say('service.answer.tooManyValues', { limit });
}

/** Why a parsed value, such as a file of an answer, is more than Intray takes; undefined if it is not. */
export function excessOf(value: unknown): Message | undefined {
  const { depth: maxDepth, fileLength, fileValues, valueLength } = answerBounds;
  let values = 0;
  let length = 0;
  function look(part: unknown, depth: number): Message | undefined {
    values++;
    if (values > fileValues) return tooManyValues(fileValues);
    if (typeof part === 'string') {
      if (part === cutMark) return say('service.answer.tooDeep', { limit: maxDepth });
      if (part.length > valueLength) return say('service.answer.valueTooLong', { limit: valueLength });
      length += part.length;
      return length > fileLength ? say('service.answer.fileTooLong', { limit: fileLength }) : undefined;
    }
    if (typeof part !== 'object' || part === null) return undefined;
    if (depth === maxDepth) return say('service.answer.tooDeep', { limit: maxDepth });
    for (const [name, member] of Object.entries(part)) {
      const problem = (Array.isArray(part) ? undefined : look(name, depth)) ?? look(member, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  return look(value, 0);
}

/** Reads the body of a success. The error says why it cannot be used: `files[0].id is missing`. */
export function readAnswer<Shape>(schema: z.ZodType<Shape>, text: string): Result<Shape, Message> {
  if (text.trim() === '') return err(say('service.answer.empty'));
  const parsed = parseAnswer(text);
  if (parsed === undefined) return err(say('service.answer.notJson'));
  if (parsed === 'too-many-values') return err(tooManyValues(answerBounds.answerValues));
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return err(say('service.answer.notAnObject'));
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return ok(read.data);
  return err(unfit(read.error));
}

/** Why a part of an answer cannot be used. @param at where it is in the answer; its schema knows members of its own only */
export function unfit({ issues }: z.ZodError, at: readonly PropertyKey[] = []): Message {
  const problems = issues.slice(0, 3).map((issue) => problemOf({ ...issue, path: [...at, ...issue.path] }));
  return say('service.answer.incomplete', { problems });
}

function problemOf(issue: z.core.$ZodIssue): Message {
  if (issue.code === 'custom' && issue.params?.excess !== undefined) return issue.params.excess as Message;
  const member = memberAt(issue.path);
  if (member === '') return say('service.answer.wrongShape');
  const isAbsent = issue.input === undefined || issue.input === null;
  return say(isAbsent ? 'service.answer.missing' : 'service.answer.wrongType', { member });
}

/** A path names members of our schemas only, so nothing that the service sent is repeated. */
function memberAt(path: readonly PropertyKey[]): string {
  const written = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return written.replace(/^\./, '');
}

/**
 * How deep the containers of a text may be nested before its deeper parts are cut out. `JSON.parse` itself copes with any depth, but what
 * runs over its value afterwards (a reviver, `JSON.stringify`, a comparison, a copy for another thread) recurses and overflows the stack.
 */
const maxJsonDepth = 37;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Cuts out what is nested deeper than `maxJsonDepth`, without recursion. The scan knows strings and brackets only: whether
 * the rest is JSON is for `JSON.parse` to say.
 *
 * @returns the text with `cutMark` for each such part, and how many values it holds (a close upper bound), those of the parts that were
 *   cut out included; undefined if such a part has no end, so that the text cannot be JSON
 */
function cutDeepJson(text: string): { readonly text: string; readonly values: number } | undefined {
  const kept: string[] = [];
  let keptUpTo = 0;
  let cutFrom = -1;
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case comma:
        values++;
        break;
      case openBrace:
      case openBracket:
        values++;
        if (++depth === maxJsonDepth + 1) cutFrom = index;
        break;
      case closeBrace:
      case closeBracket:
        if (depth === maxJsonDepth + 1) {
          kept.push(text.slice(keptUpTo, cutFrom), `"${cutMark}"`);
          keptUpTo = index + 1;
          cutFrom = -1;
        }
        depth--;
    }
  }
  if (cutFrom >= 0) return undefined;
  return { text: keptUpTo === 0 ? text : kept.join('') + text.slice(keptUpTo), values };
}

/** The position of the quotation mark that ends the string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
