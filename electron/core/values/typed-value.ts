import { isValidIBAN } from 'ibantools';
import { checkVAT, countries } from 'jsvat-next';
import type { DocumentResult } from '../document/result.ts';
import { type AmountReading, isCurrency, readAmount, readCurrency } from './amounts.ts';
import { type DateReading, readDate } from './dates.ts';

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
  key: /^(?:is|has|was|are|ist|hat|est|es|è)\b|\b(?:paid|signed|bezahlt|unterschrieben|pay[ée]e?|sign[ée]e?|pagad[oa]|pagat[oa]|betaald|pag[oa]|zap[łl]acon[oa])\b/,
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
  return {
    date: hints.date.test(words),
    amount: hints.amount.test(words),
    currency: hints.currency.test(words),
    number: hints.number.test(words),
    iban: hints.iban.test(words),
    vat: hints.vat.test(words),
    yesNo:
      question.key.test(wordsOf({ key: field.key })) || question.description.test(wordsOf(field).slice(field.key.length).trim()),
  };
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

/** One value of a document: its field's key and description say what kind it may be of. */
interface PrintedValue {
  readonly key: string;
  readonly description?: string;
  readonly printed: string;
}

const yesNo = new Map([
  ...['yes', 'ja', 'oui', 'sí', 'si', 'sì', 'sim', 'tak', 'true', '✓', '✔', '☑', '☒'].map((word) => [word, 'yes'] as const),
  ...['no', 'nein', 'non', 'nee', 'não', 'nie', 'false', '☐'].map((word) => [word, 'no'] as const),
]);

/** Reads the values of a result by field; those with parts, such as tables, are left as they are. */
export function typedResult(result: DocumentResult, { descriptions = {}, dates }: Reading): ReadonlyMap<string, TypedValue> {
  if (result.kind !== 'extraction') return new Map();
  const values = Object.entries(result.extractedData).flatMap(([key, value]) => {
    if (typeof value === 'object' || value === undefined) return [];
    const description = Object.hasOwn(descriptions, key) ? descriptions[key] : undefined;
    return [{ key, printed: String(value), ...(description !== undefined && { description }) }];
  });
  return typedValues(values, dates);
}

/**
 * Reads the values of one document. What a value leaves open (the order of day and month, the decimal mark) is decided by the
 * folder's order of dates, else by the document's other values if they agree; `assumed` says so.
 */
export function typedValues(values: readonly PrintedValue[], order: DateOrder = 'auto'): ReadonlyMap<string, TypedValue> {
  const dates = new Map<string, DateReading>();
  const amounts = new Map<string, AmountReading>();
  const typed = new Map<string, TypedValue>();
  for (const value of values) {
    const { key, printed } = value;
    const about = hintsOf(value);
    const plain = printed.trim();
    const certain = certainOf(plain, about);
    if (certain !== undefined) typed.set(key, { ...certain, assumed: [] });
    const date = about.date || (!about.number && !about.amount) ? readDate(plain) : undefined;
    const amount = about.amount || (!about.number && !about.date) ? readAmount(plain) : undefined;
    if (certain !== undefined) continue;
    if (date !== undefined) dates.set(key, date);
    else if (amount !== undefined && (about.amount || amount.currency !== undefined)) amounts.set(key, amount);
  }
  const printedOf = new Map(values.map(({ key, printed }) => [key, printed]));
  const decidedOrder =
    order === 'auto' ? only([...dates].flatMap(([key, date]) => orderOf(printedOf.get(key) ?? '', date))) : order;
  const mark = only([...amounts].flatMap(([key, amount]) => markOf(printedOf.get(key) ?? '', amount)));
  for (const [key, { candidates, assumed }] of dates) {
    const chosen =
      candidates.length === 2 && decidedOrder !== undefined && candidates.every(sameYear)
        ? candidates[decidedOrder === 'day-first' ? 0 : 1]
        : undefined;
    typed.set(key, decided('date', candidates, chosen, assumed, decidedOrder));
  }
  for (const [key, { candidates, currency, assumed }] of amounts) {
    const decimal = mark !== undefined && (printedOf.get(key) ?? '').includes(mark);
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
