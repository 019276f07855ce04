import { BellOff, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Sentence } from '../../words/sentence.tsx';
import { useWords } from '../../words/words.tsx';
import { wantedOf } from '../review-task.ts';
import styles from './values.module.css';

interface StuckProps {
  readonly document: DocumentDetails;
  readonly isRunning: boolean;
  readonly onSendAgain: () => void;
  readonly onDismiss: () => void;
}

/** A document without a result: why, and what a person can do. What may cost twice is asked about first. */
export function Stuck({ document, isRunning, onSendAgain, onDismiss }: StuckProps) {
  const words = useWords('review.stuck');
  const common = useWords('common');
  const [asks, setAsks] = useState(false);
  const wanted = wantedOf(document);
  const send = (): void => {
    setAsks(false);
    onSendAgain();
  };
  return (
    <section className={styles.stuck}>
      <h3>{words(wanted === 'check' || wanted === 'sort' || wanted === 'copy' ? 'other' : wanted)}</h3>
      <p>
        <Sentence said={document.why} />
      </p>
      {document.sendAgain === 'paid' && <p className={styles.quiet}>{words('paid')}</p>}
      {document.sendAgain === 'no' && <p className={styles.quiet}>{words('nothing')}</p>}
      <div className={styles.choices}>
        {document.sendAgain !== 'no' && (
          <Button
            icon={<RotateCcw aria-hidden />}
            busy={isRunning}
            onClick={() => (document.sendAgain === 'paid' ? setAsks(true) : send())}
          >
            {words('sendAgain')}
          </Button>
        )}
        <Button icon={<BellOff aria-hidden />} busy={isRunning} onClick={onDismiss}>
          {words('dismiss')}
        </Button>
      </div>
      {asks && (
        <Dialog
          title={words('paidTitle')}
          size="small"
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onClick={() => setAsks(false)}>{common('cancel')}</Button>
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
