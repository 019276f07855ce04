import type { Cell, TextLine } from './text-line.ts';
import { tidy } from './text-line.ts';

/** A piece of text and its position on the page: the left end of its baseline, in points from the left and the top. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Size of the type, in points. */
  readonly size: number;
}

/** A gap wider than this many times the type size separates two cells; a space between words is about 0.3. */
const cellGap = 1.1;
/** A gap wider than this is a space, if the page draws none. */
const wordGap = 0.15;

/**
 * Assembles the pieces of one page into lines and cells.
 * @param pieces in any order
 * @param page from 1
 */
export function linesOf(pieces: readonly PlacedText[], page: number): TextLine[] {
  const rows = rowsOf(pieces.flatMap(partedAtWideSpaces));
  return rows.map((row) => toLine(row, page)).filter((line) => line.text !== '');
}

/** Typewriter-like layouts set columns with spaces: two or more of them separate cells, as a gap does. */
function partedAtWideSpaces(piece: PlacedText): PlacedText[] {
  if (!/\S\s{2,}\S/u.test(piece.text)) return piece.text.trim() === '' ? [] : [piece];
  const perCharacter = piece.width / piece.text.length;
  return [...piece.text.matchAll(/\S+(?:\s\S+)*/gu)].map((match) => ({
    ...piece,
    text: match[0],
    x: piece.x + match.index * perCharacter,
    width: match[0].length * perCharacter,
  }));
}

/** Pieces that share a baseline, from top to bottom; each row from left to right. */
function rowsOf(pieces: readonly PlacedText[]): PlacedText[][] {
  const sorted = [...pieces].sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: PlacedText[][] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(piece.y - first.y) <= Math.max(2, 0.3 * Math.min(piece.size, first.size))) row.push(piece);
    else rows.push([piece]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
}

function toLine(row: readonly PlacedText[], page: number): TextLine {
  const cells: { text: string; x: number; width: number }[] = [];
  let end = 0;
  for (const piece of row) {
    const last = cells.at(-1);
    const gap = piece.x - end;
    if (last && gap <= cellGap * piece.size) {
      const needsSpace = gap > wordGap * piece.size && !/\s$/u.test(last.text) && !/^\s/u.test(piece.text);
      last.text += (needsSpace ? ' ' : '') + piece.text;
      last.width = Math.max(last.width, piece.x + piece.width - last.x);
    } else {
      cells.push({ text: piece.text, x: piece.x, width: piece.width });
    }
    end = Math.max(end, piece.x + piece.width);
  }
  return lineOf(cells, page, row[0]?.y ?? 0);
}

/** No label or value is longer; the text of a hostile document may be. */
const longestCell = 4000;

/** A line of these cells, without the empty ones. */
export function lineOf(cells: readonly Cell[], page: number, y: number): TextLine {
  const kept = cells.map((cell) => ({ ...cell, text: tidy(cell.text.slice(0, longestCell)) })).filter((cell) => cell.text !== '');
  return { text: kept.map((cell) => cell.text).join(' '), page, cells: kept, y };
}
