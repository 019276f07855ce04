import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { HostError, hostQuery, useHost } from '../host/host.tsx';
import { emptyOrder, type ReviewOrder, withDocument, withDone, withListed } from './review-order.ts';

const pageLength = 200;

/** The documents that wait in one folder or all, the one that has waited longest first, kept up to date with the host. */
export function useReviewOrder(folderId: number | undefined) {
  const host = useHost();
  const [pageCount, setPageCount] = useState(1);
  const [order, setOrder] = useState<ReviewOrder>(emptyOrder);
  const [isReady, setReady] = useState(false);
  const waiting = { standings: ['needs-you' as const], ...(folderId !== undefined && { folderId }) };
  const { data: newest } = useQuery({ ...hostQuery(host, 'documents', { ...waiting, limit: 1 }), staleTime: 0 });
  const pages = useQueries({
    queries: Array.from({ length: newest === undefined ? 0 : pageCount }, (_, index) => ({
      // What has waited longest is at the end of the host's list, and comes first here.
      ...hostQuery(host, 'documents', {
        ...waiting,
        limit: pageLength,
        offset: Math.max(0, (newest?.total ?? 0) - (index + 1) * pageLength),
      }),
      // Start with what waits now, not with what waited on the last visit.
      staleTime: 0,
    })),
  });
  const fetched = pages.map((page) => page.dataUpdatedAt).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are new objects at each render; their times tell whether they differ
  useEffect(() => {
    const lists = pages.map((page) => page.data);
    const total = lists[0]?.total;
    if (total === undefined) return;
    const listed = lists.flatMap((list) => list?.documents.toReversed() ?? []);
    setReady(true);
    setOrder((before) => withListed(before, listed, total));
  }, [fetched]);
  const problem = pages.find((page) => page.isError)?.error;
  const known = order.items.filter((item) => !item.done).length;
  return {
    order,
    /** The host has said what waits. */
    isReady,
    problem: problem instanceof HostError ? problem.problem : undefined,
    /** Marks a document as done, or as waiting again. */
    setDone: (id: number, done: boolean) => setOrder((before) => withDone(before, id, done)),
    /** Appends a document that was opened by its address. */
    add: (document: DocumentSummary) => setOrder((before) => withDocument(before, document)),
    /** Fetches more of the list, as a person comes near its end. */
    loadMore: () => {
      if (known < order.waiting && pages.every((page) => !page.isFetching)) setPageCount((count) => count + 1);
    },
  };
}
