import type { z } from 'zod';
import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';

/** Reads the body of a success. The error says why it cannot be used: `files[0].id is missing`. */
export function readAnswer<Shape>(schema: z.ZodType<Shape>, text: string): Result<Shape, Message> {
  if (text.trim() === '') return err(say('service.answer.empty'));
  const value = parseJson(text);
  if (value === undefined) return err(say('service.answer.notJson'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return err(say('service.answer.notAnObject'));
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return ok(read.data);
  return err(say('service.answer.incomplete', { problems: read.error.issues.slice(0, 3).map(problemOf) }));
}

function problemOf(issue: z.core.$ZodIssue): Message {
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
 * Parses JSON and keeps what a `number` cannot hold: an integer beyond 2^53 (an identifier, an account number) comes back
 * as the text that was sent, where JSON.parse alone would change its last digits.
 *
 * @returns undefined if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return /\d{16}/.test(bare) ? JSON.parse(bare, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(bare);
  } catch {
    return undefined;
  }
}

/** TypeScript's library does not know the third argument yet: the text that a number was read from. */
function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}
