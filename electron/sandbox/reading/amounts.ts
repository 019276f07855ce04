import { datesIn } from './dates.ts';

/** ISO codes on business papers in Europe and its neighbours, and the signs for them. */
const codes = 'EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|JPY|CNY|CAD|AUD|NZD|INR|BRL|MXN|ZAR|ISK|AED|SGD|HKD';
const signs: Readonly<Record<string, string>> = {
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  '¥': 'JPY',
  '₹': 'INR',
  '₺': 'TRY',
  'Fr.': 'CHF',
  SFr: 'CHF',
  zł: 'PLN',
  Kč: 'CZK',
};
const mark = String.raw`(?:(?<![A-Za-z])(?:${codes}|(?:US|CA?|AU?|NZ|HK|S|R)\$|SFr\.?|Fr\.|zł|Kč)(?![A-Za-z])|[€£$¥₹₺])`;
// Groups of three, separated by a comma, point, apostrophe or space, or none. Then decimals, which may be a dash (`45.–`).
const digits = String.raw`(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+|\d+)(?:[.,](?:\d{1,2}(?!\d)|[-–—]{1,2}(?![\w])))?`;
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/]|[\p{L}\p{N}][-–]|\d:)(?<open>\()?(?<minus1>[-−–]\s?)?(?<before>${mark})?\s?(?<minus2>[-−–]\s?)?(?<digits>${digits})(?<minus3>[-−](?![\p{L}\p{N}-]))?\s?(?<after>${mark})?(?<close>\))?(?![\p{L}\p{N}%/]|[.,:\-–]\d|\s?%)`,
  'gu',
);

export interface FoundAmount {
  /** The number as printed, with its sign but without its currency: `1.234,56`, `-12.50`, `(12.50)`. */
  readonly number: string;
  /** With its currency, as printed. */
  readonly text: string;
  readonly index: number;
  readonly end: number;
  readonly value: number;
  /** Currency code, if there is one beside the number. */
  readonly currency: string | undefined;
  /** The currency as printed: a sign or a code. */
  readonly mark: string | undefined;
  /** Whether it is written like money: with decimals, thousands separators or a currency. A bare `12` is not. */
  readonly isMoney: boolean;
}

/** Every number in a text that may be an amount of money. Percentages, dates and parts of codes are not. */
export function amountsIn(text: string): FoundAmount[] {
  const found: FoundAmount[] = [];
  const dates = datesIn(text);
  for (const match of text.matchAll(pattern)) {
    if (dates.some((date) => date.index < match.index + match[0].length && date.index + date.text.length > match.index)) continue;
    const groups = match.groups ?? {};
    const number = groups.digits ?? '';
    const isBracketed = groups.open !== undefined && groups.close !== undefined;
    const minus = groups.minus1 ?? groups.minus2;
    const marked = groups.before ?? groups.after;
    const skipped = groups.open !== undefined && !isBracketed ? 1 : 0;
    const whole = (skipped > 0 ? match[0].slice(1) : match[0]).replace(isBracketed ? /$^/u : /\)$/u, '');
    const printed = isBracketed ? `(${number})` : `${minus?.trim() ?? ''}${number}${groups.minus3 ?? ''}`;
    const size = numberOf(number);
    found.push({
      number: printed,
      text: whole.trim(),
      index: match.index + skipped,
      end: match.index + match[0].trimEnd().length,
      value: isBracketed || minus !== undefined || groups.minus3 !== undefined ? -size : size,
      currency: marked === undefined ? undefined : codeOf(marked),
      mark: marked,
      isMoney: marked !== undefined || /[.,](?:\d{2}|[-–—]{1,2})$/u.test(number) || /\d[.,'’\u00a0\u202f ]\d{3}/u.test(number),
    });
  }
  return found;
}

/** The code of a printed currency: `€` is EUR, `CHF` is itself. */
export function codeOf(printed: string): string | undefined {
  const name = printed.trim();
  if (new RegExp(`^(?:${codes})$`, 'u').test(name)) return name;
  return signs[name] ?? signs[name.replace(/\.$/u, '')];
}

/** `1.234,56` and `1,234.56` are the same number: a last separator followed by one or two digits begins the decimals. */
function numberOf(printed: string): number {
  const match = /^(?<whole>.*?)(?:[.,](?<decimals>\d{1,2}|[-–—]+))?$/u.exec(printed);
  const whole = (match?.groups?.whole ?? '').replace(/\D/gu, '');
  return Number(`${whole}.${(match?.groups?.decimals ?? '0').replace(/\D/gu, '0')}`);
}
