import { basename, join, sep } from 'node:path';
import { pieceBytes } from '../../core/contract/bridge.ts';
import type { Answer, CheckedInput, ContractError } from '../../core/contract/contract.ts';
import { type Document, type FileFacts, sameFacts } from '../../core/document/document.ts';
import { previewOfContent } from '../../core/intake/file-types.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import { assertNever, ok, type Result } from '../../core/result.ts';
import { DiskProblem, type Files } from '../../engine/ports.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { writtenFor } from '../../ledger/tables.ts';
import type { Preview } from '../api.ts';
import type { Parser, ParserProblem } from '../parser/parser.ts';
import { unavailable } from '../workspace-context.ts';
import { previewKind } from './documents.ts';

/** What previews are made from. The disk follows no link, so that what is shown lies in the document's folder. */
export interface PreviewWorld {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly parser: Pick<Parser, 'call'>;
}

/** A document's file, if it may be shown: it is a file (no link), in its folder, and has the content that the ledger knows. */
export async function checkedSource(
  { ledger, files }: Pick<PreviewWorld, 'ledger' | 'files'>,
  document: Document,
): Promise<Result<{ readonly path: string; readonly facts: FileFacts }, ContractError>> {
  const path = pathOf(ledger, document);
  if (path === undefined) return unavailable(say('workspace.document.folderUnknown'));
  const found = await factsOf(files, path);
  if (!found.ok) return found;
  const facts = found.value;
  if (!sameFacts(facts, document.facts) && !(await hasContent(files, path, document.hash)))
    return unavailable(say('workspace.document.changed', { path }));
  return ok({ path, facts });
}

function pathOf(ledger: Ledger, { folderId, path }: Document): string | undefined {
  const folder = ledger.folders.get(folderId);
  return folder === undefined ? undefined : join(folder.path, path);
}

async function factsOf(files: Files, path: string): Promise<Result<FileFacts, ContractError>> {
  try {
    const found = await files.stat(path);
    if (found === undefined) return unavailable(say('workspace.document.missing', { path }));
    const { kind, size, mtimeMs, ino } = found;
    return kind === 'file' ? ok({ size, mtimeMs, ino }) : unavailable(say('workspace.document.notAFile', { path }));
  } catch (error) {
    if (error instanceof DiskProblem) return unavailable(say('workspace.document.unreadable', { path }));
    throw error;
  }
}

async function hasContent(files: Files, path: string, hash: string | undefined): Promise<boolean> {
  if (hash === undefined) return false;
  try {
    return (await files.hash(path)).sha256 === hash;
  } catch {
    return false;
  }
}

/** What a window shows of a document. */
export async function previewOf(world: PreviewWorld, documentId: number): Promise<Result<Preview, ContractError>> {
  const { ledger, files } = world;
  const document = ledger.documents.get(documentId);
  if (document === undefined) return unavailable(say('workspace.document.unknown'));
  if (previewKind(document) === 'none') return unavailable(say('workspace.document.noPreview'));
  const source = await checkedSource(world, document);
  if (!source.ok) return source;
  const { path, facts } = source.value;
  // Goes by the content, not by the name: what is served as an image is one.
  const contentType = await files.contentType(path).catch(() => undefined);
  const kind = previewOfContent(contentType);
  switch (kind) {
    case 'pdf':
    case 'image':
      return ok({ kind: 'file', contentType: contentType ?? '', facts });
    case 'text':
      return facts.size > maxFileBytes ? unavailable(say('workspace.document.tooLarge')) : textOf(world, path, facts);
    case 'none':
      return unavailable(say('workspace.document.noPreview'));
    default:
      return assertNever(kind);
  }
}

async function textOf({ files, parser }: PreviewWorld, path: string, facts: FileFacts): Promise<Result<Preview, ContractError>> {
  const bytes = await bytesOf(files, path, facts, 0, facts.size);
  if (!bytes.ok) return bytes;
  const text = await parser.call('docxText', bytes.value);
  return text.ok ? ok({ kind: 'text', text: text.value }) : unavailable(whyNoText[text.error]);
}

/** Bytes of the file that a preview was answered with, and of no other that has come to its place. */
export async function previewBytesOf(
  { ledger, files }: Pick<PreviewWorld, 'ledger' | 'files'>,
  documentId: number,
  facts: FileFacts,
  position: number,
  length: number,
): Promise<Result<Uint8Array, ContractError>> {
  const document = ledger.documents.get(documentId);
  const path = document === undefined ? undefined : pathOf(ledger, document);
  if (path === undefined) return unavailable(say('workspace.document.unknown'));
  return bytesOf(files, path, facts, position, length);
}

async function bytesOf(
  files: Files,
  path: string,
  facts: FileFacts,
  position: number,
  length: number,
): Promise<Result<Uint8Array, ContractError>> {
  try {
    const file = await files.open(path, facts);
    try {
      return ok(await file.read(position, length));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof DiskProblem)
      return unavailable(error.kind === 'changed' ? say('workspace.document.changed', { path }) : error.said);
    throw error;
  }
}

const whyNoText: Readonly<Record<ParserProblem, Message>> = {
  unreadable: say('workspace.document.textUnreadable'),
  stopped: say('workspace.document.textStopped'),
  'not-now': say('workspace.document.textNotNow'),
};

/** The path of a document's output, if it exists. */
async function checkedOutput(
  { ledger, files }: Pick<PreviewWorld, 'ledger' | 'files'>,
  documentId: number,
  what: 'json' | 'csv',
): Promise<Result<{ path: string }, ContractError>> {
  const document = ledger.documents.get(documentId);
  const folder = document === undefined ? undefined : ledger.folders.get(document.folderId);
  if (document === undefined || folder === undefined) return unavailable(say('workspace.document.unknown'));
  const output = writtenFor(ledger, document).find(({ kind }) => kind === what);
  if (output === undefined) return unavailable(say('workspace.document.notWritten', { kind: what }));
  const { path } = output;
  if (!path.startsWith(folder.path.endsWith(sep) ? folder.path : folder.path + sep))
    return unavailable(say('workspace.document.outside', { path }));
  const found = await factsOf(files, path);
  return found.ok ? ok({ path }) : found;
}

/** The path of a document's file or output, checked at this moment. */
export async function checkedFile(
  world: Pick<PreviewWorld, 'ledger' | 'files'>,
  documentId: number,
  what: 'source' | 'json' | 'csv',
): Promise<Result<{ readonly path: string }, ContractError>> {
  if (what !== 'source') return checkedOutput(world, documentId, what);
  const document = world.ledger.documents.get(documentId);
  if (document === undefined) return unavailable(say('workspace.document.unknown'));
  const source = await checkedSource(world, document);
  return source.ok ? ok({ path: source.value.path }) : source;
}

/** A piece of that file, base64. */
export async function filePieceOf(
  world: Pick<PreviewWorld, 'ledger' | 'files'>,
  { id, what, position }: CheckedInput<'filePiece'>,
): Promise<Answer<'filePiece'>> {
  const found = await checkedFile(world, id, what);
  if (!found.ok) return found;
  const { path } = found.value;
  const facts = await factsOf(world.files, path);
  if (!facts.ok) return facts;
  const { size, mtimeMs: version } = facts.value;
  const bytes = await bytesOf(world.files, path, facts.value, position, pieceBytes);
  return bytes.ok ? ok({ name: basename(path), size, version, bytes: Buffer.from(bytes.value).toString('base64') }) : bytes;
}
