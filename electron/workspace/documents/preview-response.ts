import type { ContractError } from '../../core/contract/contract.ts';
import type { FileFacts } from '../../core/document/document.ts';
import { previewOfContent } from '../../core/intake/file-types.ts';
import { say } from '../../core/messages/message.ts';
import { assertNever } from '../../core/result.ts';
import type { Workspace } from '../api.ts';
import { type Refused, unavailable } from '../workspace-context.ts';

/** Bytes that are read of a file at a time. */
const pieceBytes = 1024 * 1024;

/**
 * The answer to GET preview/<id>, for every host: the file of a document, or the requested range of it, or its text. The
 * workspace decides what may be shown, and reads it.
 * @param range the request's Range header
 */
export async function previewResponse(
  workspace: Pick<Workspace, 'preview' | 'previewBytes'>,
  documentId: number,
  range: string | undefined,
): Promise<Response> {
  const found = await workspace.preview(documentId);
  if (!found.ok) return refused(found);
  const preview = found.value;
  switch (preview.kind) {
    case 'text':
      return new Response(preview.text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    case 'file':
      // Only these types are served as what they are: a browser would run or guess anything else.
      if (!['pdf', 'image'].includes(previewOfContent(preview.contentType)))
        return refused(unavailable(say('workspace.document.noPreview')));
      return fileResponse(workspace, documentId, preview, range);
    default:
      return assertNever(preview);
  }
}

async function fileResponse(
  { previewBytes }: Pick<Workspace, 'previewBytes'>,
  documentId: number,
  { contentType, facts }: { readonly contentType: string; readonly facts: FileFacts },
  range: string | undefined,
): Promise<Response> {
  const { size } = facts;
  if (size === 0) return refused(unavailable(say('workspace.document.empty')));
  const wanted = readRange(range, size);
  if (wanted === 'unsatisfiable') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  const { start, end } = wanted === 'whole' ? { start: 0, end: size - 1 } : wanted;
  const piece = (position: number) => previewBytes(documentId, facts, position, Math.min(pieceBytes, end + 1 - position));
  // Whatever has gone or changed is refused; later, the answer breaks off.
  const first = await piece(start);
  if (!first.ok) return refused(first);
  let next = start;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const read = next === start ? first : await piece(next);
      if (!read.ok || read.value.length === 0) {
        controller.error(new Error('The document has changed.'));
        return;
      }
      controller.enqueue(read.value);
      next += read.value.length;
      if (next > end) controller.close();
    },
  });
  const headers = { 'content-type': contentType, 'accept-ranges': 'bytes', 'content-length': `${end - start + 1}` };
  if (wanted === 'whole') return new Response(body, { headers });
  return new Response(body, { status: 206, headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` } });
}

function refused({ error }: { readonly error: ContractError }): Response {
  return Response.json({ ok: false, error } satisfies Refused, { status: error.kind === 'internal' ? 500 : 404 });
}

/** The requested bytes of a file, first and last included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110, 14.2) for a file of `size` bytes. `whole`: it names no range or several, which a server
 * may answer with the whole file. Pure.
 */
function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
