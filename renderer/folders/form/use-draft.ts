import { useCallback, useState } from 'react';
import { kept, useKept } from '../../host/kept.ts';
import { type Draft, emptyDraft } from './draft.ts';

/**
 * A draft that outlives its form. `isRestored`: the entries are from before this form was opened; `discard` starts over.
 *
 * @param form which one: `add`, or `change-<id>`
 */
export function useDraft(form: string, begin: () => Draft) {
  const name = `folder.${form}`;
  const typed = useKept<Draft>(name);
  const [begun, setBegun] = useState(begin);
  const [isRestored, setRestored] = useState(typed !== undefined);
  const draft = typed === undefined ? begun : { ...emptyDraft(), ...typed };
  const change = useCallback(
    (changes: Partial<Draft>) => kept.set(name, { ...(kept.of<Draft>(name) ?? begun), ...changes }),
    [name, begun],
  );
  const discard = (): void => {
    setBegun(begin());
    setRestored(false);
    kept.set(name, undefined);
  };
  return { draft, change, discard, isRestored };
}
