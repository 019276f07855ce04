import { datesIn } from './dates.ts';
import type { Term } from './terms.ts';
import { meaningKey, termsOf } from './terms.ts';
import type { Cell, TextLine } from './text-line.ts';

/** A run of words with one meaning: what labels consist of. */
export interface Run {
  readonly meaning: string;
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
  /** What precedes it: nothing (`start`), a separator, running text, or words that may change its meaning. */
  readonly position: 'start' | 'segment' | 'prose' | 'loose';
}

/** A text to search for labels, with its surroundings. */
export interface Passage {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly runs: readonly Run[];
  readonly line: number;
  /** Index of the cell in its line; undefined for running text of several lines. */
  readonly cell: number | undefined;
}

/** A document prepared for searching: every cell and every paragraph of running text, with its runs. */
export interface PageText {
  readonly lines: readonly TextLine[];
  readonly passages: readonly Passage[];
  passageOf(line: number, cell: number): Passage | undefined;
}

const proseWords = 7;

/**
 * @param ownWords words outside the lexicon that name fields: they count as words of labels
 */
export function readPageText(lines: readonly TextLine[], ownWords: ReadonlySet<string>): PageText {
  const cells = lines.map((line, lineIndex) =>
    line.cells.map((cell, cellIndex) => passage(cell.text, lineIndex, cellIndex, ownWords)),
  );
  const paragraphs = paragraphsOf(lines).map(({ text, line }) => passage(text, line, undefined, ownWords));
  return {
    lines,
    passages: [...cells.flat(), ...paragraphs],
    passageOf: (line, cell) => cells[line]?.[cell],
  };
}

function passage(text: string, line: number, cell: number | undefined, ownWords: ReadonlySet<string>): Passage {
  const terms = termsOf(text);
  return { text, terms, runs: runsOf(text, terms, ownWords), line, cell };
}

function runsOf(text: string, terms: readonly Term[], ownWords: ReadonlySet<string>): Run[] {
  const isProse = terms.length >= proseWords;
  const runs: Run[] = [];
  let open: Term[] = [];
  let from = 0;
  const close = (): void => {
    const words = open.filter((term) => term.kind !== 'filler');
    const [first, last] = [words[0], words.at(-1)];
    if (first && last) {
      const start = open[0]?.start ?? first.start;
      const tail = open.at(-1) ?? last;
      // `Position applied for:` ends at its colon, not before its last word.
      const end = text[tail.end] === ':' ? tail.end : last.end;
      runs.push({
        meaning: meaningKey(words.flatMap((term) => term.meaning)),
        start,
        end,
        position: positionOf(text.slice(0, start), isProse, from),
      });
    }
    open = [];
  };
  terms.forEach((term, index) => {
    const before = terms[index - 1];
    if (before && open.length > 0 && parts(text, before, term)) close();
    const belongs = term.kind !== 'other' || term.meaning.some((word) => ownWords.has(word));
    if (!belongs) {
      close();
      return;
    }
    if (open.length === 0) from = index;
    open.push(term);
  });
  close();
  return runs;
}

/** Whether a label ends between two words: at a colon, a bar, the end of a sentence, or a bracket with a value. */
function parts(text: string, before: Term, after: Term): boolean {
  const between = text.slice(before.end, after.start);
  if (/[:;|•·=\t]|\s[–—-]\s/u.test(between)) return true;
  if (/[.!?]\s/u.test(between) && before.end - before.start > 5) return true;
  // `Total (incl. VAT)` is one label; in `the total (VAT 12.00)` the bracket has its own label.
  return between.includes('(') && !/^[^()\d]*(?:\d+(?:[.,]\d+)?\s?%[^()\d]*)?\)/u.test(text.slice(after.start));
}

function positionOf(before: string, isProse: boolean, termIndex: number): Run['position'] {
  if (termIndex === 0 || !/[\p{L}\p{N}]/u.test(before)) return 'start';
  if (/(?:[,;|•·:/(]|[.!?]|\s[–—-])\s*$/u.test(before)) return isProse ? 'prose' : 'segment';
  // `Date 12.03.2026 Due 11.04.2026`: a label after a value.
  if (!isProse && /\d[\d.,'-]*\s*(?:[€£$%]|[A-Z]{3})?\s*$/u.test(before)) return 'segment';
  if (!isProse && datesIn(before).some((date) => before.slice(date.index + date.text.length).trim() === '')) return 'segment';
  return isProse ? 'prose' : 'loose';
}

/** Running text over several lines, joined: label and value may be on either side of a line break. */
function paragraphsOf(lines: readonly TextLine[]): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  const taken = new Set<Cell>();
  lines.forEach((line, index) => {
    for (const cell of line.cells) {
      if (taken.has(cell) || !isProseCell(cell)) continue;
      let text = cell.text;
      let [last, lastLine] = [cell, index];
      for (let next = index + 1; next <= lastLine + 3; next += 1) {
        const below = follows(lines, lastLine, next, last);
        if (!below) continue;
        text = /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(below.text) ? text.slice(0, -1) + below.text : `${text} ${below.text}`;
        taken.add(below);
        [last, lastLine] = [below, next];
        if (!isProseCell(below)) break;
      }
      if (lastLine > index) found.push({ text, line: index });
    }
  });
  return found;
}

/** The cell of line `next` that continues `cell` of line `line`: directly below it, with the same left edge. */
function follows(lines: readonly TextLine[], line: number, next: number, cell: Cell): Cell | undefined {
  const [above, below] = [lines[line], lines[next]];
  if (!above || !below || below.page !== above.page || below.y - above.y > 22) return undefined;
  return below.cells.find((candidate) => Math.abs(candidate.x - cell.x) < 4);
}

function isProseCell(cell: Cell): boolean {
  return cell.text.split(' ').filter((word) => /\p{L}/u.test(word)).length >= 5;
}

/** Whether a cell contains only a label: known words, or something that ends in a colon. */
export function isLabel(passage: Passage | undefined): boolean {
  if (!passage) return false;
  if (/:$/u.test(passage.text)) return true;
  const [run] = passage.runs;
  if (run?.position !== 'start') return false;
  const rest = passage.text.slice(run.end);
  if (/^[.)]*\s*:\s*\S/u.test(rest)) return true;
  return !/\d/u.test(passage.text) && passage.terms.every((term) => term.kind !== 'other');
}
