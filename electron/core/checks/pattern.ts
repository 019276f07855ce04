import { RE2JS } from 're2js';

/** What a pattern comes to when it is compiled; one that repeats what repeats may come to thousands. */
const maxSteps = 1_000;
/** Characters of a value that a pattern is compared with. */
export const maxPatternText = 1_000;

const compiled = new Map<string, RE2JS | undefined>();
const maxKept = 200;

/**
 * Regular expressions of RE2, whose time grows with the length of the text and no faster: no pattern can hold up the program. It
 * knows neither references back nor looking around.
 * @returns undefined for text that is none, or one that is too large
 */
function compile(pattern: string): RE2JS | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  let expression: RE2JS | undefined;
  try {
    const found = RE2JS.compile(pattern);
    if (found.programSize() <= maxSteps) expression = found;
  } catch {
    // Not a pattern.
  }
  if (compiled.size >= maxKept) compiled.clear();
  compiled.set(pattern, expression);
  return expression;
}

export function isPattern(text: string): boolean {
  return compile(text) !== undefined;
}

/** Whether the whole text fits; undefined if the pattern is none, or the text too long. */
export function fitsPattern(text: string, pattern: string): boolean | undefined {
  return text.length > maxPatternText ? undefined : compile(pattern)?.matches(text);
}
