import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { useKeyBindings } from '../components/key-bindings.tsx';
import { go } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import { listKey, type QueueLocation } from './filters.ts';
import type { DocumentActions } from './use-document-actions.tsx';
import type { Rows } from './use-rows.ts';

/** The selected documents by id, as they were when selected. */
type Selection = ReadonlyMap<number, DocumentSummary>;

const noSelection: Selection = new Map();
/** As many as one request takes. */
export const maxSelection = 10_000;

interface ListOptions {
  readonly location: QueueLocation;
  readonly rows: Rows;
  readonly actions: DocumentActions;
  readonly grid: RefObject<HTMLElement | null>;
  readonly drawer: RefObject<HTMLElement | null>;
}

export type List = ReturnType<typeof useList>;

/**
 * Moving, selecting and opening, as in a mail program: a click opens, Ctrl adds, Shift extends; arrows move, Space selects,
 * Enter opens. The active document stays active when others arrive above it.
 */
export function useList({ location, rows, actions, grid, drawer }: ListOptions) {
  const words = useWords('queue.keys');
  const [at, setAt] = useState<{ readonly index: number; readonly id?: number | undefined }>({ index: 0 });
  const [selection, setSelection] = useState<Selection>(noSelection);
  /** The row the keyboard moved to last: a new object each time it must be scrolled to. */
  const [reveal, setReveal] = useState<{ readonly index: number }>();
  const anchor = useRef(0);
  const total = rows.total ?? 0;
  const activeId = location.documentId ?? at.id;
  const active = Math.max(0, Math.min(total - 1, (activeId === undefined ? undefined : rows.indexOf(activeId)) ?? at.index));
  const activeRow = rows.at(active);

  // A new query: what was selected before must not be acted on unseen.
  const query = `${listKey(location)} ${location.sort}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new query resets the list.
  useEffect(() => {
    setSelection(noSelection);
    setAt({ index: 0 });
    anchor.current = 0;
  }, [query]);

  const open = (row: DocumentSummary | undefined, how: 'push' | 'replace', thenFocus = false): void => {
    if (row === undefined) return;
    go({ ...location, documentId: row.id }, how);
    if (thenFocus) requestAnimationFrame(() => drawer.current?.focus());
  };
  const close = (): void => {
    const { documentId, ...rest } = location;
    if (documentId === undefined) return;
    setAt({ index: active, id: documentId });
    go(rest);
    grid.current?.focus();
  };
  const clear = (): void => setSelection(noSelection);
  const selectRange = async (from: number, to: number): Promise<void> => {
    const [first, last] = from < to ? [from, to] : [to, from];
    const documents = await rows.between(first, Math.min(last, first + maxSelection - 1));
    setSelection(new Map(documents.slice(0, maxSelection).map((row) => [row.id, row])));
  };
  const selectAll = (): void => void selectRange(0, total - 1);
  const moveTo = (target: number, extend: boolean): void => {
    const index = Math.max(0, Math.min(total - 1, target));
    const row = rows.at(index);
    if (extend) {
      if (selection.size === 0) anchor.current = active;
      void selectRange(anchor.current, index);
    } else {
      anchor.current = index;
    }
    setAt({ index, id: row?.id });
    setReveal({ index });
    if (location.documentId !== undefined) open(row, 'replace');
  };
  const toggle = (index: number, row: DocumentSummary | undefined): void => {
    if (row === undefined) return;
    anchor.current = index;
    setSelection((before) => {
      const next = new Map(before);
      if (!next.delete(row.id) && next.size < maxSelection) next.set(row.id, row);
      return next;
    });
  };
  /** The selected documents in their current state, where known. */
  const selected = (): DocumentSummary[] => [...selection.values()].map((row) => rows.at(rows.indexOf(row.id) ?? -1) ?? row);
  const targets = (): DocumentSummary[] => (selection.size > 0 ? selected() : activeRow === undefined ? [] : [activeRow]);
  const isSelecting = selection.size > 0;

  const onKeyDown = (event: KeyboardEvent, pageLength: number): void => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const next = moves[event.key]?.({ active, total, pageLength });
    if (next !== undefined) moveTo(next, event.shiftKey);
    else if (event.key === 'Enter') open(activeRow, 'push', true);
    else if (event.key === ' ') toggle(active, activeRow);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selectAll();
    else if (event.key === 'Delete') void actions.dismiss(targets());
    else return;
    event.preventDefault();
  };
  const inGrid = (act: () => void) => () => {
    grid.current?.focus();
    act();
  };
  useKeyBindings(words('title'), [
    { key: 'ArrowDown', label: words('down') },
    { key: 'j', label: words('down'), act: inGrid(() => moveTo(active + 1, false)) },
    { key: 'ArrowUp', label: words('up') },
    { key: 'k', label: words('up'), act: inGrid(() => moveTo(active - 1, false)) },
    { key: 'Enter', label: words('open') },
    { key: 'Space', label: words('select') },
    { key: 'x', label: words('select'), act: inGrid(() => toggle(active, activeRow)) },
    { key: 'Shift+ArrowDown', label: words('extend') },
    { key: 'Ctrl+A', label: words('all') },
    { key: 's', label: words('send'), act: () => actions.sendAgain(targets()) },
    { key: 'd', label: words('dismiss'), act: () => actions.dismiss(targets()) },
    { key: 'Escape', label: words('close'), act: () => (location.documentId === undefined && isSelecting ? clear() : close()) },
  ]);
  return {
    active,
    reveal,
    selection,
    selected,
    selectAll,
    clear,
    close,
    onKeyDown,
    onPick: (index: number, row: DocumentSummary, event: MouseEvent) => {
      if (event.shiftKey) return void selectRange(anchor.current, index);
      if (event.ctrlKey || event.metaKey) return toggle(index, row);
      anchor.current = index;
      setAt({ index, id: row.id });
      clear();
      open(row, location.documentId === undefined ? 'push' : 'replace');
    },
    onToggle: toggle,
  };
}

type MoveFrom = Readonly<Record<'active' | 'total' | 'pageLength', number>>;

const moves: Readonly<Record<string, (from: MoveFrom) => number>> = {
  ArrowDown: ({ active }) => active + 1,
  ArrowUp: ({ active }) => active - 1,
  PageDown: ({ active, pageLength }) => active + pageLength,
  PageUp: ({ active, pageLength }) => active - pageLength,
  Home: () => 0,
  End: ({ total }) => total - 1,
};
