import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ContractError } from '../../electron/core/contract/contract.ts';
import { type DocumentList, type DocumentSummary, maxPageLength } from '../../electron/core/contract/documents.ts';
import { hostQuery, useHost } from '../host/host.tsx';
import type { Filter } from './filters.ts';

export interface Rows {
  /** How many documents match; undefined before the first answer. */
  readonly total: number | undefined;
  /** How many there are of each standing. */
  readonly counts: DocumentList['counts'] | undefined;
  /** So many documents are still to be read: they may be missing from what was found. */
  readonly unread: number;
  /** The row at an index, if its page is loaded. */
  readonly at: (index: number) => DocumentSummary | undefined;
  /** A document's index, if it is on one of the visible pages. */
  readonly indexOf: (id: number) => number | undefined;
  /** Tells which rows are visible, so that their pages are fetched. */
  readonly setVisible: (first: number, last: number) => void;
  /** The rows from one index to another; fetches their pages if necessary. */
  readonly between: (first: number, last: number) => Promise<DocumentSummary[]>;
  readonly problem: ContractError | undefined;
}

interface Pages {
  readonly first: number;
  readonly last: number;
}

/** How often a page is fetched again while documents are still to be read. */
const unreadMs = 1_000;

/** How long a page must stay visible before it is fetched, so that pages scrolled past are not. */
const debounceMs = 60;

/** The documents of a filter, in pages, as soon as the filter `isKnown`: visible ones are fetched, and refreshed when the host announces changes. */
export function useRows(filter: Filter, isKnown: boolean): Rows {
  const host = useHost();
  const client = useQueryClient();
  const [pages, setPages] = useState<Pages>({ first: 0, last: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const numbers = Array.from({ length: pages.last - pages.first + 1 }, (_, position) => pages.first + position);
  const results = useQueries({
    queries: (isKnown ? numbers : []).map((page) => ({
      ...hostQuery(host, 'documents', inputOf(filter, page)),
      refetchInterval: ({ state }: { readonly state: { readonly data?: DocumentList | undefined } }) =>
        state.data?.unread === undefined ? (false as const) : unreadMs,
    })),
  });
  const lists = results.map(({ data }) => data);
  const newest = results.reduce<(typeof results)[number] | undefined>(
    (best, each) => (each.data !== undefined && each.dataUpdatedAt >= (best?.dataUpdatedAt ?? 0) ? each : best),
    undefined,
  );
  // While the pages of a new filter or position load, the list keeps its length, so that nothing jumps.
  const last = useRef<DocumentList>(undefined);
  useEffect(() => {
    if (newest?.data !== undefined) last.current = newest.data;
  });
  const { total, counts, unread = 0 } = newest?.data ?? last.current ?? {};
  const key = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the lists, not on the array around them; `key` stands for the filter.
  return useMemo<Rows>(() => {
    const pageAt = (page: number): DocumentList | undefined =>
      lists[page - pages.first] ??
      client.getQueryData<DocumentList>(hostQuery(host, 'documents', inputOf(filter, page)).queryKey);
    return {
      total,
      counts,
      unread,
      at: (index) => pageAt(Math.floor(index / maxPageLength))?.documents[index % maxPageLength],
      indexOf: (id) => {
        for (const [position, list] of lists.entries()) {
          const found = list?.documents.findIndex((document) => document.id === id) ?? -1;
          if (found >= 0) return (pages.first + position) * maxPageLength + found;
        }
        return undefined;
      },
      setVisible: (first, last) => {
        const visible = { first: Math.floor(first / maxPageLength), last: Math.floor(Math.max(first, last) / maxPageLength) };
        clearTimeout(timer.current);
        if (visible.first === pages.first && visible.last === pages.last) return;
        timer.current = setTimeout(() => setPages(visible), debounceMs);
      },
      between: async (first, last) => {
        const rows: DocumentSummary[] = [];
        for (let page = Math.floor(first / maxPageLength); page <= Math.floor(last / maxPageLength); page += 1) {
          const { documents } = await client.fetchQuery(hostQuery(host, 'documents', inputOf(filter, page)));
          const start = page * maxPageLength;
          rows.push(...documents.slice(Math.max(0, first - start), last - start + 1));
        }
        return rows;
      },
      problem: results.find(({ error }) => error !== null)?.error ?? undefined,
    };
  }, [key, total, unread, pages, client, host, ...padded(lists), results.find(({ error }) => error !== null)?.error]);
}

/** The query for one page of a filter. */
function inputOf(filter: Filter, page: number) {
  return { ...filter, offset: page * maxPageLength, limit: maxPageLength };
}

/** A dependency list must keep its length; no more than four pages are ever visible. */
function padded<Item>(items: readonly Item[]): (Item | undefined)[] {
  return [items[0], items[1], items[2], items[3]];
}
