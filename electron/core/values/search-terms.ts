import { fieldOf } from './columns.ts';
import { readAmount, readDate, type TypedValue } from './typed-value.ts';

/** What a text must hold to be found: each term, in one of its forms. */
export type SearchTerms = readonly (readonly string[])[];

/** The index of texts finds no shorter part. */
export const indexedLength = 3;

/** Text as it is compared: without case, and with umlauts in one spelling (NFC or NFD). */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\0', ' ').toWellFormed();
}

/**
 * The terms of a query: its words. A number or a date is also found by what it means, so that `5.464,37` finds what is
 * printed as `5,464.37`.
 */
export function searchTerms(query: string): SearchTerms {
  const whole = formsOf(fold(query).trim());
  if (whole.length > 1) return [whole];
  const words = fold(query).split(/\s+/);
  return words.flatMap((word) => (word === '' ? [] : [formsOf(word)]));
}

function formsOf(printed: string): readonly string[] {
  if (!/\d[.,'’\s/-]/.test(printed)) return [printed];
  const meant = [...(readAmount(printed)?.candidates ?? []), ...(readDate(printed)?.candidates ?? [])];
  // A short form would be looked for in another index.
  return [...new Set([printed, ...(printed.length < indexedLength ? [] : meant.filter((form) => form.length >= indexedLength))])];
}

/** A text in which something was found; `marks` say where: start and end in it. */
export interface Match {
  /** The column of the list that has this value (`columns.ts`). */
  readonly column: string;
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
}

/** A value that may hold a term. `meant`: its other forms (ISO date, decimals). */
interface MatchSource {
  readonly column: string;
  readonly text: string;
  readonly meant?: readonly string[];
}

const longestMatch = 80;

/** The first source of each term, shortened around what was found if it is long. */
function matchesIn(terms: SearchTerms, sources: readonly MatchSource[]): readonly Match[] {
  const found = new Map<string, { source: MatchSource; marks: [number, number][] }>();
  for (const forms of terms) {
    for (const source of sources) {
      const mark = markOf(source, forms);
      if (mark === undefined) continue;
      const marks = found.get(source.column)?.marks ?? [];
      found.set(source.column, { source, marks: [...marks, mark] });
      break;
    }
  }
  return [...found.values()].map(({ source, marks }) => excerpt(source, apart(marks)));
}

function markOf({ text, meant = [] }: MatchSource, forms: readonly string[]): [number, number] | undefined {
  const folded = fold(text);
  const form = forms.find((each) => folded.includes(each));
  if (form !== undefined && folded.length === text.length) return [folded.indexOf(form), folded.indexOf(form) + form.length];
  const isMeant = form !== undefined || forms.some((each) => meant.some((other) => fold(other).includes(each)));
  return isMeant ? [0, text.length] : undefined;
}

/** In order, none within another. */
function apart(marks: readonly [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const mark of marks.toSorted(([a], [b]) => a - b)) {
    const last = kept.at(-1);
    if (last === undefined || mark[0] >= last[1]) kept.push(mark);
    else last[1] = Math.max(last[1], mark[1]);
  }
  return kept;
}

function excerpt({ column, text }: MatchSource, marks: readonly [number, number][]): Match {
  if (text.length <= longestMatch) return { column, text, marks };
  const start = Math.max(0, (marks[0]?.[0] ?? 0) - 20);
  const end = start + longestMatch;
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  const shift = start - (start > 0 ? 1 : 0);
  const within = marks.filter(([from]) => from < end).map(([from, to]) => [from - shift, Math.min(to, end) - shift] as const);
  return { column, text: shown, marks: within };
}

/** Other forms of a value by which it is found: what was read, or may be meant. */
export function meantBy(typed: TypedValue | undefined): readonly string[] {
  if (typed === undefined) return [];
  return 'value' in typed ? [typed.value] : typed.ambiguous;
}

/** Where the terms of a query are found in a document: in its values first, then in its path. */
export function documentMatches(
  terms: SearchTerms,
  path: string,
  printed: ReadonlyMap<string, string>,
  typed: ReadonlyMap<string, TypedValue>,
): readonly Match[] {
  const values = [...printed].map(([column, text]) => ({ column, text, meant: meantBy(typed.get(fieldOf(column) ?? '')) }));
  return matchesIn(terms, [...values, { column: 'name', text: path }]);
}
