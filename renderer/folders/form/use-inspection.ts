import { useEffect, useState } from 'react';
import type { FolderInspection } from '../../../electron/core/contract/folders.ts';
import { useHostQuery } from '../../host/use-host-query.ts';
import { isWholePath } from './checks.ts';

const pauseMs = 350;

export interface Inspection {
  /** What was found; undefined until it is known. */
  readonly found: FolderInspection | undefined;
  readonly isLooking: boolean;
}

/**
 * Inspects a folder a moment after its path was typed.
 *
 * @param known the path of a watched folder, which needs no inspection
 */
export function useInspection(path: string, recursive: boolean, known: string | undefined): Inspection {
  const trimmed = path.trim();
  const [settled, setSettled] = useState(trimmed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(trimmed), pauseMs);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const isAsked = isWholePath(settled) && settled !== known;
  const { data, isFetching } = useHostQuery(
    'inspectFolder',
    { path: settled, recursive },
    { staleTime: 0, gcTime: 0, enabled: isAsked },
  );
  const isCurrent = isAsked && settled === trimmed;
  return { found: isCurrent ? data : undefined, isLooking: isFetching && data === undefined };
}
