import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { Confirm } from '../components/dialog.tsx';
import { useWords } from '../words/words.tsx';

interface AskToSendProps {
  readonly documents: readonly Pick<DocumentSummary, 'sendAgain'>[];
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before documents are sent again, wherever that is asked for: it costs pages, and may cost them twice. */
export function AskToSend({ documents, ...dialog }: AskToSendProps) {
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
