import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RequestInput } from '../../electron/core/contract/contract.ts';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { Field, Input } from '../components/field.tsx';
import { toast, toastRefusal } from '../components/toast.tsx';
import { useStableCallback } from '../components/use-stable-callback.ts';
import { useHostCommands } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';

type Changes = RequestInput<'setPreferences'>['changes'];

/** The cache key of `preferences` (see `useHostQuery`). */
const cacheKey = ['preferences', {}] as const;

/** Saves settings immediately, and says so. `back`: the changes that undo it, where the control itself cannot. */
export function useSave(): (changes: Changes, back?: Changes) => void {
  const words = useWords('settings');
  const client = useQueryClient();
  const { run } = useHostCommands(['preferences']);
  const save = async (changes: Changes, back?: Changes): Promise<void> => {
    // The control changes immediately; a refusal reverts it.
    const before = client.getQueryData<Preferences>(cacheKey);
    if (before !== undefined) client.setQueryData(cacheKey, { ...before, ...changes });
    const answer = await run('setPreferences', { changes });
    if (answer.ok)
      return toast({
        subject: `settings ${Object.keys(changes).join(' ')}`,
        text: words('saved'),
        undo: back && (() => void save(back)),
      });
    client.setQueryData(cacheKey, before);
    toastRefusal(answer.error.message);
  };
  return (changes, back) => void save(changes, back);
}

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onSave: (value: number) => void;
}

/** Long enough to type a second digit. */
const pauseMs = 700;

/** A whole number, saved as it is typed. An invalid entry stays as typed, with an error. */
export function NumberField({ label, hint, value, min, max, onSave }: NumberFieldProps) {
  const words = useWords('settings.limits');
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const number = typed === undefined ? value : Number(typed);
  const isGood = (typed ?? String(value)).trim() !== '' && Number.isInteger(number) && number >= min && number <= max;
  const save = (): void => {
    clearTimeout(timer.current);
    if (typed === undefined || !isGood) return;
    setTyped(undefined);
    if (number !== value) onSave(number);
  };
  const saveLatest = useStableCallback(save);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(saveLatest, pauseMs);
  };
  return (
    <Field label={label} hint={hint} error={isGood ? undefined : words('range', { min, max })}>
      <Input
        className="number-box"
        inputMode="numeric"
        value={typed ?? String(value)}
        onChange={({ target }) => type(target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (step === 0 || !isGood) return;
          event.preventDefault();
          type(String(Math.min(max, Math.max(min, number + step))));
        }}
      />
    </Field>
  );
}
