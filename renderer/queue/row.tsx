// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table element; roles describe it instead.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys.

import { clsx } from 'clsx';
import { memo } from 'react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { directoryOf, fileNameOf } from '../../electron/core/document/document.ts';
import { standings } from '../../electron/core/document/standing.ts';
import { hasResult } from '../../electron/core/document/states.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { FileName } from '../components/file-name.tsx';
import { PagePicture } from '../components/page-picture.tsx';
import { useFormats } from '../words/words.tsx';
import { Marked, matchesInPath } from './marked.tsx';
import { shownIn } from './plain-table.ts';
import styles from './row.module.css';
import { StateCell } from './state-cell.tsx';
import type { List } from './use-list.ts';

interface RowProps extends Pick<List, 'onPick' | 'onToggle'> {
  readonly row: DocumentSummary | undefined;
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
  readonly height: number;
  readonly folder: string;
  /** The columns of values for which there is room. */
  readonly columns: readonly string[];
  readonly nameOf: (column: string) => string;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
}

/** One document in the list. The list handles keys, which can do everything that can be clicked here. */
export const Row = memo(function Row(props: RowProps) {
  const { row, index, top, height, folder, columns, nameOf, isActive, isOpen, isSelected, onPick, onToggle } = props;
  const formats = useFormats();
  const position = { transform: `translateY(${top}px)`, height: `${height}px` };
  if (row === undefined) {
    return (
      <div role="row" className={styles.row} style={position} aria-rowindex={index + 2}>
        <span role="gridcell" className={styles.blank} aria-busy="true" />
      </div>
    );
  }
  const name = fileNameOf(row.path);
  const directory = directoryOf(row.path);
  const { values = {}, typed = {}, matches = [] } = row;
  const foundInPath = matches.find(({ column }) => column === 'name');
  const inPath = foundInPath && matchesInPath(foundInPath);
  const elsewhere = matches.find(({ column }) => column !== 'name' && !columns.includes(column));
  // Where there are no values, the state has their room.
  const span = columns.some((column) => values[column] !== undefined) ? 1 : columns.length + 1;
  return (
    <div
      role="row"
      id={rowId(row.id)}
      className={clsx(styles.row, isActive && styles.active, isOpen && styles.open, isSelected && styles.selected)}
      style={position}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={(event) => onPick(index, row, event)}
    >
      <span
        role="gridcell"
        className={styles.check}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(index, row);
        }}
      >
        <input type="checkbox" className={styles.box} checked={isSelected} readOnly tabIndex={-1} aria-hidden />
      </span>
      <span role="gridcell" className={styles.name} title={row.path}>
        <span className={styles.picture}>
          {/* Before, its file may still change or turn out to be none. */}
          {hasResult(row.state) && <PagePicture of={row} width={26} inTurn />}
        </span>
        {inPath?.name === undefined ? (
          <FileName name={name} className={clsx(standings[row.standing].asks && styles.attention)} />
        ) : (
          <Marked {...inPath.name} className={clsx('cut', standings[row.standing].asks && styles.attention)} />
        )}
        {elsewhere === undefined ? (
          directory !== '' && <Marked {...(inPath?.directory ?? { text: directory, marks: [] })} className={styles.directory} />
        ) : (
          <span className="hint cut">
            {`${nameOf(elsewhere.column)}: `}
            <Marked {...elsewhere} />
          </span>
        )}
      </span>
      <span role="gridcell" className={styles.folder} title={folder}>
        {isolated(fileNameOf(folder.replaceAll('\\', '/')))}
      </span>
      <span
        role="gridcell"
        className={styles.state}
        aria-colspan={span > 1 ? span : undefined}
        style={span > 1 ? { gridColumn: `span ${span}` } : undefined}
      >
        <StateCell row={row} />
      </span>
      {span === 1 &&
        columns.map((column) => {
          // What was searched for is marked where it is printed; else a date or an amount is written as the reader writes it.
          const match = matches.find((each) => each.column === column);
          const { text: written, marks } = match ?? { text: shownIn(row, column, formats), marks: [] };
          return (
            <span
              key={column}
              role="gridcell"
              className={styles.value}
              data-kind={typed[column]?.kind}
              title={isolated(values[column] ?? '')}
            >
              <Marked text={written} marks={marks} className="cut" />
            </span>
          );
        })}
      <span role="gridcell" className={styles.when}>
        <time title={formats.moment(row.changedAt)} dateTime={new Date(row.changedAt).toISOString()}>
          {formats.when(row.changedAt)}
        </time>
      </span>
    </div>
  );
});

export function rowId(id: number): string {
  return `document-${id}`;
}
