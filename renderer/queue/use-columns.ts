import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { fieldOf } from '../../electron/core/values/columns.ts';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
import { labelOf } from '../review/review-task.ts';
import { useWords } from '../words/words.tsx';
import type { QueueLocation } from './filters.ts';

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
