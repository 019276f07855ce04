import { breachesIn, isBreached } from '../../../core/checks/rules.ts';
import { type Cell, type Cells, type Column, cellIn, cellsOfEntries, printedIn } from '../../../core/document/table.ts';
import {
  boundedColumns,
  columnBeyond,
  columnOf,
  columnsInOrder,
  currencyColumn,
  deliveredAtColumn,
  furtherColumn,
  type OwnColumn,
  ownColumn,
} from '../../../core/document/table-columns.ts';
import { inEnglish } from '../../../core/messages/wording.ts';
import { assertNever } from '../../../core/result.ts';
import { confirmationOf, correctionsOf, reviewedResult } from '../../../core/review/local-review.ts';
import { reviewReasons } from '../../../core/review/review-reasons.ts';
import type { TypedValue } from '../../../core/values/typed-value.ts';
import { type Delivered, typedOf } from '../delivered.ts';
import { orderedData, reviewedCells } from '../json.ts';

/**
 * The rows of the table of a folder and route, one a document. Columns:
 *
 *     file, status, then the extraction's fields in its order (of a classification: category, confidence, reasoning),
 *     then values that came beyond those fields, then review (reasons joined by "; "), duplicate_of,
 *     possible_duplicate ("true" or nothing), model_used, batch_id, file_id, sha256, delivered_at,
 *     then, once a person has confirmed one of its documents here: reviewed_by, reviewed_at, reviewed_changes,
 *     and once one breaks a check of the folder's own: checks (the names of the rules, joined by "; ")
 *
 * Where values are written as they were read (`2026-03-14`, `5464.37`), unless one is none or may mean two things, the currency
 * printed with an amount stands in `FIELD_currency`, unless there is a field of that name.
 *
 * At most 1,000 columns hold values; further ones stand in a last column, further_fields, as JSON.
 *
 * What a field is called that has the name of one of our columns, `core/document/table-columns.ts` says. Settings may show only some of
 * the columns, in an order and under headings of their own.
 */
export function columnsFor(deliveries: readonly Delivered[]): readonly Column[] {
  const [first] = deliveries;
  if (first === undefined) return [];
  const { route, fields } = first.info;
  const listed = new Set(fields);
  const currencies = new Set(deliveries.flatMap((delivered) => [...currenciesOf(delivered).keys()]));
  const beyond = deliveries.flatMap(({ result, review }) => {
    if (result.kind !== 'extraction') return [];
    return [...Object.keys(result.extractedData), ...correctionsOf(review).keys()].filter((key) => !listed.has(key));
  });
  const names = columnsInOrder(
    route.kind,
    fields,
    [...beyond, ...currencies].map((key) => columnBeyond(key, fields)),
    {
      isReviewed: deliveries.some(({ review }) => confirmationOf(review) !== undefined),
      isChecked: deliveries.some(({ findings }) => isBreached(findings)),
    },
  );
  const printed = new Set(beyond);
  return names.map((name) => ({ name, ...(currencies.has(name) && !printed.has(name) && { typed: true as const }) }));
}

/** The currencies that values would otherwise lose where they are written as they were read, by the name of their column. */
function currenciesOf(delivered: Delivered): ReadonlyMap<string, string> {
  const currencies = new Map<string, string>();
  if (delivered.result.kind !== 'extraction') return currencies;
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
  const cells: [string, Cell][] = [];
  const put = (column: OwnColumn, value: unknown) => cells.push([ownColumn(column, info.fields), cellText(value)]);
  put('file', delivered.file);
  put('status', result.status);
  switch (result.kind) {
    case 'extraction': {
      const typed = typedOf(delivered);
      for (const [key, value] of orderedData(result.extractedData, info.fields))
        cells.push([columnOf(key, info.fields), readCell(cellText(value), typed.get(key))]);
      for (const [column, currency] of currenciesOf(delivered)) cells.push([column, ['', 'text', currency]]);
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
  return cellsOfEntries(cells);
}

function readCell(printed: string, typed: TypedValue | undefined): Cell {
  if (typed === undefined || !('value' in typed) || (typed.kind !== 'amount' && typed.value === printed && typed.kind !== 'date'))
    return printed;
  const kind = typed.kind === 'amount' || typed.kind === 'date' ? typed.kind : 'text';
  return [printed, kind, typed.value];
}

/** The columns of a table once it has these documents too. */
export function columnsWith(
  columns: readonly Column[],
  deliveries: readonly Delivered[],
  chosen: Iterable<string> = [],
): readonly Column[] {
  const [first] = deliveries;
  if (first === undefined) return columns;
  const all = new Map(columns.map((column) => [column.name, column]));
  let isMore = false;
  for (const column of columnsFor(deliveries)) {
    const known = all.get(column.name);
    if (known !== undefined && (known.typed !== true || column.typed === true)) continue;
    all.set(column.name, column);
    isMore = true;
  }
  if (!isMore) return columns;
  // Rows are stored in the order of the columns: what comes later is added at the end.
  const bounded = new Set(boundedColumns(all.keys(), first.info.fields, chosen));
  const known = new Set(columns.map(({ name }) => name));
  const more = [...bounded].filter((name) => !known.has(name));
  return [...columns.map(({ name }) => name), ...more].map((name) => all.get(name) ?? { name });
}

/** The cells of a row in a table with these columns: what has none stands in the last one, as JSON. */
export function cellsWithin(cells: Cells, columns: readonly Pick<Column, 'name'>[], fields: readonly string[]): Cells {
  const rest = furtherColumn(fields);
  const known = new Set(columns.map(({ name }) => name));
  if (!known.has(rest)) return cells;
  const entries = Object.entries(cells);
  const kept = entries.filter(([name]) => known.has(name) && name !== rest);
  const others = entries.filter(([name, cell]) => !known.has(name) && printedIn(cell) !== '');
  const before = Object.hasOwn(cells, rest) ? (JSON.parse(printedIn(cells[rest])) as object) : {};
  const further = { ...before, ...Object.fromEntries(others.map(([name, cell]) => [name, printedIn(cell)])) };
  if (others.length > 0 || Object.hasOwn(cells, rest)) kept.push([rest, JSON.stringify(further)]);
  return cellsOfEntries(kept);
}

function duplicateText(of: Delivered['duplicateOf']): string {
  if (of === undefined) return '';
  return of.folder === undefined ? of.file : `${of.folder}/${of.file}`;
}

/** Text as printed, nothing for a missing value, JSON for an object or a list; a NUL, at which programs stop reading, as what cannot be shown. */
function cellText(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  if (value === undefined || value === null) return '';
  return JSON.stringify(value);
}

/** Whether two rows say the same, apart from when they were delivered. */
export function sameCells(one: Cells, other: Cells, fields: readonly string[]): boolean {
  const time = deliveredAtColumn(fields);
  const columns = new Set([...Object.keys(one), ...Object.keys(other)]);
  columns.delete(time);
  return [...columns].every((column) => sameCell(cellIn(one, column) ?? '', cellIn(other, column) ?? ''));
}

function sameCell(one: Cell, other: Cell): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && one.every((part, index) => part === other[index]))
  );
}
