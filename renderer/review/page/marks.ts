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
export function findValues(pages: readonly ReadPage[], values: readonly ValueToMark[]): readonly FoundValue[] {
  return values.flatMap(({ key, label, value }) =>
    pages.flatMap(({ text }, page) => findValue(text, value).map((occurrence): FoundValue => ({ key, label, page, occurrence }))),
  );
}

/** A box around a value, with the field it belongs to. */
export interface Mark extends Box {
  readonly key: string;
  readonly label: string;
}

export function marksOf(found: readonly FoundValue[], page: number, read: ReadPage, projection: Projection): readonly Mark[] {
  return found
    .filter((each) => each.page === page)
    .flatMap(({ key, label, occurrence }) =>
      boxesOf(occurrence, read.runs, projection, measureText).map((box) => ({ ...box, key, label })),
    );
}

let context: CanvasRenderingContext2D | null | undefined;

/** Measures in a common font: only proportions within one run matter. */
const measureText: Measure = (text) => {
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    if (context !== null) context.font = '100px sans-serif';
  }
  return context === null ? text.length : context.measureText(text).width;
};

/** The parts of pdf.js's description of a text run that give its position. Lengths are in PDF units. */
export interface TextRun {
  readonly str: string;
  /** The text's matrix [a, b, c, d, x, y]; its baseline starts at x, y. */
  readonly transform: readonly number[];
  readonly width: number;
}

/** A rectangle on a page, in fractions of the page's width and height, so that it holds at any zoom. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Maps PDF units to the displayed page. */
interface Projection {
  readonly width: number;
  readonly height: number;
  readonly project: (x: number, y: number) => readonly [number, number];
}

/** Measures a text's width in some font; only proportions matter. */
type Measure = (text: string) => number;

/** How far letters reach above and below their baseline, relative to their size. */
const above = 0.86;
const below = 0.24;

/** The boxes that cover an occurrence on a page. */
export function boxesOf(
  occurrence: Occurrence,
  runs: readonly TextRun[],
  projection: Projection,
  measure: Measure,
): readonly Box[] {
  return occurrence.flatMap(({ piece, from, to }) => {
    const run = runs[piece];
    return run === undefined || from >= run.str.length ? [] : [boxOf(run, from, to, projection, measure)];
  });
}

function boxOf(run: TextRun, from: number, to: number, { width, height, project }: Projection, measure: Measure): Box {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = run.transform;
  const whole = measure(run.str) || 1;
  const along = Math.hypot(a, b) || 1;
  const at = (length: number, rise: number): readonly [number, number] =>
    project(x + (a / along) * length + c * rise, y + (b / along) * length + d * rise);
  const start = (run.width * measure(run.str.slice(0, from))) / whole;
  const end = (run.width * measure(run.str.slice(0, to))) / whole;
  const corners = [at(start, -below), at(start, above), at(end, -below), at(end, above)];
  const left = Math.min(...corners.map(([cornerX]) => cornerX));
  const top = Math.min(...corners.map(([, cornerY]) => cornerY));
  return {
    left: left / width,
    top: top / height,
    width: (Math.max(...corners.map(([cornerX]) => cornerX)) - left) / width,
    height: (Math.max(...corners.map(([, cornerY]) => cornerY)) - top) / height,
  };
}
