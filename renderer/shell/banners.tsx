import { type ReactNode, useState } from 'react';
import { type BudgetState, budgetMessage } from '../../electron/core/account/budget.ts';
import type { ContractError } from '../../electron/core/contract/contract.ts';
import { type FolderQuestion, type FolderStatus, questionAnswers, type Status } from '../../electron/core/contract/status.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { Banner, Problem } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { useConnection, useHostCommand, useHostQuery } from '../host/host.tsx';
import { go } from '../navigation.ts';
import { Text, useWords } from '../words/words.tsx';

const storeName = 'intray.read-warnings';

/** What concerns the whole window: no host, no first answer, a pending decision, warnings. */
export function Banners({ status }: { readonly status: Status | undefined }) {
  const words = useWords('common');
  const connection = useConnection();
  const { error } = useHostQuery('status', {});
  return (
    <>
      <div role="status">
        {connection === 'lost' && (
          <Banner tone="bad" title={words('noAnswer')}>
            {words('noAnswerDetail')}
          </Banner>
        )}
      </div>
      {connection === 'up' && status === undefined && error !== null && <Problem problem={error} />}
      {status?.unverified !== undefined && <Unverified message={status.unverified.message} />}
      {status?.folders.map(
        ({ id, path, question }) => question !== undefined && <Question key={id} id={id} path={path} question={question} />,
      )}
      {status?.budgets.map((budget) => (
        <UsedUp key={`${budget.folderId} ${budget.period}`} budget={budget} />
      ))}
      {status !== undefined && <Warnings warnings={status.warnings} />}
    </>
  );
}

function Unverified({ message }: { readonly message: Message }) {
  const words = useWords('status.unverified');
  const decide = useHostCommand('decideUnverified', ['status']);
  return (
    <Asked
      title={words('title')}
      message={message}
      command={decide}
      answers={(['leave', 'send'] as const).map((decision) => [words(decision), () => decide.run({ decision })])}
    >
      <p>
        <b>{words('leave')}:</b> {words('leaveDetail')} <b>{words('send')}:</b> {words('sendDetail')}
      </p>
    </Asked>
  );
}

/** Documents of a folder are held until a person has answered. */
function Question({ id: folderId, path, question }: Pick<FolderStatus, 'id' | 'path'> & { readonly question: FolderQuestion }) {
  const words = useWords('status.question');
  const answer = useHostCommand('answerQuestion', ['status']);
  const show = question.documents > 0 && (
    <Button onClick={() => go({ screen: 'queue', folderId, show: 'needs-you' })}>{words('show')}</Button>
  );
  return (
    <Asked
      title={words('title', { path })}
      message={question.message}
      command={answer}
      more={show}
      answers={questionAnswers.toReversed().map((each) => [words(each), () => answer.run({ folderId, answer: each })])}
    />
  );
}

/** So many pages are added at a time. */
const addedPages = 50;

/** Documents wait for a budget, until its time comes or a person lets them go. */
function UsedUp({ budget }: { readonly budget: BudgetState }) {
  const words = useWords('status.budget');
  const lift = useHostCommand('liftBudget', ['status']);
  const lookNow = useHostCommand('lookNow', ['status']);
  const { folderId, period, waiting } = budget;
  const message = waiting.documents > 0 ? budgetMessage(budget) : undefined;
  if (message === undefined || period === 'run') return null;
  // The service has no pages for what is ready, until it takes an upload again.
  if (period === 'service')
    return <Asked message={message} command={lookNow} answers={[[words('tryNow'), () => lookNow.run({})]]} />;
  const more = () => lift.run({ folderId, period, pages: addedPages });
  return <Asked message={message} command={lift} answers={[[words('more', { pages: addedPages }), more]]} />;
}

interface AskedProps {
  readonly title?: string;
  readonly message: Message;
  /** What every answer runs. */
  readonly command: { readonly isRunning: boolean; readonly problem: ContractError | undefined };
  readonly answers: readonly (readonly [text: string, act: () => Promise<unknown>])[];
  /** Another button, before these. */
  readonly more?: ReactNode;
  readonly children?: ReactNode;
}

/** Something that waits for a person's answer. */
function Asked({ title, message, command, answers, more, children }: AskedProps) {
  const buttons = answers.map(([text, act]) => (
    <Button key={text} busy={command.isRunning} onClick={() => void act()}>
      {text}
    </Button>
  ));
  return (
    <>
      <Banner tone="warn" title={title} actions={[more, ...buttons]}>
        <Text as="p" message={message} />
        {children}
      </Banner>
      <Problem problem={command.problem} />
    </>
  );
}

/** Each is shown until the person dismisses it, once a session. */
function Warnings({ warnings }: { readonly warnings: readonly Message[] }) {
  const words = useWords('status');
  const [read, setRead] = useState<readonly string[]>(() => JSON.parse(sessionStorage.getItem(storeName) ?? '[]') as string[]);
  const unread = warnings.filter((warning) => !read.includes(inEnglish(warning)));
  if (unread.length === 0) return null;
  const markRead = (): void => {
    const all = [...read, ...unread.map(inEnglish)];
    sessionStorage.setItem(storeName, JSON.stringify(all));
    setRead(all);
  };
  return (
    <Banner tone="warn" title={words('warnings')} actions={<Button onClick={markRead}>{words('warningDismiss')}</Button>}>
      {unread.map((warning) => (
        <Text key={inEnglish(warning)} as="p" message={warning} />
      ))}
    </Banner>
  );
}
