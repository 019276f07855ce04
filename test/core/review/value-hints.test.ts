import { describe, expect, it } from 'vitest';
import { say } from '../../../electron/core/messages/message.ts';
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
    ['119.01', '100.00', '19.00', [['total_amount', 'reasons.sum', undefined]]],
    ['118.99', '100.00', '19.00', [['total_amount', 'reasons.sum', undefined]]],
    ['119', '100.00', '19.00', []],
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

/** The hint of a field of nothing but these values, with what somebody confirmed before. */
const hintOf = (key: string, values: Readonly<Record<string, string>>, earlier: readonly Judged[]) =>
  valueHints(extraction(values), undefined, [], earlier).get(key);

describe('What is known of a sender', () => {
  it.each([
    ...['vendor', 'supplier', 'seller', 'sender', 'merchant', 'issuer', 'company', 'Lieferant', 'Händler', 'handler'],
    ...['Absender', 'Aussteller', 'fournisseur', 'vendeur', 'Marchand'],
  ])('is known by the field of its name: %s', (key) => {
    const judge = (value: string) => {
      const review = confirm(undefined, extraction({ [key]: 'ACME', note: value }), {}, { at: 1, by: 'ada' });
      return { result: extraction({ [key]: 'ACME', note: value }), ...(review.ok && { review: review.value }) };
    };
    expect(hintOf('note', { [key]: 'acme', note: '' }, [judge('x'), judge('x')])?.value).toBe('x');
  });

  it('is nothing where it has no name, or no field of one', () => {
    const earlier = [confirmed({ vat_id: 'GB1', vendor_name: '' }), confirmed({ vat_id: 'GB1', vendor_name: '' })];
    expect(hintsOf({ vendor_name: ' . ' }, earlier)).toEqual([]);
    expect(hintOf('vat_id', { name: 'ACME Ltd.', vat_id: '' }, earlier)).toBeUndefined();
  });

  it('is told of the value that a person has put in place of its name, too', () => {
    const earlier = [1, 2].map(() => confirmed({ vendor_name: 'ACNE', vat_id: 'GB1' }, { vendor_name: 'ACME' }));
    for (const vendor_name of ['ACNE', 'acme', 'A.C.M.E']) {
      const known = vendor_name !== 'A.C.M.E';
      expect(hintOf('vat_id', { vendor_name, vat_id: '' }, earlier)?.value).toBe(known ? 'GB1' : undefined);
    }
  });

  it('is no classification', () => {
    const verdict: Judged = { result: { kind: 'classification', status: 'processed', extra: {} } };
    const one = confirmed({ vat_id: 'GB1' });
    expect(hintsOf({ vendor_name: 'ACME Ltd' }, [verdict, one])).toEqual([]);
    expect(hintsOf({ vendor_name: 'ACME Ltd' }, [verdict, one, one, {}])).toHaveLength(1);
  });

  it('says what was usual, and of how many', () => {
    const three = [1, 2, 3].map(() => confirmed({ vat_id: 'GB1' }));
    expect(hintOf('vat_id', { vendor_name: 'ACME Ltd', vat_id: '' }, three)?.message).toEqual(
      say('reasons.usualValue', { value: 'GB1', count: 3 }),
    );
    expect(hintsOf({ vendor_name: 'ACME Ltd' }, [...three, confirmed({ vat_id: 'GB2' })])).toEqual([]);
    expect(hintsOf({ vendor_name: 'ACME Ltd' }, [confirmed({}), ...three])).toEqual([]);
    expect(hintsOf({ vendor_name: 'ACME Ltd' }, [confirmed({}), confirmed({})])).toEqual([]);
  });

  it('says the newest correction of the same value, and nothing of a value that was taken away', () => {
    const earlier = [confirmed({ currency: 'US$' }, { currency: 'USD' }), confirmed({ currency: 'US$' }, { currency: 'CAD' })];
    expect(hintOf('currency', { vendor_name: 'ACME Ltd', currency: 'US$' }, earlier)?.message).toEqual(
      say('reasons.correctedBefore', { from: 'US$', to: 'USD' }),
    );
    const emptied = [confirmed({ currency: 'US$' }, { currency: '' })];
    expect(hintsOf({ vendor_name: 'ACME Ltd', currency: 'US$' }, emptied)).toEqual([]);
    const filled = [confirmed({ currency: '' }, { currency: 'USD' })];
    expect(hintsOf({ vendor_name: 'ACME Ltd', currency: '' }, filled)).toEqual([]);
  });

  it('says the last of several corrections of one document', () => {
    const once = confirmed({ currency: 'US$' }, { currency: 'CAD' });
    const twice = [
      { at: 1, by: 'ada', field: 'currency', from: 'US$', to: 'CAD' },
      { at: 2, by: 'ada', field: 'currency', from: 'US$', to: 'USD' },
    ];
    const judged = { ...once, review: { confirmations: [], changes: twice } };
    expect(hintOf('currency', { vendor_name: 'ACME Ltd', currency: 'US$' }, [judged])?.value).toBe('USD');
  });
});

describe('Amounts that do not add up', () => {
  const values = (net: string, tax: string, total: string) => ({ [net]: '100.00 €', [tax]: '19.00 €', [total]: '120 €' });
  const sums = (net: string, tax: string, total: string) => valueHints(extraction(values(net, tax, total)), undefined, [], []);

  it.each([
    ['net_amount', 'vat', 'total_amount'],
    ['netAmount', 'taxAmount', 'grossAmount'],
    ['Nettobetrag', 'MwSt-Betrag', 'Bruttobetrag'],
    ['netto', 'Steuer_betrag', 'Gesamt'],
    ['subtotal', 'Tax amount', 'total'],
    ['sub_total', 'ust_betrag', 'betrag'],
    ['Zwischensumme betrag', 'iva importe', 'amount due'],
    ['montant HT', 'montant TVA', 'montant TTC'],
    ['montant_hors_taxes', 'taxe_total', 'montant'],
    ['montant hors taxe', 'total_tax', 'montant_ttc'],
    ['total net', 'total vat', 'total gross'],
  ])('are told at the total: %s + %s = %s', (net, tax, total) => {
    const said = { net: '100.00 €', tax: '19.00 €', sum: '119.00', total: '120 €' };
    expect([...sums(net, tax, total)]).toEqual([[total, { message: say('reasons.sum', said) }]]);
  });

  it.each(['vat_rate', 'Steuersatz betrag', 'taux tva montant', 'tax percent amount', 'TAX RATE amount', 'vat % amount'])(
    'are not sought in a rate: %s',
    (rate) => expect(sums('net_amount', rate, 'total').size).toBe(0),
  );

  it.each(['cabinet amount', 'hat amount', 'dust amount'])('are not sought by a part of a word: %s', (key) =>
    expect(sums(key, 'vat', 'total').size).toBe(0),
  );

  it('are as a person has corrected them', () => {
    const result = extraction({ net_amount: '100.00', vat_amount: '19.00', total_amount: '120.00' });
    const review = confirm(undefined, result, { total_amount: '119.00' }, { at: 1, by: 'ada' });
    expect(valueHints(result, review.ok ? review.value : undefined, fields, []).size).toBe(0);
  });

  it('are not told where one may mean two amounts', () => {
    expect(hintsOf({ net_amount: '1,234', vat_amount: '1', total_amount: '9' })).toEqual([]);
  });
});
