import { lineOf, type TextLine } from './text-line.ts';

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
 */
export function linesOf(pieces: readonly PlacedText[]): TextLine[] {
  const rows = rowsOf(pieces.flatMap(partedAtWideSpaces));
  return rows.map((row) => lineOf(cellsOf(row))).filter((line) => line.length > 0);
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

function cellsOf(row: readonly PlacedText[]): string[] {
  const cells: string[] = [];
  let end = 0;
  for (const { text, x, width, size } of row) {
    const gap = x - end;
    const last = cells.at(-1);
    if (last === undefined || gap > cellGap * size) cells.push(text);
    else {
      const needsSpace = gap > wordGap * size && !/\s$/u.test(last) && !/^\s/u.test(text);
      cells[cells.length - 1] = `${last}${needsSpace ? ' ' : ''}${text}`;
    }
    end = Math.max(end, x + width);
  }
  return cells;
}
