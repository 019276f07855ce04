import { basename, dirname } from 'node:path';
import { type Document, type FileFacts, fileNameOf, sameFacts } from '../../core/document/document.ts';
import {
  type FileTypeName,
  headLength,
  plainContentType,
  type Tail,
  typeOfContent,
  typeOfHead,
  typeOfName,
} from '../../core/intake/file-types.ts';
import { decideSettle, delayMs, nextLook } from '../../core/intake/intake.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import { columnProblemIn } from '../loop/own-checks.ts';
import { absolutePath, type Folder, isRootAsKnown } from '../loop/watched-folders.ts';
import { DiskProblem, type Hash, type Lent, type OpenFile, type World } from '../ports.ts';
import type { Content, Flaw } from './content/content.ts';
import { inspectContent, misnamed } from './content/inspect.ts';
import { areOwn, followTable } from './content/pdf-table.ts';

/** What a look at one file that settles, or is blocked, found. The stage decides what follows. */
export type IntakeOutcome =
  | { readonly kind: 'wait'; readonly at: number; readonly changed: FileFacts | undefined; readonly delayed?: Message }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly message: Message }
  /** Another program holds it, or (`isDenied`) it may not be read. */
  | { readonly kind: 'unreadable'; readonly message: Message; readonly isDenied: boolean }
  /** Its result could not be written beside it. */
  | { readonly kind: 'blocked'; readonly message: Message; readonly hash: string; readonly contentType: string }
  | SettledFile;

/** A file that has settled and may be sent. */
export interface SettledFile {
  readonly kind: 'settled';
  readonly facts: FileFacts;
  readonly hash: string;
  readonly contentType: string;
  readonly pages: number | undefined;
  /** What was hashed, where that is in memory. */
  readonly content?: Lent;
  /** Why a person is to be asked before it is sent. */
  readonly doubt?: Message;
}

type IntakeWorld = Pick<World, 'files' | 'clock' | 'ledger' | 'countPages' | 'plainPages'>;
/** What a look into a file needs. */
type ReadingWorld = Pick<World, 'clock' | 'countPages' | 'plainPages'> & { readonly files: Pick<World['files'], 'open'> };

/** A file that another program holds is looked at again after this time, in milliseconds. */
const lockedMs = 2_000;

/** `check` resolves to why a directory cannot be written to, or undefined. */
interface Writable {
  check(directory: string): Promise<Message | undefined>;
}

/** What was read of a settled file while it was open once. */
interface FileContent {
  readonly kind: 'read';
  readonly contentType: string;
  readonly pages: number | undefined;
  readonly sha256: string;
  readonly size: number;
  readonly hole: boolean;
  readonly content?: Lent;
  readonly doubt?: Message;
}

/**
 * Settling and intake of one file: has it stopped changing, is it whole, what is its content, may it be sent, and can its
 * result be written? It is opened once, and read once, for its hash. A file that is still changing is not opened.
 */
export async function lookAtFile(
  world: IntakeWorld,
  folder: Folder,
  document: Document,
  writable: Writable,
  signal: AbortSignal,
): Promise<IntakeOutcome> {
  const path = absolutePath(folder, document.path);
  const { changedAt, hash, state } = document;
  // Not asked again: the clock may be set while the file is read.
  const at = world.clock.now();
  const since = state.kind === 'settling' ? state.since : changedAt;
  const until = since + delayMs;
  try {
    const now = await world.files.stat(path);
    if (now === undefined || now.kind !== 'file') return { kind: 'gone' };
    const facts: FileFacts = { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino };
    // Another volume has a file of that name: it may have been there before.
    if (!sameFacts(facts, document.facts) && !(await isRootAsKnown(world, folder))) return { kind: 'gone' };
    const before = { facts: document.facts, since };
    // If its facts alone show that it has not settled, its tail does not matter.
    const unsettled = notSettled(before, { facts, tail: 'unknown', at }, folder);
    if (unsettled !== undefined) return unsettled;
    // One that another program has open for writing is looked at again and again for a while.
    if (at < until && (await world.files.isBeingWritten(path))) {
      const delayed = say('unfit.incomplete.beingWritten', { at: until });
      return { kind: 'wait', at: nextLook(since, at, delayMs), changed: undefined, delayed };
    }
    const file = await world.files.open(path, facts, hash === undefined);
    let found: FileContent | IntakeOutcome;
    try {
      const end = await endOf(file, facts.size);
      const unfinished = notSettled(before, { facts, tail: end.tail, at }, folder);
      found = unfinished ?? (await readContent(world, path, file, document, facts, end, signal));
    } finally {
      await file.close();
    }
    if (found.kind !== 'read') return found;
    // A file with a hole in it may be whole, or its end was written before its middle: it is given more time.
    if (found.hole && at < until)
      return { kind: 'wait', at: until, changed: undefined, delayed: say('unfit.incomplete.hole', { at: until }) };
    const after = await world.files.stat(path);
    if (after === undefined) return { kind: 'gone' };
    if (!sameFacts(after, facts) || found.size !== facts.size) {
      const changed = { size: after.size, mtimeMs: after.mtimeMs, ino: after.ino };
      return { kind: 'wait', at: world.clock.now() + folder.settings.settleSeconds * 1_000, changed };
    }
    const { csv, json } = folder.settings.outputs;
    const problem =
      (json ? await writable.check(dirname(path)) : undefined) ??
      (csv === 'folder' ? await writable.check(folder.path) : undefined) ??
      columnProblemIn(world.ledger, folder, document.origin);
    const { sha256, contentType, pages, content, doubt } = found;
    if (problem !== undefined) return { kind: 'blocked', message: problem, hash: sha256, contentType };
    return { kind: 'settled', facts, hash: sha256, contentType, pages, ...defined({ content, doubt }) };
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    if (problem.kind === 'missing') return { kind: 'gone' };
    // The next look sees what it is now.
    if (problem.kind === 'changed')
      return { kind: 'wait', at: world.clock.now() + folder.settings.settleSeconds * 1_000, changed: undefined };
    return { kind: 'unreadable', message: problem.said, isDenied: problem.kind === 'denied' };
  }
}

function notSettled(
  before: { readonly facts: FileFacts; readonly since: number },
  now: { readonly facts: FileFacts; readonly tail: Tail; readonly at: number },
  { settings }: Folder,
): IntakeOutcome | undefined {
  const decision = decideSettle(before, now, settings.settleSeconds * 1_000);
  switch (decision.kind) {
    case 'settled':
      return undefined;
    case 'wait':
      return { kind: 'wait', at: decision.at, changed: decision.changed ? now.facts : undefined };
    case 'empty':
      return { kind: 'refused', message: say('unfit.empty') };
    default:
      return assertNever(decision);
  }
}

/** A settled file has the same facts as its document, and so the document's hash, if that is known already. */
async function readContent(
  world: Omit<ReadingWorld, 'files'>,
  path: string,
  file: OpenFile,
  document: Pick<Document, 'hash' | 'path'>,
  facts: FileFacts,
  { head, tail }: End,
  signal: AbortSignal,
): Promise<FileContent | IntakeOutcome> {
  const { size } = facts;
  if (size > maxFileBytes) return { kind: 'refused', message: say('unfit.tooLarge', { bytes: size, maximum: maxFileBytes }) };
  const found = plainContentType(await file.contentType());
  const type = typeOfContent(found) ?? head;
  const named = typeOfName(fileNameOf(document.path));
  const hashed: Hash = document.hash === undefined ? await file.hash(signal) : { sha256: document.hash, size };
  const bytes = hashed.content?.bytes;
  const content: Content = {
    size,
    read: bytes === undefined ? file.read : async (at, length) => bytes.subarray(at, at + length),
  };
  const count = async () => await world.countPages?.({ path, facts, contentType: 'application/pdf' });
  const isOther = named !== undefined && typeOfContent(found) === undefined;
  const flaw =
    (await inspectContent(content, type, named?.name, { tail, encrypt: hashed.encrypt === true, count })) ??
    (isOther ? await misnamed(content, named, head, found) : undefined);
  if (flaw === 'later') return { kind: 'wait', at: world.clock.now() + lockedMs, changed: undefined };
  if (flaw?.kind === 'unfit') return { kind: 'refused', message: flaw.message };
  const contentType = (isOther ? named.contentType : found) ?? 'application/octet-stream';
  const isImage = contentType.startsWith('image/') && contentType !== 'image/tiff';
  // What is in memory tells at once; what would have to be read again is counted where a budget asks for it.
  const isPlain = type === 'pdf' && bytes !== undefined;
  return {
    kind: 'read',
    contentType,
    pages: isImage ? 1 : isPlain ? await world.plainPages?.(content) : undefined,
    sha256: hashed.sha256,
    size: hashed.size,
    ...defined({ content: hashed.content }),
    hole: hashed.holes !== undefined && (await hasHole(content, type, hashed.holes)),
    ...(flaw !== undefined && { doubt: doubtOf(flaw) }),
  };
}

/** Zeros that are not a file's own. */
async function hasHole(content: Content, type: FileTypeName | undefined, holes: readonly number[]): Promise<boolean> {
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
export async function unfitnessOf(world: ReadingWorld, path: string, facts: FileFacts): Promise<Message | undefined> {
  const named = { path: basename(path) };
  const file = await world.files.open(path, facts, true);
  try {
    const end = await endOf(file, facts.size);
    const found = await readContent(world, path, file, named, facts, end, new AbortController().signal);
    if (found.kind === 'refused') return found.message;
    if (found.kind !== 'read') return undefined;
    const isKnown = typeOfName(named.path) !== undefined || typeOfContent(found.contentType) !== undefined;
    return isKnown ? found.doubt : say('ignored.otherType');
  } finally {
    await file.close();
  }
}

/** What a file's first bytes say that it is, and how it ends for that type. */
interface End {
  readonly head: FileTypeName | undefined;
  readonly tail: Tail;
}

async function endOf(file: OpenFile, size: number): Promise<End> {
  const { name: head, length, check } = typeOfHead(await file.read(0, headLength));
  const tail = check(await file.read(Math.max(0, size - length), length));
  // The end marker of a PDF may be misspelt, or missing.
  const isWhole = tail === 'odd' && head === 'pdf' && (await followTable({ size, read: file.read })) !== undefined;
  return { head, tail: isWhole ? 'whole' : tail };
}
