import { CircleAlert, Copy, Download, ExternalLink, FolderOpen } from 'lucide-react';
import type { DocumentDetails, FieldView, HistoryLine, ResultView } from '../../../electron/core/contract/documents.ts';
import { eventMessage } from '../../../electron/core/document/history-events.ts';
import { traitsOf } from '../../../electron/core/document/states.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { IconButton } from '../../components/button.tsx';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { labelOf } from '../../review/review-task.ts';
import { Text, useFormats, useWords } from '../../words/words.tsx';
import type { DocumentActions } from '../use-document-actions.tsx';
import styles from './drawer.module.css';

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
        <p key={reason.kind} className={styles.flag}>
          <CircleAlert />
          <Text message={reason.message} />
        </p>
      ))}
    </>
  );
}

interface OutputsProps {
  readonly document: DocumentDetails;
  readonly actions: DocumentActions;
  /** The document's own file comes first. */
  readonly withSource?: boolean;
}

/** The files on disk: to open where the host can, else to download. */
export function Outputs({ document, actions, withSource = false }: OutputsProps) {
  const words = useWords('queue');
  const { data: about } = useHostQuery('about', {});
  const { id } = document;
  const source = withSource && traitsOf[document.state].hasFile ? [{ kind: 'source' as const, path: document.file }] : [];
  const outputs = [...source, ...document.outputs];
  if (outputs.length === 0) return null;
  const actionsOn = ({ kind, path }: (typeof outputs)[number]) =>
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
      <h3>{words(withSource ? 'drawer.files' : 'drawer.outputs')}</h3>
      <ul>
        {outputs.map((output) => (
          <li key={output.path} className="row gap-2">
            <span className={styles.kind}>{words(`drawer.${output.kind}`)}</span>
            <span className="grow">{isolated(output.path)}</span>
            <span className="flex">
              {actionsOn(output).map(([action, Icon, act]) => (
                <IconButton
                  key={action}
                  size="small"
                  label={`${words(`actions.${action}`)}: ${words(`drawer.${output.kind}`)}`}
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
  const now = Date.now();
  if (lines.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{words('drawer.history')}</h3>
      <ol reversed>
        {lines
          .map((line, position) => ({ ...line, position }))
          .toReversed()
          .map(({ at, event, note, position }, index, all) => (
            <li key={position}>
              {formats.date(at) !== formats.date(all[index - 1]?.at ?? now) && (
                <span className={styles.date}>{formats.date(at)}</span>
              )}
              <div className={styles.line}>
                <time dateTime={new Date(at).toISOString()} title={formats.moment(at)} className={styles.time}>
                  {formats.time(at)}
                </time>
                <span className={styles.event}>
                  <Text message={eventMessage(event)} />
                  {note !== undefined && (
                    <span className="hint">
                      <Text message={note} />
                    </span>
                  )}
                </span>
              </div>
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
