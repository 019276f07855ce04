import { CircleAlert, Columns2, Copy, Hourglass, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { hrefOf } from '../../navigation.ts';
import { Text, useFormats, useWords } from '../../words/words.tsx';
import { isEmptyDraft, useDraft } from '../drafts.ts';
import type { ReviewTask } from '../review-task.ts';
import { FirstScans } from './first-scans.tsx';
import styles from './values-panel.module.css';

/** Notes about the document as a whole: why it is here, what it is a copy of, who confirmed it. */
export function Notes({ document, task }: { readonly document: DocumentDetails; readonly task: ReviewTask }) {
  const words = useWords('review');
  const reasonWords = useWords('review.reasons');
  const formats = useFormats();
  const [draft] = useDraft(document.id);
  const { duplicateOf, possibleDuplicate } = document;
  // A conflict is shown where it is resolved.
  const reasons = task.kind === 'blocked' ? [] : task.result.reasons.filter(({ kind }) => kind !== 'conflict');
  const shown = new Set<string>(reasons.map(({ kind }) => kind));
  const confirmed = task.kind === 'blocked' ? undefined : task.result.review.confirmed;
  // What keeps the result from being written or the file from being moved.
  const delays = document.why.filter(({ code }) => code === 'explain.notWritten' || code === 'explain.notMoved');
  const awaited = document.why.filter(({ code }) => code.startsWith('explain.awaits'));
  return (
    <ul className="stack">
      {confirmed !== undefined && (
        <Note icon={<Info />}>
          {words('values.byAt', { by: confirmed.by, at: formats.when(confirmed.at) })}
          {!isEmptyDraft(draft) && ` ${words('values.meanwhile')}`}
        </Note>
      )}
      {reasons.map((reason) => (
        <Note key={`${reason.kind} ${reason.rule ?? ''} ${reason.message.code}`} icon={<CircleAlert />} isWarning>
          {reason.kind === 'check' ? <Text message={reason.message} /> : reasonWords(reason.kind)}
        </Note>
      ))}
      {possibleDuplicate && !shown.has('possible-duplicate') && (
        <Note icon={<CircleAlert />} isWarning>
          {words('reasons.possible-duplicate')}
        </Note>
      )}
      {document.firstScans !== undefined && (
        <Note icon={<Columns2 />} isWarning>
          {words('scans.note')} <FirstScans document={document} />
        </Note>
      )}
      {duplicateOf !== undefined && (
        <Note icon={<Copy />}>
          {words.rich('duplicate', {
            name: duplicateOf.path,
            link: (name) => <a href={hrefOf({ screen: 'queue', documentId: duplicateOf.id })}>{name}</a>,
          })}
        </Note>
      )}
      {task.kind !== 'blocked' && document.awaitsValues && (
        <Note icon={<Hourglass />}>
          <Text message={awaited} />
        </Note>
      )}
      {task.kind !== 'blocked' && delays.length > 0 && (
        <Note icon={<CircleAlert />} isWarning>
          <Text message={delays} />
        </Note>
      )}
    </ul>
  );
}

function Note({
  icon,
  isWarning = false,
  children,
}: {
  readonly icon: ReactNode;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className={styles.note} data-tone={isWarning ? 'warn' : 'plain'}>
      {icon}
      <span>{children}</span>
    </li>
  );
}
