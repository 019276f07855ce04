import { isValidIBAN } from 'ibantools';
import { isCurrency, readAmount } from './amounts.ts';
import { readDate } from './dates.ts';

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

export type FieldHints = Readonly<Record<keyof typeof hints | 'yesNo', boolean>>;

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
