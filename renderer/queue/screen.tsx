import { ChartColumn, CircleCheck, Filter, FolderPlus, ScanLine, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RequestOutput } from '../../electron/core/contract/contract.ts';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { Problem } from '../components/banner.tsx';
import { Button, LinkButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FolderSelect } from '../components/folder-select.tsx';
import { ScreenFrame } from '../components/screen.tsx';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { go, useLocation } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import { FilterBar, SearchField, SelectionBar } from './bars.tsx';
import { Drawer } from './drawer/drawer.tsx';
import { filterOf, isFiltered, listKey, type QueueLocation, shownOf, sortedBy, sortOf } from './filters.ts';
import styles from './screen.module.css';
import { Table } from './table.tsx';
import { Totals } from './totals.tsx';
import { ColumnsButton, ToolButton, useColumns } from './use-columns.tsx';
import { useDocumentActions } from './use-document-actions.tsx';
import { useList } from './use-list.ts';
import { useRows } from './use-rows.ts';
import { ValueFilters } from './value-filters.tsx';

/** Every document: its state, why, and what can be done about it. */
export function QueueScreen() {
  const location = useLocation();
  return location.screen === 'queue' ? <Queue location={location} /> : null;
}

function Queue({ location }: { readonly location: QueueLocation }) {
  const words = useWords('queue');
  const screens = useWords('common.screens');
  const { data: status } = useHostQuery('status', {});
  const columns = useColumns(location, status?.folders);
  const filter = filterOf(location, columns.shown);
  const rows = useRows(filter, columns.isKnown);
  const hasValues = filter.values !== undefined;
  const [isFiltering, setFiltering] = useState(false);
  const actions = useDocumentActions();
  const grid = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const list = useList({ location, rows, actions, grid, drawer });
  const folders = status?.folders ?? [];
  const tools = (
    <>
      <SearchField location={location} />
      <FolderSelect
        label={words('folder')}
        all={words('allFolders')}
        folders={folders}
        folderId={location.folderId}
        className={styles.folder}
        // Another folder has other columns.
        onChoose={(folderId) => go({ ...location, documentId: undefined, sort: '', folderId })}
      />
      <ToolButton
        label={words('by.open')}
        icon={<Filter />}
        aria-expanded={isFiltering || hasValues}
        onClick={() => setFiltering(!isFiltering)}
      />
      <ColumnsButton columns={columns} />
      <LinkButton kind="quiet" icon={<ChartColumn />} to={{ screen: 'insights' }}>
        {screens('insights')}
      </LinkButton>
    </>
  );
  return (
    <div className={styles.queue} data-queue>
      <ScreenFrame title={words('title')} actions={tools} isFilled>
        <div className={styles.bar}>
          {list.selection.size === 0 ? (
            <FilterBar location={location} counts={rows.counts} status={status} />
          ) : (
            <SelectionBar list={list} actions={actions} total={rows.total ?? 0} columns={columns.shown} />
          )}
        </div>
        {(isFiltering || hasValues) && <ValueFilters location={location} />}
        <Problem problem={rows.problem} />
        {rows.unread > 0 && (
          <p className="soft" role="status">
            {words('unread', { count: rows.unread })}
          </p>
        )}
        {rows.total === 0 ? (
          status !== undefined && <EmptyQueue location={location} status={status} />
        ) : (
          <Table
            // A new query starts at the top.
            key={listKey(location)}
            rows={rows}
            list={list}
            grid={grid}
            folderName={(id) => folders.find((folder) => folder.id === id)?.path ?? ''}
            openId={location.documentId}
            hasFolder={location.folderId === undefined && folders.length > 1}
            columns={columns}
            sort={sortOf(location)}
            onSort={(sort) => go(sortedBy(location, sort), 'replace')}
          />
        )}
        <footer className={styles.footer}>
          <p role="status">
            {list.selection.size > 0
              ? words('selection.count', { count: list.selection.size })
              : rows.total !== undefined && words('found', { count: rows.total })}
          </p>
          {columns.isKnown && <Totals filter={filter} />}
        </footer>
      </ScreenFrame>
      {location.documentId !== undefined && (
        <Drawer key={location.documentId} id={location.documentId} region={drawer} actions={actions} onClose={list.close} />
      )}
      {actions.dialog}
    </div>
  );
}

/** Says why the list is empty and what to do next. */
function EmptyQueue({ location, status }: { readonly location: QueueLocation; readonly status: RequestOutput<'status'> }) {
  const words = useWords('queue.empty');
  if (isFiltered(location)) {
    const isAttention = shownOf(location) === 'needs-you' && !isFiltered({ ...location, show: '' });
    return (
      <EmptyState
        icon={isAttention ? <CircleCheck /> : <SearchX />}
        title={words(isAttention ? 'noAttentionTitle' : 'noMatchTitle')}
        actions={<Button onClick={() => go({ screen: 'queue' })}>{words('clear')}</Button>}
      >
        {words(isAttention ? 'noAttention' : 'noMatch')}
      </EmptyState>
    );
  }
  const { folders, sandbox } = status;
  const folder = folders.find(({ id }) => id === location.folderId) ?? folders[0];
  if (folder !== undefined) {
    return (
      <EmptyState icon={<ScanLine />} title={words('waitingTitle')} actions={sandbox && <SamplesButton folder={folder} />}>
        <p>{words('waiting')}</p>
        {sandbox && <p>{words('samples')}</p>}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<FolderPlus />}
      title={words('noFolderTitle')}
      actions={
        <LinkButton kind="primary" to={{ screen: 'folders', adding: true }}>
          {words('addFolder')}
        </LinkButton>
      }
    >
      {words('noFolder')}
    </EmptyState>
  );
}

/** With the sandbox, Intray's sample documents can be tried for free. */
function SamplesButton({ folder: { id, health } }: { readonly folder: FolderStatus }) {
  const words = useWords('queue.empty');
  const drop = useHostCommand('dropSamples', ['status']);
  return (
    <>
      {/* Until the first scan is finished, a new file could count as one that was already there. */}
      <Button kind="primary" busy={drop.isRunning || health.kind !== 'watching'} onClick={() => void drop.run({ id })}>
        {words('samplesAdd')}
      </Button>
      <Problem problem={drop.problem} />
    </>
  );
}
