import { useEffect, useState } from 'react';
import { useHostQuery } from '../../host/use-host-query.ts';
import { isWholePath } from './checks.ts';

const pauseMs = 350;

export type Inspection = ReturnType<typeof useInspection>;

/**
 * Inspects a folder a moment after its path was typed. What was found is undefined until it is known.
 *
 * @param known the path of a watched folder, which needs no inspection
 */
export function useInspection(path: string, recursive: boolean, known: string | undefined) {
  const trimmed = path.trim();
  const typed = useDebounced(trimmed);
  const isAsked = isWholePath(typed) && typed !== known;
  const { data, isFetching } = useHostQuery(
    'inspectFolder',
    { path: typed, recursive },
    // Counted once: what comes after that moment is new, so the number must not grow while a person decides.
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, enabled: isAsked },
  );
  const isCurrent = isAsked && typed === trimmed;
  return { found: isCurrent ? data : undefined, isLooking: isFetching && data === undefined };
}

/** The text, updated a moment after the last change. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
