import { ChevronRight } from 'lucide-react';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { Field, Select, TextArea, TextField } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useWords } from '../../words/words.tsx';
import { budgetFields } from './checks.ts';
import { Choices } from './choice.tsx';
import type { Draft } from './draft.ts';
import { FilingPart } from './filing-part.tsx';
import styles from './form.module.css';
import type { PartProps } from './frame.tsx';
import make from './make.module.css';

/** Settings whose defaults suit most people: when and which files are picked up, and what happens when something goes wrong. */
export function AdvancedSettings({
  draft,
  change,
  errors,
  watched,
}: PartProps & { readonly watched?: WatchedFolder | undefined }) {
  const words = useWords('folders.advanced');
  return (
    <details className={styles.advanced}>
      <summary>
        <ChevronRight aria-hidden />
        <span>
          {words('title')} <span className={styles.hint}>{words('detail')}</span>
        </span>
      </summary>
      <div className={styles.advancedBody}>
        <div className={make.pair}>
          {(['settle', 'batchSize', ...budgetFields] as const).map((name) => (
            <TextField
              key={name}
              label={words(name)}
              hint={words(`${name}Hint`)}
              error={errors[name]}
              optional={name !== 'settle'}
              className={styles.number}
              inputMode={name === 'settle' ? 'decimal' : 'numeric'}
              value={draft[name]}
              onText={(text) => change({ [name]: text })}
            />
          ))}
          {(['include', 'ignore'] as const).map((name) => (
            <Field key={name} label={words(name)} optional hint={words(`${name}Hint`)} error={errors[name]}>
              <TextArea
                className={make.globs}
                rows={3}
                spellCheck={false}
                value={draft[name]}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            </Field>
          ))}
        </div>
        <Choices
          legend={words('changed')}
          value={draft.changed}
          options={[
            { value: 'ask', label: words('changedAsk') },
            { value: 'send', label: words('changedSend') },
          ]}
          onChoose={(changed) => change({ changed })}
        />
        <Switch
          label={words('incomplete')}
          hint={words('incompleteHint')}
          checked={draft.incomplete === 'send'}
          onChange={(send) => change({ incomplete: send ? 'send' : 'hold' })}
        />
        <Field className={styles.short} label={words('dates')} hint={words('datesHint')}>
          <Select value={draft.dates} onChange={({ target }) => change({ dates: target.value as Draft['dates'] })}>
            <option value="">{words('dateOrders.auto')}</option>
            <option value="day-first">{words('dateOrders.day-first')}</option>
            <option value="month-first">{words('dateOrders.month-first')}</option>
          </Select>
        </Field>
        <Choices
          legend={words('unresolved')}
          value={draft.unresolved}
          options={[
            { value: 'hold', label: words('unresolvedHold'), hint: words('unresolvedHoldHint') },
            { value: 'resend', label: words('unresolvedResend'), hint: words('unresolvedResendHint') },
          ]}
          onChoose={(unresolved) => change({ unresolved })}
        />
        <FilingPart draft={draft} change={change} errors={errors} watched={watched} />
      </div>
    </details>
  );
}
