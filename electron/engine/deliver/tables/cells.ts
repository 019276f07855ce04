import { breachesIn } from '../../../core/checks/rules.ts';
import {
  boundedColumns,
  type Cell,
  type Cells,
  type Column,
  cellIn,
  cellsOfEntries,
  columnOf,
  columnsInOrder,
  currencyColumn,
  type OwnColumn,
  ownColumn,
  printedIn,
} from '../../../core/document/table.ts';
import { inEnglish } from '../../../core/messages/wording.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import { confirmationOf, reviewedResult, reviewReasons } from '../../../core/review/local-review.ts';
import { type Delivered, typedOf } from '../delivered.ts';
import { orderedData } from '../json.ts';

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
 * The status is the service's own, unless a person has confirmed the document here (`confirmed`; the service's word stays in its JSON), or
 * another content has come to its path since (`replaced`).
 *
 * At most 1,000 columns hold values; further ones stand in a last column, further_fields, as JSON.
 *
 * What a field is called that has the name of one of our columns, `core/document/table.ts` says. Settings may show only some of
 * the columns, in an order and under headings of their own.
 */
export function columnsFor(
  { fields, route: { kind } }: Pick<RouteInfo, 'fields' | 'route'>,
  rows: readonly Cells[],
): readonly Column[] {
  const printed = new Set<string>();
  const currencies = new Set<string>();
  for (const cells of rows)
    for (const [name, cell] of Object.entries(cells))
      (typeof cell === 'object' && cell[0] === '' ? currencies : printed).add(name);
  const ours = new Set(columnsInOrder(kind, fields, [], { isReviewed: true, isChecked: true }));
  const names = columnsInOrder(
    kind,
    fields,
    [...printed, ...currencies].filter((name) => !ours.has(name)),
    {
      isReviewed: printed.has(ownColumn('reviewed_by', fields)),
      isChecked: printed.has(ownColumn('checks', fields)),
    },
  );
  return names.map((name) => ({ name, ...(currencies.has(name) && !printed.has(name) && { typed: true as const }) }));
}

/** The status of a row whose file has another content by now. */
const replaced = 'replaced';

/** The row of a content whose path another one has by now. */
export function asReplaced(cells: Cells, fields: readonly string[]): Cells {
  return { ...cells, [ownColumn('status', fields)]: replaced };
}

/** All cells of a row, also empty ones. @param deliveredAt ISO 8601, UTC */
export function cellsOf(delivered: Delivered, deliveredAt: string): Cells {
  const { duplicateOf, info, review } = delivered;
  const { fields } = info;
  const result = reviewedResult(delivered.result, review);
  const cells: [string, Cell][] = [];
  const put = (column: OwnColumn, value: unknown) => cells.push([ownColumn(column, fields), cellText(value)]);
  put('file', delivered.file);
  const confirmation = confirmationOf(review);
  const status = confirmation === undefined ? result.status : 'confirmed';
  put('status', delivered.isReplaced ? replaced : status);
  if (result.kind === 'extraction') {
    const typed = typedOf(delivered);
    for (const [key, value] of orderedData(result.extractedData, fields)) {
      const printed = cellText(value);
      const read = typed.get(key);
      const isRead = read !== undefined && 'value' in read;
      const isPlain = !isRead || (read.kind !== 'amount' && read.kind !== 'date' && read.value === printed);
      const kind = read?.kind === 'amount' || read?.kind === 'date' ? read.kind : 'text';
      cells.push([columnOf(key, fields), isPlain ? printed : [printed, kind, read.value]]);
    }
    const taken = new Set([...fields, ...Object.keys((delivered.result as typeof result).extractedData)]);
    for (const [key, { currency, ...read }] of typed)
      if (currency !== undefined && 'value' in read && !taken.has(currencyColumn(key)))
        cells.push([currencyColumn(key), ['', 'text', currency]]);
    put('model_used', result.modelUsed);
  } else {
    put('category', result.categoryName ?? result.categoryId);
    put('confidence', result.confidence);
    put('reasoning', result.reasoning);
  }
  const reasons = reviewReasons(delivered.result, fields, delivered.possibleDuplicate, review, delivered.findings);
  put('review', reasons.map(({ message }) => inEnglish(message)).join('; '));
  put('duplicate_of', duplicateOf?.folder === undefined ? duplicateOf?.file : `${duplicateOf.folder}/${duplicateOf.file}`);
  put('possible_duplicate', delivered.possibleDuplicate ? 'true' : '');
  put('batch_id', delivered.batchId);
  put('file_id', delivered.fileId);
  put('sha256', delivered.sha256);
  put('delivered_at', deliveredAt);
  if (review !== undefined && confirmation !== undefined) {
    put('reviewed_by', confirmation.by);
    put('reviewed_at', new Date(confirmation.at).toISOString());
    // All changes, oldest first, including those that were undone: `total: "1.00" → "2.00"; number: "" → "17"`.
    const said = (value: string | undefined) => JSON.stringify(value ?? '');
    put(
      'reviewed_changes',
      review.changes.map(({ field, from, to }) => `${field ?? 'category'}: ${said(from)} → ${said(to)}`).join('; '),
    );
  }
  const breached = delivered.findings && breachesIn(delivered.findings).map(({ rule }) => rule);
  if (breached !== undefined && breached.length > 0) put('checks', breached.join('; '));
  return Object.fromEntries(cells);
}

/** The columns of a table once it has these rows too. @param chosen the names of those that a person has chosen */
export function columnsWith(
  columns: readonly Column[],
  info: Pick<RouteInfo, 'fields' | 'route'>,
  rows: readonly Cells[],
  chosen: Iterable<string> = [],
): readonly Column[] {
  const all = new Map(columns.map((column) => [column.name, column]));
  let isMore = false;
  for (const column of rows.length === 0 ? [] : columnsFor(info, rows)) {
    const known = all.get(column.name);
    if (known !== undefined && (known.typed !== true || column.typed === true)) continue;
    all.set(column.name, column);
    isMore = true;
  }
  if (!isMore) return columns;
  // Rows are stored in the order of the columns: what comes later is added at the end.
  const bounded = new Set(boundedColumns(all.keys(), info.fields, chosen));
  return [...new Set([...columns.map(({ name }) => name), ...bounded])].map((name) => all.get(name) ?? { name });
}

/** The cells of a row that are not empty in a table with these columns: what has none stands in the last one, as JSON. */
export function cellsWithin(cells: Cells, columns: ReadonlySet<string>, fields: readonly string[]): Cells {
  const entries = Object.entries(cells);
  const rest = ownColumn('further_fields', fields);
  if (!columns.has(rest)) return cellsOfEntries(entries);
  const kept = entries.filter(([name]) => columns.has(name));
  const further = entries.filter(([name, cell]) => !columns.has(name) && printedIn(cell) !== '');
  const said = further.map(([name, cell]) => [name, printedIn(cell)]);
  return cellsOfEntries(further.length === 0 ? kept : [...kept, [rest, JSON.stringify(Object.fromEntries(said))]]);
}

/** Text as printed, nothing for a missing value, JSON for an object or a list; a NUL, at which programs stop reading, as what cannot be shown. */
function cellText(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** Whether two rows say the same, apart from when they were delivered. */
export function sameCells(one: Cells, other: Cells, fields: readonly string[]): boolean {
  const time = ownColumn('delivered_at', fields);
  const columns = new Set([...Object.keys(one), ...Object.keys(other)]);
  columns.delete(time);
  return [...columns].every((column) => sameCell(cellIn(one, column) ?? '', cellIn(other, column) ?? ''));
}

function sameCell(one: Cell, other: Cell): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && one.every((part, index) => part === other[index]))
  );
}
