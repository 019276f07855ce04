import { describe, expect, it } from 'vitest';
import { confirm } from '../../../electron/core/review/local-review.ts';
import { type Judged, valueHints } from '../../../electron/core/review/value-hints.ts';

const fields = ['vendor_name', 'net_amount', 'vat_amount', 'vat_rate', 'total_amount', 'currency', 'vat_id'].map((key) => ({
  key,
}));
const extraction = (extractedData: Readonly<Record<string, string>>) =>
  ({ kind: 'extraction', status: 'needs_review', extractedData, extra: {} }) as const;

/** What somebody confirmed of a document of ACME, with these corrections. */
function confirmed(values: Readonly<Record<string, string>>, corrections: Readonly<Record<string, string>> = {}): Judged {
  const result = extraction({ vendor_name: 'ACME Ltd.', ...values });
  const review = confirm(undefined, result, corrections, { at: 1, by: 'ada' });
  if (!review.ok) throw new Error(review.error.code);
  return { result, review: review.value };
}

const hintsOf = (values: Readonly<Record<string, string>>, earlier: readonly Judged[] = []) =>
  [...valueHints(extraction(values), undefined, fields, earlier)].map(([key, { message, value }]) => [key, message.code, value]);

describe('Hints beside values', () => {
  it.each([
    ['119.00', '100.00', '19.00', []],
    ['1.190,00 €', '1.000,00 €', '190,00 €', []],
    ['120.00', '100.00', '19.00', [['total_amount', 'reasons.sum', undefined]]],
    ['€ 120.00', '€ 100.00', '19.00', [['total_amount', 'reasons.sum', undefined]]],
    // Of two currencies there is no sum.
    ['€ 120.00', 'USD 100.00', '19.00', []],
    ['', '100.00', '19.00', []],
  ])('say when net and tax do not add up to the total: %s', (total_amount, net_amount, vat_amount, expected) => {
    expect(hintsOf({ total_amount, net_amount, vat_amount, vat_rate: '19 %' })).toEqual(expected);
  });

  it('say nothing of a sum where two fields may be the total', () => {
    const values = { total_amount: '120.00', net_amount: '100.00', vat_amount: '19.00' };
    expect(hintsOf(values)).toHaveLength(1);
    expect(hintsOf({ ...values, gross_amount: '119.00' })).toEqual([]);
  });

  it('say what the very same value of the same sender was corrected to before, and of no other', () => {
    const earlier = [confirmed({ currency: 'US$' }, { currency: 'USD' })];
    expect(hintsOf({ vendor_name: 'acme ltd', currency: 'US$' }, earlier)).toEqual([
      ['currency', 'reasons.correctedBefore', 'USD'],
    ]);
    expect(hintsOf({ vendor_name: 'Another', currency: 'US$' }, earlier)).toEqual([]);
    expect(hintsOf({ vendor_name: 'ACME Ltd', currency: 'EUR' }, earlier)).toEqual([]);
  });

  it('say what is usual for a sender where there is no value, once two documents agree', () => {
    const one = confirmed({ vat_id: 'GB123', total_amount: '5' });
    const other = confirmed({ total_amount: '7' }, { vat_id: 'GB123' });
    expect(hintsOf({ vendor_name: 'ACME Ltd' }, [one])).toEqual([]);
    expect(hintsOf({ vendor_name: 'ACME Ltd' }, [one, other])).toEqual([['vat_id', 'reasons.usualValue', 'GB123']]);
    expect(hintsOf({ vendor_name: 'ACME Ltd', vat_id: 'GB9' }, [one, other])).toEqual([]);
  });
});
