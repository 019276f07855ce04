import { Undo2 } from 'lucide-react';
import type { FilingBatchSummary } from '../../electron/core/contract/filings.ts';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostQuery } from '../host/use-host-query.ts';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './filings.module.css';

/** How often the list is fetched while it is shown, in milliseconds: no notice says that something was filed. */
const refetchMs = 2_000;

/** The last batches of filings. Each can be taken back, and what was taken back can be filed again. */
export function Filings({ onUndo }: { readonly onUndo: (batch: FilingBatchSummary) => void }) {
  const words = useWords('filing.batches');
  const { data, error } = useHostQuery('filingBatches', {}, { refetchInterval: refetchMs });
  const again = useHostCommand('fileAgain', ['filingBatches']);
  const toast = useToast();
  const fileAgain = async (id: number): Promise<void> => {
    const answer = await again.run({ id });
    if (answer.ok) toast({ text: words('filedAgain', { count: answer.value.count }) });
  };
  if (error === null && (data === undefined || data.batches.length === 0)) return null;
  return (
    <section className={styles.filings} aria-label={words('title')}>
      <h3>{words('title')}</h3>
      <Problem problem={error?.problem ?? again.problem} />
      <ul className={styles.batches}>
        {data?.batches.map((batch) => (
          <BatchLine key={batch.id} batch={batch} onUndo={() => onUndo(batch)} onAgain={() => void fileAgain(batch.id)} />
        ))}
      </ul>
      {data?.more === true && <p className={styles.hint}>{words('more')}</p>}
    </section>
  );
}

interface BatchLineProps {
  readonly batch: FilingBatchSummary;
  readonly onUndo: () => void;
  readonly onAgain: () => void;
}

function BatchLine({ batch: { from, documents, undone, again }, onUndo, onAgain }: BatchLineProps) {
  const words = useWords('filing.batches');
  const { at } = useFormats();
  const when = at(from);
  return (
    <li>
      <time dateTime={new Date(from).toISOString()}>{when}</time>
      <span className={styles.count}>{words('filed', { documents, undone })}</span>
      {again > 0 && (
        <Button size="small" kind="quiet" onClick={onAgain}>
          {words('again', { count: again })} <span className="unseen">{when}</span>
        </Button>
      )}
      {undone < documents && (
        <Button size="small" icon={<Undo2 />} onClick={onUndo}>
          {words('undo')} <span className="unseen">{when}</span>
        </Button>
      )}
    </li>
  );
}
