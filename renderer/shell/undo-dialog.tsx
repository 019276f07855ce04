import type { ReactNode } from 'react';
import type { FilingBatchSummary } from '../../electron/core/contract/filings.ts';
import { say } from '../../electron/core/messages/message.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { ConfirmCommand, Dialog } from '../components/dialog.tsx';
import { Problem } from '../components/problem.tsx';
import { ScrollList } from '../components/scroll-list.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
import { useFormats, useText, useWords } from '../words/words.tsx';

interface UndoDialogProps {
  readonly batch: FilingBatchSummary;
  readonly onClose: () => void;
}

/** Shows what goes back and what has to stay, before a batch of filings is taken back. */
export function UndoDialog({ batch: { id, from }, onClose }: UndoDialogProps) {
  const words = useWords('filing.batches');
  const common = useWords('common');
  const { at } = useFormats();
  const text = useText();
  const { data, error } = useHostQuery('filingBatch', { id }, { gcTime: 0 });
  const undo = useHostCommand('undoFilings', ['filingBatches']);
  const title = words('undoTitle', { at: at(from) });
  if (data === undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <Problem problem={error?.problem} />
        {error === null && <p role="status">{common('loading')}</p>}
      </Dialog>
    );
  const { goBack, stay } = data;
  const body = (
    <>
      <p role="status">{words('goBack', { count: goBack.count })}</p>
      <Documents label={words('goBackList')} count={goBack.count}>
        {goBack.documents.map(({ id, path, to }) => (
          <li key={id}>
            {path}
            <p>→ {isolated(to)}</p>
          </li>
        ))}
      </Documents>
      {stay.count > 0 && <p>{words('stay', { count: stay.count })}</p>}
      <Documents label={words('stayList')} count={stay.count}>
        {stay.documents.map(({ id, path, why }) => (
          <li key={id}>
            {path}
            <p>{text(why)}</p>
          </li>
        ))}
      </Documents>
      <p>{text(say('answers.undo.beyond'))}</p>
    </>
  );
  if (goBack.count === 0)
    return (
      <Dialog title={title} onClose={onClose}>
        <div className="stack gap-3">{body}</div>
      </Dialog>
    );
  return (
    <ConfirmCommand
      command={undo}
      input={{ id }}
      done={({ count }) => words('undoing', { count })}
      title={title}
      action={words('undoAction', { count: goBack.count })}
      onClose={onClose}
    >
      {body}
    </ConfirmCommand>
  );
}

interface DocumentsProps {
  readonly label: string;
  /** Of all; the rows may be fewer. */
  readonly count: number;
  readonly children: readonly ReactNode[];
}

function Documents({ label, count, children }: DocumentsProps) {
  const words = useWords('filing.batches');
  if (count === 0) return null;
  return (
    <ScrollList label={label} foot={count > children.length && <p>{words('others', { count: count - children.length })}</p>}>
      {children}
    </ScrollList>
  );
}
