import { CircleAlert, Info } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { budgetMessage } from '../../../electron/core/account/budget.ts';
import type { PlanProgress } from '../../../electron/core/account/plan.ts';
import type { RequestInput } from '../../../electron/core/contract/contract.ts';
import type { FilesWithReason, FolderPlan, PlannedSums } from '../../../electron/core/contract/folders.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Button } from '../../components/button.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { Progress } from '../../components/progress.tsx';
import { useDebounced } from '../../components/use-time.ts';
import { useHost, useHostQuery } from '../../host/host.tsx';
import { Text, useWords } from '../../words/words.tsx';
import styles from './plan.module.css';

/** What sending would come to. Only its beginning and its outcome are read aloud, not each number on the way. */
export function PlanView({ plan }: { readonly plan: ShownPlan | undefined }) {
  const words = useWords('folders.plan');
  const titleId = useId();
  if (plan === undefined) return null;
  const { state, problem, again } = plan;
  return (
    <section className="stack gap-2" aria-labelledby={titleId}>
      <h3 id={titleId}>{words('title')}</h3>
      {problem === undefined && isUnderWay(state) && (
        <UnderWay progress={state?.kind === 'looking' || state?.kind === 'counting' ? state : undefined} />
      )}
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
  const { send, pages, later, unknownPages, known, unsettled, budgets } = sums;
  return (
    <>
      <IconLine icon={<Info />}>
        <strong>{words('send', { count: send, pages, unknown: unknownPages })}</strong>
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

/** How often the host is asked how far it is, in milliseconds. */
const askMs = 400;

export type PlannedFolder = Omit<RequestInput<'planFolder'>, 'plan'>;

interface ShownPlan {
  /** Undefined until the host has answered. */
  readonly state: FolderPlan | undefined;
  readonly problem: Message | undefined;
  readonly again: () => void;
}

/** What would become of a folder's files if all were sent. It ends with the component that shows it. @param wanted undefined: nothing to plan */
export function usePlan(wanted: PlannedFolder | undefined): ShownPlan | undefined {
  const host = useHost();
  // After a change of what is planned, a moment passes before it is planned anew.
  const key = useDebounced(wanted === undefined ? '' : JSON.stringify(wanted));
  const [begun, setBegun] = useState<RequestInput<'planFolder'>>();
  const begin = useCallback(
    () => setBegun(key === '' ? undefined : { plan: crypto.randomUUID(), ...(JSON.parse(key) as PlannedFolder) }),
    [key],
  );
  useEffect(begin, [begin]);
  const plan = begun?.plan;
  useEffect(() => (plan === undefined ? undefined : () => void host.request('endPlan', { plan })), [plan, host]);
  const { data, error } = useHostQuery('planFolder', begun ?? { plan: '' }, {
    enabled: begun !== undefined,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error === null && isUnderWay(state.data) ? askMs : false),
    // Without a question for two minutes, the host ends it.
    refetchIntervalInBackground: true,
  });
  if (wanted === undefined) return undefined;
  const isCurrent = begun !== undefined && key === JSON.stringify(wanted);
  return {
    state: isCurrent && error === null ? data : undefined,
    problem: isCurrent ? error?.message : undefined,
    again: begin,
  };
}

function isUnderWay(state: FolderPlan | undefined): boolean {
  return state === undefined || state.kind === 'looking' || state.kind === 'counting';
}

/**
 * All pages that sending would come to, what budgets hold back for now included, and of how many documents more nothing tells them;
 * 0 while that is not known.
 */
export function pagesOf(plan: ShownPlan | undefined): { readonly pages: number; readonly unknown: number } {
  if (plan?.state?.kind !== 'done') return { pages: 0, unknown: 0 };
  const { pages, unknownPages, held } = plan.state;
  return { pages: pages + held.pages, unknown: unknownPages + held.unknownPages };
}
