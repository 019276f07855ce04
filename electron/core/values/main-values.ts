import { defined } from '../plain-data.ts';
import type { MainFields } from './columns.ts';
import type { TypedValue } from './typed-value.ts';

/** What was read for certain as a date or an amount. `value`: YYYY-MM-DD, or an exact number such as `5464.37`. */
export type ShownValue =
  | { readonly kind: 'date'; readonly value: string }
  | { readonly kind: 'amount'; readonly value: string; readonly currency?: string };

/** Of a document: who sent it, its day (YYYY-MM-DD), and what it comes to in all. */
export interface MainValues {
  readonly sender?: string;
  readonly date?: string;
  readonly amount?: Extract<ShownValue, { kind: 'amount' }>;
}

/** The one currency that a document names, if it does. */
export function currencyOf(typed: ReadonlyMap<string, TypedValue>): string | undefined {
  const named = [...typed.values()].flatMap((each) => (each.kind === 'currency' && 'value' in each ? [each.value] : []));
  return new Set(named).size === 1 ? named[0] : undefined;
}

/**
 * A date or an amount that was read for certain. Pure.
 * @param ofDocument the one currency that the document names: that of an amount with two decimals, not of a count
 */
export function shownValueOf(typed: TypedValue | undefined, ofDocument: string | undefined): ShownValue | undefined {
  if (typed === undefined || !('value' in typed)) return undefined;
  const { kind, value, currency = /\.\d\d$/.test(value) ? ofDocument : undefined } = typed;
  if (kind === 'date') return { kind, value };
  return kind === 'amount' ? { kind, value, ...defined({ currency }) } : undefined;
}

/** @param data the values of an extraction, by field @param typed what was read in them */
export function mainValuesOf(
  { vendor = '', date = '', total = '' }: MainFields,
  data: Readonly<Record<string, unknown>>,
  typed: ReadonlyMap<string, TypedValue>,
): MainValues {
  const day = shownValueOf(typed.get(date), undefined);
  const amount = shownValueOf(typed.get(total), currencyOf(typed));
  return defined({
    sender: typeof data[vendor] === 'string' && data[vendor].trim() !== '' ? data[vendor].trim() : undefined,
    date: day?.kind === 'date' ? day.value : undefined,
    amount: amount?.kind === 'amount' ? amount : undefined,
  });
}
