import { dirname } from 'node:path';
import { type Document, type FileFacts, fileNameOf, sameFacts } from '../core/document.ts';
import { maxFileBytes } from '../core/service-shapes.ts';
import { decideSettle, headLength, inspectTail, type Tail, tailLength } from '../core/settle.ts';
import { absolutePath, type Folder } from './folder.ts';
import { DiskProblem, type World } from './ports.ts';

/** What looking at one settling file came to. The control loop decides what follows. */
export type IntakeOutcome =
  | { readonly kind: 'wait'; readonly at: number; readonly changed: FileFacts | undefined }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Another program holds it, or it may not be read: to be looked at again at `at`. */
  | { readonly kind: 'unreadable'; readonly at: number; readonly message: string }
  /** Its result could not be written beside it. */
  | { readonly kind: 'blocked'; readonly message: string }
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

/**
 * Settle and intake of one file: has it stopped changing, is it whole, what is its content, may it be sent, and can its
 * result be written. It is read once, for its hash.
 *
 * @param canWrite resolves to why the directory cannot be written to, or undefined
 */
export async function lookAtFile(
  world: IntakeWorld,
  folder: Folder,
  document: Document,
  canWrite: (directory: string) => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<IntakeOutcome> {
  const path = absolutePath(folder, document.path);
  try {
    const now = await world.files.stat(path);
    if (now === undefined || now.kind !== 'file') return { kind: 'gone' };
    const facts: FileFacts = { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino };
    const since = document.state.kind === 'settling' ? document.state.since : document.changedAt;
    const tail = sameFacts(document.facts, facts) && facts.size > 0 ? await tailOf(world, path, facts.size) : 'unknown';
    const decision = decideSettle(
      { facts: document.facts, since },
      { facts, tail, at: world.clock.now() },
      folder.settings.settleSeconds * 1_000,
    );
    if (decision.kind === 'wait') return { kind: 'wait', at: decision.at, changed: decision.changed ? facts : undefined };
    if (decision.kind === 'empty') return { kind: 'refused', message: 'It is empty. Scan it again, or remove it.' };
    if (facts.size > maxFileBytes) return { kind: 'refused', message: tooLarge(facts.size) };
    return await takeIn(world, folder, document, path, facts, canWrite, signal);
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    if (problem.kind === 'missing') return { kind: 'gone' };
    return { kind: 'unreadable', at: world.clock.now() + lockedMs, message: problem.message };
  }
}

async function takeIn(
  world: IntakeWorld,
  folder: Folder,
  document: Document,
  path: string,
  facts: FileFacts,
  canWrite: (directory: string) => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<IntakeOutcome> {
  const content = await world.files.contentType(path);
  const extension = /\.([^./]+)$/.exec(fileNameOf(document.path))?.[1]?.toLowerCase() ?? '';
  const expected = documentedTypes[extension];
  const isDocumented = content !== undefined && Object.values(documentedTypes).includes(content);
  if (expected !== undefined && !isDocumented) {
    return {
      kind: 'refused',
      message: `It is named .${extension}, but its content is not ${typeName(extension)}${content === undefined ? '' : ` (it is ${content})`}.`,
    };
  }
  const known = document.hash !== undefined && sameFacts(document.facts, facts) ? document.hash : undefined;
  const hashed = known === undefined ? await world.files.hash(path, signal) : { sha256: known, size: facts.size };
  const after = await world.files.stat(path);
  if (after === undefined) return { kind: 'gone' };
  if (!sameFacts(after, facts) || hashed.size !== facts.size) {
    const changed: FileFacts = { size: after.size, mtimeMs: after.mtimeMs, ino: after.ino };
    return { kind: 'wait', at: world.clock.now() + folder.settings.settleSeconds * 1_000, changed };
  }
  const blocked = folder.settings.outputs.json ? await canWrite(dirname(path)) : undefined;
  const rootBlocked = blocked ?? (folder.settings.outputs.csv === 'folder' ? await canWrite(folder.path) : undefined);
  if (rootBlocked !== undefined) return { kind: 'blocked', message: rootBlocked };
  return { kind: 'settled', facts, hash: hashed.sha256, contentType: content ?? expected ?? 'application/octet-stream' };
}

async function tailOf(world: IntakeWorld, path: string, size: number): Promise<Tail> {
  const head = await world.files.read(path, 0, headLength);
  const length = Math.min(size, isZip(head) ? tailLength : 2_048);
  return inspectTail(head, await world.files.read(path, size - length, length));
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
