import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ContractError } from '../../electron/core/contract/contract.ts';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { useHost } from '../host/host.tsx';
import { answerQuery, HostError } from '../host/use-host-query.ts';
import { emptyRound, join, type Round, settle, takeUp } from './review-order.ts';

const pageLength = 200;

export interface RoundAtWork {
  readonly round: Round;
  /** The host has said what waits. */
  readonly isReady: boolean;
  readonly problem: ContractError | undefined;
  /** A person is done with a document, or not any more. */
  readonly settle: (id: number, done: boolean) => void;
  readonly join: (document: DocumentSummary) => void;
  /** More of the list is wanted: a person has come near its end. */
  readonly more: () => void;
}

/** The documents that wait, in all folders or one, as a round; kept up with the host. */
export function useRound(folderId: number | undefined): RoundAtWork {
  const host = useHost();
  const [pageCount, setPageCount] = useState(1);
  const [round, change] = useState<Round>(emptyRound);
  const pages = useQueries({
    queries: Array.from({ length: pageCount }, (_, index) => ({
      ...answerQuery(host, 'documents', {
        attention: true,
        limit: pageLength,
        offset: index * pageLength,
        ...(folderId !== undefined && { folderId }),
      }),
      // What is shown first is what waits now, not what waited when a person was here last.
      staleTime: 0,
    })),
  });
  const fetched = pages.map((page) => page.dataUpdatedAt).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are new objects at each render; when they came says whether they differ
  useEffect(() => {
    const lists = pages.map((page) => page.data);
    const total = lists[0]?.total;
    if (total === undefined) return;
    const listed = lists.flatMap((list) => list?.documents ?? []);
    change((before) => takeUp(before, listed, total));
  }, [fetched]);
  const problem = pages.find((page) => page.isError)?.error;
  const known = round.items.filter((item) => !item.done).length;
  return {
    round,
    isReady: pages[0]?.data !== undefined,
    problem: problem instanceof HostError ? problem.problem : undefined,
    settle: (id, done) => change((before) => settle(before, id, done)),
    join: (document) => change((before) => join(before, document)),
    more: () => {
      if (known < round.waiting && pages.every((page) => !page.isFetching)) setPageCount((count) => count + 1);
    },
  };
}
