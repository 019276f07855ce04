import { useCallback, useEffect, useRef, useState } from 'react';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SelectField } from '../components/field.tsx';
import { folderNames } from '../components/folder-names.ts';
import { Progress } from '../components/progress.tsx';
import { toast } from '../components/toast.tsx';
import { useHost } from '../host/host.tsx';
import { Text, useFormats, useWords } from '../words/words.tsx';
import styles from './add-files.module.css';
import { sendFile } from './send-file.ts';

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
export function AddFilesDialog({ files, folders, folderId, suggested, onClose }: AddFilesDialogProps) {
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
  const copy = useCallback(
    async (to: number): Promise<void> => {
      let before = 0;
      let added = 0;
      const refused: { name: string; message: Message }[] = [];
      for (const [index, file] of files.entries()) {
        if (stop.current.signal.aborted) break;
        const begun = before;
        setStep({ kind: 'copying', index, bytes: begun });
        const onBytes = (bytes: number): void => setStep({ kind: 'copying', index, bytes: begun + bytes });
        const answer = await sendFile(host, to, file, onBytes, stop.current.signal);
        if (answer === 'stopped') break;
        before += file.size;
        if (answer.ok) added += 1;
        else refused.push({ name: file.name, message: answer.error.message });
      }
      setStep({ kind: 'done', added, stopped: files.length - added - refused.length, refused });
    },
    [files, host],
  );
  const begun = useRef(false);
  useEffect(() => {
    if (folderId === undefined || begun.current) return;
    begun.current = true;
    void copy(folderId);
  }, [folderId, copy]);
  const isWhole = step.kind === 'done' && step.added === files.length;
  useEffect(() => {
    if (!isWhole) return;
    toast({ text: words('added', { count: files.length, name }), subject: 'added-files' });
    onClose();
  }, [isWhole, words, files, name, onClose]);

  const actions =
    step.kind === 'asking' ? (
      <>
        <Button onClick={close}>{common('cancel')}</Button>
        <Button
          kind="primary"
          onClick={() => {
            setStep({ kind: 'copying', index: 0, bytes: 0 });
            void copy(chosen);
          }}
        >
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
