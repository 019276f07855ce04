import { basename, dirname } from 'node:path';
import { type Document, type FileFacts, fileNameOf, sameFacts } from '../../core/document/document.ts';
import {
  type FileTypeName,
  headLength,
  inspectTail,
  plainContentType,
  type Tail,
  tailLengthFor,
  typeOfContent,
  typeOfHead,
  typeOfName,
} from '../../core/intake/file-types.ts';
import { decideSettle, delayMs, nextLook } from '../../core/intake/intake.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import { columnProblemIn } from '../loop/table-columns.ts';
import { absolutePath, type Folder, isRootAsKnown } from '../loop/watched-folders.ts';
import { DiskProblem, type Hash, type OpenFile, type World } from '../ports.ts';
import type { Content, Flaw } from './content/content.ts';
import { inspectContent, misnamed } from './content/inspect.ts';
import { areOwn, followTable } from './content/pdf-table.ts';

/** What a look at one settling file found. The stage decides what follows. */
export type IntakeOutcome =
  | { readonly kind: 'wait'; readonly at: number; readonly changed: FileFacts | undefined; readonly delayed?: Message }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly message: Message }
  /** Another program holds it, or it may not be read: look again at `at`. */
  | { readonly kind: 'unreadable'; readonly at: number; readonly message: Message }
  /** Its result could not be written beside it. */
  | { readonly kind: 'blocked'; readonly message: Message; readonly hash: string; readonly contentType: string }
  | {
      readonly kind: 'settled';
      readonly facts: FileFacts;
      readonly hash: string;
      readonly contentType: string;
      readonly pages: number | undefined;
      /** Why a person is to be asked before it is sent. */
      readonly doubt?: Message;
    };

type IntakeWorld = Pick<World, 'files' | 'clock' | 'ledger' | 'countPages'>;
/** What a look into a file needs. */
type ReadingWorld = Pick<World, 'clock' | 'countPages'> & { readonly files: Pick<World['files'], 'whileOpen'> };

/** A file that another program holds is looked at again after this time, in milliseconds. */
const lockedMs = 2_000;

type CanWrite = (directory: string) => Promise<Message | undefined>;

/** What was read of a settled file while it was open once. */
interface FileContent {
  readonly kind: 'read';
  readonly contentType: string;
  readonly pages: number | undefined;
  readonly sha256: string;
  readonly size: number;
  readonly hole: boolean;
  readonly doubt?: Message;
}

/**
 * Settling and intake of one file: has it stopped changing, is it whole, what is its content, may it be sent, and can its
 * result be written? It is opened once, and read once, for its hash. A file that is still changing is not opened.
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
  // Not asked again: the clock may be set while the file is read.
  const at = world.clock.now();
  try {
    const now = await world.files.stat(path);
    if (now === undefined || now.kind !== 'file') return { kind: 'gone' };
    const facts: FileFacts = { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino };
    // Another volume has a file of that name: it may have been there before.
    if (!sameFacts(facts, document.facts) && !(await isRootAsKnown(world, folder))) return { kind: 'gone' };
    // If its facts alone show that it has not settled, its tail does not matter.
    const unsettled = notSettled(at, folder, document, facts, 'unknown');
    if (unsettled !== undefined) return unsettled;
    const written = await writtenBy(world, path, at, document);
    if (written !== undefined) return written;
    const expected = { size: facts.size, toHash: document.hash === undefined };
    const found = await world.files.whileOpen(path, expected, async (file): Promise<FileContent | IntakeOutcome> => {
      if (!sameFacts(file.facts, facts)) return changedSince(world, folder, file.facts);
      const tail = await tailOf(file, facts.size);
      const unfinished = notSettled(at, folder, document, facts, tail);
      return unfinished ?? (await readContent(world, path, file, document, facts, tail, signal));
    });
    if (found.kind !== 'read') return found;
    return delayOf(at, document, found) ?? (await takeIn(world, folder, document.origin, path, facts, found, canWrite));
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    if (problem.kind === 'missing') return { kind: 'gone' };
    return { kind: 'unreadable', at: world.clock.now() + lockedMs, message: problem.said };
  }
}

function notSettled(
  at: number,
  { settings }: Folder,
  document: Document,
  facts: FileFacts,
  tail: Tail,
): IntakeOutcome | undefined {
  const before = { facts: document.facts, since: unchangedSince(document) };
  const decision = decideSettle(before, { facts, tail, at }, settings.settleSeconds * 1_000);
  switch (decision.kind) {
    case 'settled':
      return undefined;
    case 'wait':
      return { kind: 'wait', at: decision.at, changed: decision.changed ? facts : undefined };
    case 'empty':
      return { kind: 'refused', message: say('unfit.empty') };
    default:
      return assertNever(decision);
  }
}

function unchangedSince({ state, changedAt }: Document): number {
  return state.kind === 'settling' ? state.since : changedAt;
}

/** A file that another program has open for writing is looked at again and again for a while. */
async function writtenBy(
  { files }: IntakeWorld,
  path: string,
  now: number,
  document: Document,
): Promise<IntakeOutcome | undefined> {
  const since = unchangedSince(document);
  const until = since + delayMs;
  if (now >= until || !(await files.isBeingWritten(path))) return undefined;
  const at = nextLook(since, now, delayMs);
  return { kind: 'wait', at, changed: undefined, delayed: say('unfit.incomplete.beingWritten', { at: until }) };
}

/** A file with a hole in it may be whole, or its end was written before its middle: it is given more time. */
function delayOf(now: number, document: Document, { hole }: FileContent): IntakeOutcome | undefined {
  const at = unchangedSince(document) + delayMs;
  if (!hole || now >= at) return undefined;
  return { kind: 'wait', at, changed: undefined, delayed: say('unfit.incomplete.hole', { at }) };
}

/** A settled file has the same facts as its document, and so the document's hash, if that is known already. */
async function readContent(
  world: Pick<ReadingWorld, 'clock' | 'countPages'>,
  path: string,
  file: OpenFile,
  document: Pick<Document, 'hash' | 'path'>,
  facts: FileFacts,
  tail: Tail,
  signal: AbortSignal,
): Promise<FileContent | IntakeOutcome> {
  const { size } = facts;
  if (size > maxFileBytes) return { kind: 'refused', message: say('unfit.tooLarge', { bytes: size, maximum: maxFileBytes }) };
  const content: Content = { size, read: file.read };
  const found = plainContentType(await file.contentType());
  const head = typeOfHead(await file.read(0, headLength));
  const type = typeOfContent(found) ?? head;
  const named = typeOfName(fileNameOf(document.path));
  const hashed = document.hash === undefined ? await file.hash(signal) : { sha256: document.hash, size };
  const count = async () => await world.countPages?.({ path, facts, contentType: 'application/pdf' });
  const isOther = named !== undefined && typeOfContent(found) === undefined;
  const flaw =
    (await inspectContent(content, type, named?.name, { tail, encrypt: hashed.encrypt === true, count })) ??
    (isOther ? await misnamed(content, named, head, found) : undefined);
  if (flaw === 'later') return { kind: 'wait', at: world.clock.now() + lockedMs, changed: undefined };
  if (flaw?.kind === 'unfit') return { kind: 'refused', message: flaw.message };
  const contentType = (isOther ? named.contentType : found) ?? 'application/octet-stream';
  return {
    kind: 'read',
    contentType,
    // An image has one page; what may have more is counted where a budget asks for it.
    pages: contentType.startsWith('image/') && contentType !== 'image/tiff' ? 1 : undefined,
    sha256: hashed.sha256,
    size: hashed.size,
    hole: await hasHole(content, type, hashed),
    ...(flaw !== undefined && { doubt: doubtOf(flaw) }),
  };
}

/** Zeros that are not a file's own. */
async function hasHole(content: Content, type: FileTypeName | undefined, { holes }: Pick<Hash, 'holes'>): Promise<boolean> {
  if (holes === undefined) return false;
  const positions = type === 'pdf' ? await followTable(content) : undefined;
  return positions === undefined || !(await areOwn(holes, positions, content));
}

function doubtOf({ kind, message }: Flaw): Message {
  return say(kind === 'odd' ? 'unfit.odd' : 'unfit.incomplete.held', { message });
}

/**
 * Why a file that a person names would not be sent from a folder, or only if somebody says so; undefined: it would.
 * @throws DiskProblem
 */
export function unfitnessOf(world: ReadingWorld, path: string, facts: FileFacts): Promise<Message | undefined> {
  const named = { path: basename(path) };
  return world.files.whileOpen(path, { size: facts.size, toHash: true }, async (file) => {
    const tail = await tailOf(file, facts.size);
    const found = await readContent(world, path, file, named, facts, tail, new AbortController().signal);
    if (found.kind === 'refused') return found.message;
    if (found.kind !== 'read') return undefined;
    const isKnown = typeOfName(named.path) !== undefined || typeOfContent(found.contentType) !== undefined;
    return isKnown ? found.doubt : say('ignored.otherType');
  });
}

async function takeIn(
  world: IntakeWorld,
  folder: Folder,
  origin: string,
  path: string,
  facts: FileFacts,
  found: FileContent,
  canWrite: CanWrite,
): Promise<IntakeOutcome> {
  const after = await world.files.stat(path);
  if (after === undefined) return { kind: 'gone' };
  if (!sameFacts(after, facts) || found.size !== facts.size) return changedSince(world, folder, after);
  const blocked = folder.settings.outputs.json ? await canWrite(dirname(path)) : undefined;
  const rootBlocked = blocked ?? (folder.settings.outputs.csv === 'folder' ? await canWrite(folder.path) : undefined);
  const problem = rootBlocked ?? columnProblemIn(world.ledger, folder, origin);
  const { sha256: hash, contentType, pages, doubt } = found;
  if (problem !== undefined) return { kind: 'blocked', message: problem, hash, contentType };
  return { kind: 'settled', facts, hash, contentType, pages, ...(doubt !== undefined && { doubt }) };
}

function changedSince({ clock }: IntakeWorld, { settings }: Folder, { size, mtimeMs, ino }: FileFacts): IntakeOutcome {
  return { kind: 'wait', at: clock.now() + settings.settleSeconds * 1_000, changed: { size, mtimeMs, ino } };
}

async function tailOf(file: OpenFile, size: number): Promise<Tail> {
  const head = await file.read(0, headLength);
  const length = Math.min(size, tailLengthFor(head));
  const tail = inspectTail(head, await file.read(size - length, length));
  // The end marker of a PDF may be misspelt, or missing.
  const isWhole = tail === 'odd' && typeOfHead(head) === 'pdf' && (await followTable({ size, read: file.read })) !== undefined;
  return isWhole ? 'whole' : tail;
}
