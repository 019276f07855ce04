import { BellOff, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Text } from '../../words/text.tsx';
import { useWords } from '../../words/words.tsx';
import { attentionKindOf } from '../review-task.ts';
import styles from './decision.module.css';

interface BlockedProps {
  readonly document: DocumentDetails;
  readonly isRunning: boolean;
  readonly onSendAgain: () => void;
  readonly onDismiss: () => void;
}

/** A document without a result: why, and what a person can do. Asks first if pages may be paid for twice. */
export function Blocked({ document, isRunning, onSendAgain, onDismiss }: BlockedProps) {
  const words = useWords('review.blocked');
  const common = useWords('common');
  const [isAsking, setAsking] = useState(false);
  const kind = attentionKindOf(document);
  const send = (): void => {
    setAsking(false);
    onSendAgain();
  };
  return (
    <section className={styles.decision}>
      <h3>{words(kind === 'check' || kind === 'classify' || kind === 'copy' ? 'other' : kind)}</h3>
      <p>
        <Text message={document.why} />
      </p>
      {document.sendAgain === 'paid' && <p className={styles.quiet}>{words('paid')}</p>}
      {document.sendAgain === 'no' && <p className={styles.quiet}>{words('nothing')}</p>}
      <div className={styles.choices}>
        {document.sendAgain !== 'no' && (
          <Button
            icon={<RotateCcw aria-hidden />}
            busy={isRunning}
            onClick={() => (document.sendAgain === 'paid' ? setAsking(true) : send())}
          >
            {words('sendAgain')}
          </Button>
        )}
        <Button icon={<BellOff aria-hidden />} busy={isRunning} onClick={onDismiss}>
          {words('dismiss')}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          title={words('paidTitle')}
          size="small"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{common('cancel')}</Button>
              <Button kind="danger" onClick={send}>
                {words('paidAction')}
              </Button>
            </>
          }
        >
          <p>{words('paid')}</p>
        </Dialog>
      )}
    </section>
  );
}
