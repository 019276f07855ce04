import { type Extracted, serviceText } from '../review/local-review.ts';
import { type Reading, typedResult } from '../values/typed-value.ts';
import { type SecondScanRule, shifted } from './rules.ts';

/** What two scans of one invoice have in common. */
export interface InvoiceKey {
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
  const [vendor, number] = [rule.vendor, rule.number].map((field) => plain(serviceText(result, field)));
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
function plain(text: string | undefined): string | undefined {
  return text
    ?.slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 100);
}
