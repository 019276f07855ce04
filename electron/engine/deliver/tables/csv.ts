import { stringify } from 'csv-stringify/sync';
import type { TableColumn, TableValues } from '../../../core/config/table-profile.ts';
import { type Cells, textIn } from '../../../core/document/table.ts';

/** How a CSV looks: UTF-8 with a byte order mark, rows that end in CR LF. */
export interface CsvLooks {
  readonly columns: readonly TableColumn[];
  readonly values: TableValues;
  readonly delimiter: string;
}

/** The byte order mark and the headings. */
export function csvHeader({ columns, delimiter }: CsvLooks): Uint8Array {
  return new TextEncoder().encode(
    `\ufeff${lines([columns.map(({ heading }) => heading.replaceAll('\0', '\ufffd'))], delimiter)}`,
  );
}

export function csvRows(rows: readonly Cells[], { columns, values, delimiter }: CsvLooks): Uint8Array {
  const table = rows.map((cells) => columns.map(({ name }) => textIn(cells, name, values)));
  return new TextEncoder().encode(lines(table, delimiter));
}

/** At most this many rows are in memory at once. */
const rowsAtOnce = 500;

/** The bytes of a whole CSV, in pieces. */
export function* csvContent(rows: Iterable<Cells>, looks: CsvLooks): Generator<Uint8Array> {
  yield csvHeader(looks);
  let piece: Cells[] = [];
  for (const cells of rows) {
    if (piece.push(cells) < rowsAtOnce) continue;
    yield csvRows(piece, looks);
    piece = [];
  }
  if (piece.length > 0) yield csvRows(piece, looks);
}

function lines(table: readonly (readonly string[])[], delimiter: string): string {
  return stringify([...table], {
    delimiter,
    record_delimiter: 'windows',
    quoted_match: /[\r\n\t]|^\s|\s$/,
    cast: { string: safeToOpen },
  });
}

/** Spreadsheets take a cell that begins so for a formula, also in full width and behind what cannot be seen. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/** Some take these away and look at what follows. */
const controlStart = /^[\t\r\n]/;

/** Nor is one that follows what a spreadsheet may be told to split at, whatever the delimiter of the table is. */
const formulaInside = /([,;|\t\r\n])((?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*)([=+\-@＝＋－＠])/gu;

const space = '[ \\u00a0\\u2009\\u202f]';
/**
 * A signed number as documents print it: digits with points, commas, apostrophes or spaces between them; an exponent;
 * a currency or per cent before or after. Nothing in it can name a cell or call a function.
 */
const amount = new RegExp(
  `^${space}*[+\\-−＋－]${space}?(?:\\p{Sc}${space}?|[A-Z]{3}${space})?` +
    `[.,]?\\p{Nd}(?:[.,'’ \\u00a0\\u2009\\u202f]?\\p{Nd})*[.,]?` +
    `(?:[eE][+-]?\\p{Nd}+)?(?:${space}?(?:%|‰|\\p{Sc}|[A-Z]{3}))?$`,
  'u',
);
/** No amount is longer. */
const longestAmount = 64;

/**
 * A cell that a spreadsheet shows as it is. Where a formula would begin, at the start or behind a character that a
 * spreadsheet may split at (`ACME;=1+41`), an apostrophe stands in front of it. Signed numbers (`-12.50`, `-1'234.50`,
 * `-12,50 €`, `+49 30 123`) and a lone `-` stay as they are, since they can do nothing.
 */
export function safeToOpen(text: string): string {
  if (text === '-' || isAmount(text)) return text;
  const inner = text.replace(formulaInside, (found: string, separator: string, between: string, sign: string, at: number) => {
    const from = at + separator.length + between.length;
    // `5,-` and `5,--` are prices.
    const isPrice = separator === ',' && between === '' && /^-{1,2}$/.test(text.slice(from, from + 3));
    // A signed number is one only up to the same separator again: what ends with the cell goes on with the next one for a spreadsheet
    // that does not split there (`A;-5` and `5*B1` are `-5,5*B1`).
    const end = text.indexOf(separator, from);
    const isNumber = end >= 0 && isAmount(text.slice(at + 1, end));
    return isPrice || isNumber ? found : `${separator}${between}'${sign}`;
  });
  return controlStart.test(text) || formulaStart.test(text) ? `'${inner}` : inner;
}

function isAmount(text: string): boolean {
  return text.length <= longestAmount && amount.test(text);
}
