import { Link, Search } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Button } from '../components/button.tsx';
import { Choices } from '../components/choices.tsx';
import { ConfirmCommand } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';

type Searching = Pick<DocumentDetails, 'id' | 'path' | 'mayBeAssigned' | 'awaitsValues'>;

/**
 * Where a document lacks its result: offers the results of its batch that fit none of its documents, and asks in which batch the
 * values are that the service extracts by itself.
 */
export function ResultButtons({ document }: { readonly document: Searching }) {
  const assign = useWords('queue.assign');
  const find = useWords('queue.findValues');
  // The dialog stays open whatever becomes of the document meanwhile.
  const [Opened, setOpened] = useState<typeof Assignment>();
  const dialog = Opened && <Opened document={document} onClose={() => setOpened(undefined)} />;
  return (
    <>
      {document.mayBeAssigned && (
        <Button icon={<Link />} onClick={() => setOpened(() => Assignment)}>
          {assign('open')}
        </Button>
      )}
      {document.awaitsValues && (
        <Button icon={<Search />} onClick={() => setOpened(() => BatchEntry)}>
          {find('open')}
        </Button>
      )}
      {dialog && createPortal(dialog, window.document.body)}
    </>
  );
}

interface ResultDialogProps {
  readonly document: Searching;
  readonly onClose: () => void;
}

function Assignment({ document, onClose }: ResultDialogProps) {
  const words = useWords('queue.assign');
  const { data, error } = useHostQuery('unmatched', { id: document.id });
  const assign = useHostCommand('assign', ['documents', 'document', 'status', 'unmatched']);
  const [chosen, setChosen] = useState('');
  const name = isolated(fileNameOf(document.path));
  // Opened with its choices, the dialog puts the focus on the first one.
  if (data === undefined && error === null) return null;
  return (
    <ConfirmCommand
      command={{ ...assign, problem: assign.problem ?? error ?? undefined }}
      input={{ id: document.id, fileId: chosen }}
      done={() => words('done', { name })}
      title={words('title', { name })}
      action={words('confirm')}
      disabled={chosen === ''}
      onClose={onClose}
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
    </ConfirmCommand>
  );
}

function BatchEntry({ document, onClose }: ResultDialogProps) {
  const words = useWords('queue.findValues');
  const [batch, setBatch] = useState('');
  const [fileId, setFileId] = useState('');
  const name = isolated(fileNameOf(document.path));
  return (
    <ConfirmCommand
      command={useHostCommand('nameBatch', ['documents', 'document', 'status'])}
      input={{ id: document.id, batch, ...(fileId.trim() !== '' && { fileId }) }}
      done={() => words('done', { name })}
      title={words('title', { name })}
      action={words('confirm')}
      disabled={batch.trim() === ''}
      typed
      onClose={onClose}
    >
      <TextField label={words('batch')} hint={words('hint')} value={batch} onText={setBatch} />
      <TextField label={words('file')} optional value={fileId} onText={setFileId} />
    </ConfirmCommand>
  );
}
