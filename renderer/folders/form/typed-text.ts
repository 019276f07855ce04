import type { folders as english } from '../../../electron/core/languages/en/folders.ts';

/** What is wrong with entries, as keys of the catalogue, by the member of the draft: `path`, `newExtraction.fields.2.key` … */
export type Problems = Readonly<Record<string, keyof (typeof english)['wrong']>>;

/** A number as people type it, with a point or comma; NaN if it is not a number. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

export function linesOf(text: string): string[] {
  return partsOf(text, '\n');
}

export function wordsOf(text: string): string[] {
  return partsOf(text, ',');
}

function partsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
