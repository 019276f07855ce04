import Big from 'big.js';
import type { FieldView } from '../contract/documents.ts';
import type { DocumentResult } from '../document/result.ts';
import { say } from '../messages/message.ts';
import { fieldsOf } from '../protocol/route.ts';
import { typedResult } from '../values/typed-value.ts';
import { type Extracted, type Review, reviewedResult, serviceText, textOf } from './local-review.ts';

export type ValueHint = NonNullable<FieldView['hint']>;

/** A field of an extraction. */
type Field = Pick<FieldView, 'key' | 'description'>;

/** A document that a person has confirmed, with what the service said of it. */
export interface Judged {
  readonly result?: DocumentResult;
  readonly review?: Review;
}

const vendor =
  /vendor|supplier|seller|sender|merchant|issuer|company|lieferant|h[äa]ndler|absender|aussteller|fournisseur|vendeur|marchand/i;

/** What an amount is of, by the name of its field. */
const roles = {
  tax: /\b(vat|tax|mw ?st|ust|tva|iva)\b|steuer|(?<!hors )taxe/i,
  net: /\bnet\b|netto|subtotal|sub total|zwischensumme|\bht\b|hors taxes?/i,
  total: /total|gross|brutto|gesamt|\bttc\b|amount due|betrag|montant/i,
} as const;

/** As many earlier documents of a vendor must agree before their value is worth a hint. */
const usual = 2;

/**
 * What a person may want to compare, by field; never a change. Amounts that do not add up; and what people made of the same
 * field in earlier documents of the same vendor: a correction of the very value that is there again, or the one value that all
 * of them have where there is none. Pure.
 * @param fields of the extraction, with what it says of them
 * @param earlier documents of the same route that people have confirmed, the newest first
 */
export function valueHints(
  result: Extracted,
  review: Review | undefined,
  fields: readonly Field[],
  earlier: readonly Judged[],
): ReadonlyMap<string, ValueHint> {
  const now = reviewedResult(result, review) as Extracted;
  return new Map([...earlierHints(now, fields, earlier), ...sumHint(now, fields)]);
}

function earlierHints(now: Extracted, fields: readonly Field[], earlier: readonly Judged[]): Map<string, ValueHint> {
  const hints = new Map<string, ValueHint>();
  const keys = [...new Set([...fields.map(({ key }) => key), ...Object.keys(now.extractedData)])];
  const vendorKey = keys.find((key) => vendor.test(key));
  const name = vendorKey === undefined ? undefined : plain(serviceText(now, vendorKey));
  if (vendorKey === undefined || name === undefined || name === '') return hints;
  const same = earlier.flatMap(({ result, review }) => {
    if (result?.kind !== 'extraction') return [];
    const judged = reviewedResult(result, review) as Extracted;
    const names = [serviceText(result, vendorKey), serviceText(judged, vendorKey)].map(plain);
    return names.includes(name) ? [{ review, judged }] : [];
  });
  for (const key of keys) {
    const value = serviceText(now, key) ?? '';
    const change = same
      .flatMap(({ review }) => review?.changes.toReversed() ?? [])
      .find(({ field, from = '', to }) => field === key && from === value && value !== '' && to !== undefined && to !== '');
    if (change?.to !== undefined) {
      hints.set(key, { message: say('reasons.correctedBefore', { from: value, to: change.to }), value: change.to });
      continue;
    }
    if (value !== '' || same.length < usual) continue;
    const values = same.map(({ judged }) => textOf(judged.extractedData[key]) ?? '');
    const [first = ''] = values;
    if (first !== '' && values.every((each) => each === first))
      hints.set(key, { message: say('reasons.usualValue', { value: first, count: values.length }), value: first });
  }
  return hints;
}

/** Only where each role is one field's, and all three are amounts of one currency. */
function sumHint(now: Extracted, fields: readonly Field[]): [string, ValueHint][] {
  const amounts = [...typedResult(now, fieldsOf(fields))].flatMap(([key, typed]) =>
    typed.kind === 'amount' && 'value' in typed ? [{ key, ...typed }] : [],
  );
  const byRole = Map.groupBy(amounts, ({ key }) => roleOf(key));
  const only = (role: keyof typeof roles) => (byRole.get(role)?.length === 1 ? byRole.get(role)?.[0] : undefined);
  const [net, tax, total] = [only('net'), only('tax'), only('total')];
  if (net === undefined || tax === undefined || total === undefined) return [];
  if (new Set([net, tax, total].flatMap(({ currency = [] }) => currency)).size > 1) return [];
  const sum = new Big(net.value).plus(tax.value);
  if (sum.eq(total.value)) return [];
  const printed = ({ key }: { readonly key: string }) => serviceText(now, key) ?? '';
  const values = { net: printed(net), tax: printed(tax), sum: sum.toFixed(2), total: printed(total) };
  return [[total.key, { message: say('reasons.sum', values) }]];
}

/** A tax rate is none of them; "total net" is a net amount, "total tax" a tax. */
function roleOf(key: string): keyof typeof roles | 'none' {
  const words = key.replaceAll(/[_\s-]+/g, ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  if (/rate|satz|taux|percent|%/i.test(words)) return 'none';
  return (['tax', 'net', 'total'] as const).find((role) => roles[role].test(words)) ?? 'none';
}

function plain(text: string | undefined): string | undefined {
  return text
    ?.normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,]+/g, ' ')
    .trim();
}
