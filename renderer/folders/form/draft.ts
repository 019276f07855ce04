import { type FolderControl, type FormValues, folderControls, valueIn } from '../../../electron/core/config/folder-controls.ts';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { columnFrom, type TableColumn } from '../../../electron/core/config/table-profile.ts';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import type { Immutable } from '../../../electron/core/plain-data.ts';
import { type Route, routeKey } from '../../../electron/core/protocol/route.ts';
import { type CheckDraft, checkDraftOf } from './check-draft.ts';
import { emptyNext, extractionOf, type NextDraft, nextDraftOf } from './next-draft.ts';

/**
 * Everything a person entered about a folder, as it was typed. It is plain data, so that it can be kept while the person does
 * something else.
 */
export interface Draft extends FormValues {
  /** The settings of a watched folder: what the form does not show stays as it is. */
  readonly base?: FolderSettings;
  /** `routeKey` of a known route, another way to one such as `find-extraction` (`route-part.tsx`), or nothing yet. */
  readonly choice: string;
  readonly extractionId: string;
  readonly classificationId: string;
  /** What the service returned for the ID looked up last. */
  readonly found?: RouteView;
  readonly categories: readonly TypedCategory[];
  readonly newExtraction: ExtractionDraft;
  readonly newClassification: ClassificationDraft;
  readonly next: NextDraft;
  readonly checks: readonly CheckDraft[];
  /** Of the table of the folder's own route; none: all. */
  readonly columns: readonly TableColumn[];
  readonly tables: readonly TableDraft[];
}

/** What one table is to look like. Without columns it has all of them. */
export interface TableDraft {
  /** The extraction whose table it is. */
  readonly id: string;
  readonly columns: readonly TableColumn[];
  /** Nothing: as the folder's other tables. */
  readonly values: '' | 'printed' | 'typed';
}

/** A row of each list, before anything is typed. */
export const emptyField = { key: '', description: '', example: '' };
/** `keywords` are separated by commas; `linked` is the ID of the extraction that documents of the category go on to. */
export const emptyCategory = { name: '', description: '', keywords: '', linked: '' };
export const emptyTyped = { id: '', name: '' };
const emptyExtraction = { name: '', description: '', language: '', hasTable: false, sample: '', fields: [emptyField] };

export type TypedCategory = Readonly<typeof emptyTyped>;
export type FieldDraft = Readonly<typeof emptyField>;
export type CategoryDraft = Readonly<typeof emptyCategory>;
export type ExtractionDraft = Immutable<typeof emptyExtraction>;

export interface ClassificationDraft {
  readonly name: string;
  readonly description: string;
  readonly categories: readonly CategoryDraft[];
}

/** What holds where nothing is said. */
export const defaults = folderSettingsSchema.parse({ path: '/', route: { kind: 'extraction', id: 'any' } });
/** The controls of which the draft has a value as it was typed; the others are edited in another shape. */
export const formControls = folderControls.filter((control) => control.in !== undefined);

export function emptyDraft(path = ''): Draft {
  return {
    ...defaultValues,
    path,
    choice: '',
    extractionId: '',
    classificationId: '',
    categories: [],
    newExtraction: emptyExtraction,
    newClassification: { name: '', description: '', categories: [emptyCategory, emptyCategory] },
    checks: [],
    next: emptyNext,
    columns: [],
    tables: [],
  };
}

/** The draft for existing settings. */
export function draftOf(settings: FolderSettings): Draft {
  const { columns = [], tables = {} } = settings.outputs;
  return {
    ...emptyDraft(),
    ...typedValues(settings),
    base: settings,
    choice: routeKey(settings.route),
    checks: (settings.checks ?? []).map(checkDraftOf),
    next: nextDraftOf(settings.next),
    columns: columns.map(columnFrom),
    tables: Object.entries(tables).map(([id, table]) => ({
      id,
      columns: (table.columns ?? []).map(columnFrom),
      values: table.values ?? '',
    })),
  };
}

export const defaultValues = typedValues(defaults);

function typedValues(settings: FolderSettings): FormValues {
  return Object.fromEntries(formControls.map((control) => [control.name, typedValue(control, settings)])) as FormValues;
}

function typedValue(control: FolderControl, settings: FolderSettings): string | boolean {
  const value = valueIn(settings, control) ?? (control.as === 'text' ? control.unset : undefined) ?? '';
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** Whether a table is written in the folder. */
export function hasTable({ csv, xlsx }: Draft): boolean {
  return csv === 'folder' || xlsx === 'folder';
}

/** The template that documents are filed by; undefined without one. */
export function templateOf({ fileAway, fileAs }: Pick<Draft, 'fileAway' | 'fileAs'>): string | undefined {
  return fileAway === 'move' && fileAs.trim() !== '' ? fileAs.trim() : undefined;
}

/** The route of a draft: a known one, or the one whose ID was pasted. */
export function routeOf({ choice, extractionId, classificationId }: Draft): Route {
  if (choice === 'find-extraction') return { kind: 'extraction', id: extractionId.trim() };
  if (choice === 'find-classification') return { kind: 'classification', id: classificationId.trim() };
  const kind = choice.includes('classification') ? 'classification' : 'extraction';
  return { kind, id: choice.slice(choice.indexOf(':') + 1) };
}

/** The extractions that documents of a folder go on to, each with what its table is to look like. */
export function tablesOf({ next, tables }: Pick<Draft, 'next' | 'tables'>): readonly TableDraft[] {
  const ids = [...next.rows.filter(({ linked }) => linked !== 'yes'), next.otherwise].map(extractionOf);
  const extractions = new Set(ids.filter((id) => !['', 'leave', 'review'].includes(id)));
  return [...extractions].map((id) => tables.find((table) => table.id === id) ?? { id, columns: [], values: '' });
}

/** An empty heading is the column's name. */
export function headingOf({ name, heading }: TableColumn): string {
  return heading.trim() === '' ? name : heading.trim();
}
