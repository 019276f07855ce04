// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table element; roles describe it instead.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { Row, rowId } from './row.tsx';
import styles from './table.module.css';
import type { DocumentActions } from './use-document-actions.tsx';
import type { List } from './use-list.ts';
import { type Rows, useStableCallback } from './use-rows.ts';

interface TableProps {
  readonly rows: Rows;
  readonly list: List;
  readonly actions: DocumentActions;
  /** The grid element, so that others can focus it. */
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly folderName: (folderId: number) => string;
  readonly openId: number | undefined;
}

/** Below this width, in rem, there is no room for every column. */
const tightBelow = 52;
/** Where the list and the drawer beside it have less than this, a document takes two lines. */
const narrowBelow = 44;
/** Row heights in rem. */
const rowHeight = { wide: 2.375, tight: 2.375, narrow: 3.375 };

/** The list of documents. Only visible rows are rendered, however many there are. */
export function Table({ rows, list, actions, grid, folderName, openId }: TableProps) {
  const words = useWords('queue');
  const { active, reveal, selection } = list;
  const total = rows.total ?? 0;
  const { layout, rem } = useLayout(grid);
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
  const activeRow = rows.at(active);
  const handlers = {
    onPick: useStableCallback(list.onPick),
    onToggle: useStableCallback(list.onToggle),
    onSendAgain: useStableCallback(actions.sendAgain),
    onDismiss: useStableCallback(actions.dismiss),
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
      data-selecting={selection.size > 0 || undefined}
      onKeyDown={(event) => list.onKeyDown(event, Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / height) - 2))}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" className={styles.headings} aria-rowindex={1}>
          <span role="columnheader">
            <span className="unseen">{words('columns.select')}</span>
          </span>
          <span role="columnheader">{words('columns.name')}</span>
          <span role="columnheader">{words('columns.folder')}</span>
          <span role="columnheader">{words('columns.state')}</span>
          <span role="columnheader" className={styles.right}>
            {words('columns.when')}
          </span>
          <span role="columnheader">
            <span className="unseen">{words('columns.actions')}</span>
          </span>
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
function useLayout(element: RefObject<HTMLElement | null>): { readonly layout: keyof typeof rowHeight; readonly rem: number } {
  const [layout, setLayout] = useState<keyof typeof rowHeight>('wide');
  const [rem, setRem] = useState(16);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const measure = (width: number): void => {
      const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRem(size);
      const whole = element.current?.closest('[data-queue]')?.clientWidth ?? width;
      setLayout(whole < narrowBelow * size ? 'narrow' : width < tightBelow * size ? 'tight' : 'wide');
    };
    measure(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => measure(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return { layout, rem };
}
