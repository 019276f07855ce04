import { FlaskConical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RequestInput, RequestOutput } from '../../../electron/core/contract/contract.ts';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/problem.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import styles from './checks.module.css';

type Tried = 'tryChecks' | 'tryFiling';

interface TryOutProps<Name extends Tried> {
  readonly command: Name;
  /** Undefined: what is typed cannot be tried. */
  readonly input: RequestInput<Name> | undefined;
  readonly action: string;
  readonly hint: string;
  /** Said of an outcome that what is typed has left behind. */
  readonly changed: string;
  readonly sumOf: (outcome: RequestOutput<Name>) => string;
  readonly children: (outcome: RequestOutput<Name>) => ReactNode;
}

/** Tries what is typed on the documents that are there; nothing is changed, and nothing is kept. */
export function TryOut<Name extends Tried>({ command, input, action, hint, changed, sumOf, children }: TryOutProps<Name>) {
  const { run, isRunning, problem } = useHostCommand(command);
  const [tried, setTried] = useState<{ readonly outcome: RequestOutput<Name>; readonly of: string }>();
  const wanted = JSON.stringify(input);
  const start = async (): Promise<void> => {
    if (input === undefined) return;
    const answer = await run(input);
    if (answer.ok) setTried({ outcome: answer.value, of: wanted });
  };
  return (
    <div className={styles.trial}>
      <div className="row wrap gap-2">
        <Button size="small" icon={<FlaskConical />} busy={isRunning} disabled={input === undefined} onClick={() => void start()}>
          {action}
        </Button>
        <span className="hint">{hint}</span>
      </div>
      <Problem problem={problem} />
      <div role="status">
        {tried !== undefined && (
          <p>
            {sumOf(tried.outcome)}
            {tried.of !== wanted && ` ${changed}`}
          </p>
        )}
      </div>
      {tried !== undefined && children(tried.outcome)}
    </div>
  );
}
