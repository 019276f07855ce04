import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Category, DocumentDetails, ResultView } from '../../../electron/core/contract/documents.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button } from '../../components/button.tsx';
import { Choices } from '../../components/choices.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Field, Input, SelectField, TextField } from '../../components/field.tsx';
import { useKeyBindings } from '../../components/key-bindings.tsx';
import { useVerdict } from '../../queue/drawer/drawer.tsx';
import { Text, useWords } from '../../words/words.tsx';
import { type CategoryDraft, useDraft, withCategory } from '../drafts.ts';
import type { AskedPages } from '../use-actions.ts';
import styles from './values-panel.module.css';

interface CategoryFormProps {
  readonly id: number;
  readonly result: Extract<ResultView, { kind: 'classification' }>;
  /** What is wrong with the chosen category. */
  readonly problem: Message | undefined;
  readonly isRunning: boolean;
  readonly onRedo: () => void;
}

/** A longer list gets a search field. */
const maxWithoutSearch = 9;

/** The document's category: the service's own choice, another known category, or one typed by its id. */
export function CategoryForm({ id, result, problem, isRunning, onRedo }: CategoryFormProps) {
  const words = useWords('review.category');
  const verdict = useVerdict();
  const [draft, change] = useDraft(id);
  const [search, setSearch] = useState('');
  const { category, review, goesOn } = result;
  const chosen = draft.category === undefined ? category?.name : nameOf(draft.category, result.categories);
  const to = goesOn?.to.find((each) => each.category === chosen)?.extraction;
  const choose = (wanted: CategoryDraft | undefined): void => change((before) => withCategory(before, wanted));
  const isChosenHere = review.changes.some((each) => each.field === undefined);
  const all = choicesOf(result);
  const shown = all.filter((each) => each.name.toLowerCase().includes(search.trim().toLowerCase()));
  // A longer list has a search field, into which digits are typed.
  const numbered = all.length > maxWithoutSearch ? [] : shown.filter((each) => each.id !== undefined);
  const current = all.find((each) => sameCategory(each, category));
  const isTyped = draft.category?.kind === 'typed';
  const chooseKnown = (each: Category | undefined): void =>
    choose(each === current || each?.id === undefined ? undefined : { kind: 'known', id: each.id });
  useKeyBindings(
    words('legend'),
    numbered.map((each, index) => ({
      key: String(index + 1),
      label: each.name,
      act: () => {
        chooseKnown(each);
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-work] input:checked')?.focus());
      },
    })),
  );
  return (
    <section className={styles.section}>
      {all.length > maxWithoutSearch && (
        <Field label={words('filter')} hideLabel>
          <Input type="search" placeholder={words('filter')} value={search} onChange={({ target }) => setSearch(target.value)} />
        </Field>
      )}
      <Choices
        legend={words('legend')}
        error={isTyped ? undefined : problem}
        value={
          draft.category?.kind === 'known' ? keyOf(draft.category) : isTyped ? 'other' : (current && keyOf(current)) || 'none'
        }
        options={[
          ...(category === undefined && search === '' ? [{ value: 'none', label: words('none'), hint: words('now') }] : []),
          ...shown.map((each) => ({
            value: keyOf(each),
            label: isolated(each.name),
            hint:
              each === current ? words(isChosenHere ? 'now' : 'byService') : each.id === undefined ? words('noId') : undefined,
            disabled: each.id === undefined && each !== current,
            digit: numbered.includes(each) ? String(numbered.indexOf(each) + 1) : undefined,
          })),
          {
            value: 'other',
            label: words('other'),
            panel: isTyped && <TypedCategory typed={draft.category} problem={problem} onChange={choose} />,
          },
        ]}
        onChoose={(value) => {
          if (value === 'other') choose({ kind: 'typed', id: '', name: '' });
          else chooseKnown(all.find((each) => keyOf(each) === value));
        }}
      />
      {shown.length === 0 && <p className="hint">{words('noneFound')}</p>}
      {draft.category !== undefined && <p className="hint">{words('persists')}</p>}
      <div role="status">
        {to !== undefined && <p className="hint">{words('goesOn', { extraction: to, pages: goesOn?.pages ?? 0 })}</p>}
      </div>
      <FactList facts={verdict(result)} />
      <div>
        <Button icon={<RefreshCw />} busy={isRunning} onClick={onRedo}>
          {words('redo')}
        </Button>
        <p className="hint">{words('redoHint')}</p>
      </div>
    </section>
  );
}

interface TypedCategoryProps {
  readonly typed: Extract<CategoryDraft, { kind: 'typed' }>;
  readonly problem: Message | undefined;
  readonly onChange: (typed: CategoryDraft) => void;
}

function TypedCategory({ typed, problem, onChange }: TypedCategoryProps) {
  const words = useWords('review.category');
  return (
    <>
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
    </>
  );
}

function keyOf({ id, name = '' }: Partial<Category>): string {
  return `known ${id ?? name}`;
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

interface VerdictFormProps {
  readonly verdict: NonNullable<DocumentDetails['verdict']>;
  readonly isRunning: boolean;
  readonly onChange: (categoryId: string) => void;
  readonly onRedo: () => void;
}

/** The category that a document has gone on by: another one takes it elsewhere, and so may another run. */
export function VerdictForm({ verdict, isRunning, onChange, onRedo }: VerdictFormProps) {
  const words = useWords('review.category');
  const { category, categories } = verdict;
  const [chosen, choose] = useState('');
  const others = categories.filter(({ id, name }) => id !== undefined && id !== category?.id && name !== category?.name);
  return (
    <section className={styles.section} data-verdict>
      <SelectField
        label={words('legend')}
        hint={words('wentOn')}
        value={chosen}
        options={[
          ['', category === undefined ? words('none') : isolated(category.name)],
          ...others.map(({ id = '', name }) => [id, isolated(name)] as const),
        ]}
        onChoose={choose}
      />
      <div className="wrap gap-2">
        <Button disabled={chosen === ''} busy={isRunning} onClick={() => onChange(chosen)}>
          {words('change')}
        </Button>
        <Button icon={<RefreshCw />} busy={isRunning} onClick={onRedo}>
          {words('redo')}
        </Button>
      </div>
    </section>
  );
}

/** Asks before pages are sent that another category would have sent. */
export function AgreeToPages({ message, answer }: AskedPages) {
  const words = useWords('review.category');
  return (
    <Confirm
      title={words('pagesTitle')}
      action={words('pagesAction')}
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      <Text as="p" message={message} />
    </Confirm>
  );
}
