import { useMemo } from 'react';
import { type OpenPlaces, placesOf } from '../../electron/core/sharing/open-elsewhere.ts';
import { useHostQuery } from './use-host-query.ts';

const nowhere: ReadonlyMap<number, OpenPlaces> = new Map();

/** Where people have documents open for review at other machines, by the document's id. */
export function useOpenElsewhere(): ReadonlyMap<number, OpenPlaces> {
  const open = useHostQuery('status', {}).data?.openElsewhere;
  return useMemo(() => (open === undefined || open.length === 0 ? nowhere : placesOf(open)), [open]);
}
