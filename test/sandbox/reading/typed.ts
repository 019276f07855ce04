import type { TextLine } from '../../../electron/sandbox/reading/text-line.ts';

/** A page as a typewriter sets it: two or more spaces part cells, a line is 14 points high, a letter 6 points wide. */
export function typed(text: string): TextLine[] {
  const lines: TextLine[] = [];
  text.split('\n').forEach((line, index) => {
    const cells = [...line.matchAll(/\S+(?: \S+)*/gu)].map((match) => ({
      text: match[0],
      x: match.index * 6,
      width: match[0].length * 6,
    }));
    if (cells.length > 0) lines.push({ text: cells.map((cell) => cell.text).join(' '), page: 1, cells, y: index * 14 });
  });
  return lines;
}
