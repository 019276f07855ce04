import { z } from 'zod';
import type { Finding } from '../checks/finding.ts';
import type { Route } from '../protocol/route.ts';
import type { Review } from '../review/local-review.ts';
import type { Awaits } from './awaits.ts';
import type { Delivery } from './delivery.ts';
import type { DocumentResult } from './result.ts';
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

/** A step that a document has passed: where it went, and what came of it there. */
export type EarlierStep = Pick<Document, 'route' | (typeof stepMembers)[number]>;

/** What a document has of each step besides its route: that of the current one is the document's own. */
export const stepMembers = ['batchId', 'fileId', 'sentAs', 'result', 'review', 'findings'] as const;

/** A row of the ledger. Times are milliseconds since the epoch. */
export interface Document {
  readonly id: number;
  readonly folderId: number;
  /** Relative to the folder, with `/`, spelled as on disk (NFC or NFD is kept). */
  readonly path: string;
  readonly facts: FileFacts;
  /** SHA-256 of the content, hex; absent until the document has settled. */
  readonly hash?: string;
  readonly contentType?: string;
  /** How many pages its content has; absent where nothing tells, as with a DOCX. */
  readonly pages?: number;
  /** The service's origin: a route and a batch belong to one. */
  readonly origin: string;
  readonly route: Route;
  readonly state: DocumentState;
  readonly delivery: Delivery;
  readonly result?: DocumentResult;
  /**
   * When its result was dropped from the ledger (`keepResults`): it was delivered, nobody had to look at it any more, and its
   * hash stays. Absent while the ledger has it.
   */
  readonly droppedAt?: number;
  /** What people made of the result here. */
  readonly review?: Review;
  /** What the folder's own checks said of the result when it came, or was last corrected; absent where they said nothing. */
  readonly findings?: readonly Finding[];
  /**
   * A person has taken its filing back: it is not filed again until a person says so. `to`: where it is to go, relative to the
   * folder, until it is there.
   */
  readonly undone?: Undone;
  /** A person has dismissed it until something changes (`attention.ts`). */
  readonly dismissed?: true;
  /** The service has passed it on into a linked extraction, and where its values are is not known yet. */
  readonly awaits?: Awaits;
  /** Ledger id of the batch it is or was last in. */
  readonly batchId?: number;
  /** The service's id of the file. */
  readonly fileId?: string;
  /** The name it was sent under: it may have been renamed since. */
  readonly sentAs?: string;
  /** Uploads that failed and count; see `maxAttempts` in `upload-outcome.ts`. */
  readonly attempts: number;
  /** Sent again after an unresolved upload: the service may have it twice. */
  readonly possibleDuplicate: boolean;
  /** The steps before the one that route, state and result are about, first one first; absent in the first step. */
  readonly earlierSteps?: readonly EarlierStep[];
  /** The document whose row and JSON this one replaces: the earlier content of the same path. */
  readonly replaces?: number;
  readonly foundAt: number;
  readonly changedAt: number;
  /** When the engine should look at it next; absent: nothing to do until something else happens. */
  readonly dueAt?: number;
}

/** Whether the service has its content from a step before this one, whatever becomes of this one. */
export function isAtLaterStep({ earlierSteps }: Pick<Document, 'earlierSteps'>): boolean {
  return earlierSteps !== undefined;
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
