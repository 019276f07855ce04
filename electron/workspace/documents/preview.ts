import { lstat, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ContractError } from '../../core/contract/contract.ts';
import { type Document, sameFacts } from '../../core/document/document.ts';
import { previewOfContent } from '../../core/intake/file-types.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import { assertNever, ok, type Result } from '../../core/result.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Preview } from '../api.ts';
import type { Parser, ParserProblem } from '../parser/parser.ts';
import { unavailable } from '../workspace-context.ts';
import { previewKind } from './documents.ts';

const files = createFiles();

/**
 * The path of a document's file, if it may be shown: it is a file (no link), lies in its folder with all links on the way
 * resolved, and has the content that the ledger knows.
 */
export async function checkedSource(
  ledger: Ledger,
  document: Document,
): Promise<Result<{ path: string; size: number }, ContractError>> {
  const folder = ledger.folders.get(document.folderId);
  if (folder === undefined) return unavailable(say('workspace.document.folderUnknown'));
  const path = join(folder.path, document.path);
  const found = await inside(folder.path, path);
  if (!found.ok) return found;
  const facts = await files.stat(path).catch(() => undefined);
  if (facts === undefined) return unavailable(say('workspace.document.missing', { path }));
  if (!sameFacts(facts, document.facts) && !(await hasContent(path, document.hash)))
    return unavailable(say('workspace.document.changed', { path }));
  return ok({ path: found.value, size: facts.size });
}

/** The path with links resolved, if it is a file and lies inside the folder. */
async function inside(folder: string, path: string): Promise<Result<string, ContractError>> {
  try {
    const facts = await lstat(path);
    if (!facts.isFile()) return unavailable(say('workspace.document.notAFile', { path }));
    const [realFolder, realFile] = await Promise.all([realpath(folder), realpath(path)]);
    const root = realFolder.endsWith(sep) ? realFolder : realFolder + sep;
    return realFile.startsWith(root) ? ok(realFile) : unavailable(say('workspace.document.outside', { path }));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return unavailable(say('workspace.document.missing', { path }));
    return unavailable(say('workspace.document.unreadable', { path }));
  }
}

async function hasContent(path: string, hash: string | undefined): Promise<boolean> {
  if (hash === undefined) return false;
  try {
    return (await files.hash(path)).sha256 === hash;
  } catch {
    return false;
  }
}

/** What a window shows of a document. */
export async function previewOf(
  ledger: Ledger,
  documentId: number,
  parser: Pick<Parser, 'call'>,
): Promise<Result<Preview, ContractError>> {
  const document = ledger.documents.get(documentId);
  if (document === undefined) return unavailable(say('workspace.document.unknown'));
  if (previewKind(document) === 'none') return unavailable(say('workspace.document.noPreview'));
  const source = await checkedSource(ledger, document);
  if (!source.ok) return source;
  const { path, size } = source.value;
  // Goes by the content, not by the name: what is served as an image is one.
  const contentType = await files.contentType(path).catch(() => undefined);
  const kind = previewOfContent(contentType);
  switch (kind) {
    case 'pdf':
    case 'image':
      return ok({ kind: 'file', path, contentType: contentType ?? '', size });
    case 'text':
      return size > maxFileBytes ? unavailable(say('workspace.document.tooLarge')) : textOf(path, size, parser);
    case 'none':
      return unavailable(say('workspace.document.noPreview'));
    default:
      return assertNever(kind);
  }
}

async function textOf(path: string, size: number, parser: Pick<Parser, 'call'>): Promise<Result<Preview, ContractError>> {
  const text = await parser.call('docxText', await files.read(path, 0, size));
  return text.ok ? ok({ kind: 'text', text: text.value }) : unavailable(whyNoText[text.error]);
}

const whyNoText: Readonly<Record<ParserProblem, Message>> = {
  unreadable: say('workspace.document.textUnreadable'),
  stopped: say('workspace.document.textStopped'),
};

/** The path of a document's output, if it exists. */
export async function checkedOutput(
  ledger: Ledger,
  documentId: number,
  what: 'json' | 'csv',
): Promise<Result<{ path: string }, ContractError>> {
  const document = ledger.documents.get(documentId);
  const folder = document === undefined ? undefined : ledger.folders.get(document.folderId);
  if (document === undefined || folder === undefined) return unavailable(say('workspace.document.unknown'));
  const output = ledger.outputs.of(documentId).find(({ kind, state }) => kind === what && state === 'written');
  if (output === undefined) return unavailable(say('workspace.document.notWritten', { kind: what }));
  const found = await inside(folder.path, output.path);
  return found.ok ? ok({ path: found.value }) : found;
}
