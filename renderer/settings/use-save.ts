import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ContractError, RequestInput } from '../../electron/core/contract/contract.ts';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { useHostCommand } from '../host/use-host-command.ts';

export type Changes = RequestInput<'setPreferences'>['changes'];

/** How the settings of one section are saved; the section confirms it beside its title for a while. */
export interface Saving {
  /** Saves immediately. `back`: the changes that undo it, where the control itself cannot. */
  readonly save: (changes: Changes, back?: Changes) => void;
  readonly isSaved: boolean;
  readonly undo: (() => void) | undefined;
  readonly problem: ContractError | undefined;
}

const confirmedMs = 8_000;

/** The cache key of `preferences` (see `useHostQuery`). */
const cacheKey = ['preferences', {}] as const;

export function useSave(): Saving {
  const client = useQueryClient();
  const command = useHostCommand('setPreferences', ['preferences']);
  const [saved, setSaved] = useState<{ readonly back: Changes | undefined }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = async (changes: Changes, back: Changes | undefined): Promise<void> => {
    setSaved(undefined);
    // The control changes immediately; a refusal reverts it.
    const before = client.getQueryData<Preferences>(cacheKey);
    if (before !== undefined) client.setQueryData(cacheKey, { ...before, ...changes });
    const answer = await command.run({ changes });
    if (!answer.ok) {
      client.setQueryData(cacheKey, before);
      return;
    }
    setSaved({ back });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaved(undefined), confirmedMs);
  };
  const back = saved?.back;
  return {
    save: (changes, changeBack) => void run(changes, changeBack),
    isSaved: saved !== undefined,
    undo: back === undefined ? undefined : () => void run(back, undefined),
    problem: command.problem,
  };
}
