import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { nameOf } from '../components/folder-names.ts';
import { toast } from '../components/toast.tsx';
import { useHost } from '../host/host.tsx';
import { useHostQuery } from '../host/use-host-query.ts';
import { go, useLocation } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import styles from './add-files.module.css';
import { AddFilesDialog } from './add-files-dialog.tsx';

/** Lets a person choose files and adds them to a folder; without one, the dialog asks which. */
const AddFilesContext = createContext<(folderId?: number) => void>(() => {});

export function useAddFiles(): (folderId?: number) => void {
  return useContext(AddFilesContext);
}

interface Batch {
  readonly files: readonly File[];
  /** The folder that was dropped on, or chosen before. */
  readonly folderId: number | undefined;
}

/**
 * Around everything that offers to add files. Files that are dropped on a folder's card (`data-folder`) go there, those that
 * are dropped elsewhere to a folder that the dialog asks for. A folder that is dropped opens the form that adds it, where the
 * host can tell its path. Nothing that is dropped ever replaces the window.
 */
export function AddFilesProvider({ children }: { readonly children: ReactNode }) {
  const words = useWords('status.adding');
  const texts = useWords('folders');
  const { bridge } = useHost();
  const location = useLocation();
  const { data: status } = useHostQuery('status', {});
  const folders = status?.folders ?? [];
  const [batch, setBatch] = useState<Batch>();
  /** What files are being dragged over: a folder's id, or 0 for the window. */
  const [over, setOver] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const target = useRef<number>(undefined);
  const shown = location.screen === 'queue' ? location.folderId : undefined;

  const begin = (files: readonly File[], folderId: number | undefined): void => {
    if (files.length > 0 && folders.length === 0) toast({ text: words('noFolder') });
    else if (files.length > 0) setBatch({ files, folderId });
  };
  const drop = (event: DragEvent): void => {
    setOver(undefined);
    if (event.defaultPrevented || event.dataTransfer === null) return;
    event.preventDefault();
    if (batch !== undefined) return;
    const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
    const isFolder = items.map((item) => item.webkitGetAsEntry()?.isDirectory === true);
    const dropped = [...event.dataTransfer.files];
    const files = dropped.filter((_, index) => isFolder[index] !== true);
    const path = bridge.pathOfDropped(dropped[0]);
    if (files.length > 0 || dropped.length === 0) begin(files, folderUnder(event.target));
    else if (path === '') toast({ text: texts('dropUnknown'), tone: 'bad' });
    else go({ screen: 'folders', adding: true, path });
  };
  const latest = useRef(drop);
  useEffect(() => {
    latest.current = drop;
  });
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true)
        setOver(event.defaultPrevented ? undefined : (folderUnder(event.target) ?? 0));
      event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => latest.current(event);
    // Only where it leaves the window is there nothing that is entered instead.
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(undefined);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('drop', onDrop);
    window.addEventListener('dragleave', onLeave);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('dragleave', onLeave);
    };
  }, []);
  const choose = useMemo(
    () => (folderId?: number) => {
      target.current = folderId;
      input.current?.click();
    },
    [],
  );
  const overName = folders.find(({ id }) => id === over)?.path;
  return (
    <AddFilesContext value={choose}>
      {children}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-add-files
        onChange={({ target: { files } }) => {
          begin([...(files ?? [])], target.current);
          // The same files can be chosen again.
          if (input.current !== null) input.current.value = '';
        }}
      />
      {over !== undefined && batch === undefined && folders.length > 0 && (
        <p className={styles.over}>{overName === undefined ? words('drop') : words('dropOn', { name: nameOf(overName) })}</p>
      )}
      {batch !== undefined && (
        <AddFilesDialog
          files={batch.files}
          folders={folders}
          folderId={batch.folderId ?? (folders.length === 1 ? folders[0]?.id : undefined)}
          suggested={shown}
          onClose={() => setBatch(undefined)}
        />
      )}
    </AddFilesContext>
  );
}

function folderUnder(target: EventTarget | null): number | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-folder]') : null;
  return card === null ? undefined : Number(card.dataset.folder);
}
