import { expect, it } from 'vitest';
import { z } from 'zod';
import { brokenRule, rule } from '../../../electron/core/config/rules.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';

const named = { error: rule('columnName') };

/** What a person reads after the name of a member. */
it.each<[string, z.ZodType, unknown, string]>([
  ['a type with a rule of its own', z.string(named), 1, inEnglish({ code: rule('columnName'), values: {} })],
  ['the least of such a one', z.string(named).min(1), '', 'must not be empty'],
  ['the most of such a one', z.string(named).max(3), 'long', 'must not be longer than 3'],
  ['the least of a number', z.int(named).min(2), 1, 'must be at least 2'],
  ['the most of a number', z.int(named).max(2), 3, 'must be at most 2'],
  ['the most of a list', z.array(z.string(), named).max(1), ['a', 'b'], 'must not be longer than 1'],
  ['a type', z.int(), 'x', 'must be a number'],
  ['a whole number', z.int(), 1.5, 'must be a whole number'],
  ['one of several', z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
  ['the only one', z.literal('a'), 'c', 'must be "a"'],
])('%s is told by the rule that it breaks', (_, schema, value, words) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && inEnglish(brokenRule(issue))).toBe(words);
});
