import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { FilingBatchSummary } from '../../electron/core/contract/filings.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Problem } from '../components/problem.tsx';
import { toast, useKeptMessages } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './activity-dialog.module.css';
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
      <div className="stack gap-4">
        <Filings onUndo={choose} />
        <p className="soft">{words(kept.length === 0 ? 'empty' : 'hint')}</p>
        <ol>
          {kept.map(({ id, at, text, tone = 'plain' }) => (
            <li key={id} className={styles.line} data-tone={tone}>
              <time dateTime={new Date(at).toISOString()}>{formats.time(at)}</time>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

/** How often the list is fetched while it is shown, in milliseconds: no notice says that something was filed. */
const refetchMs = 2_000;

/** The last batches of filings. Each can be taken back, and what was taken back can be filed again. */
function Filings({ onUndo }: { readonly onUndo: (batch: FilingBatchSummary) => void }) {
  const words = useWords('filing.batches');
  const { at } = useFormats();
  const { data, error } = useHostQuery('filingBatches', {}, { refetchInterval: refetchMs });
  const again = useHostCommand('fileAgain', ['filingBatches']);
  const fileAgain = async (id: number): Promise<void> => {
    const answer = await again.run({ id });
    if (answer.ok) toast({ text: words('filedAgain', { count: answer.value.count }) });
  };
  if (error === null && (data === undefined || data.batches.length === 0)) return null;
  return (
    <section aria-label={words('title')}>
      <h3>{words('title')}</h3>
      <Problem problem={error?.problem ?? again.problem} />
      <ul>
        {data?.batches.map((batch) => (
          <li key={batch.id} className={styles.line}>
            <time dateTime={new Date(batch.from).toISOString()}>{at(batch.from)}</time>
            <span className="grow">{words('filed', { documents: batch.documents, undone: batch.undone })}</span>
            {batch.again > 0 && (
              <Button size="small" kind="quiet" onClick={() => void fileAgain(batch.id)}>
                {words('again', { count: batch.again })} <span className="unseen">{at(batch.from)}</span>
              </Button>
            )}
            {batch.undone < batch.documents && (
              <Button size="small" icon={<Undo2 />} onClick={() => onUndo(batch)}>
                {words('undo')} <span className="unseen">{at(batch.from)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.more === true && <p className="soft">{words('more')}</p>}
    </section>
  );
}
