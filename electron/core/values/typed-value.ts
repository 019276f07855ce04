import Big from 'big.js';
import { isValidIBAN } from 'ibantools';
import { checkVAT, countries } from 'jsvat-next';
import type { DocumentResult } from '../document/result.ts';

/** A field of an extraction. */
interface Field {
  readonly key: string;
  readonly description?: string;
}

const hints = {
  date: /dat(?:e|um|a)(?![a-z])|fecha|datum|\bdue\b|fällig|échéance|scadenza|vencimento|vencimiento|termin(?![a-z])/,
  amount:
    /amount|total|betrag|summe|montant|importe|importo|bedrag|valor|kwota|price|preis|prix|precio|prezzo|prijs|\bnet\b|gross|netto|brutto/,
  currency: /currency|währung|devise|moneda|moeda|valuta|waluta/,
  number: /number|nummer|numero|numéro|número|numer(?![a-z])|\bnr\b|phone|telefo|\bid\b|\bref/,
  iban: /\biban\b/,
  vat: /\bvat\b|\bust|mwst|steuer|\btva\b|\biva\b|\bbtw\b|\bnip[cf]?\b|\b[nc]if\b|\btax|\buid\b/,
} as const;

/** Words that answer a question are names, signatures and countries elsewhere: only a field that says so asks one. */
const question = {
  key: /^(?:is|has|was|are|ist|hat|est|es|è)(?![\p{L}\d])|(?<![\p{L}\d])(?:paid|signed|bezahlt|unterschrieben|pay[ée]e?|sign[ée]e?|pagad[oa]|pagat[oa]|betaald|pag[oa]|zap[łl]acon[oa])(?![\p{L}\d])/u,
  description:
    /^(?:whether|if|ob|si)\b|\byes ?(?:\/|,|or) ?no\b|\bja ?(?:\/|,|oder|of) ?(?:nein|nee)\b|\boui ?(?:\/|,|ou) ?non\b|\bs[ií] ?(?:\/|,|o) ?no\b|\btrue ?(?:\/|,|or) ?false\b|boolean|check ?box|\b(?:checked|ticked)\b|ankreuz|angekreuzt|coch[ée]|casilla|casella/,
} as const;

/** The words of a field's key and description, in lower case. */
export function wordsOf({ key, description = '' }: Field): string {
  return `${key} ${description}`.normalize('NFC').toLowerCase().replace(/[_-]+/g, ' ');
}

type FieldHints = Readonly<Record<keyof typeof hints | 'yesNo', boolean>>;

/** What kinds of value the key and the description of a field ask for. */
export function hintsOf(field: Field): FieldHints {
  const words = wordsOf(field);
  const yesNo = question.key.test(wordsOf({ key: field.key })) || question.description.test(words.slice(field.key.length).trim());
  const asked = Object.fromEntries(Object.entries(hints).map(([kind, pattern]) => [kind, pattern.test(words)]));
  return { ...(asked as Omit<FieldHints, 'yesNo'>), yesNo };
}

/** Such fields are named after a date or an amount, and hold something else. */
const others =
  /pages?\b|seiten|days|tage\b|jours|terms|bedingung|conditions|words|worten|lettres|period|zeitraum|range|rate\b|satz|taux|percent|weight|gewicht|poids|quantity|menge|quantité|unit\b|einheit|type|method|status|time\b/;

/** The first of several is the one that is named. */
const refutable = ['amount', 'date', 'currency', 'iban'] as const;
export type Refutable = (typeof refutable)[number];

const reads: Readonly<Record<Refutable, (text: string) => boolean>> = {
  date: (text) => readDate(text) !== undefined,
  amount: (text) => readAmount(text) !== undefined,
  currency: isCurrency,
  iban: (text) => isValidIBAN(text.replace(/[\s.-]/g, '').toUpperCase()),
};

/** As what a value cannot be read that the key of its field asks for; undefined where it can, or the key asks for nothing certain. */
export function unreadableAs(key: string, printed: string): Refutable | undefined {
  const text = printed.trim();
  const about = hintsOf({ key });
  if (text === '' || about.number || others.test(wordsOf({ key }))) return undefined;
  const asked = refutable.filter((kind) => about[kind]);
  return asked.some((kind) => reads[kind](text)) ? undefined : asked[0];
}

type ValueKind = 'date' | 'amount' | 'currency' | 'iban' | 'vat-id' | 'yes-no';
type Assumption = 'century' | 'day-first' | 'month-first' | 'credit-is-negative' | 'decimal-mark';
type Money = { readonly currency?: string };

/** A value that is read from its printed form, with what was assumed; or the candidates between which it stays open. */
export type TypedValue = { readonly kind: ValueKind } & Money &
  ({ readonly value: string; readonly assumed: readonly Assumption[] } | { readonly ambiguous: readonly string[] });

export type DateOrder = 'auto' | 'day-first' | 'month-first';

/** How a document's values are read: with what its extraction says of the fields, and in its folder's order of dates. */
export interface Reading {
  readonly descriptions?: Readonly<Record<string, string>>;
  readonly dates?: DateOrder;
}

const yesNo = new Map([
  ...['yes', 'ja', 'oui', 'sí', 'si', 'sì', 'sim', 'tak', 'true', '✓', '✔', '☑', '☒'].map((word) => [word, 'yes'] as const),
  ...['no', 'nein', 'non', 'nee', 'não', 'nie', 'false', '☐'].map((word) => [word, 'no'] as const),
]);

/**
 * Reads the values of a result by field; those with parts, such as tables, are left as they are. What a value leaves open (the order of
 * day and month, the decimal mark) is decided by the folder's order of dates, else by the document's other values if they agree;
 * `assumed` says so.
 */
export function typedResult(result: DocumentResult, reading: Reading): ReadonlyMap<string, TypedValue> {
  const { descriptions = {}, dates: order = 'auto' } = reading;
  const dates = new Map<string, DateReading & { readonly printed: string }>();
  const amounts = new Map<string, AmountReading & { readonly printed: string }>();
  const typed = new Map<string, TypedValue>();
  for (const [key, value] of Object.entries(result.kind === 'extraction' ? result.extractedData : {})) {
    if (typeof value === 'object' || value === undefined) continue;
    const printed = String(value);
    const description = Object.hasOwn(descriptions, key) ? descriptions[key] : undefined;
    const about = hintsOf({ key, ...(description !== undefined && { description }) });
    const plain = printed.trim();
    const certain = certainOf(plain, about);
    if (certain !== undefined) typed.set(key, { ...certain, assumed: [] });
    const date = about.date || (!about.number && !about.amount) ? readDate(plain) : undefined;
    const amount = about.amount || (!about.number && !about.date) ? readAmount(plain) : undefined;
    if (certain !== undefined) continue;
    if (date !== undefined) dates.set(key, { ...date, printed });
    else if (amount !== undefined && (about.amount || amount.currency !== undefined)) amounts.set(key, { ...amount, printed });
  }
  const decidedOrder = order === 'auto' ? only([...dates.values()].flatMap((date) => orderOf(date.printed, date))) : order;
  const mark = only([...amounts.values()].flatMap((amount) => markOf(amount.printed, amount)));
  for (const [key, { candidates, assumed }] of dates) {
    const chosen =
      candidates.length === 2 && decidedOrder !== undefined && candidates.every(sameYear)
        ? candidates[decidedOrder === 'day-first' ? 0 : 1]
        : undefined;
    typed.set(key, decided('date', candidates, chosen, assumed, decidedOrder));
  }
  for (const [key, { candidates, currency, assumed, printed }] of amounts) {
    const decimal = mark !== undefined && printed.includes(mark);
    const chosen = mark === undefined ? undefined : candidates[decimal ? 1 : 0];
    typed.set(key, {
      ...decided('amount', candidates, chosen, assumed, 'decimal-mark'),
      ...(currency !== undefined && { currency }),
    });
  }
  return typed;

  function sameYear(candidate: string, _: number, all: readonly string[]): boolean {
    return candidate.slice(0, 4) === all[0]?.slice(0, 4);
  }
}

function decided(
  kind: ValueKind,
  candidates: readonly string[],
  chosen: string | undefined,
  assumed: readonly Assumption[],
  because: Assumption | undefined,
): TypedValue {
  const [first = ''] = candidates;
  if (candidates.length === 1) return { kind, value: first, assumed };
  if (chosen === undefined || because === undefined) return { kind, ambiguous: candidates };
  return { kind, value: chosen, assumed: [...assumed, because] };
}

/** What a value says without any other: undefined if it is none of these. */
function certainOf(text: string, about: FieldHints): { kind: ValueKind; value: string } | undefined {
  if (text === '' || text.length > 64) return undefined;
  const answer = about.yesNo ? yesNo.get(text.normalize('NFC').toLowerCase()) : undefined;
  if (answer !== undefined) return { kind: 'yes-no', value: answer };
  const currency = about.currency ? readCurrency(text) : undefined;
  if (currency !== undefined) return { kind: 'currency', value: currency };
  const joined = text.replace(/[\s.-]/g, '').toUpperCase();
  if (!/^[A-Z]{2}/.test(joined)) return undefined;
  if (isValidIBAN(joined)) return { kind: 'iban', value: joined };
  return about.vat && checkVAT(joined.replace(/(?<=^CHE\d{9})(?:MWST|TVA|IVA)$/, 'MWST'), countries).isValid
    ? { kind: 'vat-id', value: joined }
    : undefined;
}

/** The order that a date proves: one whose second number cannot be a month, or whose first cannot. */
function orderOf(printed: string, { candidates }: DateReading): Exclude<DateOrder, 'auto'>[] {
  const [, first, second] = /^(\d{1,2})[-/](\d{1,2})[-/](?:\d{4}|\d{2})\b/.exec(printed.trim()) ?? [];
  if (candidates.length !== 1 || first === undefined || second === undefined || Number(first) === Number(second)) return [];
  return [Number(first) > 12 ? 'day-first' : 'month-first'];
}

/** The decimal mark that an amount proves. */
function markOf(printed: string, { candidates }: AmountReading): ('.' | ',')[] {
  const found = candidates.length === 1 ? /([.,])\d{1,2}(?!\d)[^\d]*$/.exec(printed)?.[1] : undefined;
  return found === '.' || found === ',' ? [found] : [];
}

/** What all say; undefined if none does, or two disagree. */
function only<Value>(said: readonly Value[]): Value | undefined {
  return new Set(said).size === 1 ? said[0] : undefined;
}

/** What a printed date can mean, as ISO dates; more than one while the order of day and month is open. */
interface DateReading {
  readonly candidates: readonly string[];
  readonly assumed: readonly ('century' | 'day-first')[];
}

const languages = ['en', 'de', 'de-AT', 'fr', 'es', 'it', 'nl', 'pt', 'pl'];
const weekdayStyles = [{ weekday: 'long' }, { weekday: 'short' }] as const;
const monthStyles = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const;

interface DateWords {
  readonly monthNames: ReadonlyMap<string, number>;
  readonly ignored: ReadonlySet<string>;
}

let known: DateWords | undefined;

/** Asked of the system on first use: that takes longer than all else that a start does with values. */
function dateWords(): DateWords {
  if (known !== undefined) return known;
  const monthNames = new Map<string, number>(
    Object.entries({ sept: 9, set: 9, setiembre: 9, mrz: 3, maerz: 3, mrt: 3, janner: 1 }),
  );
  const ignored = new Set('de del of the den le dnia am r roku kl um uhr h ore feira at on el il van'.split(' '));
  for (const language of languages) {
    // 1 January 2023 was a Sunday.
    for (const style of weekdayStyles) {
      const wordsAt = wordsIn(language, style);
      for (let day = 1; day <= 7; day += 1) for (const word of wordsAt(0, day)) ignored.add(word);
    }
    const months = monthStyles.map((style) => wordsIn(language, style));
    for (let month = 0; month < 12; month += 1) {
      const named = months.flatMap((wordsAt) => wordsAt(month, 1));
      for (const word of named) if (!monthNames.has(word)) monthNames.set(word, month + 1);
    }
  }
  known = { monthNames, ignored };
  return known;
}

/** Reads a printed date of at most 64 characters; undefined if it is none. Words may be of any of the languages above. */
export function readDate(printed: string): DateReading | undefined {
  const text = plain(printed);
  if (text.length > 64) return undefined;
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[t ]\d{1,2}:\d{2}[\d:.]*(?:z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (iso !== null) return reading([date(iso[1], iso[3], iso[4])], []);
  const { monthNames, ignored } = dateWords();
  const tokens = text
    .replace(/\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?/, ' ')
    .split(/[\s,.]+|(?<=\d)[-/](?=\p{L})|(?<=\p{L})[-/](?=\d)|(?<=\p{L})-(?=\p{L})/u)
    .filter((token) => token !== '' && (!ignored.has(token) || monthNames.has(token)));
  const numbers = /^(\d{1,2})([-/ ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(tokens.join(' '));
  return numbers === null ? ofWords(tokens) : ofNumbers(numbers, text.includes('.') && numbers[2] === ' ');
}

function ofNumbers([, first = '', mark, second = '', year = '']: RegExpExecArray, dots: boolean): DateReading | undefined {
  if (mark === ' ' && !dots) return undefined;
  const century = year.length === 2 ? (['century'] as const) : [];
  const dayFirst = date(year, second, first);
  if (dots) return reading([dayFirst], [...century, 'day-first']);
  const yearFirst =
    mark === '-' && year.length === 2 && first.length === 2 && Number(first) > 12 ? date(first, second, year) : undefined;
  return reading([dayFirst, date(year, first, second), ...(Number(second) <= 12 ? [yearFirst] : [])], century);
}

function ofWords(tokens: readonly string[]): DateReading | undefined {
  const { monthNames, ignored } = dateWords();
  // The last one: `mar` is a weekday too.
  const place = tokens.findLastIndex((token) => monthNames.has(token));
  const month = monthNames.get(tokens[place] ?? '');
  const others = tokens
    .filter((token, index) => index !== place && !ignored.has(token))
    .map((token) => /^(\d{1,4})(?:st|nd|rd|th|er|e|o|a|°)?$/.exec(token)?.[1]);
  if (month === undefined || others.length !== 2) return undefined;
  const [day, year] = others[0]?.length === 4 ? [others[1], others[0]] : others;
  return reading([date(year, String(month), day)], year?.length === 2 ? ['century'] : []);
}

function reading(dates: readonly (string | undefined)[], assumed: DateReading['assumed']): DateReading | undefined {
  const candidates = [...new Set(dates.filter((candidate) => candidate !== undefined))];
  return candidates.length === 0 ? undefined : { candidates, assumed };
}

/** The ISO date; undefined if the calendar has no such day. Two digits of a year below 70 are of this century. */
function date(year = '', month = '', day = ''): string | undefined {
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  const whole = year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`;
  const iso = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : undefined;
}

function wordsIn(language: string, style: Intl.DateTimeFormatOptions): (month: number, day: number) => readonly string[] {
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
  return (month, day) =>
    plain(format.format(Date.UTC(2023, month, day)))
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1 && !/^(de|er)$/.test(word));
}

/** Lower case without accents, with plain spaces. */
function plain(text: string): string {
  return text.slice(0, 200).normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** What a printed amount can mean, as exact decimals; two while its only mark may group thousands or begin decimals. */
interface AmountReading {
  readonly candidates: readonly string[];
  /** ISO 4217; absent where none is printed, or the sign is of several currencies. */
  readonly currency?: string;
  readonly assumed: readonly 'credit-is-negative'[];
}

const signs: Readonly<Record<string, string | undefined>> = {
  '€': 'EUR',
  EURO: 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  US$: 'USD',
  R$: 'BRL',
  ZŁ: 'PLN',
  'FR.': 'CHF',
  'SFR.': 'CHF',
  $: undefined,
};
const codes = new Set(Intl.supportedValuesOf('currency'));

/** The ISO 4217 code of a printed currency; undefined if it is none, or one of several. */
function readCurrency(printed: string): string | undefined {
  const name = printed.toUpperCase();
  return Object.hasOwn(signs, name) ? signs[name] : codes.has(name) ? name : undefined;
}

/** Whether it is a currency, or a sign of several. */
function isCurrency(printed: string): boolean {
  const name = printed.toUpperCase();
  return Object.hasOwn(signs, name) || codes.has(name);
}

/** Reads a printed amount of at most 64 characters; undefined if it is none. Nothing is computed in floating point. */
export function readAmount(printed: string): AmountReading | undefined {
  if (printed.length > 64) return undefined;
  const text = printed.replace(/\s/g, ' ').replace(/[−–—]/g, '-').replaceAll('’', "'").trim();
  const bare = /^\((.*)\)$/.exec(text)?.[1] ?? text;
  const side = /^(.*\d\S*) ?(CR|DR)$/i.exec(bare);
  const body = side?.[1] ?? bare;
  const split = /^([^\d]*?)((?:[.,]?\d)(?:[\d.,' ]*\d)?)([.,]-{1,2})?(.*)$/.exec(body);
  if (split === null) return undefined;
  const [, before = '', number = '', dash, after = ''] = split;
  const around = [before, after].map((part) => ({ minus: part.includes('-'), name: part.replace(/-/, '').trim() }));
  const names = around.flatMap(({ name }) => (name === '' ? [] : [name.toUpperCase()]));
  const [name] = names;
  if (names.length > 1 || (name !== undefined && !Object.hasOwn(signs, name) && !codes.has(name))) return undefined;
  const minuses = [bare !== text, side?.[2]?.toUpperCase() === 'CR', ...around.map(({ minus }) => minus)].filter(Boolean).length;
  if (minuses > 1) return undefined;
  const candidates = numbersOf(number, dash !== undefined).map((digits) => exact(`${minuses === 1 ? '-' : ''}${digits}`));
  const currency = name === undefined ? undefined : readCurrency(name);
  if (candidates.length === 0) return undefined;
  return {
    candidates,
    ...(currency !== undefined && { currency }),
    assumed: side?.[2]?.toUpperCase() === 'CR' ? ['credit-is-negative'] : [],
  };
}

/** As many decimals as are printed. */
function exact(digits: string): string {
  return new Big(digits).toFixed(digits.split('.')[1]?.length ?? 0);
}

const grouped = /^\d{1,3}(?:([., '])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})+,\d{3}$/;

/** The numbers that the digits and marks may stand for, with a dot before decimals. */
function numbersOf(text: string, isWhole: boolean): readonly string[] {
  const digits = (part: string) => part.replace(/[., ']/g, '');
  if (/^\d+$/.test(text)) return [text];
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const whole = text.slice(0, Math.max(last, 0));
  const decimals = text.slice(last + 1);
  const isDecimal =
    !isWhole &&
    last >= 0 &&
    /^\d+$/.test(decimals) &&
    !whole.includes(text[last] ?? '') &&
    (/^\d*$/.test(whole) || grouped.test(whole));
  const isGrouped = grouped.test(text) && !text.startsWith('0');
  return [...(isGrouped ? [digits(text)] : []), ...(isDecimal ? [`${digits(whole) || '0'}.${decimals}`] : [])];
}
