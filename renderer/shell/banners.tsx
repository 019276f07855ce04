import { useState } from 'react';
import { type BudgetState, budgetMessage } from '../../electron/core/account/budget.ts';
import { type FolderQuestion, questionAnswers, type Status } from '../../electron/core/contract/status.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/problem.tsx';
import { useConnection } from '../host/host.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
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
      {connection === 'up' && status === undefined && error !== null && <Problem problem={error.problem} />}
      {status?.unverified !== undefined && <Unverified message={status.unverified.message} />}
      {status?.folders.map(
        ({ id, path, question }) => question !== undefined && <Question key={id} folderId={id} path={path} question={question} />,
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
    <>
      <Banner
        tone="warn"
        title={words('title')}
        actions={
          <>
            <Button busy={decide.isRunning} onClick={() => void decide.run({ decision: 'leave' })}>
              {words('leave')}
            </Button>
            <Button busy={decide.isRunning} onClick={() => void decide.run({ decision: 'send' })}>
              {words('send')}
            </Button>
          </>
        }
      >
        <p>
          <Text message={message} />
        </p>
        <p>
          <b>{words('leave')}:</b> {words('leaveDetail')} <b>{words('send')}:</b> {words('sendDetail')}
        </p>
      </Banner>
      <Problem problem={decide.problem} />
    </>
  );
}

/** Documents of a folder are held until a person has answered. */
function Question({
  folderId,
  path,
  question,
}: {
  readonly folderId: number;
  readonly path: string;
  readonly question: FolderQuestion;
}) {
  const words = useWords('status.question');
  const answer = useHostCommand('answerQuestion', ['status']);
  return (
    <>
      <Banner
        tone="warn"
        title={words('title', { path })}
        actions={
          <>
            {question.documents > 0 && (
              <Button onClick={() => go({ screen: 'queue', folderId, show: 'needs-you' })}>{words('show')}</Button>
            )}
            {questionAnswers.toReversed().map((each) => (
              <Button key={each} busy={answer.isRunning} onClick={() => void answer.run({ folderId, answer: each })}>
                {words(each)}
              </Button>
            ))}
          </>
        }
      >
        <p>
          <Text message={question.message} />
        </p>
      </Banner>
      <Problem problem={answer.problem} />
    </>
  );
}

/** So many pages are added at a time. */
const addedPages = 50;

/** Documents wait for a budget, until its time comes or a person lets them go. */
function UsedUp({ budget }: { readonly budget: BudgetState }) {
  const words = useWords('status.budget');
  const lift = useHostCommand('liftBudget', ['status']);
  const { folderId, period, waiting } = budget;
  const message = waiting.documents > 0 ? budgetMessage(budget) : undefined;
  if (message === undefined || period === 'run') return null;
  if (period === 'service') return <OutOfPages message={message} />;
  return (
    <>
      <Banner
        tone="warn"
        title={words('title')}
        actions={
          <Button busy={lift.isRunning} onClick={() => void lift.run({ folderId, period, pages: addedPages })}>
            {words('more', { pages: addedPages, period })}
          </Button>
        }
      >
        <p>
          <Text message={message} />
        </p>
      </Banner>
      <Problem problem={lift.problem} />
    </>
  );
}

/** The service has no pages for what is ready, until it takes an upload again. */
function OutOfPages({ message }: { readonly message: Message }) {
  const words = useWords('status.budget');
  const lookNow = useHostCommand('lookNow', ['status']);
  return (
    <>
      <Banner
        tone="warn"
        title={words('serviceTitle')}
        actions={
          <Button busy={lookNow.isRunning} onClick={() => void lookNow.run({})}>
            {words('tryNow')}
          </Button>
        }
      >
        <p>
          <Text message={message} />
        </p>
      </Banner>
      <Problem problem={lookNow.problem} />
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
        <p key={inEnglish(warning)}>
          <Text message={warning} />
        </p>
      ))}
    </Banner>
  );
}
