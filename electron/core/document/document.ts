import { z } from 'zod';
import type { Finding } from '../checks/finding.ts';
import { given } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';
import type { Delivery } from './delivery.ts';
import { type FileState, isPassedOn, type Job, type JobMember, type PassedOn, stateOf } from './job.ts';
import type { DocumentState } from './states.ts';

/** What `lstat` says about a file: enough to see that it has changed. */
export interface FileFacts {
  readonly size: number;
  /** Milliseconds since the epoch, with the fraction the file system gives. */
  readonly mtimeMs: number;
  /** Inode or file index; 0 where the file system has none. */
  readonly ino: number;
}

export function sameFacts(a: FileFacts, b: FileFacts): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}

export const undoneSchema = z.object({ at: z.number(), by: z.string(), to: z.string().exactOptional() });
export type Undone = Readonly<z.output<typeof undoneSchema>>;

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
  /** A person has dismissed it until something changes (`attention.ts`). */
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
    ...given({
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

/** Whether it was classified, and its verdict has led on to another job. */
export function hasGoneOn({ verdict }: Pick<Document, 'verdict'>): boolean {
  return verdict !== undefined;
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
