import { ClipboardList, Copy, Download, ExternalLink, FileCheck2, FolderOpen } from 'lucide-react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { eventMessage } from '../../../electron/core/document/history-events.ts';
import { hasResult, traitsOf } from '../../../electron/core/document/states.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { type Formats, useFormats, useText, useWords } from '../../words/words.tsx';
import { ResultButtons } from '../result-buttons.tsx';
import { type DocumentActions, documentActions } from '../use-document-actions.tsx';

/** What can be done with this document; the most urgent action comes first. */
export function Actions({ document, actions }: { readonly document: DocumentDetails; readonly actions: DocumentActions }) {
  const words = useWords('queue.actions');
  const { data: about } = useHostQuery('about', {});
  const text = useText();
  const formats = useFormats();
  const { id, state } = document;
  const canOpen = about?.can.openFiles === true && traitsOf[state].hasFile;
  const offered = [
    ...documentActions.map(
      ([action, isFor, Icon]) => [action, isFor(document), Icon, () => actions[action]([document])] as const,
    ),
    ['open', canOpen, ExternalLink, () => actions.openFile({ id, what: 'source', how: 'open' })],
    ['show', canOpen, FolderOpen, () => actions.openFile({ id, what: 'source', how: 'show' })],
    [
      'download',
      about?.can.openFiles === false && traitsOf[state].hasFile,
      Download,
      () => actions.download({ id, what: 'source' }),
    ],
    ['copyPath', about?.can.openFiles === false, Copy, () => actions.copy(document.file)],
    ['copyDetails', true, ClipboardList, () => actions.copy(detailsAsText(document, text, formats))],
  ] as const;
  return (
    <div className="wrap gap-2">
      <LinkButton
        kind={needsReview(document) ? 'primary' : 'plain'}
        icon={<FileCheck2 />}
        to={{ screen: 'review', documentId: id }}
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
