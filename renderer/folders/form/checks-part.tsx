import { type ReactNode, useId } from 'react';
import { checkKinds } from '../../../electron/core/checks/rules.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { Field, Input, SelectField, TextArea } from '../../components/field.tsx';
import { Text, useWords } from '../../words/words.tsx';
import { type CheckDraft, type CheckMember, emptyCheck, isList, membersOf } from './draft.ts';
import type { PartProps } from './part.tsx';
import { useRouteViews } from './part.tsx';
import { RowList } from './rows.tsx';

/** The folder's own checks: one below the other. */
export function ChecksPart({ draft, change, errors }: PartProps) {
  const words = useWords('checks.form');
  const { fields } = useRouteViews(draft);
  const id = useId();
  const { checks } = draft;
  return (
    <fieldset className="stack gap-2">
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
