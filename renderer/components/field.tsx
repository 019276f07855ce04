import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { useWords } from '../words/words.tsx';
import styles from './field.module.css';

interface FieldLinks {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

const FieldContext = createContext<FieldLinks | undefined>(undefined);

export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the entry; shown here and announced. */
  readonly error?: ReactNode;
  readonly optional?: boolean;
  /** The label is only for screen readers. */
  readonly hideLabel?: boolean;
  readonly className?: string | undefined;
  /** One `Input`, `TextArea`, `Select`, or another control that uses `useFieldLinks`. */
  readonly children: ReactNode;
}

/** A label, a control, a hint and an error, tied together visually and for screen readers. */
export function Field({ label, hint, error, optional = false, hideLabel = false, className, children }: FieldProps) {
  const words = useWords('common');
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== '';
  const describedBy = [hint === undefined ? '' : `${id}-hint`, hasError ? `${id}-error` : '']
    .filter((part) => part !== '')
    .join(' ');
  return (
    <div className={clsx(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'unseen' : styles.label}>
        {label}
        {optional && <span className={styles.optional}> ({words('optional')})</span>}
      </label>
      <FieldContext value={{ id, describedBy: describedBy === '' ? undefined : describedBy, invalid: hasError }}>
        {children}
      </FieldContext>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {hasError && (
          <p id={`${id}-error`} className={styles.error}>
            <CircleAlert aria-hidden />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** The attributes that tie a control to its `Field`: spread them on the control. */
export function useFieldLinks(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const links = useContext(FieldContext);
  if (links === undefined) return {};
  return {
    id: links.id,
    ...(links.describedBy !== undefined && { 'aria-describedby': links.describedBy }),
    ...(links.invalid && { 'aria-invalid': true as const }),
  };
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input className={clsx(styles.control, className)} autoComplete="off" spellCheck={false} {...useFieldLinks()} {...rest} />
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={clsx(styles.control, styles.area, className)} {...useFieldLinks()} {...rest} />;
}

/** The browser's own select: it works everywhere, with every screen reader. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <select className={clsx(styles.control, styles.select, className)} {...useFieldLinks()} {...rest}>
      {children}
    </select>
  );
}
