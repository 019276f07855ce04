import type { Occurrence } from './find-value.ts';

/** The parts of pdf.js's description of a text run that give its position. Lengths are in PDF units. */
export interface TextRun {
  readonly str: string;
  /** The text's matrix [a, b, c, d, x, y]; its baseline starts at x, y. */
  readonly transform: readonly number[];
  readonly width: number;
}

/** A rectangle on a page, in fractions of the page's width and height, so that it holds at any zoom. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Maps PDF units to the displayed page. */
export interface Projection {
  readonly width: number;
  readonly height: number;
  readonly project: (x: number, y: number) => readonly [number, number];
}

/** Measures a text's width in some font; only proportions matter. */
export type Measure = (text: string) => number;

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
