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
  ['one of many', z.enum(['a', 'b', 'c', 'd', 'e', 'f', 'g']), 'x', 'must be one of "a", "b", "c", "d", "e", "f", "g"'],
  ['one of several numbers', z.literal([1, 2]), 3, 'must be one of 1, 2'],
  ['the least of a list', z.array(z.string()).min(1), [], 'must not be empty'],
  ['the least of a number with decimals', z.number().min(0.5), 0.4, 'must be at least 0.5'],
  ['text', z.string(), 1, 'must be text in double quotes'],
  ['yes or no', z.boolean(), 1, 'must be true or false'],
  ['a list', z.array(z.string()), 1, 'must be a list'],
  ['an object', z.strictObject({}), 1, 'must be an object'],
  ['a record', z.record(z.string(), z.string()), 1, 'must be an object'],
  ['a date', z.date(), 1, 'is not valid'],
  ['a form', z.string().regex(/x/), 'y', 'is not valid'],
  ['a multiple', z.number().multipleOf(2), 3, 'is not valid'],
  ['a member that is unknown', z.strictObject({}), { a: 1 }, 'is not valid'],
  ['a union', z.union([z.string().min(2), z.number().min(2)]), 1, 'must be at least 2'],
  ['a rule that there is not', z.string('configuration.rule.toString'), 1, 'must be text in double quotes'],
  ['a text of its own', z.string('Nope.'), 1, 'must be text in double quotes'],
  ['the only one', z.literal('a'), 'c', 'must be "a"'],
])('%s is told by the rule that it breaks', (_, schema, value, words) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && inEnglish(brokenRule(issue))).toBe(words);
});
