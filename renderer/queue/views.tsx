import { Bookmark, BookmarkPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '../../electron/core/config/preferences.ts';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form, TextField } from '../components/field.tsx';
import { Menu, MenuItem } from '../components/menu.tsx';
import { Problem } from '../components/problem.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
import { go, hrefOf } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import styles from './columns-dialog.module.css';
import { type QueueLocation, shownOf, sortedBy, sortOf } from './filters.ts';
import type { ValueColumns } from './use-columns.ts';

type View = Settings['queue']['views'][number];

interface ViewsProps {
  readonly location: QueueLocation;
  readonly folders: readonly FolderStatus[];
  readonly columns: ValueColumns;
}

/** The views that were saved; the button has the name of the one that is shown. */
export function ViewsMenu(props: ViewsProps) {
  const { location, folders } = props;
  const words = useWords('queue.views');
  const [isSaving, setSaving] = useState(false);
  const views = useHostQuery('preferences', {}).data?.queue.views ?? [];
  const { documentId: _, ...here } = location;
  const current = views.find((view) => hrefOf(here) === hrefOf(locationOf(view, folders) ?? { screen: 'home' }));
  return (
    <>
      <Menu
        trigger={
          <Button
            kind="quiet"
            icon={<Bookmark aria-hidden />}
            className={styles.view}
            aria-label={current?.name ?? words('open')}
            title={current?.name ?? words('open')}
          >
            <bdi>{current?.name ?? words('open')}</bdi>
          </Button>
        }
      >
        {views.map((view) => {
          const place = locationOf(view, folders);
          return (
            <MenuItem key={view.name} disabled={place === undefined} onSelect={() => place !== undefined && go(place)}>
              <bdi>{place === undefined ? words('gone', { name: view.name }) : view.name}</bdi>
            </MenuItem>
          );
        })}
        <MenuItem icon={<BookmarkPlus aria-hidden />} onSelect={() => setSaving(true)}>
          {words('save')}
        </MenuItem>
      </Menu>
      {isSaving && <SaveView {...props} onClose={() => setSaving(false)} />}
    </>
  );
}

/** Saves what is shown under a name, and removes what is no longer wanted. */
function SaveView({ location, folders, columns, onClose }: ViewsProps & { readonly onClose: () => void }) {
  const words = useWords('queue.views');
  const common = useWords('common');
  const [typed, setTyped] = useState('');
  const queue = useHostQuery('preferences', {}).data?.queue ?? { columns: {}, views: [] };
  const { run, isRunning, problem } = useHostCommand('setPreferences', ['preferences']);
  const name = typed.trim();
  const keep = (views: readonly View[]) => run({ changes: { queue: { ...queue, views: [...views] } } });
  const others = queue.views.filter((view) => view.name !== name);
  const save = async (): Promise<void> => {
    const view = viewOf(name, location, folders, columns.shown);
    if (name === '' || !(await keep([...others, view])).ok) return;
    onClose();
    go(locationOf(view, folders) ?? location, 'replace');
  };
  return (
    <Dialog
      title={words('title')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind="primary" busy={isRunning} onClick={() => void save()}>
            {words('confirm')}
          </Button>
        </>
      }
    >
      <Form onSubmit={() => void save()}>
        <TextField
          label={words('name')}
          hint={words(others.length < queue.views.length ? 'replaces' : 'hint')}
          value={typed}
          maxLength={60}
          onText={setTyped}
        />
      </Form>
      <Problem problem={problem} />
      {queue.views.length > 0 && (
        <>
          <h3 className={styles.heading}>{words('saved')}</h3>
          <ul className={styles.columns}>
            {queue.views.map((view) => (
              <li key={view.name}>
                <bdi>{view.name}</bdi>
                <IconButton
                  size="small"
                  label={words('remove', { name: view.name })}
                  icon={<X aria-hidden />}
                  onClick={() => void keep(queue.views.filter((each) => each !== view))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function viewOf(name: string, location: QueueLocation, folders: readonly FolderStatus[], columns: readonly string[]): View {
  const { text, folderId, sort } = location;
  const folder = folders.find(({ id }) => id === folderId)?.path;
  const show = shownOf(location);
  return {
    name,
    columns: [...columns],
    ...(folder !== undefined && { folder }),
    ...(show !== undefined && { show }),
    ...(text !== undefined && { text: text.trim().slice(0, 200) }),
    ...(sort !== undefined && { sort: sortOf(location) }),
  };
}

/** Undefined if the view is of a folder that is no longer watched. */
function locationOf({ folder, show, text, sort, columns }: View, folders: readonly FolderStatus[]): QueueLocation | undefined {
  const folderId = folders.find(({ path }) => path === folder)?.id;
  if (folder !== undefined && folderId === undefined) return undefined;
  const location: QueueLocation = {
    screen: 'queue',
    ...(show !== undefined && { show }),
    ...(folderId !== undefined && { folderId }),
    ...(text !== undefined && { text }),
    ...(columns !== undefined && { columns }),
  };
  return sort === undefined ? location : sortedBy(location, sort);
}
