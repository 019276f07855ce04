// biome-ignore-all lint/a11y/useSemanticElements: a virtual list is no table to the browser; the roles say what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { useWords } from '../words/words.tsx';
import { Row, rowId } from './row.tsx';
import type { Selection } from './selection.ts';
import styles from './table.module.css';
import type { Rows } from './use-rows.ts';
import { useSteady } from './use-rows.ts';

export interface TableProps {
  readonly rows: Rows;
  readonly total: number;
  readonly label: string;
  /** The grid, for whoever gives it the focus. */
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly folderName: (folderId: number) => string;
  /** Where the keyboard is. */
  readonly active: number;
  /** Where it went last: scrolled to. */
  readonly reveal: { readonly index: number } | undefined;
  readonly openId: number | undefined;
  readonly selection: Selection;
  readonly onKeyDown: (event: KeyboardEvent, pageLength: number) => void;
  readonly onPick: (index: number, row: DocumentSummary, event: MouseEvent) => void;
  readonly onToggle: (index: number, row: DocumentSummary) => void;
  readonly onSendAgain: (rows: readonly DocumentSummary[]) => void;
  readonly onDismiss: (rows: readonly DocumentSummary[]) => void;
  readonly onReview: (row: DocumentSummary) => void;
}

/** Below this width (rem) a document takes two lines. */
const narrowBelow = 52;
/** Heights in rem. */
const lineHeight = { wide: 2.375, narrow: 3.375 };

/** The list of documents: only rows in sight are on the page, however many there are. */
export function Table(props: TableProps) {
  const { rows, total, label, grid, active, reveal, openId, selection } = props;
  const words = useWords('queue');
  const { layout, rem } = useLayout(grid);
  const height = Math.round(lineHeight[layout] * rem);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: 0,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are as high as the layout says, whatever was measured before.
  useLayoutEffect(() => virtual.measure(), [height]);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => rows.see(first, last), [rows, first, last]);
  useEffect(() => {
    if (reveal !== undefined) virtual.scrollToIndex(reveal.index);
  }, [reveal, virtual]);
  const activeRow = rows.at(active);
  const handlers = {
    onPick: useSteady(props.onPick),
    onToggle: useSteady(props.onToggle),
    onSendAgain: useSteady(props.onSendAgain),
    onDismiss: useSteady(props.onDismiss),
    onReview: useSteady(props.onReview),
  };
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={styles.grid}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={total + 1}
      aria-activedescendant={activeRow !== undefined && active >= first && active <= last ? rowId(activeRow.id) : undefined}
      data-layout={layout}
      data-selecting={selection.size > 0 || undefined}
      onKeyDown={(event) => props.onKeyDown(event, Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / height) - 2))}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" className={styles.headings} aria-rowindex={1}>
          <span role="columnheader" />
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
              folder={row === undefined ? '' : props.folderName(row.folderId)}
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

/** Wide or narrow, by the list's own width and the person's size of type. */
function useLayout(element: RefObject<HTMLElement | null>): { readonly layout: 'wide' | 'narrow'; readonly rem: number } {
  const [layout, setLayout] = useState<'wide' | 'narrow'>('wide');
  const [rem, setRem] = useState(16);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const measure = (width: number): void => {
      const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRem(size);
      setLayout(width < narrowBelow * size ? 'narrow' : 'wide');
    };
    measure(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => measure(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return { layout, rem };
}
