import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Preferences, Trial } from '../../electron/core/contract/preferences.ts';
import { assertNever } from '../../electron/core/result.ts';
import { Button } from '../components/button.tsx';
import { Form, TextField } from '../components/field.tsx';
import { Problem } from '../components/problem.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { Text, useWords } from '../words/words.tsx';
import { completed, isElsewhere, problemWith } from './connection.ts';
import styles from './settings.module.css';
import { useGuardedCommand } from './use-code.tsx';

type Attempt = { readonly what: 'test' | 'keep'; readonly trial: Trial };

/** What is wrong with a field, shown there until it is changed. */
type Errors = { readonly [Field in 'url' | 'key']?: ReactNode };

/**
 * Address and key, tested before they are saved; the page forgets the key once it is saved. The sandbox's own address is
 * never shown.
 */
export function ConnectionForm({ service }: { readonly service: Preferences['service'] }) {
  const words = useWords('settings.service');
  const [url, setUrl] = useState(service.sandbox ? '' : (service.url ?? ''));
  const [key, setKey] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState<Attempt>();
  const test = useHostCommand('tryConnection');
  const keep = useGuardedCommand('connect', ['preferences', 'status']);
  const isBusy = test.isRunning || keep.isRunning;
  const hasKey = service.key !== 'none' && !service.sandbox;
  const elsewhere = isElsewhere(completed(url), service);

  const run = async (what: 'test' | 'keep'): Promise<void> => {
    const address = completed(url);
    setUrl(address);
    const problem = problemWith(address, key, service);
    setAttempt(undefined);
    setErrors(problem === undefined ? {} : { [problem.field]: words(problem.kind) });
    if (problem !== undefined || isBusy) return;
    const input = { url: address, ...(key.trim() !== '' && { key: key.trim() }) };
    const answer = await (what === 'test' ? test : keep).run(input);
    if (!answer.ok) {
      const { field, message } = answer.error;
      if (field === 'url' || field === 'key') setErrors({ [field]: <Text message={message} /> });
      return;
    }
    const trial = answer.value;
    if (trial.kind === 'bad') setErrors({ [trial.field]: <Text message={trial.message} /> });
    else setAttempt({ what, trial });
    if (what === 'keep' && (trial.kind === 'good' || trial.kind === 'good-but-empty')) setKey('');
  };
  const refusal = test.problem ?? keep.problem;
  return (
    <>
      <Form data-connection className={styles.form} onSubmit={() => void run('keep')}>
        <TextField
          label={words('address')}
          hint={words('addressHint')}
          error={errors.url}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={url}
          onText={(text) => {
            setUrl(text);
            setErrors({ ...errors, url: undefined });
          }}
        />
        {service.key !== 'environment' && (
          <TextField
            label={words('key')}
            hint={hasKey ? words(elsewhere ? 'keyNew' : 'keyKeep') : words('keyHint')}
            error={errors.key}
            type="password"
            value={key}
            onText={(text) => {
              setKey(text);
              setErrors({ ...errors, key: undefined });
            }}
          />
        )}
        <div className="wrap gap-2">
          <Button busy={test.isRunning} disabled={keep.isRunning} onClick={() => void run('test')}>
            {words('test')}
          </Button>
          <Button type="submit" kind="primary" busy={keep.isRunning} disabled={test.isRunning}>
            {words('keep')}
          </Button>
        </div>
        <div role="status">{isBusy ? <p className="hint">{words('testing')}</p> : <Verdict attempt={attempt} />}</div>
        <Problem problem={refusal?.field === 'url' || refusal?.field === 'key' ? undefined : refusal} />
      </Form>
      {keep.dialog}
    </>
  );
}

function Verdict({ attempt }: { readonly attempt: Attempt | undefined }) {
  const words = useWords('settings.service');
  if (attempt === undefined) return null;
  const { what, trial } = attempt;
  switch (trial.kind) {
    case 'good':
      return <Line isGood>{what === 'test' ? words('good') : words(`keptIn.${trial.keptIn ?? 'nowhere'}`)}</Line>;
    case 'good-but-empty':
      return (
        <>
          {what === 'keep' && <Line isGood>{words(`keptIn.${trial.keptIn ?? 'nowhere'}`)}</Line>}
          <Line>{words.rich('empty', { message: () => <Text message={trial.message} /> })}</Line>
        </>
      );
    case 'unknown':
      return <Line>{words.rich('unknown', { message: () => <Text message={trial.message} /> })}</Line>;
    case 'bad':
      // Shown at its field.
      return null;
    default:
      return assertNever(trial);
  }
}

function Line({ isGood = false, children }: { readonly isGood?: boolean; readonly children: ReactNode }) {
  return (
    <p className={styles.verdict} data-good={isGood}>
      {isGood ? <CircleCheck /> : <TriangleAlert />}
      <span>{children}</span>
    </p>
  );
}
