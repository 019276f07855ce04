import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useId } from 'react';
import type { Message } from '../../electron/core/messages/message.ts';
import { Text, useWords } from '../words/words.tsx';
import styles from './field.module.css';

/** The attributes that tie a control to its `Field`. */
const FieldContext = createContext<Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>>({});

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the entry; shown here and announced. */
  readonly error?: ReactNode | Message;
  readonly optional?: boolean;
  /** The label is only for screen readers. */
  readonly hideLabel?: boolean;
  readonly className?: string | undefined;
  /** One `Input`, `TextArea`, `Select`, or another control that takes the attributes of `FieldContext`. */
  readonly children: ReactNode;
}

/** A label, a control, a hint and an error, tied together visually and for screen readers. */
export function Field({ label, hint, error, optional = false, hideLabel = false, className, children }: FieldProps) {
  const words = useWords('common');
  const id = useId();
  const hasError = Boolean(error);
  const describedBy = [hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={clsx(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'unseen' : styles.label}>
        {label}
        {optional && <span className={styles.optional}> ({words('optional')})</span>}
      </label>
      <FieldContext value={{ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': hasError || undefined }}>
        {children}
      </FieldContext>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {hasError && <FieldError id={`${id}-error`}>{isMessage(error) ? <Text message={error} /> : error}</FieldError>}
      </div>
    </div>
  );
}

interface FieldErrorProps {
  readonly id?: string;
  /** What was read is to be looked at; what was typed is wrong. */
  readonly tone?: 'warn' | 'bad';
  readonly children: ReactNode;
}

export function FieldError({ id, tone = 'bad', children }: FieldErrorProps) {
  return (
    <p id={id} className={styles.error} data-tone={tone}>
      <CircleAlert />
      {children}
    </p>
  );
}

function isMessage(error: ReactNode | Message): error is Message {
  return typeof error === 'object' && error !== null && 'code' in error;
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const links = useContext(FieldContext);
  return (
    <input dir="auto" className={clsx(styles.control, className)} autoComplete="off" spellCheck={false} {...links} {...rest} />
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={clsx(styles.control, styles.area, className)} {...useContext(FieldContext)} {...rest} />;
}

/** The browser's own select: it works everywhere, with every screen reader. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <select className={clsx(styles.control, styles.select, className)} {...useContext(FieldContext)} {...rest}>
      {children}
    </select>
  );
}

interface SelectFieldProps<Value extends string> extends Omit<FieldProps, 'children'> {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: ReactNode, language?: string])[];
  readonly onChoose: (value: Value) => void;
}

/** A choice of one. */
export function SelectField<Value extends string>({ value, options, onChoose, ...field }: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      <Select value={value} onChange={({ target }) => onChoose(target.value as Value)}>
        {options.map(([each, text, language]) => (
          <option key={each} value={each} lang={language}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface TextFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'>, ComponentProps<'input'> {
  readonly onText: (text: string) => void;
}

/** A field of one line. */
export function TextField({ label, hint, error, optional = false, onText, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      <Input onChange={({ target }) => onText(target.value)} {...rest} />
    </Field>
  );
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => void;
}

/** A form whose errors appear at its fields, instead of in the browser's bubbles. It can stand in a dialog of another form. */
export function Form({ onSubmit, ...rest }: FormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return <form noValidate onSubmit={submit} {...rest} />;
}
