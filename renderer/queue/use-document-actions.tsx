import { type ReactNode, useState } from 'react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { Button } from '../components/button.tsx';
import { copyText } from '../components/copy.ts';
import { Dialog } from '../components/dialog.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { Text } from '../words/text.tsx';
import { useWords } from '../words/words.tsx';

export interface DocumentActions {
  /** Asks first if pages may be paid for twice. */
  readonly sendAgain: (rows: readonly DocumentSummary[]) => void;
  /** Offers Undo. */
  readonly dismiss: (rows: readonly DocumentSummary[]) => void;
  readonly undismiss: (rows: readonly DocumentSummary[]) => void;
  readonly openFile: (id: number, what: 'source' | 'json' | 'csv', how: 'open' | 'show') => void;
  readonly copy: (text: string) => void;
  /** The confirmation dialog while it is open, to be rendered. */
  readonly dialog: ReactNode;
}

/** What a person can do with one or many documents, with the toasts that report it. */
export function useDocumentActions(): DocumentActions {
  const words = useWords('queue');
  const common = useWords('common');
  const toast = useToast();
  const sendAgain = useHostCommand('sendAgain', ['documents', 'document', 'status']);
  const dismiss = useHostCommand('dismiss', ['documents', 'document', 'status']);
  const undismiss = useHostCommand('undismiss', ['documents', 'document', 'status']);
  const openFile = useHostCommand('openFile');
  const [toConfirm, setToConfirm] = useState<readonly DocumentSummary[]>();
  const report = (message: Message): void => toast({ tone: 'bad', text: <Text message={message} /> });

  const send = async (rows: readonly DocumentSummary[]): Promise<void> => {
    const answer = await sendAgain.run({ ids: rows.map(({ id }) => id) });
    setToConfirm(undefined);
    if (!answer.ok) report(answer.error.message);
    else toast({ text: words('sent', { count: answer.value.count }) });
  };
  const putBack = async (ids: number[]): Promise<void> => {
    const answer = await undismiss.run({ ids });
    if (!answer.ok) report(answer.error.message);
  };
  return {
    sendAgain: (rows) => {
      const sendable = rows.filter((row) => row.sendAgain !== 'no');
      if (sendable.length === 0) toast({ text: words('nothingToSend') });
      else if (sendable.some((row) => row.sendAgain === 'paid')) setToConfirm(sendable);
      else void send(sendable);
    },
    dismiss: async (rows) => {
      const ids = rows.filter(({ attention }) => attention).map(({ id }) => id);
      if (ids.length === 0) return toast({ text: words('nothingToDismiss') });
      const answer = await dismiss.run({ ids });
      if (!answer.ok) return report(answer.error.message);
      toast({ text: words('dismissedNow', { count: answer.value.count }), undo: () => void putBack(ids) });
    },
    undismiss: (rows) => void putBack(rows.map(({ id }) => id)),
    openFile: async (id, what, how) => {
      const answer = await openFile.run({ id, what, how });
      if (!answer.ok) report(answer.error.message);
    },
    copy: async (text) => {
      const copied = await copyText(text);
      toast(copied ? { text: common('copied') } : { tone: 'bad', text: common('notCopied') });
    },
    dialog: toConfirm !== undefined && (
      <Dialog
        size="small"
        title={words('paid.title', { count: toConfirm.length })}
        onClose={() => setToConfirm(undefined)}
        actions={
          <>
            <Button onClick={() => setToConfirm(undefined)}>{common('cancel')}</Button>
            <Button kind="primary" busy={sendAgain.isRunning} onClick={() => void send(toConfirm)}>
              {words('paid.confirm')}
            </Button>
          </>
        }
      >
        <p>{words('paid.detail', { count: toConfirm.filter((row) => row.sendAgain === 'paid').length })}</p>
        <p>{words('paid.advice')}</p>
      </Dialog>
    ),
  };
}
