import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, ContractError, RequestInput, RequestName } from '../../electron/core/contract/contract.ts';
import { useHost } from './host.tsx';

export interface Command<Name extends RequestName> {
  /** Asks the host to do it. Never rejects: a refusal is `{ ok: false, error }`, and stays in `problem` until the next run. */
  readonly run: (input: RequestInput<Name>) => Promise<Answer<Name>>;
  readonly isRunning: boolean;
  readonly problem: ContractError | undefined;
  readonly reset: () => void;
}

/**
 * Something that a person asks the host to do. Notices report what it changes; `refresh` names answers to refetch at once,
 * because the person is looking at them.
 */
export function useHostCommand<Name extends RequestName>(name: Name, refresh: readonly RequestName[] = []): Command<Name> {
  const host = useHost();
  const client = useQueryClient();
  const [running, setRunning] = useState(0);
  const [problem, setProblem] = useState<ContractError>();
  const toRefresh = useRef(refresh);
  useEffect(() => {
    toRefresh.current = refresh;
  });
  const run = useCallback(
    async (input: RequestInput<Name>): Promise<Answer<Name>> => {
      setRunning((count) => count + 1);
      setProblem(undefined);
      const answer = await host.request(name, input);
      setRunning((count) => count - 1);
      if (!answer.ok) setProblem(answer.error);
      else await Promise.all(toRefresh.current.map((each) => client.invalidateQueries({ queryKey: [each] })));
      return answer;
    },
    [host, client, name],
  );
  const reset = useCallback(() => setProblem(undefined), []);
  return { run, isRunning: running > 0, problem, reset };
}
