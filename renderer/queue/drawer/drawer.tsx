import { ClipboardList, Copy, Download, ExternalLink, FileCheck2, FolderOpen, X } from 'lucide-react';
import type { RefObject } from 'react';
import type { DocumentDetails, FieldView, HistoryLine, ResultView } from '../../../electron/core/contract/documents.ts';
import { directoryOf, fileNameOf } from '../../../electron/core/document/document.ts';
import { eventMessage } from '../../../electron/core/document/history-events.ts';
import { hasResult, traitsOf } from '../../../electron/core/document/states.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button, IconButton, LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { FieldError } from '../../components/field.tsx';
import { isPictured, PagePicture } from '../../components/page-picture.tsx';
import { useHostQuery } from '../../host/host.tsx';
import { hrefOf } from '../../navigation.ts';
import { labelOf, taskOf } from '../../review/review-task.ts';
import { Notes } from '../../review/values/notes.tsx';
import { type Formats, Text, useFormats, useText, useWords } from '../../words/words.tsx';
import { ResultButtons } from '../result-buttons.tsx';
import { StateCell } from '../state-cell.tsx';
import { type DocumentActions, documentActions } from '../use-document-actions.tsx';
import styles from './drawer.module.css';

interface DrawerProps {
  readonly id: number;
  readonly region: RefObject<HTMLElement | null>;
  readonly actions: DocumentActions;
  readonly onClose: () => void;
}

/** All details of one document; why it is in its state comes first. */
export function Drawer({ id, region, actions, onClose }: DrawerProps) {
  const words = useWords('queue');
  const { data: document, error } = useHostQuery('document', { id });
  const name = document === undefined ? '' : isolated(fileNameOf(document.path));
  return (
    <section ref={region} className={styles.drawer} tabIndex={-1} aria-label={words('drawer.label', { name })}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2>{name}</h2>
          {document !== undefined && directoryOf(document.path) !== '' && (
            <p className="hint">{isolated(directoryOf(document.path))}</p>
          )}
        </div>
        <IconButton label={words('actions.close')} icon={<X />} onClick={onClose} />
      </header>
      {error !== null && (
        <EmptyState title={words('drawer.goneTitle')}>
          <Text message={error.message} />
        </EmptyState>
      )}
      {document !== undefined && <Details document={document} actions={actions} />}
    </section>
  );
}

function Details({ document, actions }: { readonly document: DocumentDetails; readonly actions: DocumentActions }) {
  const words = useWords('queue.drawer');
  return (
    <div className={styles.content}>
      <div className="stack start gap-2">
        <StateCell row={document} withMessage={false} />
        <p className={styles.sentence}>
          <Text message={document.why} />
        </p>
      </div>
      <Notes document={document} task={taskOf(document)} />
      {isPictured(document) && (
        <a
          className={styles.picture}
          href={hrefOf({ screen: 'review', documentId: document.id })}
          aria-label={words('firstPage')}
        >
          <PagePicture of={document} width={120} />
        </a>
      )}
      <Actions document={document} actions={actions} />
      {document.result !== undefined && <Values result={document.result} />}
      <Files document={document} actions={actions} />
      <History lines={document.history} />
      <Facts document={document} />
    </div>
  );
}

/** The current values of the document, with doubtful ones flagged. */
export function Values({ result }: { readonly result: ResultView }) {
  const words = useWords('queue.drawer');
  const verdict = useVerdict();
  const facts =
    result.kind === 'extraction'
      ? result.fields.map((field): Fact => [labelOf(field.key), <Value key={field.key} field={field} />])
      : [[words('category'), result.category?.name ?? <i>{words('noCategory')}</i>] as const, ...verdict(result)];
  return (
    <section className={styles.section}>
      <h3>{words('values')}</h3>
      <FactList facts={facts} />
      {result.kind === 'extraction' && result.furtherFields !== undefined && (
        <p className="hint">{words('further', { count: result.furtherFields })}</p>
      )}
    </section>
  );
}

/** What the service says of a category. */
export function useVerdict() {
  const words = useWords('queue.drawer');
  const formats = useFormats();
  return ({
    confidence,
    reasoning,
  }: Pick<Extract<ResultView, { kind: 'classification' }>, 'confidence' | 'reasoning'>): Fact[] => [
    [words('confidence'), confidence === undefined ? undefined : formats.number(confidence, { maximumFractionDigits: 2 })],
    [words('reasoning'), reasoning],
  ];
}

function Value({ field: { value, description, serviceValue, newerServiceValue, reasons } }: { readonly field: FieldView }) {
  const words = useWords('queue.drawer');
  return (
    <>
      <span title={description}>{value === undefined || value === '' ? <i>{words('noValue')}</i> : isolated(value)}</span>
      {serviceValue !== undefined && <p className="hint">{words('serviceSaid', { value: serviceValue })}</p>}
      {newerServiceValue !== undefined && <p className="hint">{words('newer', { value: newerServiceValue })}</p>}
      {reasons.map((reason) => (
        <FieldError key={reason.kind} tone="warn">
          <Text message={reason.message} />
        </FieldError>
      ))}
    </>
  );
}

interface FilesProps {
  readonly document: DocumentDetails;
  readonly actions: DocumentActions;
}

/** The files on disk, the document's own first: to open where the host can, else to download. */
export function Files({ document, actions }: FilesProps) {
  const words = useWords('queue');
  const { data: about } = useHostQuery('about', {});
  const { id } = document;
  const source = traitsOf[document.state].hasFile ? [{ kind: 'source' as const, path: document.file }] : [];
  const files = [...source, ...document.outputs];
  if (files.length === 0) return null;
  const actionsOn = ({ kind, path }: (typeof files)[number]) =>
    about?.can.openFiles === true
      ? ([
          ['open', ExternalLink, () => actions.openFile({ id, what: kind, how: 'open' })],
          ['show', FolderOpen, () => actions.openFile({ id, what: kind, how: 'show' })],
        ] as const)
      : ([
          ['download', Download, () => actions.download({ id, what: kind })],
          ['copyPath', Copy, () => actions.copy(path)],
        ] as const);
  return (
    <section className={styles.section}>
      <h3>{words('drawer.files')}</h3>
      <ul>
        {files.map((file) => (
          <li key={file.path} className="row gap-2">
            <span className={styles.kind}>{words(`drawer.${file.kind}`)}</span>
            <span className="grow">{isolated(file.path)}</span>
            <span className="flex">
              {actionsOn(file).map(([action, Icon, act]) => (
                <IconButton
                  key={action}
                  size="small"
                  label={`${words(`actions.${action}`)}: ${words(`drawer.${file.kind}`)}`}
                  icon={<Icon />}
                  onClick={act}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What happened to the document, newest first. */
export function History({ lines }: { readonly lines: readonly HistoryLine[] }) {
  const words = useWords('queue');
  const formats = useFormats();
  if (lines.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{words('drawer.history')}</h3>
      <ol reversed>
        {lines
          .map((line, position) => ({ ...line, position }))
          .toReversed()
          .map(({ at, event, note, position }) => (
            <li key={position} className={styles.line}>
              <time dateTime={new Date(at).toISOString()} className={styles.time}>
                {formats.at(at)}
              </time>
              <span className={styles.event}>
                <Text message={eventMessage(event)} />
                {note !== undefined && (
                  <span className="hint">
                    <Text message={note} />
                  </span>
                )}
              </span>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** The remaining details: where the file is, where it goes, and what support will ask for. */
export function Facts({ document }: { readonly document: DocumentDetails }) {
  const words = useWords('queue.drawer');
  const queue = useWords('queue');
  const formats = useFormats();
  const { result } = document;
  const facts: readonly Fact[] = [
    [words('facts.folder'), document.folder],
    [words('facts.route'), words(`facts.${document.route.kind}`, { name: document.routeName })],
    [words('facts.state'), queue(`states.${document.state}`)],
    [words('facts.status'), result?.status],
    [words('facts.found'), formats.moment(document.foundAt)],
    [words('facts.size'), formats.size(document.size)],
    [words('facts.type'), document.contentType],
    [words('facts.model'), result?.kind === 'extraction' ? result.modelUsed : undefined],
    [words('facts.serviceBatch'), document.serviceBatchId],
    [words('facts.serviceFile'), document.serviceFileId],
    [words('facts.sha256'), document.sha256 && <code>{document.sha256}</code>],
  ];
  return (
    <section className={styles.section}>
      <h3>{words('details')}</h3>
      <FactList facts={facts} />
    </section>
  );
}

/** What can be done with this document; the most urgent action comes first. */
export function Actions({ document, actions }: { readonly document: DocumentDetails; readonly actions: DocumentActions }) {
  const words = useWords('queue.actions');
  const text = useText();
  const formats = useFormats();
  const offered = [
    ...documentActions.map(
      ([action, isFor, Icon]) => [action, isFor(document), Icon, () => actions[action]([document])] as const,
    ),
    ['copyDetails', true, ClipboardList, () => actions.copy(detailsAsText(document, text, formats))],
  ] as const;
  return (
    <div className="wrap gap-2">
      <LinkButton
        kind={needsReview(document) ? 'primary' : 'plain'}
        icon={<FileCheck2 />}
        to={{ screen: 'review', documentId: document.id }}
      >
        {words(needsReview(document) ? 'review' : 'whole')}
      </LinkButton>
      <ResultButtons document={document} />
      {offered.map(
        ([action, isOffered, Icon, act]) =>
          isOffered && (
            <Button key={action} icon={<Icon />} onClick={act}>
              {words(action)}
            </Button>
          ),
      )}
    </div>
  );
}

/**
 * A document's details as text, for someone who helps: its state, why, its history and the service's ids. The values are
 * left out, because they are private.
 */
function detailsAsText(
  document: DocumentDetails,
  text: ReturnType<typeof useText>,
  { moment, size }: Pick<Formats, 'moment' | 'size'>,
): string {
  const { file, state, delivery, route, routeName } = document;
  return [
    file,
    `${state} · ${delivery} · ${size(document.size)}`,
    text(document.why),
    `${route.kind} ${route.id} (${routeName})`,
    ...(document.sha256 === undefined ? [] : [`sha256 ${document.sha256}`]),
    ...(document.serviceBatchId === undefined ? [] : [`batch ${document.serviceBatchId}`]),
    ...(document.serviceFileId === undefined ? [] : [`file ${document.serviceFileId}`]),
    ...document.outputs.map(({ kind, path }) => `${kind} ${path}`),
    '',
    ...document.history.map(({ at, event, note }) => {
      const what = text(eventMessage(event));
      return `${moment(at)}  ${note === undefined ? what : `${what}: ${text(note)}`}`;
    }),
    '',
  ].join('\n');
}

/** Whether the review screen has values or a category to check. */
function needsReview({ state, standing }: Pick<DocumentDetails, 'state' | 'standing'>): boolean {
  return standing === 'needs-you' && hasResult(state);
}
