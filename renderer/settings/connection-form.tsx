import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Preferences, Trial } from '../../electron/core/contract/preferences.ts';
import { assertNever } from '../../electron/core/result.ts';
import { Button } from '../components/button.tsx';
import { Form, TextField } from '../components/field.tsx';
import { IconLine } from '../components/icon-line.tsx';
import { Problem } from '../components/problem.tsx';
import { toast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { Text, useText, useWords } from '../words/words.tsx';
import { completed, isElsewhere, problemWith } from './connection.ts';
import { useGuardedCommand } from './use-code.tsx';

/** What is wrong with a field, shown there until it is changed. */
type Errors = { readonly [Field in 'url' | 'key']?: ReactNode };

interface ConnectionFormProps {
  readonly service: Preferences['service'];
  /** Called as soon as address and key are being saved. */
  readonly onKeep?: () => void;
}

/**
 * Address and key, tested before they are saved; the page forgets the key once it is saved. The sandbox's own address is
 * never shown.
 */
export function ConnectionForm({ service, onKeep }: ConnectionFormProps) {
  const words = useWords('settings.service');
  const inWords = useText();
  const [url, setUrl] = useState(service.sandbox ? '' : (service.url ?? ''));
  const [key, setKey] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [verdict, setVerdict] = useState<Trial>();
  const form = useRef<HTMLFormElement>(null);
  const test = useHostCommand('tryConnection');
  const keep = useGuardedCommand('connect', ['preferences', 'status']);
  const isBusy = test.isRunning || keep.isRunning;
  const hasKey = service.key !== 'none' && !service.sandbox;
  const elsewhere = isElsewhere(completed(url), service);

  const wrong = (found: Errors): void => {
    setErrors(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const run = async (command: typeof test | typeof keep): Promise<void> => {
    if (isBusy) return;
    const address = completed(url);
    setUrl(address);
    setVerdict(undefined);
    setErrors({});
    const problem = problemWith(address, key, service);
    if (problem !== undefined) return wrong({ [problem.field]: words(problem.kind) });
    if (command === keep) onKeep?.();
    const answer = await command.run({ url: address, ...(key.trim() !== '' && { key: key.trim() }) });
    if (!answer.ok) {
      const { field, message } = answer.error;
      if (field === 'url' || field === 'key') wrong({ [field]: <Text message={message} /> });
      return;
    }
    const trial = answer.value;
    if (trial.kind === 'bad') return wrong({ [trial.field]: <Text message={trial.message} /> });
    if (command === test || trial.kind === 'unknown') return setVerdict(trial);
    setKey('');
    // Once there is a service, the first run is over: a toast is on top of whatever the window shows by then.
    toast(
      trial.kind === 'good'
        ? { text: words(`keptIn.${trial.keptIn ?? 'nowhere'}`) }
        : { text: words('keptEmpty', { message: inWords(trial.message) }), tone: 'bad' },
    );
  };
  const refusal = test.problem ?? keep.problem;
  return (
    <>
      <Form data-connection ref={form} className="stack gap-4" onSubmit={() => void run(keep)}>
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
          <Button busy={test.isRunning} disabled={keep.isRunning} onClick={() => void run(test)}>
            {words('test')}
          </Button>
          <Button type="submit" kind="primary" busy={keep.isRunning} disabled={test.isRunning}>
            {words('keep')}
          </Button>
        </div>
        <div role="status">
          {isBusy ? <p className="hint">{words('testing')}</p> : verdict !== undefined && <Verdict trial={verdict} />}
        </div>
        <Problem problem={refusal?.field === 'url' || refusal?.field === 'key' ? undefined : refusal} />
      </Form>
      {keep.dialog}
    </>
  );
}

/** What a trial found, where nothing was saved. */
function Verdict({ trial }: { readonly trial: Trial }) {
  const words = useWords('settings.service');
  switch (trial.kind) {
    case 'good':
      return (
        <IconLine icon={<CircleCheck />} tone="good">
          {words('good')}
        </IconLine>
      );
    case 'good-but-empty':
    case 'unknown':
      return (
        <IconLine icon={<TriangleAlert />} tone="warn">
          {words.rich(trial.kind === 'unknown' ? 'unknown' : 'empty', { message: () => <Text message={trial.message} /> })}
        </IconLine>
      );
    case 'bad':
      // Shown at its field.
      return null;
    default:
      return assertNever(trial);
  }
}
