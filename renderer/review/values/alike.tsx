import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentDetails, ResultView } from '../../../electron/core/contract/documents.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { gapOf } from '../../../electron/core/review/local-review.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmCommand } from '../../components/dialog.tsx';
import { ScrollList } from '../../components/scroll-list.tsx';
import type { ToastMessage } from '../../components/toast.tsx';
import { useHostCommand, useHostQuery } from '../../host/host.tsx';
import { useWords } from '../../words/words.tsx';
import { labelOf } from '../review-task.ts';
import styles from './values-panel.module.css';

interface AlikeProps {
  readonly document: DocumentDetails;
  readonly result: Extract<ResultView, { kind: 'extraction' }>;
  /** What is said once they are confirmed. */
  readonly onConfirmed: (ids: readonly number[]) => ToastMessage;
}

/** Where this and other documents are flagged for the same one field: confirms all of them, after they were listed. */
export function Alike({ document: { id }, result: { reasons, fields }, onConfirmed }: AlikeProps) {
  const words = useWords('review.alike');
  const gap = gapOf([...reasons, ...fields.flatMap((field) => field.reasons)]);
  const { data } = useHostQuery('alike', { id }, { enabled: gap !== undefined, staleTime: 0, gcTime: 0 });
  const confirm = useHostCommand('confirmAll', ['documents', 'document', 'status']);
  const [isAsking, ask] = useState(false);
  const documents = data?.documents ?? [];
  if (gap === undefined || documents.length < 2) return null;
  const [count, field] = [documents.length, labelOf(gap.field)];
  const dialog = (
    <ConfirmCommand
      command={confirm}
      input={{ ids: documents.map((each) => each.id) }}
      done={({ ids }) => onConfirmed(ids)}
      title={words('title', { count })}
      action={words('action', { count })}
      onClose={() => ask(false)}
    >
      <p>{words('detail', { field })}</p>
      <ScrollList label={words('list')}>
        {documents.map((each) => (
          <li key={each.id}>{isolated(each.path)}</li>
        ))}
      </ScrollList>
    </ConfirmCommand>
  );
  return (
    <section className={styles.section}>
      <p>{words('about', { count: count - 1, field })}</p>
      <div>
        <Button icon={<CheckCheck />} onClick={() => ask(true)}>
          {words('confirm', { count })}
        </Button>
      </div>
      {isAsking && createPortal(dialog, window.document.body)}
    </section>
  );
}
