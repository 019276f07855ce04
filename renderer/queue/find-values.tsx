import { Search } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useWords } from '../words/words.tsx';

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
  const toast = useToast();
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
    <Confirm
      title={words('title', { name })}
      size="normal"
      action={words('confirm')}
      busy={isRunning}
      disabled={batch.trim() === ''}
      typed
      onClose={onClose}
      onConfirm={() => void ask()}
    >
      <TextField label={words('batch')} hint={words('hint')} value={batch} onText={setBatch} />
      <TextField label={words('file')} optional value={fileId} onText={setFileId} />
      <Problem problem={problem} />
    </Confirm>
  );
}
