import { z } from 'zod';
import { say } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';
import { rule } from './rules.ts';

/** A column of a table, and what its first row calls it. */
export interface TableColumn {
  readonly name: string;
  readonly heading: string;
}

const text = z
  .string({ error: rule('columnName') })
  .trim()
  .min(1)
  .max(200);

const column = z.union([text, z.strictObject({ name: text, heading: text.optional() })], { error: rule('column') });

/**
 * Which columns a table has, in their order, each under its own name or another heading. Spreadsheets and databases do not tell
 * `Date` from `date`, so no two headings may differ only in that.
 */
export const tableColumnsSchema = z
  .array(column, { error: rule('columns') })
  .min(1, { abort: true })
  .max(500, { abort: true })
  .superRefine((columns, context) => {
    const twice = headingTwice(columns.map(columnFrom));
    if (twice === undefined) return;
    const params = { rule: say('configuration.rule.headingTwice', { heading: twice }) };
    context.addIssue({ code: 'custom', message: 'a heading twice', params });
  });

/** How the values of a table are written: as printed on the document, or as they were read. */
export const tableValuesSchema = z.enum(['printed', 'typed']);

export type TableValues = z.output<typeof tableValuesSchema>;

/** What a table is to look like; left out: all columns, and the values as the folder says. */
export const tableProfileSchema = z.strictObject({
  columns: tableColumnsSchema.optional(),
  values: tableValuesSchema.optional(),
});

type TableProfile = Immutable<z.output<typeof tableProfileSchema>>;

/** The heading that more than one of these columns would have; undefined if there is none. Pure. */
export function headingTwice(columns: readonly TableColumn[]): string | undefined {
  const seen = new Set<string>();
  for (const { heading } of columns) {
    const key = heading.normalize('NFC').toLowerCase();
    if (seen.has(key)) return heading;
    seen.add(key);
  }
  return undefined;
}

interface ProfiledFolder {
  readonly route: Route;
  readonly outputs: TableProfile & { readonly tables?: Readonly<Record<string, TableProfile>> | undefined };
}

/**
 * What the table of a route is to look like. The columns of `outputs` are those of the folder's own route; every other
 * extraction has its own in `outputs.tables`, by its id. Pure.
 */
export function profileOf(
  { route, outputs }: ProfiledFolder,
  { kind, id }: Route,
): { readonly columns?: readonly TableColumn[]; readonly values?: TableValues } {
  const own = Object.hasOwn(outputs.tables ?? {}, id) ? outputs.tables?.[id] : undefined;
  const columns = own?.columns ?? (kind === route.kind && id === route.id ? outputs.columns : undefined);
  const values = own?.values ?? outputs.values;
  return {
    ...(columns !== undefined && { columns: columns.map(columnFrom) }),
    ...(values !== undefined && { values }),
  };
}

export function columnFrom(column: string | { readonly name: string; readonly heading?: string | undefined }): TableColumn {
  if (typeof column === 'string') return { name: column, heading: column };
  return { name: column.name, heading: column.heading ?? column.name };
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
