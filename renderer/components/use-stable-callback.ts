import { useCallback, useEffect, useRef } from 'react';

/** A function that never changes identity and always calls the latest one. */
export function useStableCallback<Arguments extends unknown[], Answer>(
  act: (...args: Arguments) => Answer,
): (...args: Arguments) => Answer {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Arguments) => latest.current(...args), []);
}
