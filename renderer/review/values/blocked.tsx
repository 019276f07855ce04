import { BellOff, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Text, useWords } from '../../words/words.tsx';
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
        <Confirm
          title={words('paidTitle')}
          action={words('paidAction')}
          kind="danger"
          onClose={() => setAsking(false)}
          onConfirm={send}
        >
          <p>{words('paid')}</p>
        </Confirm>
      )}
    </section>
  );
}
