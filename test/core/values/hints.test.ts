/** By which words of its key or its description a field asks for a kind of value, and what a value may be besides. */
import { describe, expect, it } from 'vitest';
import { hintsOf, readAmount, readDate, typedResult, unreadableAs, wordsOf } from '../../../electron/core/values/typed-value.ts';

const kindsOf = (key: string, description?: string) =>
  Object.entries(hintsOf({ key, ...(description !== undefined && { description }) })).flatMap(([kind, is]) => (is ? [kind] : []));

const words = {
  date: 'date datum data fecha due fällig échéance scadenza vencimento vencimiento termin Zahltermin Rechnungsdatum',
  amount:
    'amount total betrag summe montant importe importo bedrag valor kwota price preis prix precio prezzo prijs net gross netto brutto',
  currency: 'currency währung devise moneda moeda valuta waluta',
  number: 'number nummer numero numéro número numer nr phone telefon id ref reference Rechnungsnummer',
  iban: 'iban',
  vat: 'vat ust ustid mwst steuer tva iva btw nip nipc nipf nif cif tax uid',
};

describe('A field asks for', () => {
  it.each(Object.entries(words).flatMap(([kind, all]) => all.split(' ').map((word) => [kind, word] as const)))(
    'a kind of value by its words: %s: %s',
    (kind, word) => {
      expect(kindsOf(word)).toEqual([kind]);
      expect(kindsOf(`x_${word.toUpperCase()}`)).toContain(kind);
      expect(kindsOf('x', `The ${word}`)).toContain(kind);
    },
  );

  it.each(['dates', 'database', 'terminal', 'dues', 'nets', 'ids', 'myref', 'numery', 'ibans', 'uids', 'person', 'nipx'])(
    'nothing by a word that only looks like one: %s',
    (word) => expect(kindsOf(word)).toEqual([]),
  );

  it.each([
    ...['is_paid', 'has_stamp', 'was-sent', 'are open', 'ist_offen', 'hat_skonto', 'est_livré', 'es_nuevo', 'è_nuovo'],
    ...['paid', 'signed', 'bezahlt', 'unterschrieben', 'payé', 'payée', 'paye', 'payee', 'signé', 'signée', 'signe'],
    ...['pagado', 'pagada', 'pagato', 'pagata', 'betaald', 'pago', 'paga', 'zapłacono', 'zaplacona', 'x_paid'],
  ])('an answer by its key: %s', (key) => expect(kindsOf(key)).toContain('yesNo'));

  it.each([
    ...[
      'Whether it is paid',
      'If it is paid',
      'Ob bezahlt',
      'Si es nuevo',
      'Yes/no',
      'yes or no',
      'yes,no',
      'Ja/nein',
      'ja oder nein',
    ],
    ...['ja of nee', 'ja, nein', 'oui/non', 'oui ou non', 'sí/no', 'si o no', 'true/false', 'true or false', 'A boolean'],
    ...[
      'The checkbox',
      'check box',
      'is checked',
      'ticked',
      'ankreuzen',
      'angekreuzt',
      'coché',
      'case cochee',
      'casilla',
      'casella',
    ],
  ])('an answer by what is said of it: %s', (description) => {
    expect(kindsOf('x', description)).toContain('yesNo');
  });

  it.each([
    ['island', undefined],
    ['unpaid', undefined],
    ['this_is', undefined],
    ['x', 'It says whether'],
    ['x', 'unchecked'],
    ['x', 'no yes'],
    // What its key says is no description.
    ['whether', undefined],
  ])('no answer: %s, %s', (key, description) => expect(kindsOf(key, description)).not.toContain('yesNo'));

  it('what its words say, however they are joined and spelt', () => {
    expect(wordsOf({ key: 'Due__Date-Of_It', description: 'E\u0301cart' })).toBe('due date of it \u00e9cart');
    expect(wordsOf({ key: 'a' })).toBe('a ');
  });
});

describe('A value that nobody can read as its field asks', () => {
  it.each(
    (
      'page pages seiten days tage jours terms bedingung conditions words worten lettres period zeitraum range rate satz taux ' +
      'percent weight gewicht poids quantity menge quantité unit einheit type method status time'
    ).split(' '),
  )('is no matter where the field is of something else: total_%s', (word) => {
    expect(unreadableAs(`total_${word}`, 'bananas')).toBeUndefined();
  });

  it.each(['total_pager', 'total_tagesgeld', 'total_rated', 'total_units', 'total_timeshare'])(
    'is asked about where a word only begins like one of those: %s',
    (key) => expect(unreadableAs(key, 'bananas')).toBe('amount'),
  );

  it.each([
    ['total_amount', 'amount'],
    ['date', 'date'],
    ['total_date', 'amount'],
    ['currency', 'currency'],
    ['iban', 'iban'],
    ['total_number', undefined],
    ['name', undefined],
  ])('is what its key names first: %s', (key, kind) => expect(unreadableAs(key, 'bananas')).toBe(kind));

  it.each([
    ['total_date', '2026-03-04'],
    ['total_date', '5.00'],
    ['currency', '€'],
    ['currency', '$'],
    ['currency', ' eur '],
    ['iban', 'de89.3704-0044 0532 0130 00'],
    ['total', ' '],
  ])('is none that can be read in one of the ways: %s: %s', (key, printed) => expect(unreadableAs(key, printed)).toBeUndefined());
});

describe('A date', () => {
  const of = (printed: string) => readDate(printed)?.candidates.join(' ');

  it.each<readonly [string, string | undefined]>([
    ['2026-3-4', '2026-03-04'],
    ['2026/03/04', '2026-03-04'],
    ['2026.03.04', '2026-03-04'],
    ['2026-03/04', undefined],
    ['2026-03-04T14:15', '2026-03-04'],
    ['2026-03-04 14:15:16.789', '2026-03-04'],
    ['2026-03-04T14:15:16Z', '2026-03-04'],
    ['2026-03-04T14:15:16+01:00', '2026-03-04'],
    ['2026-03-04T14:15:16-0100', '2026-03-04'],
    ['2026-03-04x', undefined],
    ['2026-13-04', undefined],
    ['2026-00-04', undefined],
    ['2026-02-29', undefined],
    // Two digits of a year are of this century below 70.
    ['1.2.69', '2069-02-01'],
    ['1.2.70', '1970-02-01'],
    ['1.2.026', undefined],
    ['1 2 2026', undefined],
    ['1. 2. 2026', '2026-02-01'],
    // A year in front, of two digits.
    ['26-03-04', '2004-03-26 2026-03-04'],
    ['12-03-04', '2004-03-12 2004-12-03'],
    ['26-13-04', undefined],
    ['26/03/04', '2004-03-26'],
    ['3/4', undefined],
    ['3/4-2026', undefined],
    ['13/12/2026', '2026-12-13'],
    ['12/13/2026', '2026-12-13'],
    ['12/12/2026', '2026-12-12'],
    ['2026 March 4', '2026-03-04'],
    ['4 March', undefined],
    ['March 2026', undefined],
    ['4 March 2026 5', undefined],
    ['4 Marsh 2026', undefined],
    ['Mar 4 mars 2026', '2026-03-04'],
    ['1er janvier 2026', '2026-01-01'],
    ['1° gennaio 2026', '2026-01-01'],
    ['1ª de enero de 2026', '2026-01-01'],
    ['21st March 2026', '2026-03-21'],
    ['22nd March 2026', '2026-03-22'],
    ['23rd March 2026', '2026-03-23'],
    ['24th March 2026', '2026-03-24'],
    ['3e mars 2026', '2026-03-03'],
    ['3o março 2026', '2026-03-03'],
    ['3x March 2026', undefined],
    ['4 March 26', '2026-03-04'],
    ['4 March 2026 at 2:15 p.m.', '2026-03-04'],
    ['4 March 2026, 14:15:16', '2026-03-04'],
    ['4. März 2026 um 14:15 Uhr', '2026-03-04'],
    ['4-mars-2026', '2026-03-04'],
    ['4/Mar/2026', '2026-03-04'],
    ...[
      ...['sept', 'set', 'setiembre'].map((name) => [`4 ${name} 2026`, '2026-09-04'] as const),
      ...['mrz', 'maerz', 'mrt', 'Mär', 'marzo', 'maart', 'marca'].map((name) => [`4 ${name} 2026`, '2026-03-04'] as const),
      ...['Jänner', 'janner', 'stycznia', 'januari'].map((name) => [`4 ${name} 2026`, '2026-01-04'] as const),
      ...['grudnia', 'décembre', 'diciembre', 'dezembro', 'Dez.'].map((name) => [`4 ${name} 2026`, '2026-12-04'] as const),
    ],
    [`${' '.repeat(70)}4 March 2026`, '2026-03-04'],
    [`4 March 2026 ${'at '.repeat(17)}`, '2026-03-04'],
    [`4 March 2026 ${'at '.repeat(18)}`, undefined],
  ])('is read or not: "%s": %s', (printed, expected) => expect(of(printed)).toBe(expected));

  it('says what was assumed', () => {
    const assumed = (printed: string) => readDate(printed)?.assumed;
    expect(assumed('1.2.2026')).toEqual(['day-first']);
    expect(assumed('1.2.26')).toEqual(['century', 'day-first']);
    expect(assumed('1/2/26')).toEqual(['century']);
    expect(assumed('4 March 26')).toEqual(['century']);
    expect(assumed('26 March 2004')).toEqual([]);
    expect(assumed('2026-01-02')).toEqual([]);
  });
});

describe('An amount', () => {
  const of = (printed: string) => {
    const read = readAmount(printed);
    return read && [...read.candidates, ...(read.currency === undefined ? [] : [read.currency]), ...read.assumed].join(' ');
  };

  it.each<readonly [string, string | undefined]>([
    ['€5', '5 EUR'],
    ['5 Euro', '5 EUR'],
    ['£5', '5 GBP'],
    ['₹5', '5 INR'],
    ['US$5', '5 USD'],
    ['R$ 5', '5 BRL'],
    ['5 zł', '5 PLN'],
    ['Fr. 5', '5 CHF'],
    ['SFr. 5', '5 CHF'],
    ['$5', '5'],
    ['5 kr', undefined],
    ['EUR 5 EUR', undefined],
    ['toString 5', undefined],
    ['(5)', '-5'],
    ['-5', '-5'],
    ['5-', '-5'],
    ['–5', '-5'],
    ['—5', '-5'],
    ['−5', '-5'],
    ['(-5)', undefined],
    ['-5-', undefined],
    ['5 CR', '-5 credit-is-negative'],
    ['5 cr', '-5 credit-is-negative'],
    ['5CR', '-5 credit-is-negative'],
    ['-5 CR', undefined],
    ['(5 CR)', undefined],
    ['5 DR', '5'],
    ['5,-', '5'],
    ['5.--', '5'],
    ['1.234,-', '1234'],
    ['1.234', '1234 1.234'],
    ['0.234', '0.234'],
    ['0,234', '0.234'],
    ['1.234.567', '1234567'],
    ['1.234.56', undefined],
    ['1.234,56', '1234.56'],
    ["1'234.50", '1234.50'],
    ['1’234.50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1 23', undefined],
    ['1 234', '1234'],
    ['1,23,456', '123456'],
    ['1,23,456.5', '123456.5'],
    ['1.234.567,8', '1234567.8'],
    ['1,234,567.8', '1234567.8'],
    ['1.234 567', undefined],
    ['12345.6', '12345.6'],
    ['12345.678', '12345.678'],
    ['.5', '0.5'],
    ['5.', undefined],
    ['007', '7'],
    ['a', undefined],
    ['', undefined],
    [`${'1'.repeat(64)}`, '1'.repeat(64)],
    [`${'1'.repeat(65)}`, undefined],
  ])('is read or not: "%s": %s', (printed, expected) => expect(of(printed)).toBe(expected));
});

describe('What a document says', () => {
  const typed = (
    values: Readonly<Record<string, unknown>>,
    descriptions?: Readonly<Record<string, string>>,
    dates?: 'day-first' | 'month-first',
  ) =>
    Object.fromEntries(
      typedResult(
        { kind: 'extraction', status: 'processed', extractedData: values, extra: {} },
        { ...(descriptions && { descriptions }), ...(dates && { dates }) },
      ),
    );
  const amount = (value: string, ...assumed: string[]) => ({ kind: 'amount', value, assumed });
  const date = (value: string, ...assumed: string[]) => ({ kind: 'date', value, assumed });

  it('is read value by value, but for those with parts', () => {
    expect(typed({ total: 5, lines: [5], sub: { total: 5 }, none: null, paid: true })).toEqual({
      total: amount('5'),
      paid: { kind: 'yes-no', value: 'yes', assumed: [] },
    });
    expect(typedResult({ kind: 'classification', status: 'processed', extra: {} }, {}).size).toBe(0);
  });

  it('goes by what is said of a field, and by nothing that every object has', () => {
    expect(typed({ x: '5', constructor: '5' }, { x: 'The total' })).toEqual({ x: amount('5') });
    expect(typed({ x: '5' }, { y: 'The total' })).toEqual({});
  });

  it('is an amount where the field says so, or a currency is printed', () => {
    expect(typed({ x: '5 EUR', total: '5', y: '5' })).toEqual({ x: { ...amount('5'), currency: 'EUR' }, total: amount('5') });
    expect(typed({ number: '5 EUR', date: '5 EUR' })).toEqual({});
    expect(typed({ total: '4.3.2026' })).toEqual({});
    expect(typed({ x: '4.3.2026', number: '4.3.2026' })).toEqual({ x: date('2026-03-04', 'day-first') });
    // A field of both: a date, if it is one.
    expect(typed({ total_date: '4.3.2026' })).toEqual({ total_date: date('2026-03-04', 'day-first') });
    expect(typed({ total_date: '5' })).toEqual({ total_date: amount('5') });
    expect(typed({ total_number: '5', date_number: '4.3.2026' })).toEqual({
      total_number: amount('5'),
      date_number: date('2026-03-04', 'day-first'),
    });
  });

  it('is a currency, a bank account or a VAT id only as a whole, of at most 64 characters', () => {
    expect(typed({ currency: 'zł', x: 'EUR', vat: 'CHE-123.456.788 MWST' })).toMatchObject({ currency: { value: 'PLN' } });
    expect(typed({ x: 'EUR' })).toEqual({});
    expect(typed({ x: 'DE89 3704 0044 0532 0130 00' })).toMatchObject({ x: { kind: 'iban' } });
    expect(typed({ x: `DE89 3704 0044 0532 0130 00${' '.repeat(60)}` })).toMatchObject({ x: { kind: 'iban' } });
    expect(typed({ x: `DE89 3704 0044 0532 0130 00${'.'.repeat(60)}` })).toEqual({});
    expect(typed({ vat: 'ATU13585627', order: 'ATU13585627' })).toEqual({
      vat: { kind: 'vat-id', value: 'ATU13585627', assumed: [] },
    });
  });

  it.each(['MWST', 'TVA', 'IVA', ''])('has Swiss VAT ids in each of their languages: %s', (suffix) => {
    expect(typed({ vat: `CHE-116.281.710 ${suffix}` })).toMatchObject({
      vat: { kind: 'vat-id', value: `CHE116281710${suffix}` },
    });
  });

  it.each([
    ...(['yes', 'ja', 'oui', 'sí', 'si', 'sì', 'sim', 'tak', 'true', '✓', '✔', '☑', '☒', ' Yes '] as const).map((word) => [
      word,
      'yes',
    ]),
    ...(['no', 'nein', 'non', 'nee', 'não', 'nie', 'false', '☐', 'NO'] as const).map((word) => [word, 'no']),
  ])('answers a question: "%s" is %s', (printed, value) => {
    expect(typed({ paid: printed })).toEqual({ paid: { kind: 'yes-no', value, assumed: [] } });
    expect(typed({ paid: `${printed}!` })).toEqual({});
  });

  it('decides the order of day and month, unless two of its dates disagree', () => {
    const open = { kind: 'date', ambiguous: ['2026-04-03', '2026-03-04'] };
    expect(typed({ a: '3/4/2026' })).toEqual({ a: open });
    expect(typed({ a: '3/4/2026', b: '13/4/2026' })).toMatchObject({ a: date('2026-04-03', 'day-first') });
    expect(typed({ a: '3/4/2026', b: '4/13/26' })).toMatchObject({ a: date('2026-03-04', 'month-first') });
    expect(typed({ a: '3/4/2026', b: '12/12/2026' })).toMatchObject({ a: open });
    expect(typed({ a: '3/4/2026', b: '2026-04-13' })).toMatchObject({ a: open });
    expect(typed({ a: '3/4/2026' }, {}, 'day-first')).toEqual({ a: date('2026-04-03', 'day-first') });
    expect(typed({ a: '3/4/2026', b: '13/4/2026' }, {}, 'month-first')).toMatchObject({ a: date('2026-03-04', 'month-first') });
    expect(typed({ a: '3/4/26' }, {}, 'day-first')).toEqual({ a: date('2026-04-03', 'century', 'day-first') });
    // Of which number is the year, no order says anything.
    expect(typed({ a: '26-03-04' }, {}, 'day-first')).toEqual({ a: { kind: 'date', ambiguous: ['2004-03-26', '2026-03-04'] } });
  });

  it('decides the decimal mark, unless two of its amounts disagree', () => {
    const open = { kind: 'amount', ambiguous: ['1234', '1.234'] };
    expect(typed({ total: '1.234' })).toEqual({ total: open });
    expect(typed({ total: '1.234 EUR' })).toEqual({ total: { ...open, currency: 'EUR' } });
    expect(typed({ total: '1.234', net: '5,00' })).toMatchObject({ total: amount('1234', 'decimal-mark') });
    expect(typed({ total: '1.234', net: '5.0 €' })).toMatchObject({ total: amount('1.234', 'decimal-mark') });
    expect(typed({ total: '1.234', net: '5,00', gross: '5.00' })).toMatchObject({ total: open });
    expect(typed({ total: '1.234', net: '0,125' })).toMatchObject({ total: open });
    expect(typed({ total: '1.234', net: '5' })).toMatchObject({ total: open });
  });
});
