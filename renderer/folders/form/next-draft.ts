import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { defined } from '../../../electron/core/plain-data.ts';
import { numberOf, type Problems } from './typed-text.ts';

/** Where documents go on after the verdict of a classification, as it was typed. Without rows they do not. */
export interface NextDraft {
  readonly rows: readonly NextRow[];
  readonly otherwise: NextTarget;
  /** A number, or nothing: every verdict counts. */
  readonly below: string;
}

export interface NextRow extends NextTarget {
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
export const emptyNext: NextDraft = { rows: [], otherwise: { to: 'review', id: '' }, below: '' };

type NextSettings = NonNullable<FolderSettings['next']>;

export function nextDraftOf(next: FolderSettings['next']): NextDraft {
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
export function extractionOf({ to, id }: NextTarget): string {
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
