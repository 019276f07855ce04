import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { RequestInput } from '../../../electron/core/contract/contract.ts';
import { given } from '../../../electron/core/plain-data.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import { rulesOf } from './check-draft.ts';
import { type Draft, templateOf } from './draft.ts';
import { nextOf } from './next-draft.ts';
import { columnsIn, tablesIn } from './table-draft.ts';
import { linesOf, numberOf } from './typed-text.ts';

/** The settings for the host, from a draft without problems (`problemsOf`). `paused` stays as it was. */
export function settingsOf(draft: Draft, route: Route, paused: boolean): RequestInput<'addFolder'>['settings'] {
  const include = linesOf(draft.include);
  const settings = {
    path: draft.path.trim(),
    route,
    paused,
    settleSeconds: numberOf(draft.settle),
    recursive: draft.recursive,
    include: include.length > 0 ? include : undefined,
    ignore: linesOf(draft.ignore),
    existing: draft.existing,
    changed: draft.changed,
    incomplete: draft.incomplete,
    unresolved: draft.unresolved,
    outputs: {
      json: draft.json,
      csv: draft.csv ? 'folder' : 'off',
      xlsx: draft.xlsx ? 'folder' : undefined,
      values: draft.typed ? 'typed' : draft.printed ? 'printed' : undefined,
      columns: columnsIn(draft.columns),
      tables: tablesIn(draft.tables),
    },
    dates: draft.dates === '' ? undefined : draft.dates,
    fileAway: fileAwayOf(draft),
    batchSize: numberIn(draft.batchSize),
    budget: budgetOf(draft),
    checks: rulesOf(draft.checks),
    next: route.kind === 'classification' ? nextOf(draft.next) : undefined,
    delimiter: draft.delimiter === '' ? undefined : draft.delimiter,
  } satisfies { readonly [Setting in Exclude<keyof FolderSettings, 'askAbove'>]-?: FolderSettings[Setting] };
  return settings;
}

/** What a draft says of where documents are filed. */
export function fileAwayOf(draft: Draft): FolderSettings['fileAway'] {
  if (!draft.move) return { kind: 'leave' };
  const as = templateOf(draft);
  const when = as !== undefined && draft.fileWhen === 'delivered' ? draft.fileWhen : undefined;
  return { kind: 'move', to: draft.moveTo.trim(), ...given({ as, when }) };
}

function budgetOf(draft: Draft): FolderSettings['budget'] {
  const { budgetRun, budgetDay, budgetMonth } = draft;
  const budget = given({ run: numberIn(budgetRun), day: numberIn(budgetDay), month: numberIn(budgetMonth) });
  return Object.keys(budget).length === 0 ? undefined : budget;
}

function numberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : numberOf(text);
}
