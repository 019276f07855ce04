import type { z } from 'zod';
import { err, ok, type Result } from '../core/result.ts';
import { parseJson } from './json.ts';

/**
 * Reads the body of a success.
 *
 * @returns the value, or what is wrong with the body: `files[0].id is missing`
 */
export function readAnswer<Shape>(schema: z.ZodType<Shape>, text: string): Result<Shape, string> {
  if (text.trim() === '') return err('the answer is empty');
  const value = parseJson(text);
  if (value === undefined) return err('the answer is not JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return err('the answer is not a JSON object');
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return ok(read.data);
  return err(read.error.issues.slice(0, 3).map(problemOf).join(', '));
}

function problemOf(issue: z.core.$ZodIssue): string {
  const isAbsent = issue.input === undefined || issue.input === null;
  return `${pathOf(issue.path)} ${isAbsent ? 'is missing' : 'cannot be read'}`;
}

function pathOf(path: readonly PropertyKey[]): string {
  const written = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return written.replace(/^\./, '') || 'the answer';
}
