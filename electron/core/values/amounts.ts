import Big from 'big.js';

/** What a printed amount can mean, as exact decimals; two while its only mark may group thousands or begin decimals. */
export interface AmountReading {
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
export function readCurrency(printed: string): string | undefined {
  const name = printed.trim().toUpperCase();
  return Object.hasOwn(signs, name) ? signs[name] : codes.has(name) ? name : undefined;
}

/** Whether it is a currency, or a sign of several. */
export function isCurrency(printed: string): boolean {
  const name = printed.trim().toUpperCase();
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
