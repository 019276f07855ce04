/** What the fake's list shows, finds and is sorted by: the core decides, as in a real host. */
import type { CheckedInput } from '../../../electron/core/contract/contract.ts';
import type { Columns, DocumentSummary, ValueFilter } from '../../../electron/core/contract/documents.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import { fieldsOf } from '../../../electron/core/protocol/route.ts';
import { type Extracted, reviewedResult } from '../../../electron/core/review/local-review.ts';
import { columnOf, defaultColumns, fieldOf, mainFieldsOf, printedByColumn } from '../../../electron/core/values/columns.ts';
import { currencyOf, type MainValues, mainValuesOf, shownValueOf } from '../../../electron/core/values/main-values.ts';
import { documentMatches, fold, meantBy, searchTerms } from '../../../electron/core/values/search-terms.ts';
import { typedResult } from '../../../electron/core/values/typed-value.ts';
import type { FakeDocument } from './fake-document.ts';

type Input = CheckedInput<'documents'>;

/** A column's value: as printed, and as it sorts. */
function orderOf(document: FakeDocument, column: string): { readonly rank: number; readonly sort: string | number } {
  if (column === 'name') return { rank: 1, sort: document.path };
  const { printed, typed } = readingOf(document);
  const text = printed.get(column);
  const read = typed.get(fieldOf(column) ?? '');
  if (text === undefined) return { rank: 2, sort: -document.changedAt };
  if (read === undefined || !('value' in read)) return { rank: 1, sort: fold(text) };
  return { rank: 0, sort: read.kind === 'amount' ? Number(read.value) : read.value };
}

function readingOf({ result, review }: FakeDocument) {
  if (result === undefined) return { printed: new Map<string, string>(), typed: new Map() };
  const reviewed = reviewedResult(result, review);
  return { printed: printedByColumn(reviewed), typed: typedResult(reviewed, {}) };
}

/** @param documents newest first */
export function sorted(documents: readonly FakeDocument[], { sort }: Input): readonly FakeDocument[] {
  if (sort === undefined || sort.by === 'when') return sort?.descending === false ? documents.toReversed() : documents;
  const keyed = documents.map((document) => ({ document, key: orderOf(document, sort.by) }));
  const way = sort.descending ? -1 : 1;
  keyed.sort(
    ({ key: a }, { key: b }) => a.rank - b.rank || (a.sort === b.sort ? 0 : a.sort < b.sort ? -1 : 1) * (a.rank === 2 ? 1 : way),
  );
  return keyed.map(({ document }) => document);
}

export function holds(document: FakeDocument, text: string): boolean {
  const { printed, typed } = readingOf(document);
  const held = fold([document.path, ...printed.values(), ...[...typed.values()].flatMap(meantBy)].join('\n'));
  return searchTerms(text).every((forms) => forms.some((form) => held.includes(form)));
}

/** What a document is about, as the view reads it. */
export function mainOf(document: FakeDocument): MainValues {
  const { result, review } = document;
  if (result?.kind !== 'extraction') return {};
  const { extractedData } = reviewedResult(result, review) as Extracted;
  const fields = mainFieldsOf({ fields: Object.keys(extractedData), descriptions: {} });
  return mainValuesOf(fields, extractedData, readingOf(document).typed);
}

export function hasValues(document: FakeDocument, { from, to, least, most, sender }: ValueFilter): boolean {
  const main = mainOf(document);
  const within = <Value extends string | number>(value: Value | undefined, first: Value | undefined, last: Value | undefined) =>
    (first === undefined && last === undefined) ||
    (value !== undefined && (first === undefined || value >= first) && (last === undefined || value <= last));
  const amount = main.amount && Number(main.amount.value);
  const isFrom = sender === undefined || main.sender?.toLowerCase().includes(sender.toLowerCase()) === true;
  return within(main.date, from, to) && within(amount, least, most) && isFrom;
}

/** What a row has beside the summary. */
export function extras(
  document: FakeDocument,
  { columns = [], text = '' }: Pick<Input, 'columns' | 'text'>,
): Partial<DocumentSummary> {
  const terms = searchTerms(text);
  if (columns.length === 0 && terms.length === 0) return {};
  const { printed, typed } = readingOf(document);
  const matches = terms.length === 0 ? [] : documentMatches(terms, document.path, printed, typed);
  const shown = columns.flatMap((column) => {
    const value = shownValueOf(typed.get(fieldOf(column) ?? ''), currencyOf(typed));
    return value === undefined ? [] : [[column, value] as const];
  });
  return {
    ...(columns.length > 0 && {
      values: Object.fromEntries([...printed].filter(([column]) => columns.includes(column))),
      typed: Object.fromEntries(shown),
    }),
    ...(matches.length > 0 && { matches }),
  };
}

export function columnsOf(
  routes: readonly {
    readonly route: Route;
    readonly fields: readonly { readonly key: string; readonly description?: string }[];
  }[],
): Columns {
  const known = routes.flatMap(({ route, fields }) =>
    route.kind === 'classification' ? ['category'] : fields.map(({ key }) => columnOf(key)),
  );
  const usual = routes.flatMap(({ route, fields }) => defaultColumns({ route, ...fieldsOf(fields) }));
  return { known: [...new Set(known)], usual: [...new Set(usual)].slice(0, 4) };
}
