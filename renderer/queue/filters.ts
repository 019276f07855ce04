import type { CheckedInput } from '../../electron/core/contract/contract.ts';
import type { Status } from '../../electron/core/contract/status.ts';
import { type StateName, stateNames, statesWhere } from '../../electron/core/document/states.ts';
import type { AppLocation } from '../navigation.ts';

/** Groups of states, as people think of them. */
export const groups = ['all', 'attention', 'working', 'done', 'problems', 'dismissed'] as const;
/** What is shown for what a person has to do with it, or had, whatever its state. */
type Mark = 'attention' | 'dismissed';
export type Group = (typeof groups)[number];
/** What is shown: a group or a single state. */
export type Shown = Group | StateName;

const statesOfGroup: Readonly<Record<Exclude<Group, 'all' | Mark>, readonly StateName[]>> = {
  working: statesWhere(({ group }) => group === 'working'),
  done: statesWhere(({ group }) => group === 'done'),
  problems: statesWhere(({ group }) => group === 'problems'),
};

/** The query for the list, without paging. */
export type Filter = Omit<CheckedInput<'documents'>, 'offset' | 'limit'>;

export type QueueLocation = Extract<AppLocation, { screen: 'queue' }>;

export function shownOf({ show }: QueueLocation): Shown {
  return isShown(show) ? show : 'all';
}

export function filterOf(location: QueueLocation): Filter {
  const shown = shownOf(location);
  const text = location.text?.trim().slice(0, 200);
  return {
    ...((shown === 'attention' || shown === 'dismissed') && { [shown]: true as const }),
    ...(shown !== 'all' && shown !== 'attention' && shown !== 'dismissed' && { states: [...statesOf(shown)] }),
    ...(location.folderId !== undefined && { folderId: location.folderId }),
    ...(text !== undefined && text !== '' && { text }),
  };
}

/** How many documents a group or state has, in all or in one folder; undefined for a folder that is no longer watched. */
export function countOf(shown: Shown, status: Status, folderId: number | undefined): number | undefined {
  const source = folderId === undefined ? status : status.folders.find(({ id }) => id === folderId);
  if (source === undefined) return undefined;
  if (shown === 'all') return source.balance.found;
  if (shown === 'attention' || shown === 'dismissed') return source[shown];
  return statesOf(shown).reduce((sum, state) => sum + source.states[state], 0);
}

export function isFiltered(location: QueueLocation): boolean {
  return shownOf(location) !== 'all' || location.folderId !== undefined || (location.text ?? '') !== '';
}

function statesOf(shown: Exclude<Shown, 'all' | Mark>): readonly StateName[] {
  return isState(shown) ? [shown] : statesOfGroup[shown];
}

export function isState(shown: Shown): shown is StateName {
  return (stateNames as readonly string[]).includes(shown);
}

function isShown(text: string | undefined): text is Shown {
  return text !== undefined && ([...groups, ...stateNames] as readonly string[]).includes(text);
}
