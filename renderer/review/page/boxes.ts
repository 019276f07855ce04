import type { Place } from './find-value.ts';

/** What pdf.js says of a run of text, as far as its place matters. Lengths are in PDF units. */
export interface TextRun {
  readonly str: string;
  /** Along the text: [a, b, c, d, x, y], the lower left end of its base line at x, y. */
  readonly transform: readonly number[];
  readonly width: number;
}

/** Part of a page, in fractions of its shown width and height: it stays right whatever the zoom. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** From PDF units to the page as it is shown. */
export interface Projection {
  readonly width: number;
  readonly height: number;
  readonly project: (x: number, y: number) => readonly [number, number];
}

/** How wide a text is in some font; only proportions matter. */
export type Measure = (text: string) => number;

/** What letters take above and below their base line, as parts of their size. */
const above = 0.86;
const below = 0.24;

/** The boxes that cover a place on a page. */
export function boxesOf(place: Place, runs: readonly TextRun[], projection: Projection, measure: Measure): readonly Box[] {
  return place.flatMap(({ piece, from, to }) => {
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
