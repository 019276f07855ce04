import type { Wording } from '../../core/messages/wording.ts';
import { type LeftOut, leftOutMessage } from '../../core/watch/left-out.ts';
import { printable } from './terminal-wording.ts';

/** What a folder leaves out: a line for each reason, and if `listed`, one for each path. Pure. */
export function leftOutLines(leftOut: readonly LeftOut[], { text }: Wording, listed: boolean): string[] {
  return leftOut.flatMap((each) => [
    text(leftOutMessage(each)),
    ...(listed ? each.paths.map((path) => `  ${printable(path)}`) : []),
  ]);
}

/** The same for machines. Pure. */
export function leftOutMembers(leftOut: readonly LeftOut[], listed: boolean): Readonly<Record<string, unknown>> {
  if (leftOut.length === 0) return {};
  return {
    leftOut: leftOut.map(({ reason, ending, count, paths }) => {
      return { reason, ...(reason === 'type' && { ending }), count, ...(listed && { paths }) };
    }),
  };
}

/** The last column is not made narrower than this. */
const narrowest = 40;

/**
 * Rows as lines, each column as wide as its widest cell and two spaces apart: an empty first cell indents. Pure.
 * @param right how many of the last columns are set to the right, as numbers are
 * @param width of the terminal: what is longer goes on in further lines of the last column, as does what follows a `\n` in it
 */
export function columns(rows: readonly (readonly string[])[], { right = 0, width = Number.POSITIVE_INFINITY } = {}): string[] {
  const widths = rows.reduce<readonly number[]>(
    (before, row) => row.map((cell, at) => Math.max(before[at] ?? 0, cell.length)),
    [],
  );
  const indent = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, 0);
  return rows.flatMap((row) => {
    const first = row.slice(0, -1);
    const lines = (row.at(-1) ?? '').split('\n').flatMap((line) => wrapped(printable(line), Math.max(narrowest, width - indent)));
    return lines.map((line, index) => {
      const cells = [...first.map((cell) => (index === 0 ? printable(cell) : '')), line];
      const padded = cells.map((cell, at) =>
        at < cells.length - right ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      );
      return padded.join('  ').trimEnd();
    });
  });
}

/** Breaks lines only at spaces, so that a path or a command can be copied. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
