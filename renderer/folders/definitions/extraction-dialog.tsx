import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ExtractionView } from '../../../electron/core/contract/definitions.ts';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import type { Immutable } from '../../../electron/core/plain-data.ts';
import { Banner, Problem } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Confirm, ConfirmCommand, Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { toast, toastRefusal } from '../../components/toast.tsx';
import { useHostCommand, useHostQuery } from '../../host/host.tsx';
import { kept, useKept } from '../../host/kept.ts';
import { Text, useFormats, useWords } from '../../words/words.tsx';
import { ExtractionFields, FieldTable } from '../form/route-part.tsx';
import { EnterMoves } from '../form/rows.tsx';
import { type Change, changesOf, type WantedExtraction } from './changes.ts';
import styles from './definitions.module.css';

export interface DefinitionProps {
  readonly view: RouteView;
  readonly onClose: () => void;
}

/** An extraction as the service has it now; from here it is changed and deleted. */
export function ExtractionDialog({ view, onClose }: DefinitionProps) {
  const words = useWords('folders.definitions');
  const { id } = view.route;
  // What is changed is what the service has now.
  const { data: seen, error } = useHostQuery('viewExtraction', { id }, { staleTime: 0, gcTime: 0 });
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  if (seen !== undefined && doing === 'edit') return <EditExtraction seen={seen} onClose={onClose} />;
  if (seen !== undefined && doing === 'delete') return <DeleteExtraction seen={seen} onClose={onClose} />;
  const actions = (
    <>
      <ForgetButton view={view} onClose={onClose} />
      <Button icon={<Trash2 />} disabled={seen === undefined} onClick={() => setDoing('delete')}>
        {words('delete')}
      </Button>
      <Button kind="primary" icon={<Pencil />} disabled={seen === undefined} onClick={() => setDoing('edit')}>
        {words('edit')}
      </Button>
    </>
  );
  return (
    <Dialog title={isolated(view.name)} onClose={onClose} actions={actions}>
      <div className="stack gap-3">
        <div role="status">{seen === undefined && error === null && words('loading')}</div>
        <Problem problem={error} />
        {seen !== undefined && <Facts seen={seen} />}
        <p className="hint">{words('id', { id })}</p>
      </div>
    </Dialog>
  );
}

/** Takes what no folder uses off the list. */
export function ForgetButton({ view: { route, name, usedBy }, onClose }: DefinitionProps) {
  const words = useWords('folders.definitions');
  const { run } = useHostCommand('forgetRoute', ['routes']);
  const forget = async (): Promise<void> => {
    const answer = await run(route);
    if (!answer.ok) return toastRefusal(answer.error.message);
    toast({ text: words('forgotten', { name }) });
    onClose();
  };
  return usedBy.length === 0 && <Button onClick={() => void forget()}>{words('forget')}</Button>;
}

interface SeenProps {
  readonly seen: ExtractionView;
  readonly onClose: () => void;
}

function Facts({ seen }: Pick<SeenProps, 'seen'>) {
  const words = useWords('folders.definitions');
  const formats = useFormats();
  const { name, description, language, fields, updatedAt, sent } = seen;
  const changedAt = Date.parse(updatedAt ?? '');
  return (
    <>
      {description !== '' && <p>{isolated(description)}</p>}
      <FieldTable name={name} fields={fields} />
      {language !== '' && <p>{words('language', { language: languageNamed(language) })}</p>}
      <p>{words('sent', { sent })}</p>
      {!Number.isNaN(changedAt) && <p className="hint">{words('lastChanged', { time: formats.moment(changedAt) })}</p>}
    </>
  );
}

/** A language by its name, in the window's language; what is no tag of one stays as it is. */
function languageNamed(tag: string): string {
  try {
    return new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Says what is lost for good and which folders stop, and has the name typed. */
function DeleteExtraction({ seen, onClose }: SeenProps) {
  const words = useWords('folders.definitions');
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const remove = useHostCommand('deleteExtraction', ['routes', 'folders', 'status']);
  const { id, name, usedBy, sent, awaited } = seen;
  const { problem } = remove;
  const isTyped = problem?.field === 'typed';
  return (
    <ConfirmCommand
      command={{ ...remove, problem: isTyped ? undefined : problem }}
      input={{ id, typed }}
      done={() => words('deleted', { name })}
      title={words('deleteTitle', { name })}
      action={words('deleteNow')}
      kind="danger"
      disabled={typed.trim() === ''}
      typed
      onClose={onClose}
    >
      <p>{words('lost')}</p>
      <p>{words('lostHere', { sent })}</p>
      {awaited > 0 && <Banner tone="warn">{words('lostAwaited', { count: awaited })}</Banner>}
      {usedBy.length > 0 && (
        <Banner tone="warn">{words('stops', { count: usedBy.length, paths: formats.list(usedBy.map(nameOf)) })}</Banner>
      )}
      <TextField label={words('typeName', { name })} value={typed} onText={setTyped} error={isTyped && problem.message} />
    </ConfirmCommand>
  );
}

type ExtractionTexts = Immutable<WantedExtraction>;

/** The form of an extraction, and then what it would change: only that is sent to the service. */
function EditExtraction({ seen, onClose }: SeenProps) {
  const words = useWords('folders.definitions');
  const { name, description, language, fields } = seen;
  // What was typed outlives Escape.
  const storeName = `extraction.${seen.id}`;
  const draft = useKept<ExtractionTexts>(storeName) ?? { name, description, language, fields };
  const discard = (): void => kept.set(storeName, undefined);
  const [step, setStep] = useState<'form' | 'check'>('form');
  const [wrong, setWrong] = useState(false);
  const update = useHostCommand('updateExtraction', ['routes', 'status']);
  const wanted = trimmed(draft, seen);
  const changes = changesOf(seen, wanted);
  const isAboutForm = update.problem?.field !== undefined;
  const check = (): void => {
    const isWhole = wanted.name !== '' && wanted.fields.length > 0;
    setWrong(!isWhole);
    if (!isWhole) return;
    update.reset();
    setStep('check');
  };
  if (step === 'check' && !isAboutForm)
    return (
      <ConfirmCommand
        key="check"
        command={update}
        input={{ id: seen.id, seen: { name, description, language, fields: [...fields] }, wanted }}
        done={() => {
          discard();
          return words('saved', { name: wanted.name });
        }}
        title={words('checkTitle')}
        other={words('back')}
        onOther={() => setStep('form')}
        action={words('save')}
        disabled={changes.length === 0}
        onClose={onClose}
      >
        {changes.length === 0 ? <p>{words('nothing')}</p> : <Changes changes={changes} />}
        <p className="hint">
          {words('editNote')} {changes.some(({ kind }) => kind !== 'description') && words('fieldsNote')}
        </p>
      </ConfirmCommand>
    );
  return (
    <Confirm
      key="form"
      size="large"
      title={words('editTitle', { name })}
      action={words('check')}
      onClose={onClose}
      onOther={() => {
        discard();
        onClose();
      }}
      onConfirm={check}
    >
      <EnterMoves>
        <ExtractionFields draft={draft} put={(changes) => kept.set(storeName, { ...draft, ...changes })} errors={{}} />
        <div role="alert">
          {wrong && <Banner tone="bad">{words('incomplete')}</Banner>}
          {isAboutForm && update.problem !== undefined && (
            <Banner tone="bad">
              <Text message={update.problem.message} />
            </Banner>
          )}
        </div>
      </EnterMoves>
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
