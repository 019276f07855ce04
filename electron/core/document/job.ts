import { z } from 'zod';
import type { KindOf } from '../kinds.ts';
import type { Route } from '../protocol/route.ts';
import type { Review } from '../review/local-review.ts';
import type { DocumentResult } from './result.ts';
import type { jobStates, PresentState } from './state-table.ts';
import { type DocumentState, hasResult, isReady, stateSchema } from './states.ts';
import { heldForDismissed, heldForPassedOn, type Wait } from './wait.ts';

/** The states that a job may be in: `waiting` is to be sent (`ready`), or a person decides first (`held`). */
export type JobState = Exclude<PresentState, { kind: 'settling' | 'duplicate' }> | PassedOnState;
/** To be sent. */
export type ReadyState = Extract<JobState, { kind: 'waiting' }> & { readonly wait: Extract<Wait, { kind: 'ready' }> };
export type PassedOnState = KindOf<typeof jobStates>;

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
export const jobMembers = [
  ...(['batchId', 'fileId', 'sentAs', 'result', 'droppedAt', 'review'] as const),
  ...(['attempts', 'possibleDuplicate'] as const),
];
export type JobMember = (typeof jobMembers)[number];

const there = z.object({ kind: z.literal('there') });

/** What its file is: `there` means whole on disk, and its job says the rest. */
export type PresentFile = z.output<typeof there> | Extract<PresentState, { kind: 'settling' | 'waiting' | 'rejected' }>;
export type FileState = PresentFile | { readonly kind: 'gone'; readonly was: PresentFile };

const presentFileSchema = z.union([there, stateSchema]) as z.ZodType<PresentFile>;
const goneFile = z.object({ kind: z.literal('gone'), was: presentFileSchema });

/** Reads the stored state of a file. */
export const fileStateSchema = z.union([there, goneFile, stateSchema]) as z.ZodType<FileState>;

interface FilePart {
  readonly file: FileState;
  readonly dismissed?: true;
  /** The document that had its content first; see `Document`. */
  readonly duplicateOf?: number;
}

/** The state of a document: its file's, or where that is there, its job's. */
export function stateOf(part: FilePart, job: Pick<Job, 'state'> | undefined): DocumentState {
  const present = presentOf(part, presentFile(part.file), job);
  return part.file.kind === 'gone' ? { kind: 'gone', was: present } : present;
}

function presentOf({ dismissed, duplicateOf }: FilePart, file: PresentFile, job: Pick<Job, 'state'> | undefined): PresentState {
  if (file.kind !== 'there') return file;
  if (job === undefined) throw new Error('A file that is there has a job.');
  const { state } = job;
  if (duplicateOf !== undefined && hasResult(state.kind)) return { kind: 'duplicate', of: duplicateOf };
  // Its content is there for another file's sake.
  if (state.kind === 'passed-on') return { kind: 'waiting', wait: heldForPassedOn };
  return dismissed === true && isReady(state) ? { kind: 'waiting', wait: heldForDismissed } : state;
}

/** What the file is, or was before it went. */
export function presentFile(file: FileState): PresentFile {
  return file.kind === 'gone' ? file.was : file;
}
