import { BellOff, RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { RequestInput } from '../../electron/core/contract/contract.ts';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { standings } from '../../electron/core/document/standing.ts';
import { Confirm } from '../components/dialog.tsx';
import { type ToastMessage, toast, toastAnswer, toastRefusal } from '../components/toast.tsx';
import { downloadFile } from '../host/download.ts';
import { useHost, useHostCommands } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';

/** More documents than this are dismissed only after a question. */
const maxUnasked = 10;

/** What can be done with documents of a list, and with which. */
export const documentActions = [
  ['sendAgain', ({ sendAgain }: Actable) => sendAgain !== 'no', RotateCcw],
  ['dismiss', ({ standing }: Actable) => standings[standing].asks, BellOff],
  ['undismiss', ({ standing }: Actable) => standing === 'dismissed', Undo2],
] as const;

type Actable = Pick<DocumentSummary, 'sendAgain' | 'standing'>;

export type DocumentActions = ReturnType<typeof useDocumentActions>;

interface DocumentCallbacks {
  /** The documents were sent again or dismissed. */
  readonly onDone?: (ids: readonly number[]) => void;
  /** Those that were dismissed were put back. */
  readonly onBack?: (ids: readonly number[]) => void;
}

/** What a person can do with one or many documents, with the toasts that report it. */
export function useDocumentActions({ onDone, onBack }: DocumentCallbacks = {}) {
  const words = useWords('queue');
  const common = useWords('common');
  const host = useHost();
  const { run, isRunning } = useHostCommands(['documents', 'document', 'status']);
  const [toConfirm, setToConfirm] = useState<readonly DocumentSummary[]>();
  const [toDismiss, setToDismiss] = useState<readonly number[]>();

  /** Has the host do it, and says so, or why not. */
  const act = async (
    name: 'sendAgain' | 'undismiss' | 'dismiss',
    ids: readonly number[],
    done: (count: number) => ToastMessage,
  ): Promise<void> => {
    const answer = await run(name, { ids: [...ids] });
    if (name === 'sendAgain') setToConfirm(undefined);
    if (name === 'dismiss') setToDismiss(undefined);
    if (!answer.ok) return toastRefusal(answer.error.message);
    toast(done(answer.value.count));
    (name === 'undismiss' ? onBack : onDone)?.(ids);
  };
  const send = (ids: readonly number[]) => act('sendAgain', ids, (count) => ({ text: words('sent', { count }) }));
  const putBack = (ids: readonly number[]) =>
    act('undismiss', ids, (count) => ({ subject: 'documents', text: words('restoredNow', { count }) }));
  const dismissNow = (ids: readonly number[]) => {
    const undo = () => void putBack(ids);
    return act('dismiss', ids, (count) => ({ subject: 'documents', text: words('dismissedNow', { count }), undo }));
  };
  return {
    isRunning,
    /** Asks first: no single key spends money. */
    sendAgain: (rows: readonly DocumentSummary[]): void => {
      const sendable = rows.filter((row) => row.sendAgain !== 'no');
      if (sendable.length === 0) toast({ text: words('nothingToSend') });
      else setToConfirm(sendable);
    },
    /** Asks first if they are many; offers Undo. */
    dismiss: (rows: readonly DocumentSummary[]): void => {
      const ids = rows.filter(({ standing }) => standings[standing].asks).map(({ id }) => id);
      if (ids.length === 0) toast({ text: words('nothingToDismiss') });
      else if (ids.length > maxUnasked) setToDismiss(ids);
      else void dismissNow(ids);
    },
    undismiss: (rows: readonly DocumentSummary[]): void => {
      const ids = rows.filter(({ standing }) => standing === 'dismissed').map(({ id }) => id);
      if (ids.length === 0) toast({ text: words('nothingToRestore') });
      else void putBack(ids);
    },
    openFile: (file: RequestInput<'openFile'>): Promise<void> => toastAnswer(host.request('openFile', file)),
    /** Saves it to the browser's downloads. */
    download: async (file: Omit<RequestInput<'filePiece'>, 'position'>): Promise<void> => {
      const saved = await downloadFile(host, file);
      if ('problem' in saved) toastRefusal(saved.problem);
      else toast({ text: words('downloaded', { name: saved.name }) });
    },
    copy: async (text: string): Promise<void> => {
      const copied = await copyText(text);
      toast(copied ? { text: common('copied') } : { tone: 'bad', text: common('notCopied') });
    },
    /** The confirmation dialog while it is open, to be rendered. */
    dialog:
      toDismiss !== undefined ? (
        <Confirm
          title={words('dismissMany.title', { count: toDismiss.length })}
          action={words('dismissMany.confirm', { count: toDismiss.length })}
          busy={isRunning}
          onClose={() => setToDismiss(undefined)}
          onConfirm={() => void dismissNow(toDismiss)}
        >
          <p>{words('dismissMany.detail')}</p>
        </Confirm>
      ) : (
        toConfirm !== undefined && (
          <AskToSend
            documents={toConfirm}
            busy={isRunning}
            onClose={() => setToConfirm(undefined)}
            onConfirm={() => void send(toConfirm.map(({ id }) => id))}
          />
        )
      ),
  };
}

interface AskToSendProps {
  readonly documents: readonly Pick<DocumentSummary, 'sendAgain'>[];
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before documents are sent again, wherever that is asked for: it costs pages, and may cost them twice. */
function AskToSend({ documents, ...dialog }: AskToSendProps) {
  const words = useWords('queue.paid');
  const count = documents.length;
  const twice = documents.filter(({ sendAgain }) => sendAgain === 'paid').length;
  return (
    <Confirm title={words('title', { count })} action={words('confirm')} kind={twice > 0 ? 'danger' : 'primary'} {...dialog}>
      {twice > 0 ? (
        <>
          <p>{words('detail', { count: twice })}</p>
          <p>{words('advice')}</p>
        </>
      ) : (
        <p>{words('pages', { count })}</p>
      )}
    </Confirm>
  );
}

/** Copies a text to the clipboard; false where that is not possible. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** The fallback where a page may not use the clipboard (no secure address, no permission): copies a selected text. */
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
