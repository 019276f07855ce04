import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { standings } from '../../electron/core/document/standing.ts';
import { hostQuery, useHost } from '../host/host.tsx';

/**
 * The documents a person reviews, in an order that does not change under them. A document that is done keeps its
 * position with a tick, so that "3 of 20" counts up and the person can go back; documents that arrive are appended.
 */
export interface ReviewOrder {
  readonly items: readonly ReviewItem[];
  /** How many documents wait, including those not listed yet. */
  readonly waiting: number;
}

export interface ReviewItem {
  readonly document: DocumentSummary;
  readonly done: boolean;
}

export const emptyOrder: ReviewOrder = { items: [], waiting: 0 };

/**
 * Merges the host's current list of waiting documents into the order.
 * @param listed the documents that wait, starting with the first
 * @param total how many wait; if all of them are listed, every other document in the order is done
 */
export function withListed(order: ReviewOrder, listed: readonly DocumentSummary[], total: number): ReviewOrder {
  const waiting = new Map(listed.map((document) => [document.id, document]));
  const isComplete = waiting.size >= total;
  const known = new Set(order.items.map(({ document }) => document.id));
  const kept = order.items.map((item): ReviewItem => {
    const now = waiting.get(item.document.id);
    if (now !== undefined) return { document: now, done: false };
    return isComplete ? { ...item, done: true } : item;
  });
  const added = [...waiting.values()].filter(({ id }) => !known.has(id)).map((document) => ({ document, done: false }));
  return { items: [...kept, ...added], waiting: total };
}

/** Appends a document that waits and was opened by its address without being listed. Any other is looked at, not reviewed. */
export function withDocument(order: ReviewOrder, document: DocumentSummary): ReviewOrder {
  const isKnown = order.items.some((item) => item.document.id === document.id);
  return isKnown || !standings[document.standing].asks ? order : { ...order, items: [...order.items, { document, done: false }] };
}

/** Marks documents as done, or as waiting again. The number of waiting documents comes from the host's list only. */
export function withDone(order: ReviewOrder, ids: readonly number[], done = true): ReviewOrder {
  return { ...order, items: order.items.map((item) => (ids.includes(item.document.id) ? { ...item, done } : item)) };
}

/** How many documents the order has: those done and those waiting. */
export function sizeOf(order: ReviewOrder): number {
  return order.items.filter((item) => item.done).length + order.waiting;
}

/** A document's position, from 1; 0 if it is not in the order. */
export function positionOf(order: ReviewOrder, id: number): number {
  return order.items.findIndex((item) => item.document.id === id) + 1;
}

/** The next document that waits after this one, wrapping around at the end; undefined if none waits. */
export function nextWaiting(order: ReviewOrder, id: number | undefined): number | undefined {
  const at = order.items.findIndex((item) => item.document.id === id);
  const ahead = [...order.items.slice(at + 1), ...order.items.slice(0, Math.max(at, 0))];
  return ahead.find((item) => !item.done)?.document.id;
}

/** The next or previous document, done or not; undefined at either end. */
export function neighbour(order: ReviewOrder, id: number | undefined, step: 1 | -1): number | undefined {
  const at = order.items.findIndex((item) => item.document.id === id);
  return at < 0 ? order.items[0]?.document.id : order.items[at + step]?.document.id;
}

const pageLength = 200;

/** The documents that wait in one folder or all, the one that has waited longest first, kept up to date with the host. */
export function useReviewOrder(folderId: number | undefined) {
  const host = useHost();
  const [pageCount, setPageCount] = useState(1);
  const [order, setOrder] = useState<ReviewOrder>(emptyOrder);
  const [isReady, setReady] = useState(false);
  const waiting = { standings: ['needs-you' as const], ...(folderId !== undefined && { folderId }) };
  const pages = useQueries({
    queries: Array.from({ length: pageCount }, (_, index) => ({
      ...hostQuery(host, 'documents', {
        ...waiting,
        sort: { by: 'when', descending: false },
        limit: pageLength,
        offset: index * pageLength,
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
    const listed = lists.flatMap((list) => list?.documents ?? []);
    setReady(true);
    setOrder((before) => withListed(before, listed, total));
  }, [fetched]);
  const problem = pages.find((page) => page.isError)?.error;
  const known = order.items.filter((item) => !item.done).length;
  return {
    order,
    /** The host has said what waits. */
    isReady,
    problem: problem ?? undefined,
    /** Marks documents as done, or as waiting again. */
    setDone: (ids: readonly number[], done: boolean) => setOrder((before) => withDone(before, ids, done)),
    /** Appends a document that was opened by its address. */
    add: (document: DocumentSummary) => setOrder((before) => withDocument(before, document)),
    /** Fetches more of the list, as a person comes near its end. */
    loadMore: () => {
      if (known < order.waiting && pages.every((page) => !page.isFetching)) setPageCount((count) => count + 1);
    },
  };
}
