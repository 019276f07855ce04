import { useState } from 'react';
import { hoursSchema } from '../../electron/core/account/hours.ts';
import { Field, Input } from '../components/field.tsx';
import { useWords } from '../words/words.tsx';

interface HoursFieldProps {
  /** '' for any hour. */
  readonly value: string;
  readonly onSave: (hours: string) => void;
}

/** Hours of the day, saved when they are left or Enter is pressed. An invalid entry stays as typed, with an error. */
export function HoursField({ value, onSave }: HoursFieldProps) {
  const words = useWords('settings.limits');
  const [typed, setTyped] = useState<string>();
  const hours = (typed ?? value).trim();
  const isGood = hours === '' || hoursSchema.safeParse(hours).success;
  const save = (): void => {
    if (typed === undefined || !isGood) return;
    setTyped(undefined);
    if (hours !== value) onSave(hours);
  };
  return (
    <Field
      label={words('hours')}
      hint={words('hoursHint')}
      error={isGood || typed === undefined ? undefined : words('hoursWrong')}
    >
      <Input
        value={typed ?? value}
        placeholder="20:00-06:00"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save();
        }}
      />
    </Field>
  );
}
