import { type ReactNode, useId } from 'react';
import type { Message } from '../../electron/core/messages/message.ts';
import { Text } from '../words/words.tsx';
import styles from './choices.module.css';
import { FieldError } from './field.tsx';
import { KeyHint } from './key-bindings.tsx';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly icon?: ReactNode;
  /** The title of the group that starts here. */
  readonly heading?: string | undefined;
  readonly disabled?: boolean;
  /** The key that chooses it. */
  readonly digit?: string | undefined;
  /** What it asks for, shown once it is chosen. */
  readonly panel?: ReactNode;
}

interface ChoicesProps<Value extends string> {
  readonly legend: ReactNode;
  /** The question is already shown above. */
  readonly hideLegend?: boolean;
  readonly error?: Message | undefined;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** A question with its possible answers, of which one holds. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, hideLegend = false, error, value: chosen, options, onChoose } = props;
  const id = useId();
  return (
    <fieldset
      className="stack gap-2"
      data-wrong={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={hideLegend ? 'unseen' : undefined}>{legend}</legend>
      <div aria-live="polite">
        {error !== undefined && (
          <FieldError id={`${id}-error`}>
            <Text message={error} />
          </FieldError>
        )}
      </div>
      {options.map(({ value, heading, ...option }) => [
        heading !== undefined && (
          <h3 key={heading} className="hint">
            {heading}
          </h3>
        ),
        <Choice key={value} {...option} group={id} checked={value === chosen} onChoose={() => onChoose(value)} />,
      ])}
    </fieldset>
  );
}

interface ChoiceProps extends Omit<Option<string>, 'value' | 'heading'> {
  /** The same for all choices that exclude each other. */
  readonly group: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Choice({ group, label, hint, icon, disabled = false, digit, checked, onChoose, panel }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice} data-checked={checked}>
      <div className={styles.head}>
        <input
          id={id}
          type="radio"
          name={group}
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
          aria-keyshortcuts={digit}
          // Its hint is part of what a click hits, not of its name.
          aria-labelledby={`${id}-label`}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        <label htmlFor={id} className={styles.text}>
          <span id={`${id}-label`} className={styles.label}>
            {icon}
            {label}
          </span>
          {hint !== undefined && (
            <span id={`${id}-hint`} className={styles.hint}>
              {hint}
            </span>
          )}
        </label>
        {digit !== undefined && (
          <span className={styles.digit} aria-hidden>
            <KeyHint>{digit}</KeyHint>
          </span>
        )}
      </div>
      {checked && panel !== undefined && <div className={styles.panel}>{panel}</div>}
    </div>
  );
}
