import { useState } from 'react';
import type { ExtractionView } from '../../../electron/core/contract/definitions.ts';
import type { Immutable } from '../../../electron/core/plain-data.ts';
import { Banner } from '../../components/banner.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useToast } from '../../components/toast.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { Text, useWords } from '../../words/words.tsx';
import form from '../form/make.module.css';
import { ExtractionFields } from '../form/new-route.tsx';
import { moveOnEnter } from '../form/rows.tsx';
import { type Change, changesOf, type WantedExtraction } from './changes.ts';
import styles from './definitions.module.css';

type ExtractionTexts = Immutable<WantedExtraction>;

interface EditProps {
  readonly seen: ExtractionView;
  readonly onClose: () => void;
}

/** The form of an extraction, and then what it would change: only that is sent to the service. */
export function EditExtraction({ seen, onClose }: EditProps) {
  const words = useWords('folders.definitions');
  const toast = useToast();
  const { name, description, language, fields } = seen;
  const [draft, setDraft] = useState<ExtractionTexts>({ name, description, language, fields });
  const [step, setStep] = useState<'form' | 'check'>('form');
  const [wrong, setWrong] = useState(false);
  const update = useHostCommand('updateExtraction', ['routes', 'status']);
  const wanted = trimmed(draft, seen);
  const changes = changesOf(seen, wanted);
  const check = (): void => {
    const isWhole = wanted.name !== '' && wanted.fields.length > 0;
    setWrong(!isWhole);
    if (isWhole) setStep('check');
  };
  const save = async (): Promise<void> => {
    const answer = await update.run({ id: seen.id, seen: { name, description, language, fields: [...fields] }, wanted });
    if (!answer.ok) {
      if (answer.error.field !== undefined) setStep('form');
      return;
    }
    toast({ text: words('saved', { name: wanted.name }) });
    onClose();
  };
  if (step === 'check')
    return (
      <Confirm
        key="check"
        title={words('checkTitle')}
        size="normal"
        other={words('back')}
        onOther={() => setStep('form')}
        action={words('save')}
        busy={update.isRunning}
        disabled={changes.length === 0}
        onClose={onClose}
        onConfirm={() => void save()}
      >
        <div className={styles.facts}>
          {changes.length === 0 ? <p>{words('nothing')}</p> : <Changes changes={changes} />}
          <p className="hint">
            {words('editNote')} {changes.some(({ kind }) => kind !== 'description') && words('fieldsNote')}
          </p>
          <Problem problem={update.problem} />
        </div>
      </Confirm>
    );
  return (
    <Confirm
      key="form"
      size="large"
      title={words('editTitle', { name })}
      action={words('check')}
      onClose={onClose}
      onConfirm={check}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter for the inputs inside. */}
      <div className={form.make} onKeyDown={moveOnEnter}>
        <ExtractionFields draft={draft} put={(changes) => setDraft({ ...draft, ...changes })} errors={{}} />
      </div>
      <div role="alert">
        {wrong && <Banner tone="bad">{words('incomplete')}</Banner>}
        {update.problem?.field !== undefined && (
          <Banner tone="bad">
            <Text message={update.problem.message} />
          </Banner>
        )}
      </div>
    </Confirm>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const words = useWords('folders.definitions.change');
  const said = (change: Change): string => {
    if ('before' in change) return words(change.kind, { before: change.before, after: change.after });
    return 'key' in change ? words(change.kind, { key: change.key }) : words(change.kind);
  };
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={said(change)}>{said(change)}</li>
      ))}
    </ul>
  );
}

/** Without empty rows. What a person has not touched stays as the service has it, to the letter. */
function trimmed({ name, description, language, fields }: ExtractionTexts, seen: ExtractionView): WantedExtraction {
  const text = (typed: string, before: string | undefined) => (typed === before ? typed : typed.trim());
  const before = new Map(seen.fields.map((field) => [field.key, field]));
  return {
    name: text(name, seen.name),
    description: text(description, seen.description),
    language: text(language, seen.language),
    fields: fields
      .filter(({ key, description: what, example }) => [key, what, example].some((typed) => typed.trim() !== ''))
      .map((field) => {
        const old = before.get(field.key);
        return {
          key: text(field.key, old?.key),
          description: text(field.description, old?.description),
          example: text(field.example, old?.example),
        };
      }),
  };
}
