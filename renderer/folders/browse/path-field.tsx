import { FolderOpen } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Message } from '../../../electron/core/messages/message.ts';
import { Button } from '../../components/button.tsx';
import { Field, Input } from '../../components/field.tsx';
import { useHost } from '../../host/host.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import styles from './browse.module.css';
import { PathDialog } from './path-dialog.tsx';

interface PathFieldProps {
  readonly what: 'folder' | 'file';
  readonly label: string;
  readonly hint: ReactNode;
  readonly error?: Message | undefined;
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/** A path: typed, chosen in the system's dialog or one in the window, or dropped. */
export function PathField({ what, label, hint, error, value, onChange }: PathFieldProps) {
  const words = useWords('folders.browse');
  const host = useHost();
  const { data: about } = useHostQuery('about', {});
  const [isBrowsing, browse] = useState(false);
  const drop = useDrop(onChange);
  const title = words(what === 'folder' ? 'folderTitle' : 'fileTitle');
  const choose = async (): Promise<void> => {
    if (about?.can.chooseFolder !== true) return browse(true);
    if (what === 'folder') {
      const answer = await host.request('chooseFolder', { title });
      if (answer.ok && answer.value.path !== null) onChange(answer.value.path);
      else if (!answer.ok) browse(true);
      return;
    }
    const answer = await host.request('chooseFiles', { title });
    const [first] = answer.ok ? answer.value.paths : [];
    if (first !== undefined) onChange(first);
    else if (!answer.ok) browse(true);
  };
  return (
    <div className={styles.drop} data-over={drop.isOver || undefined} {...drop.listeners}>
      <Field label={label} hint={drop.isUnknown ? drop.unknown : hint} error={error}>
        <div className={styles.row}>
          <Input value={value} onChange={({ target }) => onChange(target.value)} />
          {(about?.can.chooseFolder === true || about?.can.listDirectories === true) && (
            <Button icon={<FolderOpen />} onClick={() => void choose()}>
              {words('choose')}
            </Button>
          )}
        </div>
      </Field>
      {isBrowsing &&
        createPortal(
          <PathDialog
            title={title}
            what={what}
            begin={value.trim()}
            onClose={() => browse(false)}
            onChoose={(path) => {
              onChange(path);
              browse(false);
            }}
          />,
          document.body,
        )}
    </div>
  );
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
