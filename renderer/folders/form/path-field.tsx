import { FolderOpen } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import type { Message } from '../../../electron/core/messages/message.ts';
import { Button } from '../../components/button.tsx';
import { Field, Input } from '../../components/field.tsx';
import { useDebounced } from '../../components/use-time.ts';
import { useHost, useHostCommand, useHostQuery } from '../../host/host.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './form.module.css';

interface PathFieldProps {
  readonly what: 'folder' | 'file';
  readonly label: string;
  /** Left out: how a path gets in here. */
  readonly hint?: ReactNode;
  readonly error?: Message | undefined;
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/** A path: typed, with what is there offered where the host lists it, chosen in the system's dialog, or dropped. */
export function PathField({ what, label, hint, error, value, onChange }: PathFieldProps) {
  const words = useWords('folders.browse');
  const id = useId();
  const { data: about } = useHostQuery('about', {});
  const drop = useDrop(onChange);
  const isListed = about?.can.listDirectories === true;
  const folder = useHostCommand('chooseFolder');
  const files = useHostCommand('chooseFiles');
  const choose = async (): Promise<void> => {
    const title = words(what === 'folder' ? 'folderTitle' : 'fileTitle');
    const answer = what === 'folder' ? await folder.run({ title }) : await files.run({ title });
    if (!answer.ok) return;
    const path = 'path' in answer.value ? answer.value.path : answer.value.paths[0];
    if (typeof path === 'string') onChange(path);
  };
  return (
    <div className={styles.drop} data-over={drop.isOver || undefined} {...drop.listeners}>
      <Field
        label={label}
        hint={drop.isUnknown ? drop.unknown : (hint ?? words(isListed ? 'hintTyped' : 'hint'))}
        error={error ?? folder.problem?.message ?? files.problem?.message}
      >
        <div className={`wrap gap-2 ${styles.path}`}>
          <Input {...(isListed && { list: id })} value={value} onChange={({ target }) => onChange(target.value)} />
          {about?.can.chooseFolder === true && (
            <Button icon={<FolderOpen />} onClick={() => void choose()}>
              {words('choose')}
            </Button>
          )}
        </div>
      </Field>
      {isListed && (
        <datalist id={id}>
          <Offered typed={value} files={what === 'file'} />
        </datalist>
      )}
    </div>
  );
}

/** What is in the directory that is typed; before anything is, places to begin. */
function Offered({ typed, files }: { readonly typed: string; readonly files: boolean }) {
  const directory = useDebounced(/^.*[\\/]/.exec(typed.trim())?.[0] ?? '');
  const { data } = useHostQuery(
    'listDirectories',
    { files, ...(directory !== '' && { path: directory }) },
    // What is there changes without a notice.
    { staleTime: 0, gcTime: 0 },
  );
  const offered = directory === '' ? data?.places : data?.entries;
  return offered?.map(({ path }) => <option key={path} value={path} />);
}

/** Handles a dropped file or folder: passes on its path, where the host can tell it. */
function useDrop(onPath: (path: string) => void) {
  const words = useWords('folders');
  const host = useHost();
  const [isOver, setOver] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  return {
    isOver,
    /** The path of what was dropped is unknown. */
    isUnknown,
    unknown: words('dropUnknown'),
    listeners: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        const [file] = event.dataTransfer.files;
        if (file === undefined) return;
        event.preventDefault();
        setOver(false);
        const path = host.bridge.pathOfDropped(file);
        setUnknown(path === '');
        if (path !== '') onPath(path);
      },
    },
  };
}
