import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ContractError, RequestInput } from '../../electron/core/contract/contract.ts';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { Problem } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Field, Input } from '../components/field.tsx';
import { useHostCommand } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';
import styles from './settings.module.css';

interface SectionProps {
  readonly title: string;
  readonly saving?: Saving;
  readonly children: ReactNode;
}

/** A section of the settings under its title, with a confirmation beside it after saving. */
export function Section({ title, saving, children }: SectionProps) {
  const words = useWords('settings');
  const common = useWords('common');
  const id = useId();
  return (
    <section className="panel stack gap-4" aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        <span role="status" className={styles.saved}>
          {saving?.isSaved === true && (
            <>
              <Check />
              {words('saved')}
            </>
          )}
        </span>
        {saving?.undo !== undefined && (
          <Button kind="quiet" size="small" onClick={saving.undo}>
            {common('undo')}
          </Button>
        )}
      </header>
      <Problem problem={saving?.problem} />
      {children}
    </section>
  );
}

type Changes = RequestInput<'setPreferences'>['changes'];

/** How the settings of one section are saved; the section confirms it beside its title for a while. */
interface Saving {
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
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  return (
    <Field label={label} hint={hint} error={isGood ? undefined : words('range', { min, max })}>
      <Input
        className={styles.number}
        inputMode="numeric"
        value={typed ?? String(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(), pauseMs);
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (step === 0 || !isGood) return;
          event.preventDefault();
          setTyped(String(Math.min(max, Math.max(min, number + step))));
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(), pauseMs);
        }}
      />
    </Field>
  );
}
