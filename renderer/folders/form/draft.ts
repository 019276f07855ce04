import { type CheckKind, type CheckRule, checkRuleSchema } from '../../../electron/core/checks/rules.ts';
import { type FolderControl, type FormValues, folderControls, valueIn } from '../../../electron/core/config/folder-controls.ts';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { columnFrom, type TableColumn } from '../../../electron/core/config/table-profile.ts';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { type Message, say } from '../../../electron/core/messages/message.ts';
import { defined, type Immutable } from '../../../electron/core/plain-data.ts';
import { type Route, routeKey } from '../../../electron/core/protocol/route.ts';

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

/** It is blank, or as one of these has filled it: nothing was typed that another would replace. Pure. */
export function isUntyped(now: Pick<ExtractionDraft, 'name' | 'fields'>, starts: readonly (typeof now)[]): boolean {
  const textsOf = ({ name, fields }: typeof now) =>
    JSON.stringify([name, ...fields.flatMap(({ key, description, example }) => [key, description, example])]);
  const isBlank = [now.name, ...now.fields.flatMap((field) => Object.values(field))].every((typed) => typed.trim() === '');
  return isBlank || starts.some((start) => textsOf(start) === textsOf(now));
}

export type TypedCategory = Readonly<typeof emptyTyped>;
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

/** Where documents go on after the verdict of a classification, as it was typed. Without rows they do not. */
export interface NextDraft {
  readonly rows: readonly NextRow[];
  readonly otherwise: NextTarget;
  /** A number, or nothing: every verdict counts. */
  readonly below: string;
}

interface NextRow extends NextTarget {
  readonly category: string;
  /** Whether the service itself passes its documents on; nothing: that was not answered yet. */
  readonly linked: '' | 'yes' | 'no';
}

/** `to`: an extraction's ID, `id` for the one that is typed, `leave`, `review`, or nothing yet. */
export interface NextTarget {
  readonly to: string;
  /** The ID that was typed. */
  readonly id: string;
}

export const emptyRow: NextRow = { category: '', to: '', id: '', linked: '' };
const emptyNext: NextDraft = { rows: [], otherwise: { to: 'review', id: '' }, below: '' };

type NextSettings = NonNullable<FolderSettings['next']>;

function nextDraftOf(next: FolderSettings['next']): NextDraft {
  if (next === undefined) return emptyNext;
  const { categories, otherwise, below } = next;
  return {
    rows: Object.entries(categories).map(([category, target]) =>
      target === 'leave'
        ? { ...emptyRow, category, to: 'leave' }
        : { category, to: target.extraction, id: '', linked: target.linked ? 'yes' : 'no' },
    ),
    otherwise: { to: typeof otherwise === 'string' ? otherwise : otherwise.extraction, id: '' },
    below: below === undefined ? '' : String(below),
  };
}

/** The settings of a draft without problems; undefined: documents do not go on. */
export function nextOf({ rows, otherwise, below }: NextDraft): FolderSettings['next'] {
  if (rows.length === 0) return undefined;
  const categories = rows.map((row): [string, NextSettings['categories'][string]] => [
    row.category.trim(),
    row.to === 'leave' ? 'leave' : { extraction: extractionOf(row), linked: row.linked === 'yes' },
  ]);
  const { to } = otherwise;
  return {
    categories: Object.fromEntries(categories),
    otherwise: to === 'review' || to === 'leave' ? to : { extraction: extractionOf(otherwise) },
    ...defined({ below: below.trim() === '' ? undefined : numberOf(below) }),
  };
}

/** The extraction's ID; `leave`, `review` or nothing where there is none. */
function extractionOf({ to, id }: NextTarget): string {
  return to === 'id' ? id.trim() : to;
}

/** What is wrong with it, by member: `next.rows.2.category`. Pure. */
export function nextProblems({ rows, otherwise }: NextDraft): Problems {
  if (rows.length === 0) return {};
  const found: Record<string, Problems[string]> = {};
  for (const [index, { category, to, id, linked }] of rows.entries()) {
    const own = category.trim();
    const isTaken = rows.findIndex((row) => row.category.trim() === own) < index;
    if (own === '') found[`next.rows.${index}.category`] = say('folders.wrong.nameMissing');
    else if (isTaken) found[`next.rows.${index}.category`] = say('folders.wrong.nameTwice');
    if (to === '') found[`next.rows.${index}.to`] = say('folders.wrong.routeMissing');
    if (to === 'id' && id.trim() === '') found[`next.rows.${index}.id`] = say('folders.wrong.idMissing');
    if (to !== '' && to !== 'leave' && linked === '') found[`next.rows.${index}.linked`] = say('folders.wrong.linkedMissing');
  }
  if (otherwise.to === 'id' && otherwise.id.trim() === '') found['next.otherwise.id'] = say('folders.wrong.idMissing');
  return found;
}

type Keys<Rule> = Rule extends unknown ? keyof Rule : never;
export type CheckMember = Exclude<Keys<CheckRule>, 'check'>;

/** A check of the folder's own, as it was typed, lists as lines; what another kind needs stays for it. */
export type CheckDraft = { readonly check: CheckKind } & { readonly [Member in CheckMember]?: string };

export const emptyCheck: CheckDraft = { check: 'required', days: '30' };

/** What a kind of check needs to know, in the order of its schema. */
export function membersOf(kind: CheckKind): readonly CheckMember[] {
  const shape = checkRuleSchema.options.find((option) => option.shape.check.value === kind)?.shape ?? {};
  return Object.keys(shape).filter((member) => member !== 'check') as CheckMember[];
}

export function isList(member: CheckMember): boolean {
  return member === 'values' || member === 'parts';
}

export function checkDraftOf(rule: CheckRule): CheckDraft {
  const text = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value));
  const typed = Object.entries(rule).map(([member, value]) => [member, text(value)]);
  return { ...emptyCheck, ...Object.fromEntries(typed) };
}

/** The rule for the host, as far as it is one. */
export function ruleOf(draft: CheckDraft): object {
  const members = membersOf(draft.check).flatMap((member): [string, unknown][] => {
    const typed = draft[member] ?? '';
    if (isList(member)) return [[member, linesOf(typed)]];
    if (member === 'days') return [[member, numberOf(typed)]];
    if (member === 'pattern') return [[member, typed]];
    const text = typed.trim();
    const isBound = member === 'from' || member === 'to';
    if (text === '' && (isBound || member === 'name')) return [];
    return [[member, isBound && draft.check === 'amount' ? text.replace(',', '.') : text]];
  });
  return { check: draft.check, ...Object.fromEntries(members) };
}

/** What is wrong with entries, by the member of the draft: `path`, `newExtraction.fields.2.key` … */
export type Problems = Readonly<Record<string, Message>>;

/** A number as people type it, with a point or comma; NaN if it is not a number. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

export function linesOf(text: string, separator = '\n'): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
