import { isObject } from '../core/plain-data.ts';
import { parseAnswer } from './read-answer.ts';

/** What the body of an error says. */
export interface ErrorBody {
  /** `error`: a JSON object with a text `error`; `message`: with `{error: {message}}` or `{message}`; `object`: any other. */
  readonly form: 'error' | 'message' | 'object' | 'text' | 'html' | 'none';
  /** The service's message as it came, with the further members of a JSON object; absent if the body has none. */
  readonly message?: string;
  /** The message and its neighbours (a code, a type), to look for words in. */
  readonly words: string;
}

/**
 * Reads an error's body. Extraction calls answer `{error: <message>}`; the errors of classification calls are not
 * documented, so `{error: {message}}`, `{message}` and plain text are read as well, on all calls (README.md, "Errors").
 */
export function readErrorBody(contentType: string, text: string): ErrorBody {
  const parsed = parseAnswer(text);
  const value = typeof parsed === 'object' ? parsed.value : undefined;
  if (isObject(value)) {
    const { error, message } = value;
    if (isText(error)) return { form: 'error', message: withOthers(error, value, 'error'), words: wordsOf(value) };
    if (isObject(error) && isText(error.message))
      return { form: 'message', message: withOthers(error.message, error, 'message'), words: wordsOf(error) };
    if (isText(message)) return { form: 'message', message: withOthers(message, value, 'message'), words: wordsOf(value) };
    const others = othersIn(value);
    return { form: 'object', ...(others !== '' && { message: others }), words: '' };
  }
  if (isHtml(contentType, text)) return { form: 'html', words: '' };
  if (value !== undefined || text.trim() === '') return { form: 'none', words: '' };
  return { form: 'text', message: text, words: text };
}

/** Whether an answer is a web page, from a sign-in portal, a proxy or a gateway, rather than the service's. */
export function isHtml(contentType: string, text: string): boolean {
  const isSaid = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType);
  return (isSaid || /^\s*<(!doctype\s+html|html|head|body)\b/i.test(text)) && parseAnswer(text) === undefined;
}

/**
 * A message as it may be shown and logged: one line of at most 500 characters, without control characters and without the
 * key. The key is removed before the line is cut, so that no part of it can remain at the end.
 */
export function presentable(message: string, key: string | undefined): string {
  const line = message
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed, together with the marks that change the reading direction
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const safe =
    key === undefined || key.length < 4
      ? line
      : spellingsOf(key).reduce((text, spelling) => text.replaceAll(spelling, '[API key]'), line);
  const characters = [...safe.trim()];
  return characters.length <= 500 ? characters.join('') : `${characters.slice(0, 499).join('')}…`;
}

/** How a service may repeat a key: as it is, quoted, in an address, in base64. Longest first. */
function spellingsOf(key: string): string[] {
  const quoted = JSON.stringify(key).slice(1, -1);
  const escaped = [encodeURIComponent(key), encodeURI(key)];
  const lowerCase = escaped.map((text) => text.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()));
  const texts = [key, quoted, ...escaped, ...lowerCase, ...base64SpellingsOf(key)];
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}

/** By itself, and inside a longer text, where its first and last characters blend with their neighbours. */
function base64SpellingsOf(key: string): string[] {
  const whole = Buffer.from(key).toString('base64');
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(key)])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(before === 0 ? 0 : before + 1, -1);
  });
  // A short piece could be part of any word.
  const telling = [whole, ...within].filter((text) => text.length >= 8);
  return telling.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** A message and what stands beside it, such as the number of a request: `out of pages (request_id: r1)`. */
function withOthers(message: string, value: Readonly<Record<string, unknown>>, name: string): string {
  const others = othersIn(value, name);
  return others === '' ? message : `${message} (${others})`;
}

function othersIn(value: Readonly<Record<string, unknown>>, except?: string): string {
  const others = Object.entries(value).filter(([name, each]) => name !== except && (isText(each) || typeof each === 'number'));
  return others.map(([name, each]) => `${name}: ${each}`).join(', ');
}

function wordsOf(value: Readonly<Record<string, unknown>>): string {
  return ['error', 'message', 'code', 'type', 'reason']
    .map((name) => value[name])
    .filter(isText)
    .join(' ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
