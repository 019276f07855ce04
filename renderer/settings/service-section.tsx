import { CircleCheck, FlaskConical, KeyRound, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Answer, ContractError, RequestInput } from '../../electron/core/contract/contract.ts';
import type { Preferences, Trial } from '../../electron/core/contract/preferences.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { assertNever, type Result } from '../../electron/core/result.ts';
import { Problem } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Confirm, ConfirmCommand } from '../components/dialog.tsx';
import { Form, TextField } from '../components/field.tsx';
import { IconLine } from '../components/icon-line.tsx';
import { Panel } from '../components/screen.tsx';
import { toast } from '../components/toast.tsx';
import { type Command, useHostCommand } from '../host/host.tsx';
import { Text, useText, useWords } from '../words/words.tsx';
import { completed, isElsewhere, problemWith } from './connection.ts';

/** The service that documents go to, and its key. The key is never shown, and only a tested one replaces it. */
export function ServiceSection({ service, isRuled }: { readonly service: Preferences['service']; readonly isRuled: boolean }) {
  const words = useWords('settings.service');
  const { keychainProblem } = service;
  const clearKey = { button: words('clear'), title: words('clearTitle'), action: words('clearAction'), done: words('cleared') };
  const useSandbox = {
    button: words('useSandbox'),
    title: words('sandboxTitle'),
    action: words('useSandbox'),
    done: words('sandboxUsed'),
  };
  return (
    <Panel title={words('title')}>
      <IconLine icon={service.sandbox ? <FlaskConical /> : <KeyRound />}>
        {service.sandbox ? words('sandboxNow') : words(`keyIn.${service.key}`)}
      </IconLine>
      {keychainProblem !== undefined && (
        <p className="hint">{words.rich('keychainProblem', { problem: () => <Text message={keychainProblem} /> })}</p>
      )}
      {service.sandbox && <h3>{words('connectTitle')}</h3>}
      <ConnectionForm service={service} />
      {!service.sandbox && (
        <div className="wrap gap-2">
          {service.key !== 'none' && service.key !== 'environment' && (
            <Asked command="clearKey" kind="danger" texts={clearKey}>
              <p>{words('clearDetail')}</p>
            </Asked>
          )}
          {!isRuled && (
            <Asked command="useSandbox" kind="primary" icon={<FlaskConical />} texts={useSandbox}>
              <p>{words('useSandboxHint')}</p>
              <p>{words('sandboxDetail')}</p>
            </Asked>
          )}
        </div>
      )}
    </Panel>
  );
}

interface AskedProps {
  readonly command: 'clearKey' | 'useSandbox';
  readonly texts: Readonly<Record<'button' | 'title' | 'action' | 'done', string>>;
  readonly icon?: ReactNode;
  readonly kind: 'primary' | 'danger';
  readonly children: ReactNode;
}

/** A button that asks before it acts. */
function Asked({ command: name, texts, icon, kind, children }: AskedProps) {
  const command = useGuardedCommand(name, ['preferences', 'status']);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={icon} onClick={() => setAsks(true)}>
        {texts.button}
      </Button>
      {asks && (
        <ConfirmCommand
          command={command}
          input={{}}
          done={() => texts.done}
          size="small"
          title={texts.title}
          action={texts.action}
          kind={kind}
          onClose={() => setAsks(false)}
        >
          {children}
        </ConfirmCommand>
      )}
      {command.dialog}
    </>
  );
}

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

type Guarded = 'connect' | 'clearKey' | 'useSandbox';

interface AskedCode<Name extends Guarded> {
  readonly input: RequestInput<Name>;
  readonly answer: (answer: Answer<Name>) => void;
  readonly refusal: Answer<Name>;
}

/**
 * A command that the host may carry out only with a code from its terminal: if it asks for one, so does the dialog, which
 * the caller renders outside of its form. `run` resolves once the command was carried out, or the person gave up.
 */
function useGuardedCommand<Name extends Guarded>(
  name: Name,
  refresh: Parameters<typeof useHostCommand>[1],
): Command<Name> & { readonly dialog: ReactNode } {
  const words = useWords('settings.code');
  const command = useHostCommand(name, refresh);
  const [asked, setAsked] = useState<AskedCode<Name>>();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<Message>();
  const withCode = (input: RequestInput<Name>) => ({ ...input, code }) as RequestInput<Name>;
  const run = async (input: RequestInput<Name>): Promise<Answer<Name>> => {
    // One that was accepted before a trial failed is still good.
    const first = await command.run(code === '' ? input : withCode(input));
    if (!isAboutCode(first)) return first;
    setCode('');
    setWrong(undefined);
    return new Promise((answer) => setAsked({ input, answer, refusal: first }));
  };
  const end = (answer: Answer<Name>): void => {
    asked?.answer(answer);
    setAsked(undefined);
  };
  const submit = async (): Promise<void> => {
    if (asked === undefined || code.trim() === '' || command.isRunning) return;
    const next = await command.run(withCode(asked.input));
    if (isAboutCode(next)) setWrong(next.error.message);
    else end(next);
  };
  const dialog = asked !== undefined && (
    <Confirm
      title={words('title')}
      action={words('action')}
      busy={command.isRunning}
      typed
      onClose={() => end(asked.refusal)}
      onConfirm={() => void submit()}
    >
      <p>{words.rich('detail', { command: (text) => <code>{text}</code> })}</p>
      <TextField label={words('label')} error={wrong} autoComplete="one-time-code" value={code} onText={setCode} />
    </Confirm>
  );
  return { ...command, problem: asked === undefined ? command.problem : undefined, run, dialog };
}

function isAboutCode(answer: Result<unknown, ContractError>): answer is { readonly ok: false; readonly error: ContractError } {
  return !answer.ok && answer.error.field === 'code';
}
