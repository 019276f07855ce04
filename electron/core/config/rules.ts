import { z } from 'zod';
import { english } from '../languages/en/all.ts';
import { type Message, type MessageCode, type MessageValues, messageSchema, say } from '../messages/message.ts';
import { assertNever } from '../result.ts';

type RuleName = keyof typeof english.configuration.rule;

/** Rules whose sentence needs no values. */
type PlainRule = {
  [Name in RuleName]: keyof MessageValues<`configuration.rule.${Name}`> extends never ? Name : never;
}[RuleName];

/**
 * The `error` of a schema that has more to say than its kind does: the code of the rule that a value breaks. It follows
 * the name of a member: "folders[0].path" + "must be the path of a folder".
 */
export function rule(name: PlainRule): MessageCode {
  return `configuration.rule.${name}`;
}

/**
 * The rule that a value breaks: the one that its schema makes for it (`params.rule`, a message) or names, else the one that the
 * kind of problem stands for. Pure.
 */
export function brokenRule(issue: z.core.$ZodIssue): Message {
  const own = issue.code === 'custom' ? messageSchema.safeParse(issue.params?.rule).data : undefined;
  if (own !== undefined) return own;
  // The limits of a schema would otherwise get the rule that it names for its type.
  const isLimit = issue.code === 'too_small' || issue.code === 'too_big';
  return (isLimit ? undefined : namedRule(issue.message)) ?? generalRule(issue);
}

function namedRule(code: string): Message | undefined {
  const name = code.startsWith('configuration.rule.') ? code.slice('configuration.rule.'.length) : '';
  return Object.hasOwn(english.configuration.rule, name)
    ? say(rule(name as PlainRule) as `configuration.rule.${PlainRule}`)
    : undefined;
}

function generalRule(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return typeRule(issue.expected);
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? say('configuration.rule.atLeast', { minimum: Number(issue.minimum) })
        : say('configuration.rule.notEmpty');
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? say('configuration.rule.atMost', { maximum: Number(issue.maximum) })
        : say('configuration.rule.notLonger', { maximum: Number(issue.maximum) });
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value));
      return values.length === 1
        ? say('configuration.rule.exactly', { value: values[0] ?? '' })
        : say('configuration.rule.oneOf', { values: values.join(', ') });
    }
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return say('configuration.rule.notValid');
    default:
      return assertNever(issue);
  }
}

function typeRule(expected: string): Message {
  const rules: Readonly<Record<string, PlainRule>> = {
    boolean: 'yesOrNo',
    number: 'number',
    int: 'wholeNumber',
    string: 'text',
    array: 'list',
    object: 'object',
    record: 'object',
  };
  return say(`configuration.rule.${rules[expected] ?? 'notValid'}`);
}

/** A schema without what only makes it optional, gives it a default or makes something else of what was read. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapped ? unwrapped(schema.unwrap()) : schema;
}
