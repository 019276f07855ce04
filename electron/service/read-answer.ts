import type { z } from 'zod';
import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';
import { answerBounds, parseAnswer, tooManyValues } from './answer-limits.ts';

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
