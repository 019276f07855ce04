import { Link, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Button } from '../components/button.tsx';
import { Choices } from '../components/choices.tsx';
import { Confirm } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
import { useWords } from '../words/words.tsx';

type Searching = Pick<DocumentDetails, 'id' | 'path' | 'mayBeAssigned' | 'awaitsValues'>;

/**
 * Where a document lacks its result: offers the results of its batch that fit none of its documents, and asks in which batch the
 * values are that the service extracts by itself.
 */
export function ResultButtons({ document }: { readonly document: Searching }) {
  const assign = useWords('queue.assign');
  const find = useWords('queue.findValues');
  return (
    <>
      <Offer isOffered={document.mayBeAssigned} icon={<Link />} label={assign('open')}>
        {(onClose) => <Assignment document={document} onClose={onClose} />}
      </Offer>
      <Offer isOffered={document.awaitsValues} icon={<Search />} label={find('open')}>
        {(onClose) => <BatchEntry document={document} onClose={onClose} />}
      </Offer>
    </>
  );
}

interface OfferProps {
  readonly isOffered: boolean;
  readonly icon: ReactNode;
  readonly label: string;
  /** The dialog; it stays open whatever becomes of the document meanwhile. */
  readonly children: (onClose: () => void) => ReactNode;
}

function Offer({ isOffered, icon, label, children }: OfferProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOffered && !isOpen) return null;
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen &&
        createPortal(
          children(() => setOpen(false)),
          window.document.body,
        )}
    </>
  );
}

interface ResultDialogProps {
  readonly document: Searching;
  readonly onClose: () => void;
}

function Assignment({ document, onClose }: ResultDialogProps) {
  const words = useWords('queue.assign');
  const toast = useToast();
  const { data, error } = useHostQuery('unmatched', { id: document.id });
  const { run, isRunning, problem } = useHostCommand('assign', ['documents', 'document', 'status', 'unmatched']);
  const [chosen, setChosen] = useState('');
  const name = isolated(fileNameOf(document.path));
  const assign = async (): Promise<void> => {
    if (chosen === '') return;
    const answer = await run({ id: document.id, fileId: chosen });
    if (!answer.ok) return;
    toast({ text: words('done', { name }) });
    onClose();
  };
  // Opened with its choices, the dialog puts the focus on the first one.
  if (data === undefined && error === null) return null;
  return (
    <Confirm
      title={words('title', { name })}
      size="normal"
      action={words('confirm')}
      busy={isRunning}
      disabled={chosen === ''}
      onClose={onClose}
      onConfirm={() => void assign()}
    >
      <Choices
        legend={words('hint')}
        value={chosen}
        options={(data?.results ?? []).map(({ fileId, name: called, values }) => ({
          value: fileId,
          label: isolated(called),
          hint: values.map(({ key = '', value }) => (
            <span key={`${key} ${value}`}>{key === '' ? isolated(value) : words('value', { key, value: isolated(value) })}</span>
          )),
        }))}
        onChoose={setChosen}
      />
      <Problem problem={problem ?? error?.problem} />
    </Confirm>
  );
}

function BatchEntry({ document, onClose }: ResultDialogProps) {
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
