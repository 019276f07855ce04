import { stringify } from 'csv-stringify/sync';
import { breachesIn, isBreached } from '../../core/checks/finding.ts';
import type { TableColumn } from '../../core/config/table-profile.ts';
import type { CsvRecord } from '../../core/document/records.ts';
import {
  columnBeyond,
  columnOf,
  columnsInOrder,
  currencyColumn,
  deliveredAtColumn,
  furtherColumn,
  type OwnColumn,
  ownColumn,
} from '../../core/document/table-columns.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import type { RouteKind } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { confirmationOf, correctionsOf, reviewedResult } from '../../core/review/local-review.ts';
import { reviewReasons } from '../../core/review/review-reasons.ts';
import { safeToOpen } from './cell.ts';
import { type Delivered, typedOf } from './delivered.ts';
import { orderedData } from './json.ts';
import { reviewedCells } from './reviewed.ts';

/**
 * The CSV of a folder and route: UTF-8 with a byte order mark, rows that end in CR LF, one row a document. Columns:
 *
 *     file, status, then the extraction's fields in its order (of a classification: category, confidence, reasoning),
 *     then values that came beyond those fields, then review (reasons joined by "; "), duplicate_of,
 *     possible_duplicate ("true" or nothing), model_used, batch_id, file_id, sha256, delivered_at,
 *     then, once a person has confirmed one of its documents here: reviewed_by, reviewed_at, reviewed_changes,
 *     and once one breaks a check of the folder's own: checks (the names of the rules, joined by "; ")
 *
 * With typed cells a value stands there as it was read (`2026-03-14`, `5464.37`), unless it is none or may mean two things,
 * and the currency printed with an amount in `FIELD_currency`, unless there is a field of that name.
 *
 * At most 1,000 columns hold values; further ones stand in a last column, further_fields, as JSON.
 *
 * A column that comes later is added at the end. What a field is called that has the name of one of our columns,
 * `core/document/table-columns.ts` says. Settings may show only some of the columns, in an order and under headings of their own.
 */

/** The cells of a row, by the name of the column: text as printed on the document, before it is made safe to open. */
export type Cells = Readonly<Record<string, string>>;

/** The columns of a new CSV that holds these documents. */
export function columnsFor(kind: RouteKind, fields: readonly string[], documents: readonly Delivered[]): readonly string[] {
  const listed = new Set(fields);
  const beyond = documents.flatMap((delivered) => {
    const { result, review } = delivered;
    if (result.kind !== 'extraction') return [];
    const keys = [...Object.keys(result.extractedData), ...correctionsOf(review).keys(), ...currenciesOf(delivered).keys()];
    return keys.filter((key) => !listed.has(key));
  });
  return columnsInOrder(
    kind,
    fields,
    beyond.map((key) => columnBeyond(key, fields)),
    {
      isReviewed: documents.some(({ review }) => confirmationOf(review) !== undefined),
      isChecked: documents.some(({ findings }) => isBreached(findings)),
    },
  );
}

/** The currencies that typed cells would otherwise lose, by the name of their column. */
function currenciesOf(delivered: Delivered): ReadonlyMap<string, string> {
  const currencies = new Map<string, string>();
  if (delivered.typedCells !== true || delivered.result.kind !== 'extraction') return currencies;
  const taken = [...delivered.info.fields, ...Object.keys(delivered.result.extractedData)];
  for (const [key, typed] of typedOf(delivered)) {
    const column = currencyColumn(key);
    if (typed.currency !== undefined && 'value' in typed && !taken.includes(column)) currencies.set(column, typed.currency);
  }
  return currencies;
}

/** @param deliveredAt ISO 8601, UTC */
export function cellsOf(delivered: Delivered, deliveredAt: string): Cells {
  const { info, review } = delivered;
  const result = reviewedResult(delivered.result, review);
  const cells: [string, string][] = [];
  const put = (column: OwnColumn, value: unknown) => cells.push([ownColumn(column, info.fields), cellText(value)]);
  put('file', delivered.file);
  put('status', result.status);
  switch (result.kind) {
    case 'extraction': {
      const typed = delivered.typedCells === true ? typedOf(delivered) : undefined;
      for (const [key, value] of [...orderedData(result.extractedData, info.fields), ...currenciesOf(delivered)]) {
        const read = typed?.get(key);
        const text = read !== undefined && 'value' in read ? read.value : cellText(value);
        cells.push([columnOf(key, info.fields), text]);
      }
      put('model_used', result.modelUsed);
      break;
    }
    case 'classification':
      put('category', result.categoryName ?? result.categoryId);
      put('confidence', result.confidence);
      put('reasoning', result.reasoning);
      break;
    default:
      return assertNever(result);
  }
  const reasons = reviewReasons(delivered.result, info.fields, delivered.possibleDuplicate, review, delivered.findings);
  put('review', reasons.map(({ message }) => inEnglish(message)).join('; '));
  put('duplicate_of', duplicateText(delivered.duplicateOf));
  put('possible_duplicate', delivered.possibleDuplicate ? 'true' : '');
  put('batch_id', delivered.batchId);
  put('file_id', delivered.fileId);
  put('sha256', delivered.sha256);
  put('delivered_at', deliveredAt);
  const word = reviewedCells(delivered);
  if (word !== undefined) {
    put('reviewed_by', word.by);
    put('reviewed_at', word.at);
    put('reviewed_changes', word.changes);
  }
  const breached = breachesIn(delivered.findings).map(({ rule }) => rule);
  if (breached.length > 0) put('checks', breached.join('; '));
  // Unlike an assignment, this makes a member of any name, even "__proto__".
  return Object.fromEntries(cells);
}

/** The cells of a row in a table with these columns: what has none stands in the last one, as JSON. */
export function cellsWithin(cells: Cells, columns: Iterable<string>, fields: readonly string[]): Cells {
  const known = new Set(columns);
  const rest = furtherColumn(fields);
  if (!known.has(rest)) return cells;
  const kept = Object.entries(cells).filter(([name]) => known.has(name) && name !== rest);
  const others = Object.entries(cells).filter(([name, text]) => !known.has(name) && text !== '');
  const before = Object.hasOwn(cells, rest) ? (JSON.parse(cells[rest] ?? '{}') as object) : {};
  if (others.length > 0) kept.push([rest, JSON.stringify({ ...before, ...Object.fromEntries(others) })]);
  else if (Object.hasOwn(cells, rest)) kept.push([rest, cells[rest] ?? '']);
  return Object.fromEntries(kept);
}

function duplicateText(of: Delivered['duplicateOf']): string {
  if (of === undefined) return '';
  return of.folder === undefined ? of.file : `${of.folder}/${of.file}`;
}

/** A NUL, at which many programs stop reading the table, becomes the character for what cannot be shown. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

/** Text as printed, nothing for a missing value, JSON for an object or a list. */
function cellText(value: unknown): string {
  if (typeof value === 'string') return withoutNul(value);
  if (value === undefined || value === null) return '';
  return JSON.stringify(value);
}

/** Whether two rows say the same, apart from when they were delivered. */
export function sameCells(one: Cells, other: Cells, fields: readonly string[]): boolean {
  const time = deliveredAtColumn(fields);
  const columns = new Set([...Object.keys(one), ...Object.keys(other)]);
  columns.delete(time);
  return [...columns].every((column) => cellIn(one, column) === cellIn(other, column));
}

export function cellIn(cells: Cells, column: string): string {
  return (Object.hasOwn(cells, column) ? cells[column] : undefined) ?? '';
}

/** The columns that are written: those that its folder's settings chose when it was last written, else all that its rows have. */
export function shownIn({ columns, shown }: Pick<CsvRecord, 'columns' | 'shown'>): readonly TableColumn[] {
  return shown ?? columns.map((name) => ({ name, heading: name }));
}

/** The byte order mark and the headings. */
export function csvHeader(headings: readonly string[], delimiter: string): Uint8Array {
  return new TextEncoder().encode(`\ufeff${lines([headings.map(withoutNul)], delimiter)}`);
}

export function csvRows(rows: readonly Cells[], columns: readonly string[], delimiter: string): Uint8Array {
  const table = rows.map((cells) => columns.map((column) => cellIn(cells, column)));
  return new TextEncoder().encode(lines(table, delimiter));
}

function lines(table: readonly (readonly string[])[], delimiter: string): string {
  const safe = table.map((row) => row.map(safeToOpen));
  return stringify(safe, { delimiter, record_delimiter: 'windows', quoted_match: /[\r\n\t]|^\s|\s$/ });
}

/**
 * The delimiter that spreadsheets of a locale expect: `;` where numbers have a decimal comma, and in Switzerland and
 * Liechtenstein, whose spreadsheets expect it together with a decimal point.
 * @param locale BCP 47 (`de-DE`) or as Unix writes it (`de_DE.UTF-8`); an unknown one (`C`) gives a comma
 */
export function delimiterFor(locale: string): ',' | ';' {
  const tag = locale.replace(/[.@].*$/, '').replaceAll('_', '-');
  try {
    if (['CH', 'LI'].includes(new Intl.Locale(tag).region ?? '')) return ';';
    const decimal = new Intl.NumberFormat(tag).formatToParts(0.5).find((part) => part.type === 'decimal');
    return decimal === undefined || decimal.value === '.' ? ',' : ';';
  } catch {
    return ',';
  }
}
