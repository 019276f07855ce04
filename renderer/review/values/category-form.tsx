import { RefreshCw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Category, ResultView } from '../../../electron/core/contract/documents.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button } from '../../components/button.tsx';
import { Field, Input, TextField } from '../../components/field.tsx';
import { KeyHint, useKeyBindings } from '../../components/key-bindings.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import { type CategoryDraft, useDraft, withCategory } from '../drafts.ts';
import styles from './category-form.module.css';

interface CategoryFormProps {
  readonly id: number;
  readonly result: Extract<ResultView, { kind: 'classification' }>;
  /** What is wrong with the chosen category. */
  readonly problem: ReactNode;
  readonly isRunning: boolean;
  readonly onRedo: () => void;
}

/** A longer list gets a search field. */
const maxWithoutSearch = 9;

/** The document's category: the service's own choice, another known category, or one typed by its id. */
export function CategoryForm({ id, result, problem, isRunning, onRedo }: CategoryFormProps) {
  const words = useWords('review.category');
  const formats = useFormats();
  const [draft, change] = useDraft(id);
  const [search, setSearch] = useState('');
  const { category, confidence, reasoning, review, goesOn } = result;
  const chosen = draft.category === undefined ? category?.name : nameOf(draft.category, result.categories);
  const to = goesOn?.to.find((each) => each.category === chosen)?.extraction;
  const choose = (wanted: CategoryDraft | undefined): void => change((before) => withCategory(before, wanted));
  const isChosenHere = review.changes.some((each) => each.field === undefined);
  const all = choicesOf(result);
  const shown = all.filter((each) => each.name.toLowerCase().includes(search.trim().toLowerCase()));
  // A longer list has a search field, into which digits are typed.
  const numbered = all.length > maxWithoutSearch ? [] : shown.filter((each) => each.id !== undefined);
  const chooseKnown = (each: Category): void =>
    choose(sameCategory(each, category) || each.id === undefined ? undefined : { kind: 'known', id: each.id });
  useKeyBindings(
    words('legend'),
    numbered.map((each, index) => ({
      key: String(index + 1),
      label: each.name,
      act: () => {
        chooseKnown(each);
        requestAnimationFrame(() => document.querySelector<HTMLElement>('input[name="category"]:checked')?.focus());
      },
    })),
  );
  return (
    <section className={styles.section}>
      <fieldset className={styles.categories} aria-describedby={problem === undefined ? undefined : `category-problem-${id}`}>
        <legend>{words('legend')}</legend>
        {all.length > maxWithoutSearch && (
          <Field label={words('filter')} hideLabel>
            <Input
              type="search"
              placeholder={words('filter')}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </Field>
        )}
        {category === undefined && search === '' && (
          <Choice
            name={words('none')}
            detail={words('now')}
            checked={draft.category === undefined}
            isFirst
            onChoose={() => choose(undefined)}
          />
        )}
        {shown.map((each) => {
          const isCurrent = sameCategory(each, category);
          return (
            <Choice
              key={each.id ?? each.name}
              name={each.name}
              {...(isCurrent && { detail: words(isChosenHere ? 'now' : 'byService') })}
              {...(each.id === undefined && !isCurrent && { detail: words('noId'), disabled: true })}
              checked={
                draft.category === undefined ? isCurrent : draft.category.kind === 'known' && draft.category.id === each.id
              }
              isFirst={isCurrent}
              {...(numbered.includes(each) && { digit: String(numbered.indexOf(each) + 1) })}
              onChoose={() => chooseKnown(each)}
            />
          );
        })}
        {shown.length === 0 && <p className="hint">{words('noneFound')}</p>}
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
        {draft.category !== undefined && <p className="hint">{words('persists')}</p>}
        <div role="status">
          {to !== undefined && <p className="hint">{words('goesOn', { extraction: to, pages: goesOn?.pages ?? 0 })}</p>}
        </div>
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
        <Button icon={<RefreshCw />} busy={isRunning} onClick={onRedo}>
          {words('redo')}
        </Button>
        <p className="hint">{words('redoHint')}</p>
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly detail?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** Whether it gets the focus first. */
  readonly isFirst?: boolean;
  /** The key that chooses it. */
  readonly digit?: string;
  readonly onChoose: () => void;
}

function Choice({ name, detail, checked, disabled = false, isFirst = false, digit, onChoose }: ChoiceProps) {
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
        {...(isFirst && { 'data-begin': true })}
        {...(digit !== undefined && { 'aria-keyshortcuts': digit })}
        {...(detail !== undefined && { 'aria-describedby': `${id}-detail` })}
      />
      <label htmlFor={id}>{isolated(name)}</label>
      {digit !== undefined && (
        <span aria-hidden>
          <KeyHint>{digit}</KeyHint>
        </span>
      )}
      {detail !== undefined && (
        <span id={`${id}-detail`} className="hint">
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
      <TextField
        label={words('id')}
        hint={words('idHint')}
        error={problem}
        value={typed.id}
        onText={(id) => onChange({ ...typed, id })}
      />
      <TextField
        label={words('name')}
        hint={words('nameHint')}
        optional
        value={typed.name}
        onText={(name) => onChange({ ...typed, name })}
      />
    </div>
  );
}

function nameOf(draft: CategoryDraft, categories: readonly Category[]): string | undefined {
  return draft.kind === 'typed' ? draft.name : categories.find(({ id }) => id === draft.id)?.name;
}

/** The known categories, including the document's current one. */
function choicesOf({ category, categories }: Extract<ResultView, { kind: 'classification' }>): readonly Category[] {
  if (category === undefined || categories.some((each) => sameCategory(each, category))) return categories;
  return [category, ...categories];
}

function sameCategory(one: Category, other: Category | undefined): boolean {
  if (other === undefined) return false;
  return one.id === undefined || other.id === undefined ? one.name === other.name : one.id === other.id;
}
