import { CornerLeftUp, FolderPlus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DirectoryListing } from '../../../electron/core/contract/folders.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Field, Form, Input } from '../../components/field.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { useHost } from '../../host/host.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useWords } from '../../words/words.tsx';
import { useAmount, useInspection } from '../form/use-inspection.ts';
import styles from './browse.module.css';
import { EntryList } from './entry-list.tsx';

interface PathDialogProps {
  readonly title: string;
  readonly what: 'folder' | 'file';
  /** Where to start; '' leaves it to the host. */
  readonly begin: string;
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

/** A file chooser in the window, for hosts without the system's: locations, directories, a path to type. */
export function PathDialog({ title, what, begin, onChoose, onClose }: PathDialogProps) {
  const words = useWords('folders.browse');
  const [typed, setTyped] = useState<string>();
  const [picked, pick] = useState<string>();
  const { listing: data, problem, go: read } = useListing(what === 'file' ? '' : begin, what === 'file');
  const go = async (to: string): Promise<void> => {
    // The typed path stays until it has been opened.
    if ((await read(to)) === undefined) return;
    setTyped(undefined);
    pick(undefined);
  };
  // What is typed counts before what was clicked, and that before where the person is.
  const entered = typed?.trim() || undefined;
  const chosen = entered ?? picked ?? (what === 'folder' ? data?.path : undefined);
  const choose = async (): Promise<void> => {
    if (chosen === undefined) return;
    if (entered === undefined) return onChoose(chosen);
    const directory = await read(entered);
    if (what === 'folder' && directory !== undefined) onChoose(directory);
    else if (what === 'file' && directory === undefined) onChoose(entered);
    else if (directory !== undefined) setTyped(undefined);
  };
  const places = data?.places ?? [];
  return (
    <Confirm
      title={title}
      size="large"
      action={chosen === undefined ? words('takeNone') : words('take', { name: nameOf(chosen) })}
      disabled={chosen === undefined}
      onClose={onClose}
      onConfirm={() => void choose()}
    >
      <div className={styles.chooser}>
        <nav className={styles.places} aria-label={words('places')}>
          <ul>
            {places.map((place) => (
              <li key={place.path}>
                <button
                  type="button"
                  className={styles.place}
                  aria-current={place.path === data?.path ? 'location' : undefined}
                  onClick={() => void go(place.path)}
                >
                  {place.name}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.inside}>
          <Form className={styles.bar} onSubmit={() => typed !== undefined && typed.trim() !== '' && void go(typed.trim())}>
            <IconButton
              label={words('up')}
              icon={<CornerLeftUp />}
              disabled={data?.parent === undefined}
              onClick={() => data?.parent !== undefined && void go(data.parent)}
            />
            <Field className={styles.path} label={words('path')} hideLabel error={problem}>
              <Input value={typed ?? picked ?? data?.path ?? ''} onChange={({ target }) => setTyped(target.value)} />
            </Field>
            {typed !== undefined && (
              <Button type="submit" size="small">
                {words('go')}
              </Button>
            )}
          </Form>
          {data !== undefined && (
            <EntryList
              key={data.path}
              listing={data}
              chosen={picked}
              onOpen={(entry) => (entry.kind === 'directory' ? void go(entry.path) : onChoose(entry.path))}
              onPick={(entry) => {
                setTyped(undefined);
                pick(what === 'folder' || entry.kind === 'file' ? entry.path : undefined);
              }}
              onUp={() => data.parent !== undefined && void go(data.parent)}
              empty={words(what === 'folder' ? 'empty' : 'emptyFiles')}
            />
          )}
          {what === 'folder' && <FileCount path={chosen ?? ''} />}
          {what === 'folder' && data !== undefined && <NewFolder parent={data.path} onMade={(made) => void go(made)} />}
        </div>
      </div>
    </Confirm>
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
  const [problem, setProblem] = useState<Message>();
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
      setProblem(answer.ok ? undefined : answer.error.message);
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
