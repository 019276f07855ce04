import type { CheckedInput } from '../../electron/core/contract/contract.ts';
import { type Standing, standings } from '../../electron/core/document/standing.ts';
import { columnSchema, type Sort } from '../../electron/core/values/columns.ts';
import type { AppLocation } from '../navigation.ts';

/** The query for the list, without paging. */
export type Filter = Omit<CheckedInput<'documents'>, 'offset' | 'limit'>;

export type QueueLocation = Extract<AppLocation, { screen: 'queue' }>;

/** The standing whose documents are shown; undefined: all are. */
export function shownOf({ show }: QueueLocation): Standing | undefined {
  return show !== undefined && Object.hasOwn(standings, show) ? (show as Standing) : undefined;
}

/** What the list is sorted by: in the address `field:total`, with a minus before it the other way round. */
export function sortOf({ sort = '' }: QueueLocation): Sort {
  const descending = sort.startsWith('-');
  const by = columnSchema.safeParse(descending ? sort.slice(1) : sort);
  return by.success ? { by: by.data, descending } : { by: 'when', descending: true };
}

/** The location with another order; the newest first needs no words. */
export function sortedBy({ sort: _, ...location }: QueueLocation, { by, descending }: Sort): QueueLocation {
  return by === 'when' && descending ? location : { ...location, sort: `${descending ? '-' : ''}${by}` };
}

export function filterOf(location: QueueLocation, columns: readonly string[]): Filter {
  const shown = shownOf(location);
  const text = location.text?.trim().slice(0, 200);
  return {
    ...(shown !== undefined && { standings: [shown] }),
    ...(location.folderId !== undefined && { folderId: location.folderId }),
    ...(text !== undefined && text !== '' && { text }),
    ...(location.sort !== undefined && { sort: sortOf(location) }),
    ...(columns.length > 0 && { columns: [...columns] }),
  };
}

/** Whether documents are left out, apart from those of other folders. */
export function isFiltered(location: QueueLocation): boolean {
  return shownOf(location) !== undefined || (location.text ?? '') !== '';
}
