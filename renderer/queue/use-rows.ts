import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ContractError } from '../../electron/core/contract/contract.ts';
import { type DocumentList, type DocumentSummary, maxPageLength } from '../../electron/core/contract/documents.ts';
import { useHost } from '../host/host.tsx';
import { answerQuery, HostError } from '../host/use-host-query.ts';
import type { Filter } from './filters.ts';

export interface Rows {
  /** How many there are; undefined before the first answer. */
  readonly total: number | undefined;
  /** The row at a place, if its page is here. */
  readonly at: (index: number) => DocumentSummary | undefined;
  /** Where a document is among the pages that are shown. */
  readonly indexOf: (id: number) => number | undefined;
  /** Says which rows are seen, so that their pages are fetched. */
  readonly see: (first: number, last: number) => void;
  /** Rows from one place to another, their pages fetched if need be. */
  readonly between: (first: number, last: number) => Promise<DocumentSummary[]>;
  readonly problem: ContractError | undefined;
}

interface Pages {
  readonly first: number;
  readonly last: number;
}

/** How long a page must stay in sight before it is asked for: one that is scrolled past is not. */
const restMs = 60;

/** The documents of a filter, in pages of 200: those in sight are fetched, and kept fresh by the host's notices. */
export function useRows(filter: Filter): Rows {
  const host = useHost();
  const client = useQueryClient();
  const [pages, setPages] = useState<Pages>({ first: 0, last: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const numbers = Array.from({ length: pages.last - pages.first + 1 }, (_, position) => pages.first + position);
  const results = useQueries({
    queries: numbers.map((page) => answerQuery(host, 'documents', inputOf(filter, page))),
  });
  const lists = results.map(({ data }) => data);
  const newest = results.reduce<(typeof results)[number] | undefined>(
    (best, each) => (each.data !== undefined && each.dataUpdatedAt >= (best?.dataUpdatedAt ?? 0) ? each : best),
    undefined,
  );
  // While the pages of a new filter or place are on their way, the list keeps its length: nothing jumps.
  const lastTotal = useRef<number>(undefined);
  useEffect(() => {
    if (newest?.data !== undefined) lastTotal.current = newest.data.total;
  });
  const total = newest?.data?.total ?? lastTotal.current;
  const key = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists decide, not the array around them; `key` stands for the filter.
  return useMemo<Rows>(() => {
    const pageAt = (page: number): DocumentList | undefined =>
      lists[page - pages.first] ??
      client.getQueryData<DocumentList>(answerQuery(host, 'documents', inputOf(filter, page)).queryKey);
    return {
      total,
      at: (index) => pageAt(Math.floor(index / maxPageLength))?.documents[index % maxPageLength],
      indexOf: (id) => {
        for (const [position, list] of lists.entries()) {
          const found = list?.documents.findIndex((document) => document.id === id) ?? -1;
          if (found >= 0) return (pages.first + position) * maxPageLength + found;
        }
        return undefined;
      },
      see: (first, last) => {
        const wanted = { first: Math.floor(first / maxPageLength), last: Math.floor(Math.max(first, last) / maxPageLength) };
        clearTimeout(timer.current);
        if (wanted.first === pages.first && wanted.last === pages.last) return;
        timer.current = setTimeout(() => setPages(wanted), restMs);
      },
      between: async (first, last) => {
        const rows: DocumentSummary[] = [];
        for (let page = Math.floor(first / maxPageLength); page <= Math.floor(last / maxPageLength); page += 1) {
          const { documents } = await client.fetchQuery(answerQuery(host, 'documents', inputOf(filter, page)));
          const start = page * maxPageLength;
          rows.push(...documents.slice(Math.max(0, first - start), last - start + 1));
        }
        return rows;
      },
      problem: results
        .map(({ error }) => (error instanceof HostError ? error.problem : undefined))
        .find((each) => each !== undefined),
    };
  }, [key, total, pages, client, host, ...padded(lists), results.find(({ error }) => error !== null)?.error]);
}

/** Back to the top with each new filter is the table's doing; this only says what a page's question is. */
function inputOf(filter: Filter, page: number) {
  return { ...filter, offset: page * maxPageLength, limit: maxPageLength };
}

/** A list of dependencies must keep its length: never more than four pages are in sight. */
function padded<Item>(items: readonly Item[]): (Item | undefined)[] {
  return [items[0], items[1], items[2], items[3]];
}

/** Hands a function down that never changes and always does the latest. */
export function useSteady<Arguments extends unknown[], Answer>(
  act: (...args: Arguments) => Answer,
): (...args: Arguments) => Answer {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Arguments) => latest.current(...args), []);
}
