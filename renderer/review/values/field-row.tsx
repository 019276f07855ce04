import { CircleAlert } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { FieldView } from '../../../electron/core/contract/documents.ts';
import { Button } from '../../components/button.tsx';
import { useWords } from '../../words/words.tsx';
import { labelOf } from '../review-task.ts';
import styles from './values.module.css';

interface FieldRowProps {
  readonly field: FieldView;
  /** What is in the field: typed, or the value that counts. */
  readonly value: string;
  /** Whether it is the first to look at. */
  readonly begins: boolean;
  readonly onType: (value: string) => void;
  readonly onFocus: () => void;
}

/** Where a field's control is, by its key. */
export function fieldSelector(key: string | undefined): string {
  return key === undefined ? '[data-begin]' : `[data-field="${CSS.escape(key)}"]`;
}

/** A value with why it should be looked at, and what the service said of it where that is something else. */
export function FieldRow({ field, value, begins, onType, onFocus }: FieldRowProps) {
  const words = useWords('review.values');
  const reasonWords = useWords('review.reasons');
  const id = useId();
  const { key, description, reasons, newerServiceValue } = field;
  const label = labelOf(key);
  const fromService = field.serviceValue ?? field.value;
  const differs = value !== (fromService ?? '');
  const describedBy = [
    description === undefined ? '' : `${id}-description`,
    reasons.length === 0 ? '' : `${id}-reasons`,
    differs ? `${id}-service` : '',
    newerServiceValue === undefined ? '' : `${id}-newer`,
  ].filter((part) => part !== '');
  return (
    <div className={styles.field} data-flagged={reasons.length > 0} data-changed={differs}>
      <div className={styles.labels}>
        <label htmlFor={id} title={key}>
          {label}
        </label>
        {description !== undefined && (
          <span id={`${id}-description`} className={styles.description} title={description}>
            {description}
          </span>
        )}
      </div>
      <ValueBox
        id={id}
        value={value}
        data-field={key}
        {...(begins && { 'data-begin': true })}
        {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
        placeholder={words('noValue')}
        onType={onType}
        onFocus={onFocus}
      />
      {reasons.length > 0 && (
        <ul id={`${id}-reasons`} className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={`${reason.kind} ${reason.message.code}`}>
              <CircleAlert aria-hidden />
              {reasonWords(reason.kind)}
            </li>
          ))}
        </ul>
      )}
      {differs && (
        <div className={styles.service}>
          <span id={`${id}-service`}>{words.rich('serviceSaid', { value: () => <ServiceValue value={fromService} /> })}</span>
          <Button
            kind="quiet"
            size="small"
            aria-label={words('takeServiceOf', { field: label })}
            onClick={() => onType(fromService ?? '')}
          >
            {words('takeService')}
          </Button>
        </div>
      )}
      {newerServiceValue !== undefined && (
        <div id={`${id}-newer`} className={styles.service}>
          {words('newer', { value: newerServiceValue })}
        </div>
      )}
    </div>
  );
}

function ServiceValue({ value }: { readonly value: string | undefined }) {
  const words = useWords('review.values');
  if (value === undefined) return <em>{words('noValue')}</em>;
  return value === '' ? <em>{words('empty')}</em> : <q className={styles.quoted}>{value}</q>;
}

interface ValueBoxProps {
  readonly id: string;
  readonly value: string;
  readonly placeholder: string;
  readonly 'data-field': string;
  readonly 'data-begin'?: true;
  readonly 'aria-describedby'?: string;
  readonly onType: (value: string) => void;
  readonly onFocus: () => void;
}

/** One line, or as many as the value came with: Enter confirms in both, with Shift it begins a line. */
function ValueBox({ value, onType, ...rest }: ValueBoxProps) {
  // Decided once: a control that changes its kind while somebody types loses the caret.
  const [isLong] = useState(value.includes('\n') || value.length > 54);
  if (!isLong) {
    return (
      <input
        className={styles.box}
        value={value}
        spellCheck={false}
        autoComplete="off"
        {...rest}
        onChange={({ target }) => onType(target.value)}
      />
    );
  }
  const rows = value.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 48)), 0);
  return (
    <textarea
      className={styles.box}
      value={value}
      spellCheck={false}
      rows={Math.min(8, rows)}
      {...rest}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={submitOnEnter}
    />
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.form?.requestSubmit();
}
