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
