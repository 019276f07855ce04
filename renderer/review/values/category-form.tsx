import { RefreshCw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Category, ResultView } from '../../../electron/core/contract/documents.ts';
import { Button } from '../../components/button.tsx';
import { Field, Input } from '../../components/field.tsx';
import { useFormats } from '../../words/use-formats.ts';
import { useWords } from '../../words/words.tsx';
import { type CategoryDraft, useDraft, withCategory } from '../drafts.ts';
import styles from './values.module.css';

interface CategoryFormProps {
  readonly id: number;
  readonly result: Extract<ResultView, { kind: 'classification' }>;
  /** What is wrong with the category that was chosen. */
  readonly problem: ReactNode;
  readonly isRunning: boolean;
  readonly onRedo: () => void;
}

/** More than these, and there is a search. */
const fewEnough = 9;

/** Which category the document belongs to: as the service has it, one that is known, or one whose id is typed. */
export function CategoryForm({ id, result, problem, isRunning, onRedo }: CategoryFormProps) {
  const words = useWords('review.category');
  const formats = useFormats();
  const [draft, change] = useDraft(id);
  const [sought, setSought] = useState('');
  const { category, confidence, reasoning, review } = result;
  const choose = (chosen: CategoryDraft | undefined): void => change((before) => withCategory(before, chosen));
  const isByHand = review.changes.some((each) => each.field === undefined);
  const all = choicesOf(result);
  const shown = all.filter((each) => each.name.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <section className={styles.fields}>
      <fieldset className={styles.categories} aria-describedby={problem === undefined ? undefined : `category-problem-${id}`}>
        <legend>{words('legend')}</legend>
        {all.length > fewEnough && (
          <Field label={words('filter')} hideLabel>
            <Input
              type="search"
              placeholder={words('filter')}
              value={sought}
              onChange={({ target }) => setSought(target.value)}
            />
          </Field>
        )}
        {category === undefined && sought === '' && (
          <Choice
            name={words('none')}
            detail={words('now')}
            checked={draft.category === undefined}
            begins
            onChoose={() => choose(undefined)}
          />
        )}
        {shown.map((each) => {
          const isNow = sameCategory(each, category);
          return (
            <Choice
              key={each.id ?? each.name}
              name={each.name}
              {...(isNow && { detail: words(isByHand ? 'now' : 'byService') })}
              {...(each.id === undefined && !isNow && { detail: words('noId'), disabled: true })}
              checked={draft.category === undefined ? isNow : draft.category.kind === 'known' && draft.category.id === each.id}
              begins={isNow}
              onChoose={() => choose(isNow || each.id === undefined ? undefined : { kind: 'known', id: each.id })}
            />
          );
        })}
        {shown.length === 0 && <p className={styles.quiet}>{words('noneFound')}</p>}
        <Choice
          name={words('other')}
          checked={draft.category?.kind === 'typed'}
          onChoose={() => choose({ kind: 'typed', id: '', name: '' })}
        />
        {draft.category?.kind === 'typed' && <TypedCategory typed={draft.category} problem={problem} onChange={choose} />}
        {problem !== undefined && draft.category?.kind !== 'typed' && (
          <p id={`category-problem-${id}`} role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {draft.category !== undefined && <p className={styles.quiet}>{words('persists')}</p>}
      </fieldset>
      <dl className={styles.verdict}>
        {confidence !== undefined && (
          <>
            <dt>{words('confidence')}</dt>
            <dd>{formats.number(confidence, { maximumFractionDigits: 2 })}</dd>
          </>
        )}
        <dt>{words('reasoning')}</dt>
        <dd>{reasoning ?? words('noReasoning')}</dd>
      </dl>
      <div>
        <Button icon={<RefreshCw aria-hidden />} busy={isRunning} onClick={onRedo}>
          {words('redo')}
        </Button>
        <p className={styles.quiet}>{words('redoHint')}</p>
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly detail?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** Whether a person begins here. */
  readonly begins?: boolean;
  readonly onChoose: () => void;
}

function Choice({ name, detail, checked, disabled = false, begins = false, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice} data-checked={checked}>
      <input
        id={id}
        type="radio"
        name="category"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        {...(begins && { 'data-begin': true })}
        {...(detail !== undefined && { 'aria-describedby': `${id}-detail` })}
      />
      <label htmlFor={id}>{name}</label>
      {detail !== undefined && (
        <span id={`${id}-detail`} className={styles.quiet}>
          {detail}
        </span>
      )}
    </div>
  );
}

interface TypedCategoryProps {
  readonly typed: Extract<CategoryDraft, { kind: 'typed' }>;
  readonly problem: ReactNode;
  readonly onChange: (typed: CategoryDraft) => void;
}

function TypedCategory({ typed, problem, onChange }: TypedCategoryProps) {
  const words = useWords('review.category');
  return (
    <div className={styles.typed}>
      <Field label={words('id')} hint={words('idHint')} error={problem}>
        <Input value={typed.id} onChange={({ target }) => onChange({ ...typed, id: target.value })} />
      </Field>
      <Field label={words('name')} hint={words('nameHint')} optional>
        <Input value={typed.name} onChange={({ target }) => onChange({ ...typed, name: target.value })} />
      </Field>
    </div>
  );
}

/** The known categories, with the one that the document is in. */
function choicesOf({ category, categories }: Extract<ResultView, { kind: 'classification' }>): readonly Category[] {
  if (category === undefined || categories.some((each) => sameCategory(each, category))) return categories;
  return [category, ...categories];
}

function sameCategory(one: Category, other: Category | undefined): boolean {
  if (other === undefined) return false;
  return one.id === undefined || other.id === undefined ? one.name === other.name : one.id === other.id;
}
