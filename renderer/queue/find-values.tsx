import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Field, Input } from '../components/field.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useWords } from '../words/words.tsx';
import styles from './find-values.module.css';

type Waiting = Pick<DocumentDetails, 'id' | 'path' | 'awaitsValues'>;

/** Asks in which batch the values are that the service extracts by itself; nothing where the document waits for none. */
export function FindValues({ document }: { readonly document: Waiting }) {
  const words = useWords('queue.findValues');
  const [isOpen, setOpen] = useState(false);
  if (!document.awaitsValues && !isOpen) return null;
  return (
    <>
      <Button icon={<Search />} onClick={() => setOpen(true)}>
        {words('open')}
      </Button>
      {isOpen && createPortal(<Entry document={document} onClose={() => setOpen(false)} />, window.document.body)}
    </>
  );
}

function Entry({ document, onClose }: { readonly document: Waiting; readonly onClose: () => void }) {
  const words = useWords('queue.findValues');
  const common = useWords('common');
  const toast = useToast();
  const form = useId();
  const [batch, setBatch] = useState('');
  const [fileId, setFileId] = useState('');
  const { run, isRunning, problem } = useHostCommand('nameBatch', ['documents', 'document', 'status']);
  const name = isolated(fileNameOf(document.path));
  const ask = async (): Promise<void> => {
    if (batch.trim() === '' || isRunning) return;
    const answer = await run({ id: document.id, batch, ...(fileId.trim() !== '' && { fileId }) });
    if (!answer.ok) return;
    toast({ text: words('done', { name }) });
    onClose();
  };
  return (
    <Dialog
      title={words('title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind="primary" type="submit" form={form} busy={isRunning} disabled={batch.trim() === ''}>
            {words('confirm')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          // It may be opened from within another form, which is not to be submitted.
          event.stopPropagation();
          void ask();
        }}
      >
        <Field label={words('batch')} hint={words('hint')}>
          <Input value={batch} onChange={(event) => setBatch(event.target.value)} />
        </Field>
        <Field label={words('file')} optional>
          <Input value={fileId} onChange={(event) => setFileId(event.target.value)} />
        </Field>
      </form>
      <Problem problem={problem} />
    </Dialog>
  );
}
