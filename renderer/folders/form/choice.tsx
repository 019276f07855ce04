import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';

export interface ChoiceProps {
  /** The same for all choices that exclude each other. */
  readonly group: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly icon?: ReactNode;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly describedBy?: string | undefined;
  /** Shown once it is chosen. */
  readonly children?: ReactNode;
}

/** One of several choices: what it means, and what it asks for once it is chosen. */
export function Choice({ group, label, hint, icon, checked, onChoose, describedBy, children }: ChoiceProps) {
  const id = useId();
  const described = [hint === undefined ? undefined : `${id}-hint`, describedBy].filter((each) => each !== undefined).join(' ');
  return (
    <div className={styles.choice} data-checked={checked}>
      <div className={styles.choiceHead}>
        <input
          id={id}
          type="radio"
          name={group}
          checked={checked}
          onChange={onChoose}
          {...(described !== '' && { 'aria-describedby': described })}
        />
        <label htmlFor={id} className={styles.choiceText}>
          <span className={styles.choiceLabel}>
            {icon}
            {label}
          </span>
          {hint !== undefined && (
            <span id={`${id}-hint`} className={styles.hint}>
              {hint}
            </span>
          )}
        </label>
      </div>
      {checked && children !== undefined && <div className={styles.panel}>{children}</div>}
    </div>
  );
}

/** Choices under their question. */
export function Choices({
  legend,
  hideLegend = false,
  error,
  children,
}: {
  readonly legend: ReactNode;
  /** The question is already shown above. */
  readonly hideLegend?: boolean;
  readonly error?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className={styles.choices} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={hideLegend ? 'unseen' : undefined}>{legend}</legend>
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        )}
      </div>
      {children}
    </fieldset>
  );
}
