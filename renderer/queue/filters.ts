import type { CheckedInput } from '../../electron/core/contract/contract.ts';
import { type Standing, standings } from '../../electron/core/document/standing.ts';
import type { AppLocation } from '../navigation.ts';

/** The query for the list, without paging. */
export type Filter = Omit<CheckedInput<'documents'>, 'offset' | 'limit'>;

export type QueueLocation = Extract<AppLocation, { screen: 'queue' }>;

/** The standing whose documents are shown; undefined: all are. */
export function shownOf({ show }: QueueLocation): Standing | undefined {
  return show !== undefined && Object.hasOwn(standings, show) ? (show as Standing) : undefined;
}

export function filterOf(location: QueueLocation): Filter {
  const shown = shownOf(location);
  const text = location.text?.trim().slice(0, 200);
  return {
    ...(shown !== undefined && { standings: [shown] }),
    ...(location.folderId !== undefined && { folderId: location.folderId }),
    ...(text !== undefined && text !== '' && { text }),
  };
}

export function isFiltered(location: QueueLocation): boolean {
  return shownOf(location) !== undefined || location.folderId !== undefined || (location.text ?? '') !== '';
}
