import { printable } from './terminal-wording.ts';

/**
 * Rows as lines, each column as wide as its widest cell and two spaces apart: an empty first cell indents. Pure.
 * @param right how many of the last columns are set to the right, as numbers are
 */
export function columns(rows: readonly (readonly string[])[], right = 0): string[] {
  const widths = rows.reduce<readonly number[]>(
    (before, row) => row.map((cell, at) => Math.max(before[at] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, at) => (at < row.length - right ? printable(cell).padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
