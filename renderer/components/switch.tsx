import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** An on/off setting that takes effect immediately. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="hint">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        className={styles.track}
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        <Radix.Thumb className={styles.thumb} />
      </Radix.Root>
    </div>
  );
}
