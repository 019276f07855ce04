import { z } from 'zod';
import type { CheckedInput } from '../../electron/core/contract/contract.ts';
import type { ValueFilter } from '../../electron/core/contract/documents.ts';
import { type Standing, standings } from '../../electron/core/document/standing.ts';
import { defined } from '../../electron/core/plain-data.ts';
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
export function sortedBy(location: QueueLocation, { by, descending }: Sort): QueueLocation {
  return { ...location, sort: by === 'when' && descending ? '' : `${descending ? '-' : ''}${by}` };
}

/** What the documents' own values are to be; without what is no day and no number. */
export function valuesOf({ from = '', to = '', least = '', most = '', sender = '' }: QueueLocation): ValueFilter {
  const dayIn = (text: string) => z.iso.date().safeParse(text).data;
  const numberIn = (text: string) => (text === '' || Number.isNaN(Number(text)) ? undefined : Number(text));
  const name = sender.trim().slice(0, 200);
  const days = { from: dayIn(from), to: dayIn(to) };
  return defined({ ...days, least: numberIn(least), most: numberIn(most), sender: name === '' ? undefined : name });
}

/** What stands for a list, whatever its order and whichever document is open beside it. */
export function listKey({ documentId: _, sort: __, ...location }: QueueLocation): string {
  return JSON.stringify(location);
}

export function filterOf(location: QueueLocation, columns: readonly string[]): Filter {
  const shown = shownOf(location);
  const text = location.text?.trim().slice(0, 200);
  const values = valuesOf(location);
  return {
    ...(shown !== undefined && { standings: [shown] }),
    ...(location.folderId !== undefined && { folderId: location.folderId }),
    ...(text !== undefined && text !== '' && { text }),
    ...(Object.keys(values).length > 0 && { values }),
    ...(location.sort !== undefined && { sort: sortOf(location) }),
    ...(columns.length > 0 && { columns: [...columns] }),
  };
}

/** Whether documents are left out, apart from those of other folders. */
export function isFiltered(location: QueueLocation): boolean {
  return shownOf(location) !== undefined || (location.text ?? '') !== '' || Object.keys(valuesOf(location)).length > 0;
}
