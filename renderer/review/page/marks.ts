import { type Box, boxesOf, type Measure, type Projection } from './boxes.ts';
import { findValue, type Occurrence } from './find-value.ts';
import type { ReadPage } from './use-pdf.ts';

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
