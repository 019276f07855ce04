import type { ReactNode } from 'react';
import type { FilingBatchSummary } from '../../electron/core/contract/filings.ts';
import { say } from '../../electron/core/messages/message.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Confirm, Dialog } from '../components/dialog.tsx';
import { Problem } from '../components/problem.tsx';
import { ScrollList } from '../components/scroll-list.tsx';
import { useToast } from '../components/toast.tsx';
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
  const toast = useToast();
  const { data, error } = useHostQuery('filingBatch', { id }, { gcTime: 0 });
  const undo = useHostCommand('undoFilings', ['filingBatches']);
  const takeBack = async (): Promise<void> => {
    const answer = await undo.run({ id });
    if (!answer.ok) return;
    toast({ text: words('undoing', { count: answer.value.count }) });
    onClose();
  };
  const frame = { title: words('undoTitle', { at: at(from) }), onClose, size: 'normal' as const };
  if (data === undefined)
    return (
      <Dialog {...frame}>
        <Problem problem={error?.problem} />
        {error === null && <p role="status">{common('loading')}</p>}
      </Dialog>
    );
  const { goBack, stay } = data;
  const body = (
    <div className="stack gap-4">
      <Problem problem={undo.problem} />
      <div>
        <p role="status">{words('goBack', { count: goBack.count })}</p>
        <Documents label={words('goBackList')} count={goBack.count}>
          {goBack.documents.map(({ id, path, to }) => (
            <li key={id}>
              {path}
              <p>→ {isolated(to)}</p>
            </li>
          ))}
        </Documents>
      </div>
      {stay.count > 0 && (
        <div>
          <p>{words('stay', { count: stay.count })}</p>
          <Documents label={words('stayList')} count={stay.count}>
            {stay.documents.map(({ id, path, why }) => (
              <li key={id}>
                {path}
                <p>{text(why)}</p>
              </li>
            ))}
          </Documents>
        </div>
      )}
      <p>{text(say('answers.undo.beyond'))}</p>
    </div>
  );
  if (goBack.count === 0) return <Dialog {...frame}>{body}</Dialog>;
  return (
    <Confirm
      {...frame}
      action={words('undoAction', { count: goBack.count })}
      busy={undo.isRunning}
      onConfirm={() => void takeBack()}
    >
      {body}
    </Confirm>
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
