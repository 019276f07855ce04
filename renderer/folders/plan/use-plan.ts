import { useEffect, useState } from 'react';
import type { RequestInput } from '../../../electron/core/contract/contract.ts';
import type { FolderPlan } from '../../../electron/core/contract/folders.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { useHost } from '../../host/host.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useDebounced } from '../form/use-inspection.ts';

/** How often the host is asked how far it is, in milliseconds. */
const askMs = 400;

export type PlannedFolder = Omit<RequestInput<'planFolder'>, 'plan'>;

export interface ShownPlan {
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
  const [round, setRound] = useState(0);
  const [begun, setBegun] = useState<RequestInput<'planFolder'>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is a plan of its own.
  useEffect(() => {
    if (key === '') return;
    const plan = crypto.randomUUID();
    setBegun({ plan, ...(JSON.parse(key) as PlannedFolder) });
    return () => {
      setBegun(undefined);
      void host.request('endPlan', { plan });
    };
  }, [key, round, host]);
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
    problem: isCurrent ? error?.problem.message : undefined,
    again: () => setRound((before) => before + 1),
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
