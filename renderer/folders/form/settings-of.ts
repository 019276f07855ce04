import { controlOf, type FolderControl, valueIn, withValue } from '../../../electron/core/config/folder-controls.ts';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { brokenRule } from '../../../electron/core/config/rules.ts';
import type { TableColumn } from '../../../electron/core/config/table-profile.ts';
import type { RequestInput } from '../../../electron/core/contract/contract.ts';
import { type Message, say } from '../../../electron/core/messages/message.ts';
import { err, ok, type Result } from '../../../electron/core/result.ts';
import {
  type ClassificationDraft,
  type Draft,
  defaults,
  type ExtractionDraft,
  formControls,
  headingOf,
  linesOf,
  nextOf,
  nextProblems,
  numberOf,
  type Problems,
  routeOf,
  ruleOf,
  type TableDraft,
  type TypedCategory,
} from './draft.ts';

/** The settings for the host, or what is wrong with what was typed. A route that has to be made first is taken as it will be. Pure. */
export function settingsOf(draft: Draft, route = routeOf(draft)): Result<FolderSettings, Problems> {
  const { base, checks, columns, tables } = draft;
  const typed = formControls.reduce<Readonly<Record<string, unknown>>>(
    (settings, control) => withValue(settings, control, typedValueOf(control, draft[control.name as keyof Draft])),
    { ...base, route, next: undefined, checks: checks.length === 0 ? undefined : checks.map(ruleOf) },
  );
  const settings = {
    ...typed,
    ...(route.kind === 'classification' && { next: nextOf(draft.next) }),
    outputs: { ...(typed.outputs as object), columns: columnsIn(columns), tables: tablesIn(tables) },
    fileAway: fileAwayOf(draft),
  };
  const parsed = folderSettingsSchema.safeParse(settings);
  const own = route.kind === 'classification' ? nextProblems(draft.next) : {};
  const broken = (parsed.error?.issues ?? []).map((issue) => {
    const message = say('folders.wrong.breaks', { rule: brokenRule(issue) });
    return [placeOf(issue.path.map(String)) ?? '', message] as const;
  });
  const problems = { ...Object.fromEntries(broken.toReversed().filter(([field]) => field !== 'choice')), ...own };
  if (Object.keys(problems).length > 0) return err(problems);
  return ok(parsed.data ?? folderSettingsSchema.parse({ ...settings, route: { ...route, id: 'new' } }));
}

function typedValueOf(control: FolderControl, typed: unknown): unknown {
  const { as, off } = control;
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  if (as === 'lines') return text === '' ? undefined : linesOf(text);
  // A tab is a choice, too.
  if (as === 'select') return typed === '' ? undefined : typed;
  if (as === 'text') return text;
  if (as === 'number') return text === '' && valueIn(defaults, control) === undefined ? undefined : numberOf(text);
  return text === '' ? off : text;
}

function fileAwayOf({ fileAway, moveTo, fileAs, fileWhen }: Draft): FolderSettings['fileAway'] {
  if (fileAway !== 'move') return { kind: 'leave' };
  const as = fileAs.trim();
  return { kind: 'move', to: moveTo.trim(), ...(as !== '' && { as, ...(fileWhen === 'delivered' && { when: fileWhen }) }) };
}

function columnsIn(columns: readonly TableColumn[]): FolderSettings['outputs']['columns'] {
  if (columns.length === 0) return undefined;
  return columns.map((column) => {
    const heading = headingOf(column);
    return heading === column.name ? heading : { name: column.name, heading };
  });
}

function tablesIn(tables: readonly TableDraft[]): FolderSettings['outputs']['tables'] {
  const said = tables.filter(({ columns, values }) => columns.length > 0 || values !== '');
  if (said.length === 0) return undefined;
  return Object.fromEntries(
    said.map(({ id, columns, values }) => [id, { columns: columnsIn(columns), values: values === '' ? undefined : values }]),
  );
}

/** Where the form shows a member of the settings: `['fileAway', 'to']`, `['checks', '2', 'pattern']`. */
export function placeOf(path: readonly string[]): string | undefined {
  const control = controlOf(path);
  if (control === undefined || (control.in === undefined && control.as !== 'own')) return undefined;
  const { name, as, part, setting } = control;
  const below = as === 'own' && setting !== 'route' ? path.slice(part === undefined ? 1 : 2) : [];
  return [name, ...below].join('.');
}

/** The rows of a list that have something in them: only they are sent. */
export function withoutBlank<Row extends object>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => !isBlank(row));
}

export function extractionRequest(draft: ExtractionDraft): RequestInput<'createExtraction'> {
  const { name, description, language, hasTable, sample, fields } = draft;
  return {
    ...trimmed({ name, description, sample }),
    ...(language.trim() !== '' && { language: language.trim() }),
    hasTable,
    fields: fields.map(trimmed),
  };
}

export function classificationRequest({
  name,
  description,
  categories,
}: ClassificationDraft): RequestInput<'createClassification'> {
  return {
    ...trimmed({ name, description }),
    categories: categories.map((category) => ({
      ...trimmed({ name: category.name, description: category.description }),
      ...(linesOf(category.keywords, ',').length > 0 && { keywords: linesOf(category.keywords, ',') }),
      ...(category.linked !== '' && { linkedExtractionId: category.linked }),
    })),
  };
}

export function typedCategories(categories: readonly TypedCategory[]): TypedCategory[] {
  return categories.map(trimmed).filter(({ id }) => id !== '');
}

function trimmed<Texts extends { readonly [Key in keyof Texts]: string }>(texts: Texts): Texts {
  return Object.fromEntries(Object.entries<string>(texts).map(([key, text]) => [key, text.trim()])) as Texts;
}

/** What is wrong with the form, before anything is sent. Pure. */
export function problemsOf(draft: Draft): Problems {
  const settings = settingsOf(draft);
  return { ...(!settings.ok && settings.error), ...pathProblems(draft.path), ...routeProblems(draft) };
}

function pathProblems(path: string): Problems {
  if (path.trim() === '') return { path: say('folders.wrong.pathMissing') };
  return isWholePath(path) ? {} : { path: say('folders.wrong.pathRelative') };
}

/** Absolute on any system, or relative to the home directory. */
export function isWholePath(path: string): boolean {
  return /^(\/|~(?=$|[\\/])|[a-z]:[\\/]|\\\\)/i.test(path.trim());
}

/** What is wrong with where documents go. Pure. */
export function routeProblems(draft: Draft): Problems {
  switch (draft.choice) {
    case '':
      return { choice: say('folders.wrong.routeMissing') };
    case 'find-extraction':
      return draft.extractionId.trim() === '' ? { extractionId: say('folders.wrong.idMissing') } : {};
    case 'find-classification':
      return draft.classificationId.trim() === '' ? { classificationId: say('folders.wrong.idMissing') } : {};
    case 'new-extraction':
      return within('newExtraction', extractionProblems(draft.newExtraction));
    case 'new-classification':
      return within('newClassification', classificationProblems(draft.newClassification));
    default:
      // A known route.
      return {};
  }
}

function extractionProblems({ name, fields, sample }: ExtractionDraft): Problems {
  const key = { missing: say('folders.wrong.keyMissing'), twice: say('folders.wrong.keyTwice') };
  return {
    ...(name.trim() === '' && { name: say('folders.wrong.nameMissing') }),
    ...rowProblems('fields', fields, 'key', { ...key, none: say('folders.wrong.noField') }),
    ...(sample.trim() === ''
      ? { sample: say('folders.wrong.sampleMissing') }
      : !isWholePath(sample) && { sample: say('folders.wrong.pathRelative') }),
  };
}

function classificationProblems({ name, categories }: ClassificationDraft): Problems {
  const missing = say('folders.wrong.nameMissing');
  const wrong = { missing, twice: say('folders.wrong.nameTwice'), none: say('folders.wrong.noCategory') };
  return { ...(name.trim() === '' && { name: missing }), ...rowProblems('categories', categories, 'name', wrong) };
}

interface RowMessages {
  readonly missing: Message;
  readonly twice: Message;
  /** All rows are empty; left out: they may be. */
  readonly none?: Message;
}

/** What is wrong with the rows of a list: each that is not empty needs a text of its own in one column. */
function rowProblems<Row extends { readonly [Key in keyof Row]: string }>(
  list: string,
  rows: readonly Row[],
  column: keyof Row & string,
  { missing, twice, none }: RowMessages,
): Problems {
  if (none !== undefined && rows.every(isBlank)) return { [`${list}.0.${column}`]: none };
  const texts = rows.map((row) => row[column].trim());
  const found = texts.flatMap((text, index): [string, Message][] => {
    const wrong = text === '' ? !isBlank(rows[index] as Row) && missing : texts.indexOf(text) < index && twice;
    return wrong === false ? [] : [[`${list}.${index}.${column}`, wrong]];
  });
  return Object.fromEntries(found);
}

function isBlank(row: object): boolean {
  return Object.values(row).join('').trim() === '';
}

function within(name: string, problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).map(([field, wrong]) => [`${name}.${field}`, wrong]));
}
