import { useRef } from 'react';
import { Select } from '../components/field.tsx';
import { Problem } from '../components/problem.tsx';
import { useHostQuery } from '../host/use-host-query.ts';
import { go, useLocation } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import { Drawer } from './drawer/drawer.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterOf, type QueueLocation } from './filters.ts';
import styles from './screen.module.css';
import { SearchField } from './search.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Table } from './table.tsx';
import { useDocumentActions } from './use-document-actions.tsx';
import { useList } from './use-list.ts';
import { useRows } from './use-rows.ts';

/** Every document: its state, why, and what can be done about it. */
export function QueueScreen() {
  const location = useLocation();
  return location.screen === 'queue' ? <Queue location={location} /> : null;
}

function Queue({ location }: { readonly location: QueueLocation }) {
  const words = useWords('queue');
  const { data: status } = useHostQuery('status', {});
  const rows = useRows(filterOf(location));
  const actions = useDocumentActions();
  const grid = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const list = useList({ location, rows, actions, grid, drawer });
  const folders = status?.folders ?? [];
  const chooseFolder = (id: string): void => {
    const { folderId: _, documentId: __, ...rest } = location;
    go(id === '' ? rest : { ...rest, folderId: Number(id) });
  };
  return (
    <div className={styles.queue}>
      <div className={styles.list}>
        <header className={styles.header}>
          <h1>{words('title')}</h1>
          <div className={styles.tools}>
            <SearchField location={location} />
            {folders.length > 1 && (
              <Select
                className={styles.folder}
                aria-label={words('folder')}
                value={location.folderId ?? ''}
                onChange={(event) => chooseFolder(event.target.value)}
              >
                <option value="">{words('allFolders')}</option>
                {folders.map(({ id, path }) => (
                  <option key={id} value={id}>
                    {path}
                  </option>
                ))}
              </Select>
            )}
          </div>
        </header>
        <div className={styles.bar}>
          {list.selection.size === 0 ? (
            <FilterBar location={location} status={status} />
          ) : (
            <SelectionBar list={list} actions={actions} total={rows.total ?? 0} />
          )}
        </div>
        <Problem problem={rows.problem} />
        {rows.total === 0 ? (
          <EmptyQueue location={location} hasFolders={folders.length > 0} isKnown={status !== undefined} />
        ) : (
          <Table
            // A new query starts at the top.
            key={`${location.show} ${location.folderId} ${location.text}`}
            rows={rows}
            total={rows.total ?? 0}
            label={words('title')}
            grid={grid}
            folderName={(id) => folders.find((folder) => folder.id === id)?.path ?? ''}
            active={list.active}
            reveal={list.reveal}
            openId={location.documentId}
            selection={list.selection}
            onKeyDown={list.onKeyDown}
            onPick={list.onPick}
            onToggle={list.onToggle}
            onSendAgain={actions.sendAgain}
            onDismiss={actions.dismiss}
            onReview={(row) => go({ screen: 'review', documentId: row.id })}
          />
        )}
        <p className="unseen" role="status">
          {list.selection.size > 0
            ? words('selection.count', { count: list.selection.size })
            : rows.total !== undefined && words('found', { count: rows.total })}
        </p>
      </div>
      {location.documentId !== undefined && (
        <Drawer key={location.documentId} id={location.documentId} region={drawer} actions={actions} onClose={list.close} />
      )}
      {actions.dialog}
    </div>
  );
}
