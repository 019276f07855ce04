import type { FolderField, FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { type CheckDraft, checkDraftOf } from './check-draft.ts';
import { emptyNext, type NextDraft, nextDraftOf } from './next-draft.ts';
import { columnsDraft, type TablesDraft, tablesDraft } from './table-draft.ts';

export const steps = ['folder', 'route', 'results'] as const;
export type Step = (typeof steps)[number];

/**
 * Everything a person entered about a folder, as it was typed: numbers as text, lists as lines. It is plain data, so that
 * it can be kept while the person does something else.
 */
export interface Draft extends SettingsDraft {
  readonly step: Step;
  readonly extractionId: string;
  readonly classificationId: string;
  /** What the service returned for the ID looked up last. */
  readonly found?: RouteView;
  readonly categories: readonly TypedCategory[];
  readonly newExtraction: ExtractionDraft;
  readonly newClassification: ClassificationDraft;
}

/** The fields that show a folder's settings: each one that the table of settings names. */
interface SettingsDraft
  extends Record<Exclude<FolderField, 'checks' | 'next' | 'columns' | 'tables'>, string | boolean>,
    TablesDraft {
  readonly path: string;
  /** `routeKey` of a known route, another way to one such as `find-extraction` (`route-part.tsx`), or nothing yet. */
  readonly choice: string;
  readonly existing: FolderSettings['existing'];
  readonly json: boolean;
  readonly csv: boolean;
  readonly xlsx: boolean;
  readonly typed: boolean;
  /** The folder says that values are as printed, which a workbook does not do by itself. */
  readonly printed: boolean;
  readonly dates: '' | 'day-first' | 'month-first';
  readonly delimiter: '' | ',' | ';' | '\t';
  readonly settle: string;
  readonly recursive: boolean;
  readonly include: string;
  readonly ignore: string;
  readonly changed: FolderSettings['changed'];
  readonly incomplete: FolderSettings['incomplete'];
  readonly unresolved: FolderSettings['unresolved'];
  readonly move: boolean;
  readonly moveTo: string;
  readonly fileAs: string;
  readonly fileWhen: 'reviewed' | 'delivered';
  readonly batchSize: string;
  /** Only a config file sets it; kept as it is. */
  readonly budgetRun: string;
  readonly budgetDay: string;
  readonly budgetMonth: string;
  readonly checks: readonly CheckDraft[];
  readonly next: NextDraft;
}

export interface TypedCategory {
  readonly id: string;
  readonly name: string;
}

export interface FieldDraft {
  readonly key: string;
  readonly description: string;
  readonly example: string;
}

export interface ExtractionDraft {
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly hasTable: boolean;
  readonly fields: readonly FieldDraft[];
  readonly sample: string;
}

export interface CategoryDraft {
  readonly name: string;
  readonly description: string;
  /** Separated by commas. */
  readonly keywords: string;
  /** ID of the extraction that documents of the category go on to; '' for none. */
  readonly linked: string;
}

export interface ClassificationDraft {
  readonly name: string;
  readonly description: string;
  readonly categories: readonly CategoryDraft[];
}

export const emptyField: FieldDraft = { key: '', description: '', example: '' };
export const emptyCategory: CategoryDraft = { name: '', description: '', keywords: '', linked: '' };
export const emptyTyped: TypedCategory = { id: '', name: '' };

export function emptyDraft(path = ''): Draft {
  return {
    step: 'folder',
    path,
    choice: '',
    extractionId: '',
    classificationId: '',
    categories: [],
    newExtraction: { name: '', description: '', language: '', hasTable: false, fields: [emptyField], sample: '' },
    newClassification: { name: '', description: '', categories: [emptyCategory, emptyCategory] },
    existing: 'skip',
    json: true,
    csv: true,
    xlsx: false,
    typed: false,
    printed: false,
    dates: '',
    delimiter: '',
    settle: '2',
    recursive: true,
    include: '',
    ignore: '',
    changed: 'ask',
    incomplete: 'hold',
    unresolved: 'hold',
    move: false,
    moveTo: 'Processed',
    fileAs: '',
    fileWhen: 'reviewed',
    batchSize: '',
    budgetRun: '',
    budgetDay: '',
    budgetMonth: '',
    checks: [],
    next: emptyNext,
    columns: [],
    tables: [],
  };
}

/** Whether a table is written in the folder. */
export function hasTable({ csv, xlsx }: Draft): boolean {
  return csv || xlsx;
}

/** The draft for existing settings. */
export function draftOf(settings: FolderSettings): Draft {
  const { path, route, outputs, fileAway } = settings;
  return {
    ...emptyDraft(path),
    choice: routeKey(route),
    existing: settings.existing,
    json: outputs.json,
    csv: outputs.csv === 'folder',
    xlsx: outputs.xlsx === 'folder',
    typed: outputs.values === 'typed',
    printed: outputs.values === 'printed',
    dates: settings.dates ?? '',
    delimiter: settings.delimiter ?? '',
    settle: String(settings.settleSeconds),
    recursive: settings.recursive,
    include: (settings.include ?? []).join('\n'),
    ignore: settings.ignore.join('\n'),
    changed: settings.changed,
    incomplete: settings.incomplete,
    unresolved: settings.unresolved,
    move: fileAway.kind === 'move',
    moveTo: fileAway.kind === 'move' ? fileAway.to : 'Processed',
    fileAs: (fileAway.kind === 'move' ? fileAway.as : undefined) ?? '',
    fileWhen: (fileAway.kind === 'move' ? fileAway.when : undefined) ?? 'reviewed',
    batchSize: textOf(settings.batchSize),
    budgetRun: textOf(settings.budget?.run),
    budgetDay: textOf(settings.budget?.day),
    budgetMonth: textOf(settings.budget?.month),
    checks: (settings.checks ?? []).map(checkDraftOf),
    next: nextDraftOf(settings.next),
    columns: columnsDraft(outputs.columns),
    tables: tablesDraft(outputs.tables),
  };
}

/** The template that documents are filed by; undefined without one. */
export function templateOf({ move, fileAs }: Pick<Draft, 'move' | 'fileAs'>): string | undefined {
  return move && fileAs.trim() !== '' ? fileAs.trim() : undefined;
}

function textOf(number: number | undefined): string {
  return number === undefined ? '' : String(number);
}
