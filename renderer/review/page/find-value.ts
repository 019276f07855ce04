import { spellingsOf } from './spellings.ts';

/** A run of text as a page gives it; a page is a row of them. */
export interface Piece {
  readonly text: string;
  /** A line ends here. */
  readonly endsLine: boolean;
}

/** A part of one piece: UTF-16 positions, `to` excluded. */
export interface Span {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/** One place where a value stands; it can run over several pieces. */
export type Place = readonly Span[];

/** Beyond this a value is too common to point at. */
const maxPlaces = 12;

/** The text of a page in a form in which values can be looked for, with the way back to its pieces. */
export interface PageText {
  readonly text: string;
  readonly origins: readonly { readonly piece: number; readonly at: number }[];
}

/** Joins a page's pieces: case, forms of the same letter and lengths of white space do not matter for what is found. */
export function pageText(pieces: readonly Piece[]): PageText {
  let text = '';
  const origins: { piece: number; at: number }[] = [];
  const add = (letters: string, piece: number, at: number): void => {
    for (const letter of letters) {
      const isSpace = /\s/u.test(letter);
      if (isSpace && (text === '' || text.endsWith(' '))) continue;
      const taken = isSpace ? ' ' : letter;
      text += taken;
      for (let unit = 0; unit < taken.length; unit += 1) origins.push({ piece, at });
    }
  };
  pieces.forEach((piece, index) => {
    let at = 0;
    for (const letter of piece.text) {
      add(folded(letter), index, at);
      at += letter.length;
    }
    if (piece.endsLine) add(' ', index, piece.text.length);
  });
  return { text, origins };
}

/**
 * Where a value stands on a page, as it is or in another usual spelling (a date, an amount); a value of several lines
 * also line by line. Nothing, if it is too short or too common to say which place is meant.
 */
export function findValue(page: PageText, value: string): readonly Place[] {
  for (const spelling of spellingsOf(value)) {
    const places = occurrences(page, spelling);
    if (places.length > 0) return places.length > maxPlaces ? [] : places;
  }
  const lines = value.split(/\r?\n/u).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines.flatMap((line) => findValue(page, line).slice(0, 1)) : [];
}

function occurrences(page: PageText, value: string): Place[] {
  const sought = pageText([{ text: value.trim(), endsLine: false }]).text;
  if (sought.length < 2) return [];
  const places: Place[] = [];
  for (let at = page.text.indexOf(sought); at >= 0; at = page.text.indexOf(sought, at + 1)) {
    if (standsAlone(page.text, at, at + sought.length)) places.push(spansOf(page, at, at + sought.length));
  }
  return places;
}

/** "12" stands neither in "2012" nor in "12,50". */
function standsAlone(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  const after = text.slice(to, to + 2);
  const joined = /[\p{L}\p{N}]/u;
  if (joined.test(text.slice(from, from + 1)) && joined.test(before.slice(-1))) return false;
  if (joined.test(text.slice(to - 1, to)) && joined.test(after.slice(0, 1))) return false;
  const digits = /\d/u;
  if (digits.test(text.slice(from, from + 1)) && /\d[.,]$/u.test(before)) return false;
  return !(digits.test(text.slice(to - 1, to)) && /^[.,]\d/u.test(after));
}

function spansOf({ origins }: PageText, from: number, to: number): Span[] {
  const spans: Span[] = [];
  for (const { piece, at } of origins.slice(from, to)) {
    const last = spans.at(-1);
    if (last?.piece === piece) spans[spans.length - 1] = { ...last, to: Math.max(last.to, at + 1) };
    else spans.push({ piece, from: at, to: at + 1 });
  }
  return spans;
}

/** One letter in the form that is compared; compatible forms (ligatures, full-width) are taken as one. */
function folded(letter: string): string {
  return letter
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‐‑‒–—−]/gu, '-')
    .replaceAll(/[’‘`´]/gu, "'");
}
