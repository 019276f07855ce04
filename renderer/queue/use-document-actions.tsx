import { type ReactNode, useState } from 'react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { Button } from '../components/button.tsx';
import { copyText } from '../components/copy.ts';
import { Dialog } from '../components/dialog.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { HostText } from '../words/sentence.tsx';
import { useWords } from '../words/words.tsx';

export interface DocumentActions {
  /** Asks first where pages may be paid twice. */
  readonly sendAgain: (rows: readonly DocumentSummary[]) => void;
  /** With Undo. */
  readonly dismiss: (rows: readonly DocumentSummary[]) => void;
  readonly undismiss: (rows: readonly DocumentSummary[]) => void;
  readonly openFile: (id: number, what: 'source' | 'json' | 'csv', how: 'open' | 'show') => void;
  readonly copy: (text: string) => void;
  /** The question, while it is asked: to be rendered. */
  readonly question: ReactNode;
}

/** What a person can do with documents, one or many, with what it says afterwards. */
export function useDocumentActions(): DocumentActions {
  const words = useWords('queue');
  const common = useWords('common');
  const toast = useToast();
  const sendAgain = useHostCommand('sendAgain', ['documents', 'document', 'status']);
  const dismiss = useHostCommand('dismiss', ['documents', 'document', 'status']);
  const undismiss = useHostCommand('undismiss', ['documents', 'document', 'status']);
  const openFile = useHostCommand('openFile');
  const [asked, ask] = useState<readonly DocumentSummary[]>();
  const refused = (message: Message): void => toast({ tone: 'bad', text: <HostText text={message} /> });

  const send = async (rows: readonly DocumentSummary[]): Promise<void> => {
    const answer = await sendAgain.run({ ids: rows.map(({ id }) => id) });
    ask(undefined);
    if (!answer.ok) refused(answer.error.message);
    else toast({ text: words('sent', { count: answer.value.count }) });
  };
  const putBack = async (ids: number[]): Promise<void> => {
    const answer = await undismiss.run({ ids });
    if (!answer.ok) refused(answer.error.message);
  };
  return {
    sendAgain: (rows) => {
      const able = rows.filter((row) => row.sendAgain !== 'no');
      if (able.length === 0) toast({ text: words('nothingToSend') });
      else if (able.some((row) => row.sendAgain === 'paid')) ask(able);
      else void send(able);
    },
    dismiss: async (rows) => {
      const ids = rows.filter(({ attention }) => attention).map(({ id }) => id);
      if (ids.length === 0) return toast({ text: words('nothingToDismiss') });
      const answer = await dismiss.run({ ids });
      if (!answer.ok) return refused(answer.error.message);
      toast({ text: words('dismissedNow', { count: answer.value.count }), undo: () => void putBack(ids) });
    },
    undismiss: (rows) => void putBack(rows.map(({ id }) => id)),
    openFile: async (id, what, how) => {
      const answer = await openFile.run({ id, what, how });
      if (!answer.ok) refused(answer.error.message);
    },
    copy: async (text) => {
      const copied = await copyText(text);
      toast(copied ? { text: common('copied') } : { tone: 'bad', text: common('notCopied') });
    },
    question: asked !== undefined && (
      <Dialog
        size="small"
        title={words('paid.title', { count: asked.length })}
        onClose={() => ask(undefined)}
        actions={
          <>
            <Button onClick={() => ask(undefined)}>{common('cancel')}</Button>
            <Button kind="primary" busy={sendAgain.isRunning} onClick={() => void send(asked)}>
              {words('paid.confirm')}
            </Button>
          </>
        }
      >
        <p>{words('paid.detail', { count: asked.filter((row) => row.sendAgain === 'paid').length })}</p>
        <p>{words('paid.advice')}</p>
      </Dialog>
    ),
  };
}
