import { Network } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RegisterView } from '../../electron/core/contract/register.ts';
import { machineMessage } from '../../electron/core/sharing/seen-machine.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Form, TextField } from '../components/field.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostQuery } from '../host/use-host-query.ts';
import { Text, useText, useWords } from '../words/words.tsx';
import { Section } from './section.tsx';
import styles from './settings.module.css';
import { useGuardedCommand } from './use-code.tsx';

/** How often the machines are fetched while they are shown, in milliseconds: no notice says what they do. */
const refetchMs = 5_000;

/** The register that several computers share, and its machines. The password is never shown. */
export function RegisterSection() {
  const words = useWords('settings.register');
  const { data, error } = useHostQuery('register', {}, { refetchInterval: refetchMs });
  return (
    <Section title={words('title')}>
      <p className={styles.hint}>{words('hint')}</p>
      <Problem problem={error?.problem} />
      {data !== undefined && (
        <>
          <p className={styles.standing} role="status">
            <Network aria-hidden />
            <span>
              {data.refusal !== undefined ? (
                <Text message={data.refusal} />
              ) : (
                words(data.address === undefined ? 'alone' : data.isMember ? 'member' : 'begins')
              )}
            </span>
          </p>
          {data.machines.length > 0 && (
            <ul className={styles.list}>
              {data.machines.map((machine) => (
                <li key={machine.id}>
                  <Text message={machineMessage(machine)} />
                </li>
              ))}
            </ul>
          )}
          {data.from === 'environment' ? (
            <p>{words.rich('fromEnvironment', { address: () => <code>{data.address}</code> })}</p>
          ) : (
            <AddressForm key={data.address ?? ''} view={data} />
          )}
          {data.from !== 'environment' && (data.address !== undefined || data.isMember) && <Leave />}
        </>
      )}
    </Section>
  );
}

type Errors = { readonly [Field in 'address' | 'password']?: ReactNode };

/** Address and password, tried before they are kept. */
function AddressForm({ view }: { readonly view: RegisterView }) {
  const words = useWords('settings.register');
  const toast = useToast();
  const command = useGuardedCommand('setRegister', ['register', 'preferences', 'status']);
  const [address, setAddress] = useState(view.address ?? '');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const save = async (): Promise<void> => {
    if (command.isRunning) return;
    if (address.trim() === '') {
      setErrors({ address: words('addressMissing') });
      return;
    }
    setErrors({});
    const answer = await command.run({ address: address.trim(), ...(password !== '' && { password }) });
    if (answer.ok) {
      setPassword('');
      toast({ text: words(`kept.${answer.value.keptIn}`) });
      return;
    }
    const { field, message } = answer.error;
    if (field === 'address' || field === 'password') setErrors({ [field]: <Text message={message} /> });
  };
  const { problem } = command;
  return (
    <>
      <Form className={styles.form} onSubmit={() => void save()}>
        <TextField
          label={words('address')}
          hint={words('addressHint')}
          error={errors.address}
          placeholder="postgres://"
          spellCheck={false}
          value={address}
          onText={(text) => {
            setAddress(text);
            setErrors({ ...errors, address: undefined });
          }}
        />
        {view.passwordIn === 'environment' ? (
          <p className={styles.hint}>{words('passwordIn.environment')}</p>
        ) : (
          <TextField
            label={words('password')}
            hint={words(`passwordIn.${view.passwordIn}`)}
            error={errors.password}
            type="password"
            autoComplete="off"
            value={password}
            onText={(text) => {
              setPassword(text);
              setErrors({ ...errors, password: undefined });
            }}
          />
        )}
        <div className={styles.buttons}>
          <Button type="submit" busy={command.isRunning}>
            {words('save')}
          </Button>
        </div>
        <Problem problem={problem?.field === 'address' || problem?.field === 'password' ? undefined : problem} />
      </Form>
      {command.dialog}
    </>
  );
}

function Leave() {
  const words = useWords('settings.register');
  const inWords = useText();
  const toast = useToast();
  const command = useGuardedCommand('leaveRegister', ['register', 'preferences', 'folders', 'status']);
  const [asks, setAsks] = useState(false);
  /** The register could not be asked: it may be gone for good. */
  const isUnreachable = command.problem !== undefined;
  const leave = async (): Promise<void> => {
    const answer = await command.run({ unreachable: isUnreachable });
    if (!answer.ok) return;
    setAsks(false);
    toast({ text: words('left') });
    const { leftToOthers } = answer.value;
    if (leftToOthers !== undefined) toast({ text: inWords(leftToOthers) });
  };
  return (
    <div className={styles.buttons}>
      <Button kind="quiet" onClick={() => setAsks(true)}>
        {words('leave')}
      </Button>
      {asks && (
        <Confirm
          title={words('leaveTitle')}
          action={words(isUnreachable ? 'leaveUnasked' : 'leaveAction')}
          kind="danger"
          busy={command.isRunning}
          onClose={() => setAsks(false)}
          onConfirm={() => void leave()}
        >
          <p>{words('leaveDetail')}</p>
          <Problem problem={command.problem} />
          {isUnreachable && <p>{words('unaskedDetail')}</p>}
        </Confirm>
      )}
      {command.dialog}
    </div>
  );
}
