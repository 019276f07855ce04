import { Link } from 'lucide-react';
import { useId, useState } from 'react';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
import { useWords } from '../words/words.tsx';
import styles from './assign-result.module.css';

type Assignable = Pick<DocumentDetails, 'id' | 'path' | 'mayBeAssigned'>;

/** Offers the results of a document's batch that fit none of its documents; nothing where there are none. */
export function AssignResult({ document }: { readonly document: Assignable }) {
  const words = useWords('queue.assign');
  const [isOpen, setOpen] = useState(false);
  if (!document.mayBeAssigned && !isOpen) return null;
  return (
    <>
      <Button icon={<Link />} onClick={() => setOpen(true)}>
        {words('open')}
      </Button>
      {isOpen && <Choice document={document} onClose={() => setOpen(false)} />}
    </>
  );
}

function Choice({ document, onClose }: { readonly document: Assignable; readonly onClose: () => void }) {
  const words = useWords('queue.assign');
  const toast = useToast();
  const id = useId();
  const { data, error } = useHostQuery('unmatched', { id: document.id });
  const { run, isRunning, problem } = useHostCommand('assign', ['documents', 'document', 'status', 'unmatched']);
  const [chosen, setChosen] = useState<string>();
  const name = isolated(fileNameOf(document.path));
  const assign = async (): Promise<void> => {
    if (chosen === undefined) return;
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
      disabled={chosen === undefined}
      onClose={onClose}
      onConfirm={() => void assign()}
    >
      <fieldset className={styles.results}>
        <legend>{words('hint')}</legend>
        {data?.results.map(({ fileId, name: called, values }, index) => (
          <div key={fileId} className={styles.result} data-checked={fileId === chosen}>
            <input
              id={`${id}-${index}`}
              type="radio"
              name={id}
              checked={fileId === chosen}
              onChange={() => setChosen(fileId)}
              aria-describedby={`${id}-${index}-values`}
            />
            <label htmlFor={`${id}-${index}`}>{isolated(called)}</label>
            <ul id={`${id}-${index}-values`}>
              {values.map(({ key = '', value }) => (
                <li key={`${key} ${value}`}>{key === '' ? isolated(value) : words('value', { key, value: isolated(value) })}</li>
              ))}
            </ul>
          </div>
        ))}
      </fieldset>
      <Problem problem={problem ?? error?.problem} />
    </Confirm>
  );
}
