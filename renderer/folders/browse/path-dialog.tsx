import { CornerLeftUp, FolderPlus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContractError } from '../../../electron/core/contract/contract.ts';
import type { DirectoryListing } from '../../../electron/core/contract/folders.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Field, Form, Input, Select } from '../../components/field.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { Problem } from '../../components/problem.tsx';
import { useHost } from '../../host/host.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useWords } from '../../words/words.tsx';
import { useAmount, useInspection } from '../form/use-inspection.ts';
import styles from './browse.module.css';

interface PathDialogProps {
  readonly title: string;
  readonly what: 'folder' | 'file';
  /** Where to start; '' leaves it to the host. */
  readonly begin: string;
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

/** A file chooser in the window, for hosts without the system's: locations and directories. A path is typed in the form. */
export function PathDialog({ title, what, begin, onChoose, onClose }: PathDialogProps) {
  const words = useWords('folders.browse');
  const [picked, pick] = useState<string>();
  const { listing: data, problem, go: read } = useListing(what === 'file' ? '' : begin, what === 'file');
  const go = async (to: string): Promise<void> => {
    if ((await read(to)) !== undefined) pick(undefined);
  };
  // What was clicked counts before where the person is.
  const chosen = picked ?? (what === 'folder' ? data?.path : undefined);
  const up = (): void => void (data?.parent !== undefined && go(data.parent));
  return (
    <Confirm
      title={title}
      size="large"
      action={chosen === undefined ? words('takeNone') : words('take', { name: nameOf(chosen) })}
      disabled={chosen === undefined}
      onClose={onClose}
      onConfirm={() => chosen !== undefined && onChoose(chosen)}
    >
      <div className={styles.chooser}>
        <nav className={styles.places} aria-label={words('places')}>
          <ul>
            {data?.places.map((place) => (
              <li key={place.path}>
                <button
                  type="button"
                  className={styles.place}
                  aria-current={place.path === data.path ? 'location' : undefined}
                  onClick={() => void go(place.path)}
                >
                  {place.name}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.inside}>
          {data !== undefined && (
            <>
              <div className="row gap-2">
                <IconButton label={words('up')} icon={<CornerLeftUp />} disabled={data.parent === undefined} onClick={up} />
                <p>{isolated(data.path)}</p>
              </div>
              <EntryList
                key={data.path}
                listing={data}
                onOpen={({ kind, path }) => (kind === 'directory' ? void go(path) : onChoose(path))}
                onPick={({ kind, path }) => pick(what === 'folder' || kind === 'file' ? path : undefined)}
                onUp={up}
                empty={words(what === 'folder' ? 'empty' : 'emptyFiles')}
              />
            </>
          )}
          <Problem problem={problem} />
          {what === 'folder' && <FileCount path={chosen ?? ''} />}
          {what === 'folder' && data !== undefined && <NewFolder parent={data.path} onMade={(made) => void go(made)} />}
        </div>
      </div>
    </Confirm>
  );
}

type Entry = DirectoryListing['entries'][number];

interface EntryListProps {
  readonly listing: DirectoryListing;
  readonly onOpen: (entry: Entry) => void;
  readonly onPick: (entry: Entry) => void;
  readonly onUp: () => void;
  readonly empty: string;
}

/** The contents of a directory, in the browser's own list box: arrows and letters select. */
function EntryList({ listing: { path, entries }, onOpen, onPick, onUp, empty }: EntryListProps) {
  const words = useWords('folders.browse');
  const list = useRef<HTMLSelectElement>(null);
  // Every directory mounts its own list, so opening one keeps the focus here; nothing is selected until the person does.
  useEffect(() => {
    if (list.current === null) return;
    list.current.selectedIndex = -1;
    list.current.focus();
  }, []);
  const selected = (): Entry | undefined => entries[list.current?.selectedIndex ?? -1];
  const open = (): void => {
    const entry = selected();
    if (entry !== undefined) onOpen(entry);
  };
  return (
    <Field label={words('inside', { path })} hideLabel hint={entries.length === 0 ? empty : words('keys')}>
      <Select
        ref={list}
        className={styles.entries}
        size={Math.max(8, Math.min(12, entries.length))}
        onChange={() => {
          const entry = selected();
          if (entry !== undefined) onPick(entry);
        }}
        onDoubleClick={open}
        onKeyDown={(event) => {
          const act = { Enter: open, Backspace: onUp }[event.key];
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
      >
        {entries.map((entry) => (
          <option key={entry.path} value={entry.path}>
            {isolated(entry.name)}
            {entry.kind === 'directory' && '/'}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** How many documents are in the folder that the button would choose. */
function FileCount({ path }: { readonly path: string }) {
  const { found } = useInspection(path, true, undefined);
  const amountOf = useAmount();
  return (
    <p role="status" className={styles.count}>
      {found !== undefined && found.problem === undefined && (
        <>
          <strong>{nameOf(path)}</strong> · {amountOf(found)}
        </>
      )}
    </p>
  );
}

function NewFolder({ parent, onMade }: { readonly parent: string; readonly onMade: (path: string) => void }) {
  const words = useWords('folders.browse');
  const wrong = useWords('folders.wrong');
  const common = useWords('common');
  const command = useHostCommand('makeDirectory');
  const [name, setName] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  if (name === undefined) {
    return (
      <Button kind="quiet" size="small" icon={<FolderPlus />} onClick={() => setName('')}>
        {words('newFolder')}
      </Button>
    );
  }
  const make = async (): Promise<void> => {
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    const answer = await command.run({ parent, name: name.trim() });
    if (!answer.ok) return;
    setName(undefined);
    onMade(answer.value.path);
  };
  return (
    <Form className={styles.bar} onSubmit={() => void make()}>
      <Field
        className={styles.path}
        label={words('newName')}
        error={isMissing ? wrong('folderNameMissing') : command.problem?.message}
      >
        <Input
          ref={(input) => input?.focus()}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setMissing(false);
            command.reset();
          }}
        />
      </Field>
      <div className={styles.newButtons}>
        <Button type="submit" busy={command.isRunning}>
          {words('make')}
        </Button>
        <Button kind="quiet" onClick={() => setName(undefined)}>
          {common('cancel')}
        </Button>
      </div>
    </Form>
  );
}

/**
 * The contents of a directory, always read afresh.
 *
 * @param begin where to start; if it does not exist, the host chooses
 */
function useListing(begin: string, files: boolean) {
  const host = useHost();
  const [listing, setListing] = useState<DirectoryListing>();
  /** Why the last requested directory is not shown; the previous one stays. */
  const [problem, setProblem] = useState<ContractError>();
  const turn = useRef(0);
  /** The directory's path, if it could be read. */
  const read = useCallback(
    async (path: string | undefined): Promise<string | undefined> => {
      turn.current += 1;
      const mine = turn.current;
      const answer = await host.request('listDirectories', { files, ...(path !== undefined && { path }) });
      const found = answer.ok ? answer.value.path : undefined;
      if (mine !== turn.current) return found ?? path;
      if (answer.ok) setListing(answer.value);
      setProblem(answer.ok ? undefined : answer.error);
      return found;
    },
    [host, files],
  );
  const [first] = useState(begin);
  useEffect(() => {
    void (async () => {
      if (first === '' || (await read(first)) === undefined) await read(undefined);
    })();
  }, [first, read]);
  return { listing, problem, go: read };
}
