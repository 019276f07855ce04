import { BellOff, ClipboardList, Copy, ExternalLink, FileCheck2, FolderOpen, RotateCcw, Undo2 } from 'lucide-react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { eventMessage } from '../../../electron/core/document/history-events.ts';
import { traitsOf } from '../../../electron/core/document/states.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { hrefOf } from '../../navigation.ts';
import { type Formats, useFormats, useText, useWords } from '../../words/words.tsx';
import { needsReview } from '../row.tsx';
import type { DocumentActions } from '../use-document-actions.tsx';
import styles from './drawer.module.css';

/** What can be done with this document; the most urgent action comes first. */
export function Actions({ document, actions }: { readonly document: DocumentDetails; readonly actions: DocumentActions }) {
  const words = useWords('queue.actions');
  const { data: about } = useHostQuery('about', {});
  const text = useText();
  const formats = useFormats();
  const { id, state, attention, dismissed } = document;
  return (
    <div className={styles.actions}>
      {needsReview(document) && (
        <LinkButton kind="primary" icon={<FileCheck2 aria-hidden />} href={hrefOf({ screen: 'review', documentId: id })}>
          {words('review')}
        </LinkButton>
      )}
      {document.sendAgain !== 'no' && (
        <Button icon={<RotateCcw aria-hidden />} onClick={() => actions.sendAgain([document])}>
          {words('sendAgain')}
        </Button>
      )}
      {attention && (
        <Button icon={<BellOff aria-hidden />} onClick={() => actions.dismiss([document])}>
          {words('dismiss')}
        </Button>
      )}
      {dismissed && (
        <Button icon={<Undo2 aria-hidden />} onClick={() => actions.undismiss([document])}>
          {words('undismiss')}
        </Button>
      )}
      {about?.can.openFiles === true && traitsOf(state).hasFile && (
        <>
          <Button icon={<ExternalLink aria-hidden />} onClick={() => actions.openFile({ id, what: 'source', how: 'open' })}>
            {words('open')}
          </Button>
          <Button icon={<FolderOpen aria-hidden />} onClick={() => actions.openFile({ id, what: 'source', how: 'show' })}>
            {words('show')}
          </Button>
        </>
      )}
      {about?.can.openFiles === false && (
        <Button icon={<Copy aria-hidden />} onClick={() => actions.copy(document.file)}>
          {words('copyPath')}
        </Button>
      )}
      <Button icon={<ClipboardList aria-hidden />} onClick={() => actions.copy(detailsAsText(document, text, formats))}>
        {words('copyDetails')}
      </Button>
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
