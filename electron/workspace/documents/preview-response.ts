import type { ContractError } from '../../core/contract/contract.ts';
import type { FileFacts } from '../../core/document/document.ts';
import { previewOfContent } from '../../core/intake/file-types.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { assertNever, err } from '../../core/result.ts';
import type { Workspace } from '../workspace.ts';

/** Bytes that are read of a file at a time. */
const pieceBytes = 1024 * 1024;

/** The answer to GET preview/<id>, for every host: the file of a document, or its text. The workspace decides what may be shown, and reads it. */
export async function previewResponse(
  workspace: Pick<Workspace, 'preview' | 'previewBytes'>,
  documentId: number,
): Promise<Response> {
  const found = await workspace.preview(documentId);
  if (!found.ok) return refused(found.error);
  const preview = found.value;
  switch (preview.kind) {
    case 'text':
      return new Response(preview.text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    case 'file':
      // Only these types are served as what they are: a browser would run or guess anything else.
      if (!['pdf', 'image'].includes(previewOfContent(preview.contentType))) return notShown(say('workspace.document.noPreview'));
      return fileResponse(workspace, documentId, preview);
    default:
      return assertNever(preview);
  }
}

async function fileResponse(
  { previewBytes }: Pick<Workspace, 'previewBytes'>,
  documentId: number,
  { contentType, facts }: { readonly contentType: string; readonly facts: FileFacts },
): Promise<Response> {
  const { size } = facts;
  if (size === 0) return notShown(say('workspace.document.empty'));
  const piece = (position: number) => previewBytes(documentId, facts, position, Math.min(pieceBytes, size - position));
  // Whatever has gone or changed is refused; later, the answer breaks off.
  const first = await piece(0);
  if (!first.ok) return refused(first.error);
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const read = next === 0 ? first : await piece(next);
      if (!read.ok || read.value.length === 0) {
        controller.error(new Error('The document has changed.'));
        return;
      }
      controller.enqueue(read.value);
      next += read.value.length;
      if (next >= size) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': contentType, 'content-length': String(size) } });
}

function notShown(message: Message): Response {
  return refused({ kind: 'unavailable', message });
}

function refused(error: ContractError): Response {
  return Response.json(err(error), { status: error.kind === 'internal' ? 500 : 404 });
}
