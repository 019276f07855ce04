import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ContractError, RequestInput } from '../../electron/core/contract/contract.ts';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { useHostCommand } from '../host/use-host-command.ts';

export type Changes = RequestInput<'setPreferences'>['changes'];

/** What was last saved in a section, said beside its title for a while. */
export interface Saving {
  /** Saves at once. `back`: what takes it back, where that is not the same control. */
  readonly save: (changes: Changes, back?: Changes) => void;
  readonly isSaved: boolean;
  readonly undo: (() => void) | undefined;
  readonly problem: ContractError | undefined;
}

const saidMs = 8_000;

/** Where the answer to `preferences` is kept (see `useHostQuery`). */
const known = ['preferences', {}] as const;

export function useSave(): Saving {
  const client = useQueryClient();
  const command = useHostCommand('setPreferences', ['preferences']);
  const [saved, setSaved] = useState<{ readonly back: Changes | undefined }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = async (changes: Changes, back: Changes | undefined): Promise<void> => {
    setSaved(undefined);
    // The control follows at once; a refusal puts it back.
    const before = client.getQueryData<Preferences>(known);
    if (before !== undefined) client.setQueryData(known, { ...before, ...changes });
    const answer = await command.run({ changes });
    if (!answer.ok) {
      client.setQueryData(known, before);
      return;
    }
    setSaved({ back });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaved(undefined), saidMs);
  };
  const back = saved?.back;
  return {
    save: (changes, changeBack) => void run(changes, changeBack),
    isSaved: saved !== undefined,
    undo: back === undefined ? undefined : () => void run(back, undefined),
    problem: command.problem,
  };
}
