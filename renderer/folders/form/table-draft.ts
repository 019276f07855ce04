import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { columnFrom, headingTwice, type TableColumn, type TableProfile } from '../../../electron/core/config/table-profile.ts';
import { extractionOf, type NextDraft } from './next-draft.ts';
import type { Problems } from './typed-text.ts';

/** What one table is to look like, as it was typed. Without columns it has all of them. */
export interface TableDraft {
  /** The extraction whose table it is. */
  readonly id: string;
  readonly columns: readonly TableColumn[];
  /** Nothing: as the folder's other tables. */
  readonly values: '' | 'printed' | 'typed';
}

/** What a folder's tables are to look like. */
export interface TablesDraft {
  /** Of the table of the folder's own route; none: all. */
  readonly columns: readonly TableColumn[];
  readonly tables: readonly TableDraft[];
}

type Outputs = FolderSettings['outputs'];

export function columnsDraft(columns: TableProfile['columns']): readonly TableColumn[] {
  return (columns ?? []).map(columnFrom);
}

export function tablesDraft(tables: Outputs['tables']): readonly TableDraft[] {
  return Object.entries(tables ?? {}).map(([id, { columns, values }]) => ({
    id,
    columns: columnsDraft(columns),
    values: values ?? '',
  }));
}

/** The columns of a draft without problems; undefined: all. */
export function columnsIn(columns: readonly TableColumn[]): Outputs['columns'] {
  if (columns.length === 0) return undefined;
  return columns.map(({ name, heading }) => {
    const own = heading.trim();
    return own === '' || own === name ? name : { name, heading: own };
  });
}

export function tablesIn(tables: readonly TableDraft[]): Outputs['tables'] {
  const said = tables.filter(({ columns, values }) => columns.length > 0 || values !== '');
  if (said.length === 0) return undefined;
  return Object.fromEntries(
    said.map(({ id, columns, values }) => [id, { columns: columnsIn(columns), values: values === '' ? undefined : values }]),
  );
}

/** The extractions that documents of a folder go on to, each with what its table is to look like. */
export function tablesOf({ next, tables }: Pick<TablesDraft, 'tables'> & { readonly next: NextDraft }): readonly TableDraft[] {
  const ids = [...next.rows.filter(({ linked }) => linked !== 'yes'), next.otherwise].map(extractionOf);
  const extractions = new Set(ids.filter((id) => !['', 'leave', 'review'].includes(id)));
  return [...extractions].map((id) => tables.find((table) => table.id === id) ?? { id, columns: [], values: '' });
}

/** What is wrong with it, by member: `columns.2.heading`, `tables.ID.0.heading`. Pure. */
export function tableProblems({ columns, tables }: TablesDraft): Problems {
  return {
    ...columnProblems('columns', columns),
    ...Object.assign({}, ...tables.map((table) => columnProblems(`tables.${table.id}`, table.columns))),
  };
}

function columnProblems(member: string, columns: readonly TableColumn[]): Problems {
  const found: Record<string, Problems[string]> = {};
  for (const [index, column] of columns.entries()) {
    if (columns.slice(0, index).some(isSame(column))) found[`${member}.${index}.heading`] = 'headingTwice';
  }
  return found;
}

/** An empty heading is the column's name. */
export function headingOf({ name, heading }: TableColumn): string {
  return heading.trim() === '' ? name : heading.trim();
}

function isSame(one: TableColumn) {
  return (other: TableColumn): boolean =>
    headingTwice([one, other].map((column) => ({ ...column, heading: headingOf(column) }))) !== undefined;
}
