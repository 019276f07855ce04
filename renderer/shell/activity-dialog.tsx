import { useState } from 'react';
import type { FilingBatchSummary } from '../../electron/core/contract/filings.ts';
import { Dialog } from '../components/dialog.tsx';
import { useKeptMessages } from '../components/toast.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './activity-dialog.module.css';
import { Filings } from './filings.tsx';
import { UndoDialog } from './undo-dialog.tsx';

/** What was filed, to be taken back, and what was said in the corner for a moment: nothing has to be read in time. */
export function ActivityDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('status.activity');
  const formats = useFormats();
  const kept = useKeptMessages();
  const [chosen, choose] = useState<FilingBatchSummary>();
  if (chosen !== undefined) return <UndoDialog batch={chosen} onClose={() => choose(undefined)} />;
  return (
    <Dialog title={words('title')} onClose={onClose}>
      <Filings onUndo={choose} />
      <p className={styles.hint}>{words(kept.length === 0 ? 'empty' : 'hint')}</p>
      <ol className={styles.list}>
        {kept.map(({ id, at, text, tone }) => (
          <li key={id} data-tone={tone}>
            <time dateTime={new Date(at).toISOString()}>{formats.time(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
