import { type ReactNode, useState } from 'react';
import type { Answer, ContractError, RequestInput } from '../../electron/core/contract/contract.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import type { Result } from '../../electron/core/result.ts';
import { Confirm } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { type Command, useHostCommand } from '../host/use-host-command.ts';
import { useWords } from '../words/words.tsx';

type Guarded = 'connect' | 'clearKey' | 'useSandbox';

interface Asked<Name extends Guarded> {
  readonly input: RequestInput<Name>;
  readonly answer: (answer: Answer<Name>) => void;
  readonly refusal: Answer<Name>;
}

/**
 * A command that the host may carry out only with a code from its terminal: if it asks for one, so does the dialog, which
 * the caller renders outside of its form. `run` resolves once the command was carried out, or the person gave up.
 */
export function useGuardedCommand<Name extends Guarded>(
  name: Name,
  refresh: Parameters<typeof useHostCommand>[1],
): Command<Name> & { readonly dialog: ReactNode } {
  const words = useWords('settings.code');
  const command = useHostCommand(name, refresh);
  const [asked, setAsked] = useState<Asked<Name>>();
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
