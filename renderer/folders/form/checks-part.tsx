import { FlaskConical, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { checkKinds, isBreached } from '../../../electron/core/checks/rules.ts';
import type { CheckTrial } from '../../../electron/core/checks/trial.ts';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Field, Input, Select, TextArea } from '../../components/field.tsx';
import { Problem } from '../../components/problem.tsx';
import { ScrollList } from '../../components/scroll-list.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useHostQuery } from '../../host/use-host-query.ts';
import { hrefOf } from '../../navigation.ts';
import { Text, useWords } from '../../words/words.tsx';
import { type CheckDraft, checkProblems, emptyCheck, rulesOf } from './check-draft.ts';
import styles from './checks.module.css';
import choices from './choice.module.css';
import type { Draft } from './draft.ts';
import form from './form.module.css';
import type { PartProps } from './frame.tsx';
import { routeOf } from './use-route-step.ts';

interface ChecksPartProps extends PartProps {
  readonly watched?: WatchedFolder | undefined;
}

/** The folder's own checks: one below the other, and what they would say of the results that are there. */
export function ChecksPart({ draft, change, errors, watched }: ChecksPartProps) {
  const words = useWords('checks.form');
  const list = useRef<HTMLUListElement>(null);
  const fields = useFields(draft);
  const id = useId();
  const { checks } = draft;
  const put = (index: number, changes: Partial<CheckDraft>): void =>
    change({ checks: checks.map((check, position) => (position === index ? { ...check, ...changes } : check)) });
  const focus = (index: number): void => {
    requestAnimationFrame(() => list.current?.querySelectorAll('select')[index]?.focus());
  };
  const add = (): void => {
    change({ checks: [...checks, emptyCheck] });
    focus(checks.length);
  };
  const remove = (index: number): void => {
    change({ checks: checks.filter((_, position) => position !== index) });
    if (checks.length > 1) focus(Math.max(0, index - 1));
    else requestAnimationFrame(() => document.getElementById(`${id}-add`)?.focus());
  };
  return (
    <fieldset className={choices.choices}>
      <legend>{words('title')}</legend>
      <p className={form.hint}>{words('about')}</p>
      <datalist id={`${id}-fields`}>
        {fields.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <ul ref={list} className={styles.checks}>
        {checks.map((check, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and all their state is in the draft.
          <li key={index}>
            <fieldset className={styles.check}>
              <legend className="unseen">{words('number', { number: index + 1 })}</legend>
              <CheckFields
                check={check}
                put={(changes) => put(index, changes)}
                errorOf={(member) => errors[`checks.${index}.${member}`]}
                fieldsId={`${id}-fields`}
              />
              <IconButton
                className={styles.remove}
                label={words('remove', { number: index + 1 })}
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
      {watched !== undefined && checks.length > 0 && <Trial draft={draft} watched={watched} />}
    </fieldset>
  );
}

interface CheckFieldsProps {
  readonly check: CheckDraft;
  readonly put: (changes: Partial<CheckDraft>) => void;
  readonly errorOf: (member: keyof CheckDraft) => ReactNode;
  /** The id of the list of the extraction's fields. */
  readonly fieldsId: string;
}

/** What one kind of check needs to know. */
function CheckFields({ check, put, errorOf, fieldsId }: CheckFieldsProps) {
  const words = useWords('checks.form');
  const text = (
    member: Exclude<keyof CheckDraft, 'check'>,
    label: ReactNode,
    around: { hint?: ReactNode; optional?: boolean; isKey?: boolean } = {},
  ) => {
    const { isKey = false, ...rest } = around;
    return (
      <Field key={member} label={label} error={errorOf(member)} {...rest}>
        <Input
          value={check[member]}
          {...(isKey && { list: fieldsId })}
          onChange={({ target }) => put({ [member]: target.value })}
        />
      </Field>
    );
  };
  const lines = (member: 'values' | 'parts', label: ReactNode, hint: ReactNode) => (
    <Field key={member} label={label} hint={hint} error={errorOf(member)}>
      <TextArea rows={3} spellCheck={false} value={check[member]} onChange={({ target }) => put({ [member]: target.value })} />
    </Field>
  );
  const needs = (): ReactNode[] => {
    const field = text('field', words('field'), { isKey: true });
    switch (check.check) {
      case 'required':
      case 'iban':
      case 'vat-id':
        return [field];
      case 'pattern':
        return [field, text('pattern', words('pattern'), { hint: words('patternHint') })];
      case 'one-of':
        return [field, lines('values', words('values'), words('valuesHint'))];
      case 'date':
        return [
          field,
          text('from', words('from'), { hint: words('dayHint') }),
          text('to', words('to'), { hint: words('dayHint') }),
        ];
      case 'amount':
        return [field, text('from', words('least')), text('to', words('most'))];
      case 'sum':
        return [lines('parts', words('parts'), words('partsHint')), text('field', words('total'), { isKey: true })];
      case 'second-scan':
        return [
          text('vendor', words('vendor'), { isKey: true }),
          text('field', words('invoiceNumber'), { isKey: true }),
          text('date', words('date'), { isKey: true }),
          text('days', words('days')),
        ];
      default:
        return assertNever(check.check);
    }
  };
  return (
    <div className={styles.fields}>
      <Field label={words('kind')} error={errorOf('check')} hint={words(`kinds.${check.check}.hint`)}>
        <Select value={check.check} onChange={({ target }) => put({ check: target.value as CheckDraft['check'] })}>
          {checkKinds.map((kind) => (
            <option key={kind} value={kind}>
              {words(`kinds.${kind}.name`)}
            </option>
          ))}
        </Select>
      </Field>
      {needs()}
      {text('name', words('name'), { optional: true, hint: words('nameHint') })}
    </div>
  );
}

/** The keys of the extraction's fields, as far as they are known: they are suggested. */
export function useFields(draft: Draft): readonly string[] {
  const { data: routes = [] } = useHostQuery('routes', {});
  if (draft.choice === 'new-extraction')
    return draft.newExtraction.fields.map(({ key }) => key.trim()).filter((key) => key !== '');
  const known = [...routes, ...(draft.found === undefined ? [] : [draft.found])];
  return known.find((view) => routeKey(view.route) === routeKey(routeOf(draft)))?.fields.map(({ key }) => key) ?? [];
}

/** Tries the rules as they are in the form; nothing is changed, and nothing is kept. */
function Trial({ draft, watched }: { readonly draft: Draft; readonly watched: WatchedFolder }) {
  const words = useWords('checks.form');
  const { run, isRunning, problem } = useHostCommand('tryChecks');
  const [tried, setTried] = useState<{ readonly trial: CheckTrial; readonly of: string }>();
  const wanted = JSON.stringify([draft.checks, draft.dates, draft.choice]);
  const isSound = Object.keys(checkProblems(draft.checks)).length === 0;
  const start = async (): Promise<void> => {
    const answer = await run({
      id: watched.id,
      route: routeOf(draft),
      ...(draft.dates !== '' && { dates: draft.dates }),
      checks: rulesOf(draft.checks),
    });
    if (answer.ok) setTried({ trial: answer.value, of: wanted });
  };
  const trial = tried?.trial;
  return (
    <div className={styles.trial}>
      <div className={styles.actions}>
        <Button
          size="small"
          icon={<FlaskConical aria-hidden />}
          busy={isRunning}
          disabled={!isSound}
          onClick={() => void start()}
        >
          {words('try')}
        </Button>
        <span className={form.hint}>{words(isSound ? 'tryHint' : 'tryWrong')}</span>
      </div>
      <Problem problem={problem} />
      <div role="status">
        {trial !== undefined && (
          <p>
            {words(trial.more ? 'wouldFlagNewest' : 'wouldFlag', { flagged: trial.flagged, checked: trial.checked })}
            {tried?.of !== wanted && ` ${words('changedSince')}`}
          </p>
        )}
      </div>
      {trial !== undefined && <TriedDocuments trial={trial} />}
    </div>
  );
}

/** The documents that a rule would flag, and those of which one cannot say, each with what is said of it. */
export function TriedDocuments({ trial }: { readonly trial: CheckTrial }) {
  const words = useWords('checks.form');
  const flagged = trial.documents.filter(({ findings }) => isBreached(findings));
  const unchecked = trial.documents.filter(({ findings }) => !isBreached(findings));
  return (
    <>
      <DocumentList label={words('flagged')} documents={flagged} />
      {flagged.length < trial.flagged && <p className={form.hint}>{words('more', { count: trial.flagged - flagged.length })}</p>}
      {unchecked.length > 0 && (
        <details>
          <summary>{words('unchecked', { count: unchecked.length })}</summary>
          <DocumentList label={words('uncheckedList')} documents={unchecked} />
        </details>
      )}
    </>
  );
}

function DocumentList({ label, documents }: { readonly label: string; readonly documents: CheckTrial['documents'] }) {
  if (documents.length === 0) return null;
  return (
    <ScrollList label={label}>
      {documents.map(({ id, path, findings }) => (
        <li key={id}>
          <a href={hrefOf({ screen: 'review', documentId: id })}>{path}</a>
          {findings.map(({ rule, message }) => (
            <p key={rule}>
              <strong>{rule}</strong> <Text message={message} />
            </p>
          ))}
        </li>
      ))}
    </ScrollList>
  );
}
