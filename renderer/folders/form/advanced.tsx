import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Field, Input, TextArea } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useWords } from '../../words/words.tsx';
import { Choice, Choices } from './choice.tsx';
import styles from './form.module.css';
import type { PartProps } from './frame.tsx';
import make from './make.module.css';

/** Settings whose defaults suit most people: when and which files are picked up, and what happens when something goes wrong. */
export function AdvancedSettings({ draft, change, errors }: PartProps) {
  const words = useWords('folders.advanced');
  const changedGroup = useId();
  const unresolvedGroup = useId();
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
          <Field label={words('settle')} hint={words('settleHint')} error={errors.settle}>
            <Input
              className={styles.number}
              inputMode="decimal"
              value={draft.settle}
              onChange={({ target }) => change({ settle: target.value })}
            />
          </Field>
          <Field label={words('batchSize')} optional hint={words('batchSizeHint')} error={errors.batchSize}>
            <Input
              className={styles.number}
              inputMode="numeric"
              value={draft.batchSize}
              onChange={({ target }) => change({ batchSize: target.value })}
            />
          </Field>
          <Field label={words('include')} optional hint={words('includeHint')} error={errors.include}>
            <TextArea
              className={make.globs}
              rows={3}
              spellCheck={false}
              value={draft.include}
              onChange={({ target }) => change({ include: target.value })}
            />
          </Field>
          <Field label={words('ignore')} optional hint={words('ignoreHint')} error={errors.ignore}>
            <TextArea
              className={make.globs}
              rows={3}
              spellCheck={false}
              value={draft.ignore}
              onChange={({ target }) => change({ ignore: target.value })}
            />
          </Field>
        </div>
        <Choices legend={words('changed')}>
          <Choice
            group={changedGroup}
            label={words('changedSend')}
            checked={draft.changed === 'send'}
            onChoose={() => change({ changed: 'send' })}
          />
          <Choice
            group={changedGroup}
            label={words('changedAsk')}
            checked={draft.changed === 'ask'}
            onChoose={() => change({ changed: 'ask' })}
          />
        </Choices>
        <Choices legend={words('unresolved')}>
          <Choice
            group={unresolvedGroup}
            label={words('unresolvedHold')}
            hint={words('unresolvedHoldHint')}
            checked={draft.unresolved === 'hold'}
            onChoose={() => change({ unresolved: 'hold' })}
          />
          <Choice
            group={unresolvedGroup}
            label={words('unresolvedResend')}
            hint={words('unresolvedResendHint')}
            checked={draft.unresolved === 'resend'}
            onChoose={() => change({ unresolved: 'resend' })}
          />
        </Choices>
        <Switch label={words('move')} hint={words('moveHint')} checked={draft.move} onChange={(move) => change({ move })} />
        {draft.move && (
          <Field className={styles.short} label={words('moveTo')} error={errors.moveTo}>
            <Input value={draft.moveTo} onChange={({ target }) => change({ moveTo: target.value })} />
          </Field>
        )}
      </div>
    </details>
  );
}
