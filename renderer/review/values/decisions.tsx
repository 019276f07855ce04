import { BellOff, RotateCcw } from 'lucide-react';
import { useId } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { standings } from '../../../electron/core/document/standing.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { DocumentActions } from '../../queue/use-document-actions.tsx';
import { Text, useWords } from '../../words/words.tsx';
import { attentionKindOf, labelOf, type ReviewTask } from '../review-task.ts';
import styles from './values-panel.module.css';

interface BlockedProps {
  readonly document: DocumentDetails;
  readonly actions: DocumentActions;
}

/** A document without a result: why, and what a person can do. */
export function Blocked({ document, actions }: BlockedProps) {
  const words = useWords('review.blocked');
  const states = useWords('queue.states');
  const kind = attentionKindOf(document);
  const { asks } = standings[document.standing];
  return (
    <section className={styles.section}>
      <h3>
        {asks ? words(kind === 'check' || kind === 'classify' || kind === 'copy' ? 'other' : kind) : states(document.state)}
      </h3>
      <Text as="p" message={document.why} />
      {document.sendAgain === 'no' && asks && <p className="hint">{words(kind === 'blocked' ? 'goesOn' : 'nothing')}</p>}
      <div className="wrap gap-2">
        {document.sendAgain !== 'no' && (
          <Button icon={<RotateCcw />} busy={actions.isRunning} onClick={() => actions.sendAgain([document])}>
            {words('sendAgain')}
          </Button>
        )}
        {asks && (
          <Button icon={<BellOff />} busy={actions.isRunning} onClick={() => actions.dismiss([document])}>
            {words('dismiss')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** A person and the service have confirmed different values: shows both, and lets the person choose. */
export function Conflict({ task, onTake }: { readonly task: ReviewTask; readonly onTake: (take: 'mine' | 'service') => void }) {
  const words = useWords('review');
  const titleId = useId();
  const fields = task.kind === 'values' ? task.result.fields.filter((field) => field.newerServiceValue !== undefined) : [];
  return (
    <section className={styles.conflict} aria-labelledby={titleId} tabIndex={-1} data-begin>
      <h3 id={titleId}>{words('conflict.title')}</h3>
      <p>{words('conflict.detail')}</p>
      {fields.length > 0 && (
        <DataTable
          label={words('conflict.title')}
          columns={[
            { name: words('conflict.field'), of: ({ key }) => labelOf(key) },
            { name: words('conflict.mine'), of: ({ value }) => value ?? <em>{words('values.noValue')}</em> },
            { name: words('conflict.service'), of: ({ newerServiceValue }) => isolated(newerServiceValue ?? '') },
          ]}
          rows={fields}
          keyOf={({ key }) => key}
        />
      )}
      <div className="wrap gap-2">
        <Button onClick={() => onTake('mine')}>{words('conflict.keepMine')}</Button>
        <Button onClick={() => onTake('service')}>{words('conflict.takeService')}</Button>
      </div>
    </section>
  );
}
