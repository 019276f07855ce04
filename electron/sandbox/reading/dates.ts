import { fold } from './words.ts';

const months = [
  'january jan januar janner janvier janv enero ene gennaio gen januari',
  'february feb februar fevrier fevr febrero febbraio febb februari',
  'march mar marz mrz maerz mars marzo maart mrt',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio mag mei',
  'june jun juni juin junio giugno giu',
  'july jul juli juillet juil julio luglio lug',
  'august aug aout agosto ago augustus',
  'september sept sep septembre septiembre settembre set',
  'october oct oktober okt octobre octubre ottobre ott',
  'november nov novembre noviembre',
  'december dec dezember dez decembre diciembre dic dicembre',
];
const monthNames = new Set(months.flatMap((names) => names.split(' ')));

const year = String.raw`(?:19|20)\d{2}`;
const numeric = String.raw`${year}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}\. ?\d{1,2}\. ?(?:${year}|\d{2})|\d{1,2}[-/. ]\d{1,2}[-/. ](?:${year}|\d{2})`;
const dayFirst = String.raw`\d{1,2}(?:\.|er|º|ª|st|nd|rd|th)?[\s\-/]*(?:of |de |di |d')?(\p{L}{3,10})\.?,?[\s\-/]*(?:de |del )?(?:${year}|['’]?\d{2})`;
const monthFirst = String.raw`(\p{L}{3,10})\.? \d{1,2}(?:st|nd|rd|th)?,? ${year}`;
const date = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${monthFirst}|${dayFirst}|${numeric})(?![\p{L}\p{N}]|[.,/\-]\d)`, 'giu');

export interface FoundDate {
  readonly text: string;
  readonly index: number;
}

/** Every date in a text, as printed, in the usual formats of six languages. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const match of text.matchAll(date)) {
    const month = match[1] ?? match[2];
    if (month !== undefined ? monthNames.has(fold(month)) : isPossible(match[0]))
      found.push({ text: match[0], index: match.index });
  }
  return found;
}

/** `99.13.2026` is not a date, nor is part of a telephone number. */
function isPossible(numbers: string): boolean {
  const parts = numbers.split(/[-./ ]+/u).map(Number);
  const [a = 0, b = 0, c = 0] = parts;
  const [day, month] = String(parts[0]).length === 4 ? [c, b] : [a, b];
  return parts.length === 3 && day >= 1 && month >= 1 && Math.max(day, month) <= 31 && Math.min(day, month) <= 12;
}
