import { CircleAlert, Columns2, Copy, Hourglass, Info, RotateCcw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../../electron/core/document/document.ts';
import { standings } from '../../../electron/core/document/standing.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Problem } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useHostQuery } from '../../host/host.tsx';
import { hrefOf } from '../../navigation.ts';
import type { DocumentActions } from '../../queue/use-document-actions.tsx';
import { Text, useFormats, useWords } from '../../words/words.tsx';
import { isEmptyDraft, useDraft } from '../drafts.ts';
import { PagePanel } from '../page/page-panel.tsx';
import { attentionKindOf, labelOf, type ReviewTask } from '../review-task.ts';
import styles from './values-panel.module.css';

/** Notes about the document as a whole: why it is here, what it is a copy of, who confirmed it. */
export function Notes({ document, task }: { readonly document: DocumentDetails; readonly task: ReviewTask }) {
  const words = useWords('review');
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
          {reason.kind === 'check' ? <Text message={reason.message} /> : words(`reasons.${reason.kind}`)}
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
      {document.sendAgain !== 'no' && (
        <div>
          <Button icon={<RotateCcw />} busy={actions.isRunning} onClick={() => actions.sendAgain([document])}>
            {words('sendAgain')}
          </Button>
        </div>
      )}
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

/** Opens the documents that this one may be a second scan of, each side by side with it. Nothing is decided there. */
function FirstScans({ document }: { readonly document: DocumentDetails }) {
  const words = useWords('review.scans');
  const [other, setOther] = useState<number>();
  return (
    <>
      {(document.firstScans ?? []).map(({ id, path }) => (
        <Button key={id} size="small" icon={<Columns2 />} onClick={() => setOther(id)}>
          {words('compare', { name: fileNameOf(path) })}
        </Button>
      ))}
      {other !== undefined && <Compared document={document} other={other} onClose={() => setOther(undefined)} />}
    </>
  );
}

interface ComparedProps {
  readonly document: DocumentDetails;
  readonly other: number;
  readonly onClose: () => void;
}

function Compared({ document, other, onClose }: ComparedProps) {
  const words = useWords('review.scans');
  const { data, error } = useHostQuery('document', { id: other });
  return (
    <Dialog title={words('title')} size="wide" onClose={onClose}>
      <p>{words('about')}</p>
      <Problem problem={error} />
      {data !== undefined && (
        <>
          <DifferingValues first={data} second={document} />
          <div className={styles.pages}>
            <Scan title={words('first')} document={data} />
            <Scan title={words('second')} document={document} />
          </div>
        </>
      )}
    </Dialog>
  );
}

/** All fields of both, with what differs marked in words, too. */
function DifferingValues({ first, second }: { readonly first: DocumentDetails; readonly second: DocumentDetails }) {
  const words = useWords('review.scans');
  const [before, now] = [valuesOf(first), valuesOf(second)];
  const keys = [...new Set([...before.keys(), ...now.keys()])];
  const differs = (key: string): boolean => (before.get(key) ?? '') !== (now.get(key) ?? '');
  return (
    <DataTable
      label={words('values')}
      columns={[
        {
          name: words('field'),
          of: (key) => (
            <>
              {labelOf(key)} {differs(key) && <em>{words('differs')}</em>}
            </>
          ),
        },
        { name: words('first'), of: (key) => before.get(key) },
        { name: words('second'), of: (key) => now.get(key) },
      ]}
      rows={keys}
      keyOf={(key) => key}
      isMarked={differs}
    />
  );
}

function valuesOf({ result }: DocumentDetails): ReadonlyMap<string, string> {
  return new Map(result?.kind === 'extraction' ? result.fields.map(({ key, value = '' }) => [key, value]) : []);
}

function Scan({ title, document }: { readonly title: string; readonly document: DocumentDetails }) {
  return (
    <div className={styles.scan}>
      <h3>
        {title}: <a href={hrefOf({ screen: 'review', documentId: document.id })}>{document.path}</a>
      </h3>
      <PagePanel
        label={`${title}: ${document.path}`}
        document={document}
        values={[]}
        active={undefined}
        onPick={nothing}
        onWord={nothing}
      />
    </div>
  );
}

function nothing(): undefined {}
