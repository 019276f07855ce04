import { z } from 'zod';
import type { Finding } from '../checks/rules.ts';
import { type KindOf, type Kinds, kindNames, kindSchema } from '../kinds.ts';
import { type Message, messageSchema } from '../messages/message.ts';
import { defined } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';
import type { Review } from '../review/local-review.ts';
import type { DocumentResult } from './result.ts';
import { type DocumentState, hasResult, isReady, type jobStates, type PresentState, stateSchema } from './states.ts';
import { heldForDismissed, heldForPassedOn, type Wait } from './wait.ts';

/**
 * Where writing a result stands. Apart from the state, because a result can be there while the disk is not. `pending`: something is
 * still to be done on disk.
 */
const deliveries = {
  none: { data: {}, pending: false },
  /** To be written; `message` says what prevents it, if anything does. */
  pending: { data: { message: messageSchema.exactOptional() }, pending: true },
  /** The outputs are on disk; the source still has to be moved (`fileAway`) or, if it is `renamed`, they have to follow it. */
  written: {
    data: {
      at: z.number(),
      message: messageSchema.exactOptional(),
      renamed: z.literal(true).exactOptional(),
      unfiled: messageSchema.exactOptional(),
    },
    pending: true,
  },
  /** `unfiled`: why the source stays where it is, although the folder files it by its values. */
  done: { data: { at: z.number(), unfiled: messageSchema.exactOptional() }, pending: false },
} satisfies Kinds & Record<string, { readonly pending: boolean }>;

export type Delivery = KindOf<typeof deliveries>;
export type DeliveryName = Delivery['kind'];
/** What a delivery may say, of whichever kind it is. */
export type DeliveryMembers = Pick<Delivery, 'kind'> & Partial<Omit<Extract<Delivery, { kind: 'written' }>, 'kind'>>;

export const deliverySchema = kindSchema(deliveries);
export const deliveryNames = kindNames(deliveries);
/** In the order of the ledger's index `documents_to_deliver`. */
export const pendingDeliveries = deliveryNames.filter((name) => deliveries[name].pending);

/** Whether something is still to be done on disk. */
export function isPending(delivery: Pick<Delivery, 'kind'>): boolean {
  return deliveries[delivery.kind].pending;
}

/** What becomes of a delivery when the source has another name. */
export function onRename(delivery: Delivery): Delivery {
  return delivery.kind === 'done' ? { ...delivery, kind: 'written', renamed: true } : delivery;
}

/** Whether the outputs have only to follow their source. */
export function isRenamed(delivery: Delivery): boolean {
  return delivery.kind === 'written' && delivery.renamed === true;
}

/** When the outputs were written, ms since the epoch; undefined if they were not. */
export function writtenAt(delivery: Delivery): number | undefined {
  return 'at' in delivery ? delivery.at : undefined;
}

/** Why a delivered document was not filed by its values. */
export function unfiledBecause(delivery: Delivery): Message | undefined {
  return 'unfiled' in delivery ? delivery.unfiled : undefined;
}

/** What prevents the delivery. */
export function deliveryProblem(delivery: Delivery): Message | undefined {
  return 'message' in delivery ? delivery.message : undefined;
}

/** The states that a job may be in: `waiting` is to be sent (`ready`), or a person decides first (`held`). */
export type JobState = Exclude<PresentState, { kind: 'settling' | 'duplicate' }> | PassedOnState;
/** To be sent. */
export type ReadyState = Extract<JobState, { kind: 'waiting' }> & { readonly wait: Extract<Wait, { kind: 'ready' }> };
type PassedOnState = KindOf<typeof jobStates>;

/** One that the service has passed on itself, into a batch that nobody has named. */
export type PassedOn = Job & { readonly state: PassedOnState };

export function isPassedOn(job: Job | undefined): job is PassedOn {
  return job?.state.kind === 'passed-on';
}

/** A person is asked for the batch after this long, in milliseconds. */
export const askedAfterMs = 60 * 60_000;

/** One content on one route of a service: what is sent, paid for, polled and reviewed, once. Times are milliseconds since the epoch. */
export interface Job {
  readonly id: number;
  /** The service's. */
  readonly origin: string;
  readonly route: Route;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  readonly state: JobState;
  /** When it may be sent, or sent again, or when a person is asked for its batch; absent unless it is to be. */
  readonly dueAt?: number;
  /** The document whose file it was sent from last, or whose JSON claims that it was. */
  readonly from?: number;
  /** How often it was sent. */
  readonly tries: number;
  /** Ledger id of the batch that it is or was last in. */
  readonly batchId?: number;
  /** The service's id of its file. */
  readonly fileId?: string;
  /** The name it was sent under: its file may have been renamed since. */
  readonly sentAs?: string;
  readonly result?: DocumentResult;
  /**
   * When its result was dropped from the ledger (`keepResults`): it was delivered, nobody had to look at it any more, and its
   * hash stays. Absent while the ledger has it.
   */
  readonly droppedAt?: number;
  /** What people made of the result here. */
  readonly review?: Review;
  /** Uploads that failed and count; see `maxAttempts` in `upload-outcome.ts`. */
  readonly attempts: number;
  /** Sent again after an unresolved upload: the service may have it twice. */
  readonly possibleDuplicate: boolean;
}

/** What a document has from its job. */
type JobMember = 'batchId' | 'fileId' | 'sentAs' | 'result' | 'droppedAt' | 'review' | 'attempts' | 'possibleDuplicate';

const there = z.object({ kind: z.literal('there') });

/** What its file is: `there` means whole on disk, and its job says the rest. */
export type PresentFile = z.output<typeof there> | Extract<PresentState, { kind: 'settling' | 'waiting' | 'rejected' }>;
export type FileState = PresentFile | { readonly kind: 'gone'; readonly was: PresentFile };

const presentFileSchema = z.union([there, stateSchema]) as z.ZodType<PresentFile>;
const goneFile = z.object({ kind: z.literal('gone'), was: presentFileSchema });

/** Reads the stored state of a file. */
export const fileStateSchema = z.union([there, goneFile, stateSchema]) as z.ZodType<FileState>;

/** The state of a document: its file's, or where that is there, its job's. */
export function stateOf(
  part: Pick<FileRow, 'file' | 'dismissed' | 'duplicateOf'>,
  job: Pick<Job, 'state'> | undefined,
): DocumentState {
  const { dismissed, duplicateOf, file } = part;
  if (file.kind === 'gone') return { kind: 'gone', was: stateOf({ ...part, file: file.was }, job) as PresentState };
  if (file.kind !== 'there') return file;
  if (job === undefined) throw new Error('A file that is there has a job.');
  const { state } = job;
  if (duplicateOf !== undefined && hasResult(state.kind)) return { kind: 'duplicate', of: duplicateOf };
  // Its content is there for another file's sake.
  if (state.kind === 'passed-on') return { kind: 'waiting', wait: heldForPassedOn };
  return dismissed === true && isReady(state) ? { kind: 'waiting', wait: heldForDismissed } : state;
}

/** What `lstat` says about a file: enough to see that it has changed. */
export interface FileFacts {
  readonly size: number;
  /** Milliseconds since the epoch, with the fraction the file system gives. */
  readonly mtimeMs: number;
  /** Inode or file index; 0 where the file system has none. */
  readonly ino: number;
}

/** The facts alone, of what says more. */
export function factsOf({ size, mtimeMs, ino }: FileFacts): FileFacts {
  return { size, mtimeMs, ino };
}

export function sameFacts(a: FileFacts, b: FileFacts): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}

export const undoneSchema = z.object({ at: z.number(), by: z.string(), to: z.string().exactOptional() });
type Undone = Readonly<z.output<typeof undoneSchema>>;

/** The JSON that was written for a document. */
export const jsonOutputSchema = z.object({
  /** Absolute. */
  path: z.string(),
  /** While it is being moved there: where it was. Absolute. */
  from: z.string().exactOptional(),
  /** SHA-256 of the bytes that are there, or are being written; hex. */
  hash: z.string(),
  /** While it is being written: the hash of our own that it replaces, '' where it replaces none. */
  was: z.string().exactOptional(),
  /** What it says has changed while it was away with its source: it is written anew when that is back. */
  isBehind: z.literal(true).exactOptional(),
});
export type JsonOutput = Readonly<z.output<typeof jsonOutputSchema>>;

/** A move of a source that has begun: committed before the file is moved, together with that of its JSON. */
export const moveSchema = z.object({
  /** The source, relative to the folder. */
  from: z.string(),
  to: z.string(),
  /** Of the folder's volume when it began, as `root` and `volume` say it (`meta.ts`). */
  root: z.number().exactOptional(),
  volume: z.string().exactOptional(),
});
export type Move = Readonly<z.output<typeof moveSchema>>;

/** A source was filed away, or from where it was filed to elsewhere; paths are relative to the folder. `id`s stand in that order. */
export const filedSchema = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  at: z.number(),
  /** When a person took it back; absent: it stands. */
  undoneAt: z.number().exactOptional(),
});
export type Filed = Readonly<z.output<typeof filedSchema>>;

/** Where a document was before it was ever filed away, as far as it was not moved otherwise since. */
export function foundPath({ filed = [], path }: Pick<Document, 'filed' | 'path'>): string {
  const standing = filed.filter(({ undoneAt }) => undoneAt === undefined);
  return standing.reduceRight((found, { from, to }) => (to === found ? from : found), path);
}

/** What the ledger has of a file: one content that is or was at a path. Times are milliseconds since the epoch. */
export interface FileRow {
  readonly id: number;
  readonly folderId: number;
  /** Relative to the folder, with `/`, spelled as on disk (NFC or NFD is kept). */
  readonly path: string;
  readonly facts: FileFacts;
  /** SHA-256 of the content, hex; absent until it has settled. */
  readonly hash?: string;
  readonly contentType?: string;
  /** How many pages its content has; absent where nothing tells, as with a DOCX. */
  readonly pages?: number;
  /** The service's origin: a route and a batch belong to one. */
  readonly origin: string;
  /** Where it is to go, until it has a job: its route is that of its job. */
  readonly route: Route;
  readonly file: FileState;
  /** Ledger id of the job that it has now: its content on its route. Absent until it has settled. */
  readonly job?: number;
  /** Ledger id of the job that classified it, once that has led on to another one. */
  readonly verdict?: number;
  /** The document from whose file its content was sent, if that is another one: this one cost nothing. Never changes. */
  readonly duplicateOf?: number;
  readonly delivery: Delivery;
  /** What the folder's own checks said of the result when it came, or was last corrected; absent where they said nothing. */
  readonly findings?: readonly Finding[];
  /**
   * A person has taken its filing back: it is not filed again until a person says so. `to`: where it is to go, relative to the
   * folder, until it is there.
   */
  readonly undone?: Undone;
  readonly json?: JsonOutput;
  /** Absent unless it is being moved. */
  readonly moving?: Move;
  /** In the order in which it was. */
  readonly filed?: readonly Filed[];
  /** A person has dismissed it until something changes. */
  readonly dismissed?: true;
  /** Nothing proves that its content was never sent, and a person wants it sent: its job is marked. */
  readonly doubtful?: true;
  /** The document whose row and JSON this one replaces: the earlier content of the same path. */
  readonly replaces?: number;
  readonly foundAt: number;
  readonly changedAt: number;
  /** When the engine should look at it next; absent: nothing to do until something else happens. */
  readonly dueAt?: number;
}

/** What a person sees: a file, with the job that classified it, if that has led on, and the job that it has now. */
export interface Document extends Omit<FileRow, 'verdict'>, Pick<Job, JobMember> {
  readonly state: DocumentState;
  readonly verdict?: Job;
  /**
   * The job that its content has in an extraction into which the service has passed it on itself, for as long as nobody has named the
   * batch. Till then the document is what its verdict made of it, which is its job; without a verdict, a person decides.
   */
  readonly passedOn?: PassedOn;
}

/** Puts a document together. */
export function documentOf({ verdict: _, ...row }: FileRow, job: Job | undefined, verdict: Job | undefined): Document {
  const passedOn = isPassedOn(job) ? job : undefined;
  const shown = passedOn === undefined ? job : (verdict ?? job);
  return {
    ...row,
    route: shown?.route ?? row.route,
    state: stateOf(row, shown),
    ...defined({
      ...{ job: passedOn === undefined ? row.job : shown?.id, passedOn, verdict: passedOn === undefined ? verdict : undefined },
      ...{ batchId: shown?.batchId, fileId: shown?.fileId, sentAs: shown?.sentAs },
      ...{ result: shown?.result, droppedAt: shown?.droppedAt, review: shown?.review },
    }),
    attempts: shown?.attempts ?? 0,
    possibleDuplicate: shown?.possibleDuplicate ?? row.doubtful === true,
  };
}

/** Whether the service has passed it on itself, by its verdict, and its values are awaited. */
export function awaitsValues({ passedOn, job }: Pick<Document, 'passedOn' | 'job'>): boolean {
  return passedOn !== undefined && passedOn.id !== job;
}

/** The last part of a path that is relative to its folder. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The directory part of a path that is relative to its folder; '' for the folder itself. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The path of a name in a directory, `''` for the folder itself. */
export function pathIn(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}
