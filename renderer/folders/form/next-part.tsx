import { Plus, SquarePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Field, Input, Select } from '../../components/field.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import styles from './checks.module.css';
import choices from './choice.module.css';
import form from './form.module.css';
import type { PartProps } from './frame.tsx';
import { NewExtractionDialog } from './new-extraction-dialog.tsx';
import { emptyRow, type NextDraft, type NextRow, type NextTarget } from './next-draft.ts';
import { routeOf } from './use-route-step.ts';

/** Where documents go on by their category: a row for each, and what becomes of the others. */
export function NextPart({ draft, change, errors }: PartProps) {
  const words = useWords('folders.next');
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const { next } = draft;
  /** The row for which an extraction is being described, or what becomes of the others. */
  const [making, make] = useState<number | 'otherwise'>();
  const { data: routes = [] } = useHostQuery('routes', {});
  const extractions = routes
    .filter(({ route }) => route.kind === 'extraction')
    .map(({ route, name }) => ({ id: route.id, name }));
  const known = routes.find((view) => routeKey(view.route) === routeKey(routeOf(draft)))?.categories ?? draft.categories;
  const made = draft.choice === 'new-classification' ? draft.newClassification.categories : [];
  const names = [...known, ...made].map(({ name }) => name.trim()).filter((name) => name !== '');
  const free = names.filter((name) => next.rows.every(({ category }) => category.trim() !== name));
  const put = (changes: Partial<NextDraft>): void => change({ next: { ...next, ...changes } });
  const putRow = (index: number, changes: Partial<NextRow>): void =>
    put({ rows: next.rows.map((row, position) => (position === index ? { ...row, ...changes } : row)) });
  const putOtherwise = (target: Partial<NextTarget>): void => put({ otherwise: { ...next.otherwise, ...target } });
  const focus = (index: number): void => {
    requestAnimationFrame(() => list.current?.children[index]?.querySelector('input')?.focus());
  };
  const add = (): void => {
    put({ rows: [...next.rows, { ...emptyRow, category: free[0] ?? '' }] });
    focus(next.rows.length);
  };
  const remove = (index: number): void => {
    put({ rows: next.rows.filter((_, position) => position !== index) });
    if (next.rows.length > 1) focus(Math.max(0, index - 1));
    else requestAnimationFrame(() => document.getElementById(`${id}-add`)?.focus());
  };
  return (
    <fieldset className={choices.choices}>
      <legend>{words('title')}</legend>
      <p className={form.hint}>{words('about')}</p>
      <div role="alert">{errors.next}</div>
      <datalist id={`${id}-categories`}>
        {free.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul ref={list} className={styles.checks}>
        {next.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and all their state is in the draft.
          <li key={index}>
            <fieldset className={styles.check}>
              <legend className="unseen">{words('number', { number: String(index + 1) })}</legend>
              <div className={styles.fields}>
                <Field label={words('category')} error={errors[`next.rows.${index}.category`]}>
                  <Input
                    value={row.category}
                    list={`${id}-categories`}
                    onChange={({ target }) => putRow(index, { category: target.value })}
                  />
                </Field>
                <Target
                  target={row}
                  label={words('to')}
                  extractions={extractions}
                  errorOf={(member) => errors[`next.rows.${index}.${member}`]}
                  put={(target) => putRow(index, target)}
                  onMake={() => make(index)}
                >
                  <option value="">{words('choose')}</option>
                  <option value="leave">{words('leave')}</option>
                </Target>
                {row.to !== '' && row.to !== 'leave' && (
                  <Field label={words('linked')} hint={words('linkedHint')} error={errors[`next.rows.${index}.linked`]}>
                    <Select
                      value={row.linked}
                      onChange={({ target }) => putRow(index, { linked: target.value as NextRow['linked'] })}
                    >
                      <option value="">{words('choose')}</option>
                      <option value="no">{words('linkedNo')}</option>
                      <option value="yes">{words('linkedYes')}</option>
                    </Select>
                  </Field>
                )}
              </div>
              <IconButton
                className={styles.remove}
                label={words('remove', { number: String(index + 1) })}
                icon={<Trash2 aria-hidden />}
                onClick={() => remove(index)}
              />
            </fieldset>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button id={`${id}-add`} size="small" icon={<Plus aria-hidden />} onClick={add}>
          {words('add')}
        </Button>
      </div>
      {next.rows.length > 0 && (
        <div className={styles.fields}>
          <Target
            target={next.otherwise}
            label={words('otherwise')}
            hint={words('otherwiseHint')}
            extractions={extractions}
            errorOf={(member) => errors[`next.otherwise.${member}`]}
            put={putOtherwise}
            onMake={() => make('otherwise')}
          >
            <option value="review">{words('review')}</option>
            <option value="leave">{words('leave')}</option>
          </Target>
          <Field label={words('below')} hint={words('belowHint')} optional error={errors['next.below']}>
            <Input inputMode="decimal" value={next.below} onChange={({ target }) => put({ below: target.value })} />
          </Field>
        </div>
      )}
      {making !== undefined && (
        <NewExtractionDialog
          draft={draft}
          change={change}
          onMade={(to) => (making === 'otherwise' ? putOtherwise({ to, id: '' }) : putRow(making, { to, id: '' }))}
          onClose={() => make(undefined)}
        />
      )}
    </fieldset>
  );
}

interface TargetProps {
  readonly target: NextTarget;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly extractions: readonly { readonly id: string; readonly name: string }[];
  readonly errorOf: (member: keyof NextTarget) => ReactNode;
  readonly put: (changes: Partial<NextTarget>) => void;
  /** Makes a new extraction to go on to. */
  readonly onMake: () => void;
  /** What may be chosen beside an extraction. */
  readonly children: ReactNode;
}

/** An extraction that is known here, or another one by its ID. */
function Target({ target: { to, id }, label, hint, extractions, errorOf, put, onMake, children }: TargetProps) {
  const words = useWords('folders.next');
  const others = ['', 'id', 'leave', 'review', ...extractions.map((each) => each.id)];
  return (
    <>
      <Field label={label} error={errorOf('to')} {...(hint !== undefined && { hint })}>
        <Select value={to} onChange={(event) => put({ to: event.target.value })}>
          {children}
          {extractions.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
          {!others.includes(to) && <option value={to}>{to}</option>}
          <option value="id">{words('byId')}</option>
        </Select>
        <Button className={styles.make} size="small" icon={<SquarePlus aria-hidden />} onClick={onMake}>
          {words('new')}
        </Button>
      </Field>
      {to === 'id' && (
        <Field label={words('id')} error={errorOf('id')}>
          <Input value={id} onChange={(event) => put({ id: event.target.value })} />
        </Field>
      )}
    </>
  );
}
