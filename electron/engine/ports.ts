import type { Hook } from '../core/config/hooks.ts';
import type { FileFacts } from '../core/document/document.ts';
import type { CountableType } from '../core/intake/file-types.ts';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';
import { assertNever } from '../core/result.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Service, UploadSource } from '../service/service.ts';

/**
 * The engine's outside world, in one argument: nothing in the engine reaches past it. `system.ts` has the real one; the
 * simulator brings its own.
 */
export interface World {
  readonly files: Files;
  readonly watcher: Watcher;
  readonly service: Service;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  /**
   * How many pages a document from strangers has, by its content; undefined if nothing tells. Absent: only what has one page by
   * its type is known.
   */
  readonly countPages?: (file: FileToCount) => Promise<PageCount>;
  /** The same of a PDF in memory that says it plainly, at once; undefined if it does not. Absent: all are left to `countPages`. */
  readonly plainPages?: (file: Pick<OpenFile, 'read'> & { readonly size: number }) => Promise<number | undefined>;
  /** Absent: no hook is told anything. */
  readonly hooks?: HookRunner;
}

/**
 * `later`: it is another file by now, or cannot be read. `locked`: it opens only with a password or a certificate. `none`: it opens, and
 * has no pages. undefined: nothing tells.
 */
export type PageCount = number | 'later' | 'locked' | 'none' | undefined;

/** A file whose pages are counted, as a look at the disk has found it. */
export interface FileToCount {
  /** Absolute. */
  readonly path: string;
  readonly facts: FileFacts;
  readonly contentType: CountableType;
}

/** Runs the programs, and posts to the servers, that want to hear of documents. */
export interface HookRunner {
  /**
   * Tells a hook of an event. Never throws; it is ended with all that it has started after `timeoutMs` (milliseconds), and at
   * once when `signal` aborts.
   */
  tell(hook: Hook, event: HookTold, limits: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<HookOutcome>;
}

export interface HookTold {
  /** The event's own id: the same each time. */
  readonly id: string;
  /** When it is told, milliseconds since the epoch. */
  readonly at: number;
  /** JSON. */
  readonly body: string;
}

/** `output`: the end of what it wrote or answered. `refused`: it is told again. `aborted`: nobody knows what became of it. */
export type HookOutcome =
  | { readonly kind: 'taken'; readonly output?: string }
  | { readonly kind: 'refused'; readonly message: Message; readonly output?: string }
  | { readonly kind: 'aborted' };

export interface Clock {
  /** Milliseconds since the epoch. It may jump: the machine slept, or somebody set the clock. */
  now(): number;
  /** Milliseconds since some moment of this run: nobody can set it. */
  elapsed(): number;
  /** Calls `work` once, `milliseconds` from now; the answer cancels it. */
  after(milliseconds: number, work: () => void): () => void;
}

export interface Log {
  debug(message: string, details?: object): void;
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
}

/** `unreadable`: the disk does not say what it is. `unnamed`: its name is not UTF-8, so that nothing can be asked about it. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other' | 'unreadable' | 'unnamed';

export interface Entry extends FileFacts {
  readonly name: string;
  readonly kind: EntryKind;
}

/**
 * A file's bytes, whole or piece by piece. Pieces are asked for as they are written to a temporary file, and the file gets its name
 * after the last one: what throws instead of a piece leaves the disk as it was.
 */
export type Content = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * The disk, in the operations that Intray needs. Paths are absolute and real: no directory on the way may be a link, so that
 * whoever may write to a folder cannot lead Intray out of it. Paths that a person named go through `realPath` once. Every method
 * throws `DiskProblem`, classified once, for what the disk does; only "nothing is there" of `stat` is an answer.
 */
export interface Files {
  /** A path with its links resolved, also where its end is not there. Once it is there, the answer stays the same. Never throws. */
  realPath(path: string): Promise<string>;
  /**
   * What is at a path, links not followed; undefined only if nothing is there (ENOENT, ENOTDIR). `volume`, of a directory: what
   * is mounted there and below it; another text, another volume. Absent if that is not known now. `openToOthers`, of a
   * directory: other users may create files in it, and replace those of its owner.
   */
  stat(path: string): Promise<(Omit<Entry, 'name'> & { readonly volume?: string; readonly openToOthers?: true }) | undefined>;
  /**
   * The entries of a directory, links not followed. One that vanishes meanwhile is left out; if none can be looked at, the
   * disk is the problem, and that is thrown. `most`: no more than so many are looked at.
   */
  list(directory: string, most?: number): Promise<Entry[]>;
  /** Up to `length` bytes from `position`. */
  read(path: string, position: number, length: number): Promise<Uint8Array>;
  /** SHA-256 of the content, hex, and how many bytes that were. Memory does not depend on the size. */
  hash(path: string, signal?: AbortSignal): Promise<{ readonly sha256: string; readonly size: number }>;
  /** The MIME type by content; undefined if the content tells nothing. */
  contentType(path: string): Promise<string | undefined>;
  /** Whether another program has it open for writing, as far as the system tells. Does not touch the file. Never throws. */
  isBeingWritten(path: string): Promise<boolean>;
  /**
   * Opens the file that has these facts; it is to be closed. `whole`: all of it is likely to be asked for, and what fits is read at
   * once. Fails `changed` if another file is there.
   */
  open(path: string, facts: FileFacts, whole?: boolean): Promise<OpenFile>;
  /** Makes sure that files can be created in a directory, by creating one and removing it. */
  probeWrite(directory: string): Promise<void>;
  /**
   * Creates a file whole or not at all (temporary file, fsync, no overwriting); 'taken' if the name is in use. Nobody may do
   * more with it than with each of `sources`, whose content it repeats.
   */
  createWhole(path: string, bytes: Content, sources?: readonly string[]): Promise<FileFacts | 'taken'>;
  /** Replaces a file whole or not at all (temporary file, fsync, rename). */
  replaceWhole(path: string, bytes: Content): Promise<FileFacts>;
  /** Cuts the file that has these facts to `position` bytes, writes `bytes` there, fsyncs. Fails `missing` if there is none, `changed` if it has others. */
  writeAt(path: string, expected: FileFacts, position: number, bytes: Uint8Array): Promise<FileFacts>;
  /** Makes the file that has these facts, and its name, durable: an earlier process may not have lived to. Fails like `writeAt`. */
  sync(path: string, expected: FileFacts): Promise<void>;
  /** Creates a directory and its parents, if they are not there. */
  makeDirectory(path: string): Promise<void>;
  /** Moves a file, if it has these facts, without overwriting; 'taken' if the name is in use. */
  moveNew(from: string, to: string, expected?: FileFacts): Promise<'moved' | 'taken'>;
  /** Removes an unfinished file that a crash of Intray left behind. One that is not by its name is left alone. */
  removeLeftover(path: string): Promise<void>;
  /** From now on no operation waits longer than this for a disk that does not answer, in milliseconds: the engine stops. */
  hurry?(milliseconds: number): void;
}

export interface Hash {
  readonly sha256: string;
  readonly size: number;
  readonly holes?: readonly number[];
  readonly encrypt?: boolean;
  /** What was hashed, of a file that was read at once. */
  readonly content?: Lent;
}

/** Bytes that somebody has until they are given back: from then on another file's are there. */
export interface Lent {
  readonly bytes: Uint8Array;
  readonly giveBack: () => void;
}

/**
 * A file that is open: several questions cost about as much as one. The answers are of the file that was opened, at one moment or at
 * several: whether it has changed since, `stat` tells. Throws what `Files` throws.
 */
export interface OpenFile extends UploadSource {
  /** Up to `length` bytes from `position`. They hold for as long as the file is open. */
  read(position: number, length: number): Promise<Uint8Array>;
  /** The MIME type by content; undefined if the content tells nothing. */
  contentType(): Promise<string | undefined>;
  /**
   * SHA-256 of the content, hex, and how many bytes that were: not those expected if it has changed meanwhile. `holes`: where
   * long runs of zeros begin that something else follows. `encrypt`: the word is in it with which a PDF says that it is encrypted.
   */
  hash(signal?: AbortSignal): Promise<Hash>;
}

/** `changed`: it is not what was looked at before. */
export type DiskProblemKind =
  | 'missing'
  | 'denied'
  | 'locked'
  | 'full'
  | 'read-only'
  | 'not-a-directory'
  | 'name-too-long'
  | 'changed'
  | 'other';

/** What was being done when the disk refused. `replace`: putting a finished file in the place of an older one. */
export type DiskAction = 'read' | 'write' | 'replace';

/** What the disk refused. Its message names the path and the remedy. */
export class DiskProblem extends MessageError {
  override readonly name = 'DiskProblem';
  readonly kind: DiskProblemKind;
  readonly path: string;
  readonly action: DiskAction;

  /**
   * @param details `error`: what the operating system reported. `said`: a message that says more than the kind does
   */
  constructor(
    kind: DiskProblemKind,
    path: string,
    action: DiskAction,
    { error, said }: { readonly error?: Error; readonly said?: Message } = {},
  ) {
    super(said ?? diskMessage(kind, path, action, error), { cause: error });
    this.kind = kind;
    this.path = path;
    this.action = action;
  }
}

function diskMessage(kind: DiskProblemKind, path: string, action: DiskAction, error: Error | undefined): Message {
  switch (kind) {
    case 'missing':
      return say('disk.missing', { path });
    case 'denied':
      return say(action === 'read' ? 'disk.mayNotRead' : 'disk.mayNotWrite', { path });
    case 'locked':
      return say('disk.locked', { path });
    case 'full':
      return say('disk.full', { path });
    case 'read-only':
      return say('disk.readOnly', { path });
    case 'not-a-directory':
      return say('disk.parentIsFile', { path });
    case 'name-too-long':
      return say('disk.nameTooLong', { path });
    case 'changed':
      return say('disk.changed', { path });
    case 'other':
      return say(action === 'read' ? 'disk.readFailed' : 'disk.writeFailed', {
        path,
        error: error?.message.replace(/,? '?\/.*$/s, '') ?? '?',
      });
    default:
      return assertNever(kind);
  }
}

/** What is watched. `enters` is asked of directories, `takes` of files; both with absolute paths. */
export interface Watched {
  readonly path: string;
  readonly recursive: boolean;
  readonly enters: (directory: string) => boolean;
  readonly takes: (file: string) => boolean;
}

/** Says "look again"; never what happened. */
export interface Watcher {
  /**
   * `onHint` gets the absolute directory to look at, or none: all of it. `onTrouble` says why hints can no longer be trusted: from
   * then on the folder is scanned often. `onMount`: another volume is there now, and this watch of the folder may see nothing of it.
   * `by`: 'polling' if the system sends no events (network paths).
   */
  watch(
    folder: Watched,
    onHint: (directory?: string) => void,
    onTrouble: (message: string) => void,
    onMount: () => void,
  ): { readonly by: 'events' | 'polling'; readonly close: () => Promise<void> };
}
