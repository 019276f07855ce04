import type { TextLine } from '../../../electron/sandbox/reading/text-line.ts';

/** A page as a typewriter sets it: two or more spaces part cells. */
export function typed(text: string): TextLine[] {
  const lines = text.split('\n').map((line) => [...line.matchAll(/\S+(?: \S+)*/gu)].map(([cell]) => cell));
  return lines.filter((cells) => cells.length > 0);
}
