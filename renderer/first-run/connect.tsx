import { ArrowLeft, ChevronRight, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Message } from '../../electron/core/messages/message.ts';
import { assertNever } from '../../electron/core/result.ts';
import { Banner } from '../components/banner.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { Field, Form, Input, TextField } from '../components/field.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
import { go } from '../navigation.ts';
import { completed, problemWith } from '../settings/connection.ts';
import { Text, useText, useWords } from '../words/words.tsx';
import styles from './first-run.module.css';

/** Kept in memory only: the window never stores a key. */
export type Typed = Readonly<Record<'url' | 'key', string>>;

type Errors = { readonly [Field in keyof Typed]?: ReactNode };

interface ConnectProps {
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly onBack: () => void;
}

/** Address and key of a service, tested before they are saved. Errors appear at their field, and no entry is lost. */
export function Connect({ typed, onType, onBack }: ConnectProps) {
  const words = useWords('firstRun');
  const { data: preferences } = useHostQuery('preferences', {});
  const [errors, setErrors] = useState<Errors>({});
  const [unknown, setUnknown] = useState<Message>();
  const [isShown, show] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const keep = useHostCommand('connect');
  const toast = useToast();
  const inWords = useText();

  const type = (changes: Partial<Typed>): void => {
    onType({ ...typed, ...changes });
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))));
    setUnknown(undefined);
  };
  const wrong = (found: Errors): void => {
    setErrors(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const connect = async (): Promise<void> => {
    if (keep.isRunning) return;
    const service = preferences?.service ?? { sandbox: false, key: 'none' };
    const url = completed(typed.url);
    type({ url });
    const problem = problemWith(url, typed.key, service);
    setUnknown(undefined);
    if (problem !== undefined) return wrong({ [problem.field]: words(`wrong.${problem.kind}`) });
    setErrors({});
    // As soon as there is a service, the window leaves the first run: for the form that adds the first folder.
    go({ screen: 'folders', adding: true }, 'replace');
    const answer = await keep.run({ url, ...(typed.key.trim() !== '' && { key: typed.key.trim() }) });
    if (!answer.ok) {
      const { field, message } = answer.error;
      if (field === 'url' || field === 'key') wrong({ [field]: <Text message={message} /> });
      return;
    }
    const trial = answer.value;
    switch (trial.kind) {
      // The toast is on top of whatever the window shows by then.
      case 'good':
        return toast({ text: words(trial.keptIn === 'this-run' ? 'connectedRun' : 'connected') });
      case 'good-but-empty':
        return toast({ text: words('connectedEmpty', { message: inWords(trial.message) }), tone: 'bad' });
      case 'bad':
        return wrong({ [trial.field]: <Text message={trial.message} /> });
      case 'unknown':
        return setUnknown(trial.message);
      default:
        return assertNever(trial);
    }
  };
  const keychainProblem = preferences?.service.keychainProblem;
  const isAtField = keep.problem?.field === 'url' || keep.problem?.field === 'key';
  return (
    <Form
      ref={form}
      className={styles.panel}
      aria-label={words('connectTitle')}
      onSubmit={() => void connect()}
      onKeyDown={(event) => event.key === 'Escape' && onBack()}
    >
      <h2>{words('connectTitle')}</h2>
      <TextField
        ref={(input) => {
          if (document.activeElement === document.body) input?.focus();
        }}
        label={words('address')}
        hint={words('addressHint')}
        error={errors.url}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={typed.url}
        onText={(url) => type({ url })}
      />
      <Field label={words('key')} hint={words('keyHint')} error={errors.key}>
        <div className={styles.keyRow}>
          <Input
            type={isShown ? 'text' : 'password'}
            autoComplete="off"
            value={typed.key}
            onChange={({ target }) => type({ key: target.value })}
          />
          <IconButton
            kind="plain"
            label={words('keyShow')}
            aria-pressed={isShown}
            icon={isShown ? <EyeOff /> : <Eye />}
            onClick={() => show(!isShown)}
          />
        </div>
      </Field>
      <details className={styles.what}>
        <summary>
          <ChevronRight />
          {words('keyWhatTitle')}
        </summary>
        <p>{words('keyWhat')}</p>
        <p>
          {keychainProblem === undefined ? (
            words('keyWhere')
          ) : (
            <>
              {words('keyNoKeychain')} <Text message={keychainProblem} />
            </>
          )}
        </p>
      </details>
      <div role="alert">
        {unknown !== undefined && (
          <Banner tone="warn" title={words('unknown')}>
            <Text message={unknown} />
          </Banner>
        )}
      </div>
      <Problem problem={isAtField ? undefined : keep.problem} />
      <footer className={styles.foot}>
        <Button icon={<ArrowLeft />} onClick={onBack}>
          {words('back')}
        </Button>
        <span role="status" className={styles.hint}>
          {keep.isRunning && words('testing')}
        </span>
        <Button type="submit" kind="primary" busy={keep.isRunning}>
          {words('connect')}
        </Button>
      </footer>
    </Form>
  );
}
