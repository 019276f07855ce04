import { Lightbulb } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react';
import type { FieldView, ResultView } from '../../../electron/core/contract/documents.ts';
import { type Refutable, unreadableAs } from '../../../electron/core/values/typed-value.ts';
import { Button } from '../../components/button.tsx';
import { FieldError, Input, TextArea } from '../../components/field.tsx';
import { Text, useWords } from '../../words/words.tsx';
import { type Draft, useDraft, withValue } from '../drafts.ts';
import { labelOf } from '../review-task.ts';
import styles from './fields.module.css';
import panel from './values-panel.module.css';

interface FieldListProps {
  readonly id: number;
  readonly result: Extract<ResultView, { kind: 'extraction' }>;
  /** Whether it was asked about a field before it is confirmed. */
  readonly isAsked: (key: string) => boolean;
  readonly onActive: (key: string | undefined) => void;
}

/** The flagged fields whose text is blank. */
export function blankFields({ fields, review }: FieldListProps['result'], draft: Draft): readonly FieldView[] {
  return review.confirmed === undefined
    ? fields.filter(({ key, value = '', reasons }) => reasons.length > 0 && (draft.values[key] ?? value).trim() === '')
    : [];
}

/** The fields that were typed into, or are flagged, whose text is not what they ask for. */
export function unreadableFields({ fields }: FieldListProps['result'], draft: Draft): ReadonlyMap<string, Refutable> {
  return new Map(
    fields.flatMap(({ key, value = '', reasons }) => {
      const typed = draft.values[key];
      const kind = typed === undefined && reasons.length === 0 ? undefined : unreadableAs(key, typed ?? value);
      return kind === undefined ? [] : [[key, kind] as const];
    }),
  );
}

/** What Enter does: goes to the next flagged field that had no focus yet, and submits the form after the last. */
export function toNextFlagged(form: HTMLFormElement | null | undefined): void {
  const unseen = [...(form?.querySelectorAll<HTMLElement>('[data-unseen]') ?? [])];
  const { activeElement } = document;
  const isBehind = (box: HTMLElement) =>
    activeElement !== null && (activeElement.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = unseen.find(isBehind) ?? unseen[0];
  if (next === undefined) form?.requestSubmit();
  else focusBox(next);
}

/** Focuses a field, all of its text selected. */
export function focusBox(box: HTMLElement | null | undefined): void {
  box?.focus();
  if (box instanceof HTMLTextAreaElement || (box instanceof HTMLInputElement && box.type !== 'radio')) box.select();
}

/** The values in the extraction's order; the first flagged field gets the focus. */
export function FieldList({ id, result, isAsked, onActive }: FieldListProps) {
  const words = useWords('review.values');
  const [draft, change] = useDraft(id);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const { fields, furtherFields, modelUsed, review } = result;
  const unreadable = unreadableFields(result, draft);
  const first = (fields.find((field) => field.reasons.length > 0) ?? fields[0])?.key;
  const flagged = fields.filter((field) => field.reasons.length > 0).length;
  return (
    <section className={panel.section} aria-label={words('label')}>
      {fields.length === 0 ? (
        <p className="hint">{words('noFields')}</p>
      ) : (
        flagged > 0 && <p className="hint">{words('flagged', { count: flagged })}</p>
      )}
      {fields.map((field) => (
        <FieldRow
          key={field.key}
          field={field}
          value={draft.values[field.key] ?? field.value ?? ''}
          isFirst={field.key === first && !review.conflict}
          // Not while it is being typed.
          unreadable={field.key !== focused || isAsked(field.key) ? unreadable.get(field.key) : undefined}
          isUnseen={field.reasons.length > 0 && !seen.has(field.key) && review.confirmed === undefined && !review.conflict}
          onType={(typed) => change((before) => withValue(before, field.key, typed, field.value))}
          onFocus={() => {
            setFocused(field.key);
            setSeen((before) => new Set(before).add(field.key));
            onActive(field.key);
          }}
          onBlur={() => setFocused(undefined)}
        />
      ))}
      {furtherFields !== undefined && <p className="hint">{words('further', { count: furtherFields })}</p>}
      {modelUsed !== undefined && <p className="hint">{words('model', { model: modelUsed })}</p>}
    </section>
  );
}

interface FieldRowProps {
  readonly field: FieldView;
  /** The field's text: typed, or the current value. */
  readonly value: string;
  /** Whether it gets the focus first. */
  readonly isFirst: boolean;
  /** What its text is not, though the field asks for it. */
  readonly unreadable: Refutable | undefined;
  /** Whether it is flagged and nobody was there yet. */
  readonly isUnseen: boolean;
  readonly onType: (value: string) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** The selector of a field's control, by the field's key; without one, of where the form begins. */
export function fieldSelector(key: string | undefined): string {
  return key === undefined ? '[data-begin], input:checked' : `[data-field="${CSS.escape(key)}"]`;
}

/** A value, why it should be checked, and the service's own value if it is different. */
function FieldRow({ field, value, isFirst, unreadable, isUnseen, onType, onFocus, onBlur }: FieldRowProps) {
  const words = useWords('review.values');
  const reasonWords = useWords('review.reasons');
  const id = useId();
  const { key, description, reasons, newerServiceValue, hint } = field;
  const label = labelOf(key);
  const fromService = field.serviceValue ?? field.value;
  const differs = value !== (fromService ?? '');
  const describedBy = [
    description !== undefined && `${id}-description`,
    reasons.length > 0 && `${id}-reasons`,
    unreadable !== undefined && `${id}-unreadable`,
    differs && `${id}-service`,
    newerServiceValue !== undefined && `${id}-newer`,
    hint !== undefined && hint.value !== value && `${id}-hint`,
  ]
    .filter(Boolean)
    .join(' ');
  // Tab goes from field to field; the key does this from the field.
  const take = (key: string, name: string, text: string) => (
    <Button
      kind="quiet"
      size="small"
      tabIndex={-1}
      aria-keyshortcuts={key}
      title={key}
      aria-label={name}
      onClick={() => onType(text)}
    >
      {words('takeService')}
    </Button>
  );
  return (
    <div className={styles.field} data-flagged={reasons.length > 0 || unreadable !== undefined} data-changed={differs}>
      <div className={styles.labels}>
        <label htmlFor={id} title={key}>
          {label}
        </label>
        {description !== undefined && (
          <span id={`${id}-description`} className="hint cut" title={description}>
            {description}
          </span>
        )}
      </div>
      <ValueBox
        id={id}
        value={value}
        data-field={key}
        data-begin={isFirst || undefined}
        data-unseen={isUnseen || undefined}
        aria-describedby={describedBy || undefined}
        aria-invalid={unreadable !== undefined || undefined}
        placeholder={words('noValue')}
        onType={onType}
        onRestore={() => onType(fromService ?? '')}
        onHint={hint?.value === undefined ? undefined : () => onType(hint.value ?? '')}
        onFocus={onFocus}
        onBlur={onBlur}
      />
      {reasons.length > 0 && (
        <ul id={`${id}-reasons`}>
          {reasons.map((reason) => (
            <li key={`${reason.kind} ${reason.rule ?? ''} ${reason.message.code}`}>
              <FieldError tone="warn">
                {reason.kind === 'check' ? <Text message={reason.message} /> : reasonWords(reason.kind)}
              </FieldError>
            </li>
          ))}
        </ul>
      )}
      {unreadable !== undefined && (
        <FieldError id={`${id}-unreadable`} tone="warn">
          {words(`notReadable.${unreadable}`, { value })}
        </FieldError>
      )}
      {differs && (
        <div className={styles.service}>
          <span id={`${id}-service`}>{words.rich('serviceSaid', { value: () => <ServiceValue value={fromService} /> })}</span>
          {take('F9', words('takeServiceOf', { field: label }), fromService ?? '')}
        </div>
      )}
      {hint !== undefined && hint.value !== value && (
        <div id={`${id}-hint`} className={styles.service}>
          <Lightbulb />
          <Text message={hint.message} />
          {hint.value !== undefined && take('F8', words('takeHintOf', { field: label }), hint.value)}
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
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly onType: (value: string) => void;
  /** Puts back what the service read. */
  readonly onRestore: () => void;
  /** Takes what a hint suggests. */
  readonly onHint: (() => void) | undefined;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** One line, or several for a long value. Enter goes on in both; Shift+Enter starts a new line. */
function ValueBox({ value, onType, onRestore, onHint, ...rest }: ValueBoxProps) {
  // Decided once: swapping the control while somebody types would lose the caret.
  const [isLong] = useState(value.includes('\n') || value.length > 54);
  const box = {
    ...rest,
    className: styles.box,
    value,
    spellCheck: false,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onType(target.value),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.nativeEvent.isComposing) return;
      if (event.key === 'F9') onRestore();
      else if (event.key === 'F8' && onHint !== undefined) onHint();
      else if (event.key !== 'Enter') return;
      else if (!event.repeat) toNextFlagged(event.currentTarget.form);
      event.preventDefault();
    },
  };
  if (!isLong) return <Input {...box} />;
  const rows = value.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 48)), 0);
  return <TextArea {...box} rows={Math.min(8, rows)} />;
}
