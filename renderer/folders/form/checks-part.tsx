import { type ReactNode, useId } from 'react';
import { checkKinds, checkRulesSchema, isBreached } from '../../../electron/core/checks/rules.ts';
import type { CheckTrial } from '../../../electron/core/checks/trial.ts';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import choices from '../../components/choices.module.css';
import { Field, Input, SelectField, TextArea } from '../../components/field.tsx';
import { ScrollList } from '../../components/scroll-list.tsx';
import { hrefOf } from '../../navigation.ts';
import { Text, useWords } from '../../words/words.tsx';
import { type CheckDraft, type CheckMember, emptyCheck, isList, membersOf, ruleOf } from './check-draft.ts';
import { type Draft, datesOf, routeOf } from './draft.ts';
import type { PartProps } from './frame.tsx';
import { RowList } from './row-list.tsx';
import { TryOut } from './try-out.tsx';
import { useRouteViews } from './use-route-views.ts';

interface ChecksPartProps extends PartProps {
  readonly watched?: WatchedFolder | undefined;
}

/** The folder's own checks: one below the other, and what they would say of the results that are there. */
export function ChecksPart({ draft, change, errors, watched }: ChecksPartProps) {
  const words = useWords('checks.form');
  const { fields } = useRouteViews(draft);
  const id = useId();
  const { checks } = draft;
  return (
    <fieldset className={choices.choices}>
      <legend>{words('title')}</legend>
      <p className="hint">{words('about')}</p>
      <div role="alert">{errors.checks !== undefined && <Text message={errors.checks} />}</div>
      <datalist id={id}>
        {fields.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <RowList
        rows={checks}
        empty={emptyCheck}
        onChange={(changed) => change({ checks: changed })}
        nameOf={(number) => words('number', { number })}
        removeOf={(number) => words('remove', { number })}
        add={words('add')}
      >
        {(check, put, index) => (
          <CheckFields
            check={check}
            put={put}
            errorOf={(member) =>
              errors[`checks.${index}.${member}`] ?? (member === 'check' ? errors[`checks.${index}`] : undefined)
            }
            fieldsId={id}
          />
        )}
      </RowList>
      {watched !== undefined && checks.length > 0 && <Trial draft={draft} id={watched.id} />}
    </fieldset>
  );
}

interface CheckFieldsProps {
  readonly check: CheckDraft;
  readonly put: (changes: Partial<CheckDraft>) => void;
  readonly errorOf: (member: keyof CheckDraft) => Message | undefined;
  /** The id of the list of the extraction's fields. */
  readonly fieldsId: string;
}

/** What one kind of check needs to know. */
function CheckFields({ check, put, errorOf, fieldsId }: CheckFieldsProps) {
  const words = useWords('checks.form');
  const kind = check.check;
  const label = (member: CheckMember): string => {
    if (member === 'number') return words('invoiceNumber');
    if (kind === 'amount' && (member === 'from' || member === 'to')) return words(member === 'from' ? 'least' : 'most');
    return words(member);
  };
  const hint = (member: CheckMember): string | undefined => {
    if (kind === 'date' && (member === 'from' || member === 'to')) return words('dayHint');
    if (member === 'pattern' || isList(member) || member === 'name') return words(`${member as 'name' | 'parts'}Hint`);
    return undefined;
  };
  const control = (member: CheckMember): ReactNode => {
    const value = check[member] ?? '';
    if (isList(member))
      return <TextArea rows={3} spellCheck={false} value={value} onChange={({ target }) => put({ [member]: target.value })} />;
    const isKey = ['field', 'total', 'vendor', 'number', 'date'].includes(member);
    return <Input value={value} {...(isKey && { list: fieldsId })} onChange={({ target }) => put({ [member]: target.value })} />;
  };
  return (
    <>
      <SelectField
        label={words('kind')}
        error={errorOf('check')}
        hint={words(`kinds.${kind}.hint`)}
        value={kind}
        options={checkKinds.map((each) => [each, words(`kinds.${each}.name`)])}
        onChoose={(chosen) => put({ check: chosen })}
      />
      {membersOf(kind).map((member) => (
        <Field key={member} label={label(member)} hint={hint(member)} error={errorOf(member)} optional={member === 'name'}>
          {control(member)}
        </Field>
      ))}
    </>
  );
}

/** Tries the rules as they are in the form. */
function Trial({ draft, id }: { readonly draft: Draft; readonly id: number }) {
  const words = useWords('checks.form');
  const checks = checkRulesSchema.safeParse(draft.checks.map(ruleOf)).data;
  return (
    <TryOut
      command="tryChecks"
      input={checks && { id, route: routeOf(draft), ...datesOf(draft), checks }}
      action={words('try')}
      hint={words(checks === undefined ? 'tryWrong' : 'tryHint')}
      changed={words('changedSince')}
      sumOf={({ more, flagged, checked }) => words(more ? 'wouldFlagNewest' : 'wouldFlag', { flagged, checked })}
    >
      {(trial) => <TriedDocuments trial={trial} />}
    </TryOut>
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
      {flagged.length < trial.flagged && <p className="hint">{words('more', { count: trial.flagged - flagged.length })}</p>}
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
