import { assertNever } from '../../core/result.ts';
import { amountsIn, codeOf } from './amounts.ts';
import { datesIn } from './dates.ts';

/** What a field's values look like. */
export type Shape =
  | 'date'
  | 'amount'
  | 'number'
  | 'percent'
  | 'identifier'
  | 'iban'
  | 'bic'
  | 'email'
  | 'phone'
  | 'web'
  | 'currency'
  | 'time'
  | 'text';

/** A value found in a text, as printed. */
export interface Match {
  readonly value: string;
  readonly index: number;
  readonly end: number;
}

/** The example's shape; undefined if there is none, or it says nothing. */
export function shapeOfExample(example: string): Shape | undefined {
  const text = example.trim();
  if (text === '') return undefined;
  if (datesIn(text).length > 1) return 'text';
  const order: readonly Shape[] = ['email', 'web', 'iban', 'time', 'date', 'percent'];
  for (const shape of order) if (isWhole(shape, text)) return shape;
  if (codeOf(text) !== undefined) return 'currency';
  const [amount] = amountsIn(text);
  if (amount?.isMoney && amount.text === text) return 'amount';
  if (/^\d+$/u.test(text)) return 'number';
  if (/^\+\d[\d\s()/-]{6,}$/u.test(text)) return 'phone';
  if (/^(?=.*\d)[\p{Lu}\d][\p{L}\d./_-]*(?: [\d./_-]+){0,2}$/u.test(text)) return 'identifier';
  return 'text';
}

/** Whether the whole text is one value of the shape. */
export function isWhole(shape: Shape, text: string): boolean {
  return matchesOf(shape, text).some((match) => match.index === 0 && match.end === text.length);
}

/** Every value of a shape in a text, from left to right. For `text`, the text itself. */
export function matchesOf(shape: Shape, text: string): Match[] {
  switch (shape) {
    case 'date':
      return datesIn(text).map((found) => ({ value: found.text, index: found.index, end: found.index + found.text.length }));
    case 'amount':
      return amountsIn(text).map((found) => ({ value: found.number, index: found.index, end: found.end }));
    case 'iban':
      return ibansIn(text);
    case 'identifier':
      return identifiersIn(text);
    case 'text':
      return isReadable(text)
        ? [{ value: text.trim(), index: text.length - text.trimStart().length, end: text.trimEnd().length }]
        : [];
    case 'number':
    case 'percent':
    case 'bic':
    case 'email':
    case 'phone':
    case 'web':
    case 'currency':
    case 'time':
      return [...text.matchAll(patterns[shape])].map((match) => ({
        value: match[0],
        index: match.index,
        end: match.index + match[0].length,
      }));
    default:
      return assertNever(shape);
  }
}

const patterns = {
  number: /(?<![\p{L}\p{N}.,/-])[-−]?\d+(?:[.,]\d+)*(?![\p{L}\p{N}%/]|[.,:-]\d)/gu,
  percent: /(?<![\p{L}\p{N}.,])[-−]?\d{1,3}(?:[.,]\d+)?\s?%/gu,
  bic: /(?<![\p{L}\p{N}])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![\p{L}\p{N}])/gu,
  email: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  phone: /(?<![\p{L}\p{N}])\+?\(?\d[\d\s()/.-]{5,}\d(?![\p{L}\p{N}])/gu,
  web: /(?<![@\p{L}\p{N}.-])(?:https?:\/\/[^\s,;]+|www\.[^\s,;]+|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|net|de|ch|at|fr|es|it|nl|be|eu|io|uk|example)(?:\/[^\s,;]*)?)(?![\p{L}@])/giu,
  currency: /(?<![\p{L}])[A-Z]{3}(?![\p{L}])|[€£$¥]/gu,
  time: /(?<![\d:.,])(?:[01]?\d|2[0-3])(?:[:h][0-5]\d(?::[0-5]\d)?(?:\s?(?:am|pm|Uhr))?|(?:[.:][0-5]\d)?\s?(?:am|pm|Uhr))(?![\p{L}\p{N}]|[.:]\d)/giu,
} as const;

/** Blocks of letters and digits, each but the first with a digit: `GB 240 1187 52`. */
const blocks = /^[\s:.#]*(?<code>(?:\p{Lu}{1,5}|[\p{Lu}\d./_-]*\d[\p{Lu}\d./_-]*)(?: [\p{Lu}./_-]*\d[\p{Lu}\d./_-]*){1,4})\s*$/u;

/** A code with a digit: `INV-2026-17`, `4711`, `RE 2026/0415`. Not a date, an amount, a percentage or a time. */
function identifiersIn(text: string): Match[] {
  const taken = [
    ...datesIn(text).map((found) => ({ index: found.index, end: found.index + found.text.length })),
    ...matchesOf('percent', text),
    ...matchesOf('email', text),
  ];
  const money = amountsIn(text).filter((found) => found.isMoney && /[.,'’]\d{2}$|[€£$]|[A-Z]{3}/u.test(found.text));
  // A code may contain spaces if nothing else is beside it.
  const code = taken.length + money.length === 0 ? blocks.exec(text)?.groups?.code : undefined;
  if (code !== undefined) return [{ value: code, index: text.indexOf(code), end: text.indexOf(code) + code.length }];
  const found: Match[] = [];
  for (const match of text.matchAll(
    /(?<![\p{L}\p{N}])(?:\p{Lu}{1,5}[ ])?[\p{L}\p{N}_][\p{L}\p{N}]*(?:[-/._]+[\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu,
  )) {
    const hasPrefix = /^\p{Lu}{1,5} /u.test(match[0]);
    if (!/\d/u.test(match[0]) || (hasPrefix && !/^\p{Lu}+ [\p{Lu}\d]*\d/u.test(match[0]))) continue;
    const end = match.index + match[0].length;
    const overlaps = [...taken, ...money].some((other) => other.index < end && other.end > match.index);
    if (!overlaps && !/^\d{1,2}[:.]\d{2}$/u.test(match[0])) found.push({ value: match[0], index: match.index, end });
  }
  return found;
}

/** With valid check digits, in printed blocks of four or in one piece. */
function ibansIn(text: string): Match[] {
  const found: Match[] = [];
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z\d]{2,4}){2,8}/gu)) {
    // What follows may look like one more block (`… 00 BIC`): the longest valid one is the number.
    let value = match[0];
    const isWholeWord = (): boolean => !/^[\p{L}\p{N}]/u.test(text.slice(match.index + value.length));
    while (value.length >= 15 && !(isWholeWord() && isIban(value))) value = value.slice(0, -1).trimEnd();
    if (value.length >= 15) found.push({ value, index: match.index, end: match.index + value.length });
  }
  return found;
}

/** ISO 13616: four characters moved to the end, letters as numbers, remainder 1 modulo 97. */
function isIban(printed: string): boolean {
  const compact = printed.replace(/\s/gu, '');
  if (compact.length < 15 || compact.length > 34) return false;
  let remainder = 0;
  for (const sign of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

function isReadable(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length >= 1 && trimmed.length <= 120 && /[\p{L}\p{N}]/u.test(trimmed);
}
