import Big from 'big.js';
import { RE2JS } from 're2js';
import { z } from 'zod';
import { rule as problem } from '../config/rules.ts';
import { messageSchema } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';

/**
 * A person's own checks of the results of an extraction, as the settings of its folder write them. Fields are named by their
 * keys. `name`: what a breach is flagged by; without it, `nameOf` makes one.
 */
const name = z.string().trim().min(1).max(80).optional();
const field = z
  .string({ error: problem('fieldKey') })
  .trim()
  .min(1)
  .max(200);

/** An ISO date, or a number of days before or after the day on which the document was found. */
const day = z.string({ error: problem('day') }).refine(isDay, problem('day'));
/** Exact decimals: a number of JSON would be rounded. */
const decimals = z.string({ error: problem('decimals') }).regex(/^-?\d{1,15}(?:\.\d{1,6})?$/, problem('decimals'));

/** `from` and `to` are both included; one of them may be left out. */
export const checkRuleSchema = z.discriminatedUnion(
  'check',
  [
    z.strictObject({ check: z.literal('required'), field, name }),
    /** The whole value fits a regular expression of RE2. */
    z.strictObject({
      check: z.literal('pattern'),
      field,
      pattern: z.string().min(1).max(500).refine(isPattern, problem('pattern')),
      name,
    }),
    /** Case and space around it do not matter. */
    z.strictObject({
      check: z.literal('one-of'),
      field,
      values: z.array(z.string().trim().min(1).max(200)).min(1).max(500),
      name,
    }),
    z
      .strictObject({ check: z.literal('date'), field, from: day.optional(), to: day.optional(), name })
      .refine(({ from, to }) => from !== undefined || to !== undefined, problem('fromOrTo'))
      .refine(areInOrder, problem('fromBeforeTo')),
    z
      .strictObject({ check: z.literal('amount'), field, from: decimals.optional(), to: decimals.optional(), name })
      .refine(({ from, to }) => from !== undefined || to !== undefined, problem('fromOrTo'))
      .refine(({ from, to }) => !isDecimal(from) || !isDecimal(to) || new Big(from).lte(to), problem('fromBeforeTo')),
    /** The parts add up to the total, to the cent. */
    z.strictObject({ check: z.literal('sum'), parts: z.array(field).min(1).max(20), total: field, name }),
    z.strictObject({ check: z.literal('iban'), field, name }),
    z.strictObject({ check: z.literal('vat-id'), field, name }),
    /** Another document says the same vendor and number, and a date that is at most `days` away. */
    z.strictObject({
      check: z.literal('second-scan'),
      vendor: field,
      number: field,
      date: field,
      days: z.int().min(0).max(3_660).default(30),
      name,
    }),
  ],
  { error: problem('check') },
);

/** Documents are compared by one such rule: its key is kept for each. */
export const checkRulesSchema = z
  .array(checkRuleSchema, { error: problem('list') })
  .max(100)
  .refine((rules) => rules.filter(({ check }) => check === 'second-scan').length < 2, problem('oneSecondScan'));

export type CheckRule = Immutable<z.infer<typeof checkRuleSchema>>;
export type CheckKind = CheckRule['check'];
export const checkKinds = checkRuleSchema.options.map((option) => option.shape.check.value) as readonly CheckKind[];

export type SecondScanRule = Extract<CheckRule, { check: 'second-scan' }>;

export function secondScanRule(rules: readonly CheckRule[] | undefined): SecondScanRule | undefined {
  return rules?.find((rule) => rule.check === 'second-scan');
}

/** What a breach of the rule is flagged by, the same in every language: it is written into JSON and CSV. */
export function nameOf(rule: CheckRule): string {
  if (rule.name !== undefined) return rule.name;
  if (rule.check === 'sum') return `${rule.parts.join(' + ')} = ${rule.total}`;
  return `${rule.check}: ${fieldsOf(rule)[0]}`;
}

/** The fields that a rule reads; the first is the one that a breach is about. */
export function fieldsOf(rule: CheckRule): readonly [string, ...string[]] {
  if (rule.check === 'sum') return [rule.total, ...rule.parts];
  if (rule.check === 'second-scan') return [rule.number, rule.vendor, rule.date];
  return [rule.field];
}

const relative = /^today([+-]\d{1,4})?$/;

/** The ISO date of a bound, for a document that was found on `today`. */
export function dayOf(bound: string, today: string): string {
  const found = relative.exec(bound);
  if (found === null) return bound;
  return shifted(today, Number(found[1] ?? 0));
}

/** An ISO date so many days later. */
export function shifted(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  if (relative.test(text)) return true;
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function isDecimal(text: string | undefined): text is string {
  return text !== undefined && decimals.safeParse(text).success;
}

/** What is relative on one side only may be in order on some days. */
function areInOrder({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): boolean {
  if (from === undefined || to === undefined || relative.test(from) !== relative.test(to)) return true;
  const [first, last] = [from, to].map((bound) => dayOf(bound, '2000-01-01'));
  return first === undefined || last === undefined || first <= last;
}

/**
 * What one of the folder's own checks says of a document. `breach`: it flags the field; `unchecked`: the values do not let it
 * say, which flags nothing. A check that holds says nothing.
 */
export const findingSchema = z.object({
  /** The rule's name. */
  rule: z.string(),
  outcome: z.enum(['breach', 'unchecked']),
  field: z.string(),
  message: messageSchema,
  /** The other documents that it is about, by id: the first of them first. */
  others: z.array(z.number()).exactOptional(),
});

/** What the table of a folder's next step asks a person about is found by this rule, beside those of the folder's own checks. */
export const nextStepRule = 'next';

export type Finding = Immutable<z.output<typeof findingSchema>>;

export function breachesIn(findings: readonly Finding[] | undefined): readonly Finding[] {
  return findings?.filter(({ outcome }) => outcome === 'breach') ?? [];
}

export function isBreached(findings: readonly Finding[] | undefined): boolean {
  return findings?.some(({ outcome }) => outcome === 'breach') === true;
}

/** What a pattern comes to when it is compiled; one that repeats what repeats may come to thousands. */
const maxSteps = 1_000;
/** Characters of a value that a pattern is compared with. */
const maxPatternText = 1_000;

const compiled = new Map<string, RE2JS | undefined>();
const maxKept = 200;

/**
 * Regular expressions of RE2, whose time grows with the length of the text and no faster: no pattern can hold up the program. It
 * knows neither references back nor looking around.
 * @returns undefined for text that is none, or one that is too large
 */
function compile(pattern: string): RE2JS | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  let expression: RE2JS | undefined;
  try {
    const found = RE2JS.compile(pattern);
    if (found.programSize() <= maxSteps) expression = found;
  } catch {
    // Not a pattern.
  }
  if (compiled.size >= maxKept) compiled.clear();
  compiled.set(pattern, expression);
  return expression;
}

export function isPattern(text: string): boolean {
  return compile(text) !== undefined;
}

/** Whether the whole text fits; undefined if the pattern is none, or the text too long. */
export function fitsPattern(text: string, pattern: string): boolean | undefined {
  return text.length > maxPatternText ? undefined : compile(pattern)?.matches(text);
}
