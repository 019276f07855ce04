import { createContext, type ReactNode, useCallback, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { pieceBytes } from '../../electron/core/contract/bridge.ts';
import type { Answer } from '../../electron/core/contract/contract.ts';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SelectField } from '../components/field.tsx';
import { folderNames, nameOf } from '../components/folder-names.ts';
import { Progress } from '../components/progress.tsx';
import { toast } from '../components/toast.tsx';
import { useHost, useHostQuery, type WatchedBridge } from '../host/host.tsx';
import { go, useLocation } from '../navigation.ts';
import { Text, useFormats, useWords } from '../words/words.tsx';
import styles from './add-files.module.css';

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
  const onDrop = useEffectEvent(drop);
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true)
        setOver(event.defaultPrevented ? undefined : (folderUnder(event.target) ?? 0));
      event.preventDefault();
    };
    // Only where it leaves the window is there nothing that is entered instead.
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(undefined);
    };
    window.addEventListener('dragover', onOver);
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('dragover', onOver, { signal });
    window.addEventListener('drop', (event) => onDrop(event), { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    return () => ended.abort();
  }, []);
  const choose = useCallback((folderId?: number) => {
    target.current = folderId;
    input.current?.click();
  }, []);
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

interface AddFilesDialogProps {
  readonly files: readonly File[];
  /** At least one. */
  readonly folders: readonly FolderStatus[];
  /** Where they go, if that is decided: copying begins at once. */
  readonly folderId: number | undefined;
  /** The folder that the person is looking at. */
  readonly suggested: number | undefined;
  readonly onClose: () => void;
}

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'copying'; readonly index: number; readonly bytes: number }
  | {
      readonly kind: 'done';
      readonly added: number;
      readonly stopped: number;
      readonly refused: readonly { readonly name: string; readonly message: Message }[];
    };

/** Asks where files go, copies them, and stays if some could not be copied. */
function AddFilesDialog({ files, folders, folderId, suggested, onClose }: AddFilesDialogProps) {
  const words = useWords('status.adding');
  const common = useWords('common');
  const formats = useFormats();
  const host = useHost();
  const names = folderNames(folders.map(({ path }) => path));
  const [chosen, choose] = useState(folderId ?? suggested ?? folders[0]?.id ?? 0);
  const [step, setStep] = useState<Step>(folderId === undefined ? { kind: 'asking' } : { kind: 'copying', index: 0, bytes: 0 });
  const stop = useRef(new AbortController());
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const name = names.get(folders.find(({ id }) => id === chosen)?.path ?? '') ?? '';

  const close = (): void => {
    stop.current.abort();
    if (step.kind !== 'copying') onClose();
  };
  const copy = async (): Promise<void> => {
    let before = 0;
    let added = 0;
    const refused: { name: string; message: Message }[] = [];
    for (const [index, file] of files.entries()) {
      if (stop.current.signal.aborted) break;
      const begun = before;
      setStep({ kind: 'copying', index, bytes: begun });
      const onBytes = (bytes: number): void => setStep({ kind: 'copying', index, bytes: begun + bytes });
      const answer = await sendFile(host, chosen, file, onBytes, stop.current.signal);
      if (answer === 'stopped') break;
      before += file.size;
      if (answer.ok) added += 1;
      else refused.push({ name: file.name, message: answer.error.message });
    }
    if (added < files.length) return setStep({ kind: 'done', added, stopped: files.length - added - refused.length, refused });
    toast({ text: words('added', { count: added, name }), subject: 'added-files' });
    onClose();
  };
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    if (folderId !== undefined && !begun.current) void copy();
    begun.current = true;
  });
  useEffect(() => begin(), []);

  const actions =
    step.kind === 'asking' ? (
      <>
        <Button onClick={close}>{common('cancel')}</Button>
        <Button kind="primary" onClick={() => void copy()}>
          {words('start', { count: files.length })}
        </Button>
      </>
    ) : (
      <Button onClick={close}>{step.kind === 'copying' ? words('stop') : common('close')}</Button>
    );
  return (
    <Dialog title={words('title')} size="small" onClose={close} actions={actions}>
      {step.kind === 'asking' && (
        <div className="stack gap-3">
          <p>{words('count', { count: files.length, size: formats.size(total) })}</p>
          <SelectField
            label={words('folder')}
            hint={words('detail')}
            value={String(chosen)}
            options={folders.map(({ id, path }) => [String(id), names.get(path)])}
            onChoose={(id) => choose(Number(id))}
          />
        </div>
      )}
      {step.kind === 'copying' && (
        <>
          <p>{words('progress', { name: files[step.index]?.name ?? '', number: step.index + 1, count: files.length })}</p>
          <Progress label={words('title')} value={total === 0 ? undefined : step.bytes / total} />
        </>
      )}
      <div role="status" className={styles.problems}>
        {step.kind === 'done' && (
          <>
            {step.added > 0 && <p>{words('added', { count: step.added, name })}</p>}
            {step.stopped > 0 && <p>{words('stopped', { count: step.stopped })}</p>}
            {step.refused.length > 0 && (
              <>
                <p>{words('refused', { count: step.refused.length })}</p>
                <ul>
                  {step.refused.map(({ name: file, message }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two files of the same name can be dropped, and the list never changes.
                    <li key={index}>
                      <strong>{isolated(file)}</strong> <Text message={message} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

/**
 * Puts a file into a watched folder: by its path where the host can tell it, else piece by piece. One piece is in memory.
 * @param onBytes how many bytes of it are there
 */
async function sendFile(
  host: WatchedBridge,
  id: number,
  file: File,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Answer<'addPiece'> | 'stopped'> {
  const path = host.bridge.pathOfDropped(file);
  if (path !== '') return host.request('addFile', { id, path });
  const upload = crypto.randomUUID();
  const { name, size } = file;
  for (let position = 0; ; ) {
    const piece = file.slice(position, position + pieceBytes);
    const answer = await host.request('addPiece', { id, upload, name, size, position, bytes: await base64Of(piece) });
    position += piece.size;
    if (!answer.ok || position >= size) return answer;
    if (signal.aborted) return 'stopped';
    onBytes(position);
  }
}

/** '' for what cannot be read, such as a folder. */
function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(piece);
  });
}
