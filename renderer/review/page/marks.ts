import { type Box, boxesOf, type Measure, type Projection } from './boxes.ts';
import { findValue, type Place } from './find-value.ts';
import type { ReadPage } from './use-pdf.ts';

/** A value to point at on the page. */
export interface Sought {
  readonly key: string;
  /** What people call it. */
  readonly label: string;
  readonly value: string;
}

/** Where a value stands. */
export interface Found {
  readonly key: string;
  readonly label: string;
  /** From 0. */
  readonly page: number;
  readonly place: Place;
}

/** Where the values stand, page by page. */
export function findAll(pages: readonly ReadPage[], values: readonly Sought[]): readonly Found[] {
  return values.flatMap(({ key, label, value }) =>
    pages.flatMap(({ text }, page) => findValue(text, value).map((place): Found => ({ key, label, page, place }))),
  );
}

/** A box with the value that it is about. */
export interface Mark extends Box {
  readonly key: string;
  readonly label: string;
}

export function marksOf(found: readonly Found[], page: number, read: ReadPage, projection: Projection): readonly Mark[] {
  return found
    .filter((each) => each.page === page)
    .flatMap(({ key, label, place }) =>
      boxesOf(place, read.runs, projection, measureText).map((box) => ({ ...box, key, label })),
    );
}

let context: CanvasRenderingContext2D | null | undefined;

/** Widths of a common font: only proportions inside one run matter. */
const measureText: Measure = (text) => {
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    if (context !== null) context.font = '100px sans-serif';
  }
  return context === null ? text.length : context.measureText(text).width;
};
