import { useQueryClient } from '@tanstack/react-query';
import { SquarePlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { Problem } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Field, Select, SelectField, TextField } from '../../components/field.tsx';
import { useHostQuery } from '../../host/host.tsx';
import { Text, useWords } from '../../words/words.tsx';
import { emptyRow, type NextDraft, type NextTarget, routeOf } from './draft.ts';
import styles from './form.module.css';
import { type PartProps, useRouteViews } from './part.tsx';
import { NewExtraction } from './route-part.tsx';
import { RowList } from './rows.tsx';
import { routeProblems } from './settings-of.ts';
import { useForm } from './use-form.ts';

/**
 * Where documents go on by their category: a row for each, and what becomes of the others. For a folder that is added, the categories
 * that are known are there already, and stop here until it is said where they go. Until a row is touched, nothing is saved of them:
 * what becomes of the others is asked from then on.
 */
export function NextPart({ draft, change, errors, isNew = false }: PartProps & { readonly isNew?: boolean }) {
  const words = useWords('folders.next');
  const id = useId();
  /** The row for which an extraction is being described, or what becomes of the others. */
  const [making, make] = useState<number | 'otherwise'>();
  const { viewOf, extractions } = useRouteViews(draft);
  const known = viewOf(routeOf(draft))?.categories ?? [];
  const made = draft.choice === 'new-classification' ? draft.newClassification.categories : [];
  const names = [...known, ...made].map(({ name }) => name.trim()).filter((name) => name !== '');
  const typed = draft.next;
  const [isTouched, touch] = useState(false);
  const isUntouched = isNew && !isTouched && typed.rows.length === 0 && made.length === 0;
  const next = isUntouched ? { ...typed, rows: names.map((category) => ({ ...emptyRow, category, to: 'leave' })) } : typed;
  const free = names.filter((name) => next.rows.every(({ category }) => category.trim() !== name));
  const put = (changes: Partial<NextDraft>): void => {
    touch(true);
    change({ next: { ...next, ...changes } });
  };
  const putOtherwise = (target: Partial<NextTarget>): void => put({ otherwise: { ...next.otherwise, ...target } });
  return (
    <fieldset className="stack gap-2">
      <legend>{words('title')}</legend>
      <p className="hint">{words('about')}</p>
      <div role="alert">{errors.next !== undefined && <Text message={errors.next} />}</div>
      <datalist id={`${id}-categories`}>
        {free.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <RowList
        rows={next.rows}
        empty={{ ...emptyRow, category: free[0] ?? '' }}
        onChange={(rows) => put({ rows })}
        nameOf={(number) => words('number', { number: String(number) })}
        removeOf={(number) => words('remove', { number: String(number) })}
        add={words('add')}
      >
        {(row, putOwn, index) => (
          <>
            <TextField
              label={words('category')}
              error={errors[`next.rows.${index}.category`]}
              list={`${id}-categories`}
              value={row.category}
              onText={(category) => putOwn({ category })}
            />
            <Target
              target={row}
              label={words('to')}
              extractions={extractions}
              errorOf={(member) => errors[`next.rows.${index}.${member}`]}
              put={putOwn}
              onMake={() => make(index)}
            >
              <option value="">{words('choose')}</option>
              <option value="leave">{words('leave')}</option>
            </Target>
            {row.to !== '' && row.to !== 'leave' && (
              <SelectField
                label={words('linked')}
                hint={words('linkedHint')}
                error={errors[`next.rows.${index}.linked`]}
                value={row.linked}
                options={[
                  ['', words('choose')],
                  ['no', words('linkedNo')],
                  ['yes', words('linkedYes')],
                ]}
                onChoose={(linked) => putOwn({ linked })}
              />
            )}
          </>
        )}
      </RowList>
      {typed.rows.length > 0 && (
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
          <TextField
            label={words('below')}
            hint={words('belowHint')}
            optional
            error={errors['next.below']}
            inputMode="decimal"
            value={next.below}
            onText={(below) => put({ below })}
          />
        </div>
      )}
      {making !== undefined && (
        <NewExtractionDialog
          draft={draft}
          change={change}
          onMade={(to) => {
            const target = { to, id: '' };
            if (making === 'otherwise') putOtherwise(target);
            else put({ rows: next.rows.map((row, index) => (index === making ? { ...row, ...target } : row)) });
          }}
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
  readonly extractions: readonly RouteView[];
  readonly errorOf: (member: keyof NextTarget) => Message | undefined;
  readonly put: (changes: Partial<NextTarget>) => void;
  /** Makes a new extraction to go on to. */
  readonly onMake: () => void;
  /** What may be chosen beside an extraction. */
  readonly children: ReactNode;
}

/** An extraction that is known here, or another one by its ID. */
function Target({ target: { to, id }, label, hint, extractions, errorOf, put, onMake, children }: TargetProps) {
  const words = useWords('folders.next');
  const others = ['', 'id', 'leave', 'review', ...extractions.map(({ route }) => route.id)];
  return (
    <>
      <Field label={label} hint={hint} error={errorOf('to')}>
        <Select value={to} onChange={(event) => put({ to: event.target.value })}>
          {children}
          {extractions.map(({ route, name }) => (
            <option key={route.id} value={route.id}>
              {name}
            </option>
          ))}
          {!others.includes(to) && <option value={to}>{to}</option>}
          <option value="id">{words('byId')}</option>
        </Select>
        <Button className={styles.beside} size="small" icon={<SquarePlus />} onClick={onMake}>
          {words('new')}
        </Button>
      </Field>
      {to === 'id' && <TextField label={words('id')} error={errorOf('id')} value={id} onText={(typed) => put({ id: typed })} />}
    </>
  );
}

interface NewExtractionDialogProps extends Pick<PartProps, 'draft' | 'change'> {
  /** Gets the id of the extraction that was made. */
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** Makes an extraction without leaving the form. What is typed stays in the form's draft until it is made. */
function NewExtractionDialog({ draft, change, onMade, onClose }: NewExtractionDialogProps) {
  const words = useWords('folders');
  const client = useQueryClient();
  const { data: status } = useHostQuery('status', {});
  // Of what the form's own step would change, only the entries for the extraction are this dialog's.
  const form = useForm<HTMLDivElement>({
    draft: { ...draft, choice: 'new-extraction' },
    change: ({ newExtraction }) => newExtraction !== undefined && change({ newExtraction }),
  });
  const { isRunning } = form;
  const make = async (): Promise<void> => {
    if (isRunning || !form.isSound(routeProblems(form.draft))) return;
    const route = await form.toRoute();
    if (route === undefined) return;
    void client.invalidateQueries({ queryKey: ['routes'] });
    onMade(route.id);
    onClose();
  };
  // What is being made would otherwise come back into a row that may be another one by then.
  const close = (): void => {
    if (!isRunning) onClose();
  };
  return createPortal(
    <Confirm
      size="large"
      title={words('to.newExtraction')}
      action={words(isRunning ? 'form.working' : 'form.makeExtraction')}
      busy={isRunning}
      onClose={close}
      onConfirm={() => void make()}
    >
      <div ref={form.frame}>
        <NewExtraction {...form} isSandbox={status?.sandbox === true} />
        <Problem problem={form.problem} />
      </div>
    </Confirm>,
    document.body,
  );
}
