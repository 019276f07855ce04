import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { fieldOf, maxColumns } from '../../electron/core/values/columns.ts';
import { Problem } from '../components/banner.tsx';
import { Button, type ButtonProps } from '../components/button.tsx';
import { ColumnList } from '../components/column-list.tsx';
import { Confirm } from '../components/dialog.tsx';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { labelOf } from '../review/review-task.ts';
import { useWords } from '../words/words.tsx';
import type { QueueLocation } from './filters.ts';
import styles from './screen.module.css';

export type ValueColumns = ReturnType<typeof useColumns>;

/** The columns of values: those that a person has chosen for this folder, or the usual ones. */
export function useColumns(location: QueueLocation, folders: readonly FolderStatus[] | undefined) {
  const { folderId } = location;
  const columns = useHostQuery('columns', { ...(folderId !== undefined && { folderId }) });
  const preferences = useHostQuery('preferences', {});
  const { run, problem } = useHostCommand('setPreferences', ['preferences']);
  // Preferences know a folder by its path; '' stands for all folders together.
  const key = folders?.find(({ id }) => id === folderId)?.path ?? '';
  const queue = preferences.data?.queue;
  const chosen = queue?.columns[key];
  return {
    isKnown: folders !== undefined && columns.isFetched && preferences.isFetched,
    shown: chosen ?? columns.data?.usual ?? [],
    /** They are all shown, even if there is little room. */
    isChosen: chosen !== undefined,
    known: columns.data?.known ?? [],
    usual: columns.data?.usual ?? [],
    problem,
    /** Keeps them for this folder; undefined: the usual ones. */
    choose: (next: readonly string[] | undefined) => {
      const { [key]: _, ...others } = queue?.columns ?? {};
      const kept = { ...others, ...(next !== undefined && { [key]: [...next] }) };
      return run({ changes: { queue: { columns: kept } } });
    },
  };
}

/** A column's name as people write it. */
export function useColumnNames(): (column: string) => string {
  const words = useWords('queue.columns');
  return (column) => {
    const field = fieldOf(column);
    return field === undefined ? words(column === 'name' || column === 'when' ? column : 'category') : labelOf(field);
  };
}

export function ColumnsButton({ columns }: { readonly columns: ValueColumns }) {
  const words = useWords('queue.choose');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ToolButton label={words('open')} icon={<Columns3 />} onClick={() => setOpen(true)} />
      {isOpen && <ColumnsDialog columns={columns} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Beside the search; where there is little room, only its icon. */
export function ToolButton({
  label,
  ...button
}: { readonly label: string } & Pick<ButtonProps, 'icon' | 'aria-expanded' | 'onClick'>) {
  return (
    <Button kind="quiet" className={styles.tool} aria-label={label} title={label} {...button}>
      <bdi>{label}</bdi>
    </Button>
  );
}

/** Chooses and orders the columns of values. */
function ColumnsDialog({ columns, onClose }: { readonly columns: ValueColumns; readonly onClose: () => void }) {
  const words = useWords('queue.choose');
  const nameOf = useColumnNames();
  const { known, shown, usual } = columns;
  const [chosen, setChosen] = useState(shown);
  const choose = async (next: readonly string[] | undefined): Promise<void> => {
    if ((await columns.choose(next)).ok) onClose();
  };
  return (
    <Confirm
      title={words('title')}
      size="normal"
      more={<Button onClick={() => void choose(undefined)}>{words('usual')}</Button>}
      action={words('apply')}
      onClose={onClose}
      onConfirm={() => void choose(chosen.join() === usual.join() ? undefined : chosen)}
    >
      <Problem problem={columns.problem} />
      <p>{words(known.length === 0 ? 'none' : 'hint')}</p>
      <ColumnList chosen={chosen} known={known} most={maxColumns} nameOf={nameOf} onChange={setChosen} />
      {chosen.length >= maxColumns && <p>{words('most', { count: maxColumns })}</p>}
    </Confirm>
  );
}
