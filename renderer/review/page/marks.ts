import { findValue, type Occurrence, type PageText } from './find-value.ts';

/** A value to mark on the page. */
export interface ValueToMark {
  readonly key: string;
  /** The field's name, as people write it. */
  readonly label: string;
  readonly value: string;
}

/** A value and where it was found. */
export interface FoundValue {
  readonly key: string;
  readonly label: string;
  /** From 0. */
  readonly page: number;
  readonly occurrence: Occurrence;
}

/** A page's text: its runs, and the normalised form to search. */
export interface ReadPage {
  readonly runs: readonly TextRun[];
  readonly text: PageText;
}

/** Finds the values on each page. */
export function findValues(pages: readonly Pick<ReadPage, 'text'>[], values: readonly ValueToMark[]): readonly FoundValue[] {
  return values.flatMap(({ key, label, value }) =>
    pages.flatMap(({ text }, page) => findValue(text, value).map((occurrence): FoundValue => ({ key, label, page, occurrence }))),
  );
}

/** A rectangle around a value, in fractions of the page's width and height, so that it holds at any zoom; and its field. */
export interface Mark {
  readonly key: string;
  readonly label: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where the values are on a page that is laid out, from 0.
 * @param runs the elements of its text layer, one for each run
 */
export function marksOf(found: readonly FoundValue[], page: number, runs: readonly HTMLElement[], sheet: HTMLElement): Mark[] {
  const whole = sheet.getBoundingClientRect();
  const own = found.filter((each) => each.page === page);
  return own.flatMap(({ key, label, occurrence }) =>
    occurrence.flatMap(({ piece, from, to }): Mark[] => {
      const text = runs[piece]?.firstChild;
      if (!(text instanceof Text)) return [];
      const range = document.createRange();
      range.setStart(text, Math.min(from, text.length));
      range.setEnd(text, Math.min(to, text.length));
      return [...range.getClientRects()].map((box) => ({
        key,
        label,
        left: (box.left - whole.left) / whole.width,
        top: (box.top - whole.top) / whole.height,
        width: box.width / whole.width,
        height: box.height / whole.height,
      }));
    }),
  );
}

/** A run of text as pdf.js has it. */
interface TextRun {
  readonly str: string;
  /** The text's matrix [a, b, c, d, x, y], in PDF units; its baseline starts at x, y. */
  readonly transform: readonly number[];
}
