import { useEffect, useRef, useState } from 'react';
import { Field, Input } from '../components/field.tsx';
import { useWords } from '../words/words.tsx';
import styles from './settings.module.css';

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
    <Field label={label} {...(hint !== undefined && { hint })} error={isGood ? undefined : words('range', { min, max })}>
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
