import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import type { Formats } from '../../words/use-formats.ts';

/**
 * A document's details for somebody who helps: where it is, why, its history and the service's ids. No values: they
 * are the document's own affair.
 */
export function detailsAsText(
  document: DocumentDetails,
  why: string,
  { moment, size }: Pick<Formats, 'moment' | 'size'>,
): string {
  const { file, state, delivery, route, routeName } = document;
  return [
    file,
    `${state} · ${delivery} · ${size(document.size)}`,
    why,
    `${route.kind} ${route.id} (${routeName})`,
    ...(document.sha256 === undefined ? [] : [`sha256 ${document.sha256}`]),
    ...(document.serviceBatchId === undefined ? [] : [`batch ${document.serviceBatchId}`]),
    ...(document.serviceFileId === undefined ? [] : [`file ${document.serviceFileId}`]),
    ...document.outputs.map(({ kind, path }) => `${kind} ${path}`),
    '',
    ...document.history.map(({ at, event, note }) => `${moment(at)}  ${event}${note === undefined ? '' : `: ${note}`}`),
    '',
  ].join('\n');
}
