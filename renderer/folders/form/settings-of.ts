import { controlOf, type FolderControl, valueIn, withValue } from '../../../electron/core/config/folder-controls.ts';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { brokenRule } from '../../../electron/core/config/rules.ts';
import type { TableColumn } from '../../../electron/core/config/table-profile.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { err, ok, type Result } from '../../../electron/core/result.ts';
import { ruleOf } from './check-draft.ts';
import { type Draft, defaults, formControls, headingOf, routeOf, type TableDraft } from './draft.ts';
import { nextOf, nextProblems } from './next-draft.ts';
import { linesOf, numberOf, type Problems } from './typed-text.ts';

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
