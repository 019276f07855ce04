import Big from 'big.js';
import { type Message, say } from '../messages/message.ts';
import { assertNever } from '../result.ts';
import { type Extracted, serviceText } from '../review/local-review.ts';
import { type Reading, type TypedValue, typedResult } from '../values/typed-value.ts';
import { type CheckRule, dayOf, type Finding, fieldsOf, fitsPattern, nameOf, type SecondScanRule, shifted } from './rules.ts';

/** A document whose result is checked. */
export interface Checked {
  /** With a person's corrections. */
  readonly result: Extracted;
  readonly reading: Reading;
  /** The keys of its extraction's fields; undefined while they are not known. */
  readonly fields?: readonly string[];
  /** The ISO date on which it was found: "today" in a rule. */
  readonly day: string;
  /** Other documents with the same vendor and number, of which it may be another scan. */
  readonly others: (key: string) => readonly OtherInvoice[];
}

type Verdict = 'holds' | { readonly breach: Message; readonly others?: readonly number[] } | { readonly unchecked: Message };

/**
 * What the rules say of a document, in their order. A value that is missing, cannot be read, or may mean two things of which only
 * one breaks the rule, leaves it unchecked; only `required` is broken by a missing value. Pure.
 */
export function findingsOf(rules: readonly CheckRule[], document: Checked): readonly Finding[] {
  if (rules.length === 0) return [];
  const values = valuesOf(rules, document);
  return rules.flatMap((rule): Finding[] => {
    const [field] = fieldsOf(rule);
    const verdict = verdictOf(rule, values, document);
    if (verdict === 'holds') return [];
    const said = { rule: nameOf(rule), field };
    if ('unchecked' in verdict) return [{ ...said, outcome: 'unchecked', message: verdict.unchecked }];
    const { breach: message, others } = verdict;
    return [{ ...said, outcome: 'breach', message, ...(others !== undefined && { others }) }];
  });
}

interface Values {
  /** As printed; undefined where there is nothing but space. */
  readonly printed: (field: string) => string | undefined;
  readonly typed: ReadonlyMap<string, TypedValue>;
}

/** A rule about an amount, a date or a VAT id says that its field is one. */
function valuesOf(rules: readonly CheckRule[], { result, reading }: Checked): Values {
  const descriptions: Record<string, string> = { ...reading.descriptions };
  const isA = (kind: string, fields: readonly string[]) => {
    for (const field of fields) descriptions[field] = `${descriptions[field] ?? ''} ${kind}`;
  };
  const plain: Record<string, string> = {};
  for (const rule of rules) {
    if (rule.check === 'date' || rule.check === 'second-scan') isA('date', [rule.check === 'date' ? rule.field : rule.date]);
    else if (rule.check === 'amount' || rule.check === 'sum') isA('amount', fieldsOf(rule));
    else if (rule.check === 'iban' || rule.check === 'vat-id') {
      if (rule.check === 'vat-id') isA('vat', [rule.field]);
      const text = serviceText(result, rule.field);
      // Often printed with its name in front: "IBAN: DE89 …".
      if (text !== undefined) plain[rule.field] = text.replace(/^\s*(?:IBAN\b|[^:]{1,40}:)[\s:]*/i, '');
    }
  }
  const bare = { ...result, extractedData: { ...result.extractedData, ...plain } };
  return {
    printed: (field) => {
      const text = serviceText(result, field)?.trim();
      return text === '' ? undefined : text;
    },
    typed: typedResult(bare, { ...reading, descriptions }),
  };
}

function verdictOf(rule: CheckRule, values: Values, document: Checked): Verdict {
  const unknown = fieldsOf(rule).find(
    (field) => document.fields?.includes(field) === false && !Object.hasOwn(document.result.extractedData, field),
  );
  if (unknown !== undefined) return { unchecked: say('checks.unchecked.noField', { field: unknown }) };
  const [field] = fieldsOf(rule);
  const missing = fieldsOf(rule).find((each) => values.printed(each) === undefined);
  if (missing !== undefined) {
    if (rule.check === 'required') return { breach: say('checks.breach.required', { field }) };
    return { unchecked: say('checks.unchecked.noValue', { field: missing }) };
  }
  const printed = values.printed(field) ?? '';
  switch (rule.check) {
    case 'required':
      return 'holds';
    case 'pattern': {
      const fits = fitsPattern(printed, rule.pattern);
      if (fits === undefined) return { unchecked: say('checks.unchecked.tooLong', { field }) };
      return fits ? 'holds' : { breach: say('checks.breach.pattern', { field, value: printed, pattern: rule.pattern }) };
    }
    case 'one-of':
      return rule.values.some((value) => folded(value) === folded(printed))
        ? 'holds'
        : { breach: say('checks.breach.oneOf', { field, value: printed }) };
    case 'date': {
      const [from, to] = [rule.from, rule.to].map((bound) => (bound === undefined ? undefined : dayOf(bound, document.day)));
      return rangeVerdict('date', field, printed, values, (date) => {
        if (from !== undefined && date < from) return { bound: from, side: 'from' };
        return to !== undefined && date > to ? { bound: to, side: 'to' } : undefined;
      });
    }
    case 'amount':
      return rangeVerdict('amount', field, printed, values, (amount) => {
        if (rule.from !== undefined && new Big(amount).lt(rule.from)) return { bound: rule.from, side: 'from' };
        return rule.to !== undefined && new Big(amount).gt(rule.to) ? { bound: rule.to, side: 'to' } : undefined;
      });
    case 'sum':
      return sumVerdict(rule, values);
    case 'iban':
    case 'vat-id':
      return values.typed.get(field)?.kind === rule.check
        ? 'holds'
        : { breach: say(rule.check === 'iban' ? 'checks.breach.iban' : 'checks.breach.vatId', { field, value: printed }) };
    case 'second-scan':
      return secondScanVerdict(rule, document);
    default:
      return assertNever(rule);
  }
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** What a value may mean, where it is of the kind. */
function candidatesOf(typed: TypedValue | undefined, kind: 'date' | 'amount'): readonly string[] {
  if (typed?.kind !== kind) return [];
  return 'value' in typed ? [typed.value] : typed.ambiguous;
}

type Outside = { readonly bound: string; readonly side: 'from' | 'to' } | undefined;

/** Whatever an ambiguous value means, it is inside, or outside; or else that stays open. */
function rangeVerdict(
  kind: 'date' | 'amount',
  field: string,
  printed: string,
  { typed }: Values,
  outside: (value: string) => Outside,
): Verdict {
  const candidates = candidatesOf(typed.get(field), kind);
  if (candidates.length === 0) return { unchecked: say('checks.unchecked.unread', { field, value: printed, kind }) };
  const found = candidates.map(outside);
  const [first] = found;
  if (found.every((each) => each === undefined)) return 'holds';
  if (first === undefined || found.includes(undefined))
    return { unchecked: say('checks.unchecked.ambiguous', { field, value: printed, candidates }) };
  return { breach: say('checks.breach.range', { field, value: printed, side: first.side, bound: first.bound, kind }) };
}

/** More combinations of what amounts may mean than this are not tried. */
const maxCombinations = 64;

function sumVerdict(rule: Extract<CheckRule, { check: 'sum' }>, { printed, typed }: Values): Verdict {
  const readings = [rule.total, ...rule.parts].map((field) => ({
    field,
    value: printed(field) ?? '',
    candidates: candidatesOf(typed.get(field), 'amount'),
    currency: typed.get(field)?.currency,
  }));
  const unread = readings.find(({ candidates }) => candidates.length === 0);
  if (unread !== undefined)
    return { unchecked: say('checks.unchecked.unread', { field: unread.field, value: unread.value, kind: 'amount' }) };
  const currencies = [...new Set(readings.flatMap(({ currency = [] }) => currency))];
  if (currencies.length > 1) return { unchecked: say('checks.unchecked.currencies', { currencies }) };
  let combinations: readonly (readonly string[])[] = [[]];
  for (const { candidates } of readings) {
    combinations = combinations.flatMap((chosen) => candidates.map((candidate) => [...chosen, candidate]));
    if (combinations.length > maxCombinations) break;
  }
  const open = readings.find(({ candidates }) => candidates.length > 1);
  const sums = combinations.map(([total = '0', ...parts]) => ({ total, sum: sumOf(parts) }));
  const adding = sums.filter(({ total, sum }) => isSame(sum, total));
  if (combinations.length <= maxCombinations && adding.length === sums.length) return 'holds';
  if (open !== undefined && (combinations.length > maxCombinations || adding.length > 0))
    return {
      unchecked: say('checks.unchecked.ambiguous', { field: open.field, value: open.value, candidates: open.candidates }),
    };
  const [{ total, sum }] = sums as [(typeof sums)[number]];
  return {
    breach: say('checks.breach.sum', {
      parts: rule.parts.map((field) => `${field} (${printed(field) ?? ''})`),
      sum: sum.toFixed(decimalsOf(total, sum)),
      field: rule.total,
      value: printed(rule.total) ?? '',
    }),
  };
}

function sumOf(parts: readonly string[]): Big {
  return parts.reduce((sum, part) => sum.plus(part), new Big(0));
}

/** To the cent, or to the total's own last decimal if that is smaller. */
function isSame(sum: Big, total: string): boolean {
  return sum.round(Math.max(2, total.split('.')[1]?.length ?? 0), Big.roundHalfUp).eq(total);
}

function decimalsOf(total: string, sum: Big): number {
  return Math.max(2, total.split('.')[1]?.length ?? 0, sum.toFixed().split('.')[1]?.length ?? 0);
}

function secondScanVerdict(rule: SecondScanRule, document: Checked): Verdict {
  const own = invoiceKey(rule, document.result, document.reading);
  if (own === undefined) return { unchecked: say('checks.unchecked.noValue', { field: rule.number }) };
  const others = document.others(own.key);
  const near = others.filter((other) => areNear(own.dates, other.dates, rule.days) === true);
  const [first] = near;
  if (first !== undefined)
    return {
      breach: say('checks.breach.secondScan', { path: first.path, count: near.length }),
      others: near.map(({ id }) => id),
    };
  const open = others.find((other) => areNear(own.dates, other.dates, rule.days) === undefined);
  return open === undefined ? 'holds' : { unchecked: say('checks.unchecked.secondScan', { path: open.path }) };
}

/** What two scans of one invoice have in common. */
interface InvoiceKey {
  /** Vendor and number, without what two scans may print differently. */
  readonly key: string;
  /** The ISO dates that its date may mean: none where it is missing or cannot be read. */
  readonly dates: readonly string[];
}

/** Another document with the same key. */
export interface OtherInvoice {
  readonly id: number;
  /** Relative to its folder. */
  readonly path: string;
  readonly dates: readonly string[];
}

/** The key of a result with a person's corrections; undefined without a vendor or a number. Pure. */
export function invoiceKey(rule: SecondScanRule, result: Extracted, reading: Reading): InvoiceKey | undefined {
  const [vendor, number] = [rule.vendor, rule.number].map((field) => comparable(serviceText(result, field)));
  if (vendor === undefined || number === undefined || vendor === '' || number === '') return undefined;
  const descriptions = { ...reading.descriptions, [rule.date]: `${reading.descriptions?.[rule.date] ?? ''} date` };
  const date = typedResult(result, { ...reading, descriptions }).get(rule.date);
  const dates = date?.kind !== 'date' ? [] : 'value' in date ? [date.value] : date.ambiguous;
  return { key: `${vendor} ${number}`, dates };
}

/** Whether two dates are at most so many days apart; undefined if that depends on what they mean, or one of them is not known. */
export function areNear(one: readonly string[], other: readonly string[], days: number): boolean | undefined {
  const near = one.flatMap((first) => other.map((second) => second >= shifted(first, -days) && second <= shifted(first, days)));
  if (near.length === 0) return undefined;
  return near.every((each) => each) ? true : near.some((each) => each) ? undefined : false;
}

/** Letters and digits, folded: spaces, marks and accents are read now one way, now another. */
function comparable(text: string | undefined): string | undefined {
  return text
    ?.slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 100);
}
