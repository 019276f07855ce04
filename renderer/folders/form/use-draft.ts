import { useCallback, useRef, useState } from 'react';
import { type Draft, emptyDraft } from './draft.ts';

/**
 * A draft that outlives its form, so that leaving the form loses nothing. Every change is stored, for this window and this
 * session. `isRestored`: the entries are from before this form was opened; `discard` starts over.
 *
 * @param name which form: `add`, or `change-<id>`
 */
export function useDraft(name: string, begin: () => Draft) {
  const [kept] = useState(() => keptDraft(name));
  const [draft, setDraft] = useState<Draft>(() => kept ?? begin());
  const [isRestored, setRestored] = useState(kept !== undefined);
  const latest = useRef(draft);
  // Stored immediately, not after the next render, so that an answer that arrives after the person has left is kept, too.
  const change = useCallback(
    (changes: Partial<Draft>) => {
      latest.current = { ...latest.current, ...changes };
      sessionStorage.setItem(storeName(name), JSON.stringify(latest.current));
      setDraft(latest.current);
    },
    [name],
  );
  const discard = (): void => {
    sessionStorage.removeItem(storeName(name));
    latest.current = begin();
    setDraft(latest.current);
    setRestored(false);
  };
  return { draft, change, discard, isRestored };
}

/** The unfinished draft, if there is one. */
function keptDraft(name: string): Draft | undefined {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(storeName(name)) ?? 'null');
    return typeof read === 'object' && read !== null ? { ...emptyDraft(), ...read } : undefined;
  } catch {
    return undefined;
  }
}

const storeName = (name: string): string => `intray.folder-draft.${name}`;
