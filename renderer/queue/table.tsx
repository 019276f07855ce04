// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table element; roles describe it instead.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Sort } from '../../electron/core/values/columns.ts';
import { useStableCallback } from '../components/use-stable-callback.ts';
import { useWords } from '../words/words.tsx';
import cells from './row.module.css';
import { Row, rowId } from './row.tsx';
import styles from './table.module.css';
import { useColumnNames, type ValueColumns } from './use-columns.tsx';
import type { List } from './use-list.ts';
import type { Rows } from './use-rows.ts';

interface TableProps {
  readonly rows: Rows;
  readonly list: List;
  /** The grid element, so that others can focus it. */
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly folderName: (folderId: number) => string;
  readonly openId: number | undefined;
  /** Whether rows name their folder: not where there is but one. */
  readonly hasFolder: boolean;
  readonly columns: ValueColumns;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** Below this width, in rem, there is no room for every column. */
const tightBelow = 52;
/** Where the list and the drawer beside it have less than this, a document takes two lines. */
const narrowBelow = 44;
/** Row heights in rem. */
const rowHeight = { wide: 2.375, tight: 2.375, narrow: 3.375 };
/** What a row takes beside its values, and what a value takes, in rem. */
const roomTaken = { wide: 43, tight: 30, narrow: Number.POSITIVE_INFINITY };
const valueRoom = 6.75;

/** The columns of a row in CSS: mark, name, folder, state, values, when. */
function templateOf(layout: 'wide' | 'tight', values: number, folder: string): string {
  const each = values === 0 ? '' : `repeat(${values}, minmax(6rem, 1fr))`;
  if (layout === 'tight') return `2rem minmax(0, 1.5fr) minmax(0, 1fr) ${each}`;
  const state = values === 0 ? 'minmax(14rem, 1.25fr)' : 'minmax(7.5rem, 1fr)';
  return `2rem minmax(12rem, 1.5fr) ${folder} ${state} ${each} minmax(7rem, 10rem)`;
}

/** The list of documents. Only visible rows are rendered, however many there are. */
export function Table({ rows, list, grid, folderName, openId, hasFolder, columns, sort, onSort }: TableProps) {
  const words = useWords('queue');
  const { active, reveal, selection } = list;
  const total = rows.total ?? 0;
  const nameOf = useColumnNames();
  const { layout, width } = useLayout(grid);
  const { rem } = width;
  const fitting = Math.max(0, Math.floor((width.list / rem - roomTaken[layout] + (hasFolder ? 0 : 5)) / valueRoom));
  // What somebody has chosen is there in any case, if need be beside what is in sight.
  const shown = layout === 'wide' && columns.isChosen ? columns.shown : columns.shown.slice(0, fitting);
  const widened = Math.max(0, shown.length - fitting) * valueRoom;
  const height = Math.round(rowHeight[layout] * rem);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: 0,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout decides how high rows are, not earlier measurements.
  useLayoutEffect(() => virtual.measure(), [height]);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => rows.setVisible(first, last), [rows, first, last]);
  useEffect(() => {
    if (reveal !== undefined) virtual.scrollToIndex(reveal.index);
  }, [reveal, virtual]);
  const order = `${sort.by} ${sort.descending}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is read from the top.
  useEffect(() => void grid.current?.scrollTo({ top: 0 }), [order]);
  const activeRow = rows.at(active);
  const handlers = {
    onPick: useStableCallback(list.onPick),
    onToggle: useStableCallback(list.onToggle),
  };
  const heading = (by: string, label: string, className?: string) => {
    const isSorted = sort.by === by;
    const Arrow = sort.descending ? ArrowDown : ArrowUp;
    return (
      <span
        key={by}
        role="columnheader"
        className={className}
        aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
      >
        <button
          type="button"
          className={styles.sort}
          title={label}
          onClick={() => onSort({ by, descending: isSorted ? !sort.descending : by === 'when' })}
        >
          <span className="cut">{label}</span>
          {isSorted && <Arrow />}
        </button>
      </span>
    );
  };
  const variables = {
    ...(layout !== 'narrow' && { '--columns': templateOf(layout, shown.length, hasFolder ? 'minmax(4.5rem, 6rem)' : '') }),
    '--widest': `${widened === 0 ? 0 : roomTaken.wide + shown.length * valueRoom}rem`,
  };
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={styles.grid}
      aria-label={words('title')}
      aria-multiselectable
      aria-rowcount={total + 1}
      aria-activedescendant={activeRow !== undefined && active >= first && active <= last ? rowId(activeRow.id) : undefined}
      data-layout={layout}
      data-folders={hasFolder}
      style={variables as CSSProperties}
      data-selecting={selection.size > 0 || undefined}
      onKeyDown={(event) => list.onKeyDown(event, Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / height) - 2))}
    >
      <div role="rowgroup" className={layout === 'narrow' ? 'unseen' : styles.head}>
        <div role="row" className={styles.headings} aria-rowindex={1}>
          <span role="columnheader">
            <span className="unseen">{words('columns.select')}</span>
          </span>
          {heading('name', words('columns.name'))}
          <span role="columnheader" className={cells.folder}>
            {words('columns.folder')}
          </span>
          <span role="columnheader">{words('columns.state')}</span>
          {shown.map((column) => heading(column, nameOf(column)))}
          {heading('when', words('columns.when'), cells.when)}
        </div>
      </div>
      <div role="rowgroup" className={styles.body} style={{ height: `${virtual.getTotalSize()}px` }}>
        {items.map(({ index, start }) => {
          const row = rows.at(index);
          return (
            <Row
              key={row?.id ?? `at-${index}`}
              row={row}
              index={index}
              top={start}
              height={height}
              columns={shown}
              nameOf={nameOf}
              folder={row === undefined ? '' : folderName(row.folderId)}
              isActive={index === active}
              isOpen={row !== undefined && row.id === openId}
              isSelected={row !== undefined && selection.has(row.id)}
              {...handlers}
            />
          );
        })}
      </div>
    </div>
  );
}

/** By the font size, the list's width, and that of all of the queue: rows keep their height when the drawer opens. */
function useLayout(element: RefObject<HTMLElement | null>) {
  const [layout, setLayout] = useState<keyof typeof rowHeight>('wide');
  const [width, setWidth] = useState({ list: 0, rem: 16 });
  useLayoutEffect(() => {
    if (element.current === null) return;
    const measure = (width: number): void => {
      const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setWidth({ list: width, rem: size });
      const whole = element.current?.closest('[data-queue]')?.clientWidth ?? width;
      setLayout(whole < narrowBelow * size ? 'narrow' : width < tightBelow * size ? 'tight' : 'wide');
    };
    measure(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => measure(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return { layout, width };
}
