import { basename, join, sep } from 'node:path';
import { pieceBytes } from '../../core/contract/bridge.ts';
import type { CheckedInput, RequestOutput } from '../../core/contract/contract.ts';
import type { Done } from '../../core/contract/request.ts';
import { type Document, type FileFacts, sameFacts } from '../../core/document/document.ts';
import { isOpenable } from '../../core/document/openable.ts';
import { previewOfContent } from '../../core/intake/file-types.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import { DiskProblem, type Files } from '../../engine/ports.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { writtenFor } from '../../ledger/tables.ts';
import type { Parser, ParserProblem } from '../parser/parser.ts';
import { unavailable, type WorkspaceContext } from '../workspace-context.ts';
import { previewKind } from './documents.ts';

/** What previews are made from. The disk follows no link, so that what is shown lies in the document's folder. */
interface PreviewWorld {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly parser: Pick<Parser, 'call'>;
}

/** @throws RequestRefused if there is none */
function documentOf(ledger: Ledger, id: number): Document {
  return ledger.documents.get(id) ?? unavailable(say('workspace.document.unknown'));
}

/**
 * A document's file, if it may be shown: it is a file (no link), in its folder, and has the content that the ledger knows.
 * @throws RequestRefused if it may not
 */
async function checkedSource(
  { ledger, files }: Pick<PreviewWorld, 'ledger' | 'files'>,
  document: Document,
): Promise<{ readonly path: string; readonly facts: FileFacts }> {
  const path = join(folderOf(ledger, document), document.path);
  const facts = await factsOf(files, path);
  if (!sameFacts(facts, document.facts) && !(await hasContent(files, path, document.hash)))
    unavailable(say('workspace.document.changed', { path }));
  return { path, facts };
}

function folderOf(ledger: Ledger, { folderId }: Document): string {
  return ledger.folders.get(folderId)?.path ?? unavailable(say('workspace.document.folderUnknown'));
}

async function factsOf(files: Files, path: string): Promise<FileFacts> {
  const found = await files.stat(path).catch((error: unknown) => {
    if (error instanceof DiskProblem) unavailable(say('workspace.document.unreadable', { path }));
    throw error;
  });
  if (found === undefined) unavailable(say('workspace.document.missing', { path }));
  const { kind, size, mtimeMs, ino } = found;
  return kind === 'file' ? { size, mtimeMs, ino } : unavailable(say('workspace.document.notAFile', { path }));
}

async function hasContent(files: Files, path: string, hash: string | undefined): Promise<boolean> {
  if (hash === undefined) return false;
  try {
    return (await files.hash(path)).sha256 === hash;
  } catch {
    return false;
  }
}

/** The answer to GET preview/<id>, for every host: the file of a document, or its text. @throws RequestRefused */
export async function previewOf(world: PreviewWorld, documentId: number): Promise<Response> {
  const { ledger, files, parser } = world;
  const document = documentOf(ledger, documentId);
  if (previewKind(document) === 'none') unavailable(say('workspace.document.noPreview'));
  const { path, facts } = await checkedSource(world, document);
  // Goes by the content, not by the name: what is served as an image is one.
  const contentType = (await files.contentType(path).catch(() => undefined)) ?? '';
  const kind = previewOfContent(contentType);
  switch (kind) {
    case 'pdf':
    case 'image':
      return fileResponse(files, path, facts, contentType);
    case 'text': {
      if (facts.size > maxFileBytes) unavailable(say('workspace.document.tooLarge'));
      const text = await parser.call('docxText', await bytesOf(files, path, facts, 0, facts.size));
      return text.ok
        ? new Response(text.value, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
        : unavailable(whyNoText[text.error]);
    }
    case 'none':
      return unavailable(say('workspace.document.noPreview'));
    default:
      return assertNever(kind);
  }
}

/** Bytes that are read of a file at a time. */
const shownAtOnce = 1024 * 1024;

async function fileResponse(files: Files, path: string, facts: FileFacts, contentType: string): Promise<Response> {
  const { size } = facts;
  if (size === 0) unavailable(say('workspace.document.empty'));
  const piece = (position: number) => bytesOf(files, path, facts, position, Math.min(shownAtOnce, size - position));
  // Whatever has gone or changed is refused; later, the answer breaks off.
  const first = await piece(0);
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const bytes = next === 0 ? first : await piece(next);
      if (bytes.length === 0) throw new Error('The document has changed.');
      controller.enqueue(bytes);
      next += bytes.length;
      if (next >= size) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': contentType, 'content-length': String(size) } });
}

/** Bytes of the file that has these facts, and of no other that has come to its place. @throws RequestRefused */
async function bytesOf(files: Files, path: string, facts: FileFacts, position: number, length: number): Promise<Uint8Array> {
  try {
    const file = await files.open(path, facts);
    try {
      return await file.read(position, length);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof DiskProblem && error.kind === 'changed') unavailable(say('workspace.document.changed', { path }));
    throw error;
  }
}

const whyNoText: Readonly<Record<ParserProblem, Message>> = {
  unreadable: say('workspace.document.textUnreadable'),
  stopped: say('workspace.document.textStopped'),
  'not-now': say('workspace.document.textNotNow'),
};

/** The path of a document's file or output, checked at this moment. @throws RequestRefused */
export async function checkedFile(
  world: Pick<PreviewWorld, 'ledger' | 'files'>,
  documentId: number,
  what: 'source' | 'json' | 'csv',
): Promise<{ readonly path: string }> {
  const { ledger, files } = world;
  const document = documentOf(ledger, documentId);
  if (what === 'source') return { path: (await checkedSource(world, document)).path };
  const folder = folderOf(ledger, document);
  const output = writtenFor(ledger, document).find(({ kind }) => kind === what);
  const path = output?.path ?? unavailable(say('workspace.document.notWritten', { kind: what }));
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) unavailable(say('workspace.document.outside', { path }));
  await factsOf(files, path);
  return { path };
}

/** Opens a file or directory in its program, or shows it in its directory, by the host's means. @throws RequestRefused */
export async function openAt({ world }: Pick<WorkspaceContext, 'world'>, path: string, how: 'open' | 'show'): Promise<Done> {
  const { open = () => say('workspace.noOpening') } = world;
  const problem = await open(path, how);
  return problem === undefined ? {} : unavailable(problem);
}

/** The same with a document's file or output; what is not sure to be one is shown instead of opened. @throws RequestRefused */
export async function openDocument(context: Pick<WorkspaceContext, 'world'>, path: string, how: 'open' | 'show'): Promise<Done> {
  if (how === 'show' || isOpenable(path)) return openAt(context, path, how);
  await openAt(context, path, 'show');
  return unavailable(say('workspace.shownInstead', { path }));
}

/** A piece of that file, base64. @throws RequestRefused */
export async function filePieceOf(
  world: Pick<PreviewWorld, 'ledger' | 'files'>,
  { id, what, position }: CheckedInput<'filePiece'>,
): Promise<RequestOutput<'filePiece'>> {
  const { path } = await checkedFile(world, id, what);
  const facts = await factsOf(world.files, path);
  const bytes = await bytesOf(world.files, path, facts, position, pieceBytes);
  return { name: basename(path), size: facts.size, version: facts.mtimeMs, bytes: Buffer.from(bytes).toString('base64') };
}
