import { CircleAlert, Info } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { budgetMessage } from '../../../electron/core/account/budget.ts';
import type { PlanProgress } from '../../../electron/core/account/plan.ts';
import type { FilesWithReason, PlannedSums } from '../../../electron/core/contract/folders.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Button } from '../../components/button.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { Progress } from '../../components/progress.tsx';
import { Text, useWords } from '../../words/words.tsx';
import styles from './plan.module.css';
import type { ShownPlan } from './use-plan.ts';

/** What sending would come to. Only its beginning and its outcome are read aloud, not each number on the way. */
export function PlanView({ plan }: { readonly plan: ShownPlan | undefined }) {
  const words = useWords('folders.plan');
  const titleId = useId();
  if (plan === undefined) return null;
  const { state, problem, again } = plan;
  const isUnderWay = problem === undefined && (state === undefined || state.kind === 'looking' || state.kind === 'counting');
  return (
    <section className="stack gap-2" aria-labelledby={titleId}>
      <h3 id={titleId}>{words('title')}</h3>
      {isUnderWay && <UnderWay progress={state?.kind === 'looking' || state?.kind === 'counting' ? state : undefined} />}
      <div role="status" className="stack gap-2">
        {problem !== undefined ? (
          <Stopped again={again}>
            <Text message={problem} />
          </Stopped>
        ) : (
          <Outcome plan={plan} />
        )}
      </div>
      {problem === undefined && state?.kind === 'done' && (
        <>
          <Files title={words('rejected', { count: state.rejected.count })} files={state.rejected} />
          <Files title={words('asked', { count: state.asked.count })} files={state.asked} />
        </>
      )}
    </section>
  );
}

function UnderWay({ progress }: { readonly progress: PlanProgress | undefined }) {
  const words = useWords('folders.plan');
  const { kind, done, of } = progress ?? { kind: 'looking', done: 0, of: 0 };
  return (
    <div className="stack gap-2">
      <p>{of === 0 ? words('begun') : words(kind, { done, count: of })}</p>
      <Progress label={words('title')} value={of === 0 ? undefined : done / of} />
    </div>
  );
}

function Outcome({ plan: { state, again } }: { readonly plan: ShownPlan }) {
  const words = useWords('folders.plan');
  switch (state?.kind) {
    case undefined:
    case 'looking':
    case 'counting':
      return <span className="unseen">{words('begun')}</span>;
    case 'ended':
      return <Stopped again={again}>{words('ended')}</Stopped>;
    case 'done':
      return <Sums sums={state} />;
    default:
      return assertNever(state);
  }
}

function Sums({ sums }: { readonly sums: PlannedSums }) {
  const words = useWords('folders.plan');
  const { send, pages, later, unknownPages, known, unsettled, held, budgets } = sums;
  return (
    <>
      <IconLine icon={<Info />}>
        <strong>{words('send', { count: send, pages, unknown: unknownPages })}</strong>{' '}
        {send + held.documents > 0 && words('estimate')}
      </IconLine>
      {later > 0 && <IconLine icon={<Info />}>{words('later', { count: later })}</IconLine>}
      {unknownPages > 0 && <IconLine icon={<Info />}>{words('unknown', { count: unknownPages })}</IconLine>}
      {known > 0 && <IconLine icon={<Info />}>{words('known', { count: known })}</IconLine>}
      {unsettled > 0 && <IconLine icon={<Info />}>{words('unsettled', { count: unsettled })}</IconLine>}
      {budgets.map((budget) => {
        const message = budgetMessage(budget);
        return (
          message !== undefined && (
            <IconLine key={`${budget.folderId} ${budget.period}`} icon={<CircleAlert />}>
              <Text message={message} />
            </IconLine>
          )
        );
      })}
    </>
  );
}

function Stopped({ again, children }: { readonly again: () => void; readonly children: ReactNode }) {
  const words = useWords('folders.plan');
  return (
    <div className="row wrap gap-2">
      <IconLine icon={<CircleAlert />}>{children}</IconLine>
      <Button size="small" onClick={again}>
        {words('again')}
      </Button>
    </div>
  );
}

function Files({ title, files: { count, files } }: { readonly title: string; readonly files: FilesWithReason }) {
  const words = useWords('folders.plan');
  if (count === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul className={`stack gap-1 ${styles.files}`}>
        {files.map(({ path, message }) => (
          <li key={path}>
            <span className={styles.path}>{isolated(path)}</span> {message !== undefined && <Text message={message} />}
          </li>
        ))}
        {count > files.length && <li>{words('more', { count: count - files.length })}</li>}
      </ul>
    </details>
  );
}
