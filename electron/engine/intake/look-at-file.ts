import { dirname } from 'node:path';
import { type Document, type FileFacts, fileNameOf, sameFacts } from '../../core/document/document.ts';
import { decideSettle, headLength, inspectTail, type Tail, tailLength } from '../../core/intake/settle.ts';
import { foreign, type Message } from '../../core/messages/message.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import { absolutePath, type Folder } from '../loop/folder.ts';
import { DiskProblem, type OpenFile, type World } from '../ports.ts';

/** What looking at one settling file came to. The control loop decides what follows. */
export type IntakeOutcome =
  | { readonly kind: 'wait'; readonly at: number; readonly changed: FileFacts | undefined }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly message: Message }
  /** Another program holds it, or it may not be read: to be looked at again at `at`. */
  | { readonly kind: 'unreadable'; readonly at: number; readonly message: Message }
  /** Its result could not be written beside it. */
  | { readonly kind: 'blocked'; readonly message: Message }
  | { readonly kind: 'settled'; readonly facts: FileFacts; readonly hash: string; readonly contentType: string };

type IntakeWorld = Pick<World, 'files' | 'clock'>;

const documentedTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** How long a file that another program holds is left alone before the next look, in milliseconds. */
const lockedMs = 2_000;

type CanWrite = (directory: string) => Promise<Message | undefined>;

/** What was read of a file that has settled, all while it was open once. */
interface FileContent {
  readonly kind: 'read';
  readonly contentType: string;
  readonly sha256: string;
  readonly size: number;
}

/**
 * Settle and intake of one file: has it stopped changing, is it whole, what is its content, may it be sent, and can its
 * result be written. It is opened once, and read once, for its hash; one that has not stopped changing is not opened.
 *
 * @param canWrite resolves to why the directory cannot be written to, or undefined
 */
export async function lookAtFile(
  world: IntakeWorld,
  folder: Folder,
  document: Document,
  canWrite: CanWrite,
  signal: AbortSignal,
): Promise<IntakeOutcome> {
  const path = absolutePath(folder, document.path);
  try {
    const now = await world.files.stat(path);
    if (now === undefined || now.kind !== 'file') return { kind: 'gone' };
    const facts: FileFacts = { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino };
    // What its facts alone forbid, no tail allows.
    const unsettled = notSettled(world, folder, document, facts, 'unknown');
    if (unsettled !== undefined) return unsettled;
    const expected = { size: facts.size, toHash: document.hash === undefined };
    const found = await world.files.whileOpen(path, expected, async (file) => {
      const unfinished = notSettled(world, folder, document, facts, await tailOf(file, facts.size));
      return unfinished ?? (await readContent(file, document, facts.size, signal));
    });
    return found.kind === 'read' ? await takeIn(world, folder, path, facts, found, canWrite) : found;
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    if (problem.kind === 'missing') return { kind: 'gone' };
    return { kind: 'unreadable', at: world.clock.now() + lockedMs, message: problem.said };
  }
}

function notSettled(
  { clock }: IntakeWorld,
  { settings }: Folder,
  document: Document,
  facts: FileFacts,
  tail: Tail,
): IntakeOutcome | undefined {
  const since = document.state.kind === 'settling' ? document.state.since : document.changedAt;
  const before = { facts: document.facts, since };
  const decision = decideSettle(before, { facts, tail, at: clock.now() }, settings.settleSeconds * 1_000);
  switch (decision.kind) {
    case 'settled':
      return undefined;
    case 'wait':
      return { kind: 'wait', at: decision.at, changed: decision.changed ? facts : undefined };
    case 'empty':
      return { kind: 'refused', message: foreign('It is empty. Scan it again, or remove it.') };
    default:
      return assertNever(decision);
  }
}

/** What has settled has the facts that the document has, and so its hash, if that is known already. */
async function readContent(
  file: OpenFile,
  document: Document,
  size: number,
  signal: AbortSignal,
): Promise<FileContent | IntakeOutcome> {
  if (size > maxFileBytes) return { kind: 'refused', message: foreign(tooLarge(size)) };
  const content = await file.contentType();
  const extension = /\.([^./]+)$/.exec(fileNameOf(document.path))?.[1]?.toLowerCase() ?? '';
  const expected = documentedTypes[extension];
  const isDocumented = content !== undefined && Object.values(documentedTypes).includes(content);
  if (expected !== undefined && !isDocumented) {
    return {
      kind: 'refused',
      message: foreign(
        `It is named .${extension}, but its content is not ${typeName(extension)}${content === undefined ? '' : ` (it is ${content})`}.`,
      ),
    };
  }
  const hashed = document.hash === undefined ? await file.hash(signal) : { sha256: document.hash, size };
  return { kind: 'read', contentType: content ?? expected ?? 'application/octet-stream', ...hashed };
}

async function takeIn(
  world: IntakeWorld,
  folder: Folder,
  path: string,
  facts: FileFacts,
  found: FileContent,
  canWrite: CanWrite,
): Promise<IntakeOutcome> {
  const after = await world.files.stat(path);
  if (after === undefined) return { kind: 'gone' };
  if (!sameFacts(after, facts) || found.size !== facts.size) {
    const changed: FileFacts = { size: after.size, mtimeMs: after.mtimeMs, ino: after.ino };
    return { kind: 'wait', at: world.clock.now() + folder.settings.settleSeconds * 1_000, changed };
  }
  const blocked = folder.settings.outputs.json ? await canWrite(dirname(path)) : undefined;
  const rootBlocked = blocked ?? (folder.settings.outputs.csv === 'folder' ? await canWrite(folder.path) : undefined);
  if (rootBlocked !== undefined) return { kind: 'blocked', message: rootBlocked };
  return { kind: 'settled', facts, hash: found.sha256, contentType: found.contentType };
}

async function tailOf(file: OpenFile, size: number): Promise<Tail> {
  const head = await file.read(0, headLength);
  const length = Math.min(size, isZip(head) ? tailLength : 2_048);
  return inspectTail(head, await file.read(size - length, length));
}

/** Only a ZIP's end may lie before a long comment. */
function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b;
}

function tooLarge(size: number): string {
  return `It has ${(size / 1024 / 1024).toFixed(1)} MB; the service takes files up to 25 MB. Scan it at a lower resolution, or split it.`;
}

function typeName(extension: string): string {
  switch (extension) {
    case 'pdf':
      return 'a PDF';
    case 'png':
      return 'a PNG image';
    case 'docx':
      return 'a Word document (DOCX)';
    default:
      return 'a JPEG image';
  }
}
