import type { ValueFilter } from '../contract/documents.ts';
import type { Message } from '../messages/message.ts';
import type { UnmatchedResult } from '../poll/poll-outcome.ts';
import type { Route } from '../protocol/route.ts';
import type { Sort } from '../values/columns.ts';
import type { Document, FileFacts } from './document.ts';
import type { Holds } from './hold.ts';
import type { Standing, StandingCounts } from './standing.ts';

/** Rows of the ledger beside documents. Times are milliseconds since the epoch. */

/** A watched folder, known by its real path for good, whether it is watched now or not. */
export interface FolderRecord {
  readonly id: number;
  readonly path: string;
  /** When its first scan was completed; until then what is found was "there before". */
  readonly baselineAt?: number;
}

/** What the last scan saw at a path, and what became of it. A path that is gone has no row, unless its file was left alone. */
export interface FileRecord {
  readonly folderId: number;
  /** Relative to the folder; '' is the folder itself. */
  readonly directory: string;
  readonly name: string;
  readonly facts: FileFacts;
  /** The document that this content belongs to; absent for a file that is not taken. */
  readonly documentId?: number;
  /**
   * Why it is not taken: 'existing' (there before the folder was first watched), or 'left' (a person left it out, because
   * after a damaged ledger nothing proved what had become of it).
   */
  readonly skipped?: 'existing' | 'left';
  /** It was left alone and is away, and another file has its path. Counts those of the path. */
  readonly aside?: number;
}

/**
 * A request's worth of documents.
 * composed (nothing sent) → sent (before the closing boundary) → open (accepted, being polled) → ended (nothing is being
 * worked on; looked at now and then) → closed; or unresolved (answer lost, or a 5xx of the service); or dropped (put back, nothing accepted).
 */
export type BatchState = 'composed' | 'sent' | 'open' | 'ended' | 'closed' | 'unresolved' | 'dropped';

export interface Batch {
  readonly id: number;
  readonly origin: string;
  readonly route: Route;
  readonly state: BatchState;
  /** The service's batchId, once accepted. */
  readonly serviceBatchId?: string;
  /** Nothing proves yet that Intray sent it: a JSON beside a document says so. */
  readonly claimed?: true;
  /**
   * The service made it itself, of what it passed on from a classification; it, or a person, has named it. `waiting`: not every file of
   * it is known to be a document's; `whole`: each is.
   */
  readonly linked?: 'waiting' | 'whole';
  readonly madeAt: number;
  /** How many documents it was sent with; absent if a JSON beside a document is all that speaks of it. */
  readonly files?: number;
  readonly acceptedAt?: number;
  /** When a file of it was last asked to be done again: the wait began anew then. */
  readonly reopenedAt?: number;
  readonly polls: number;
  readonly lastPollAt?: number;
  readonly nextPollAt?: number;
  /** Since when its answers lack a file or a result, or the service does not know it. */
  readonly missingSince?: number;
  /** What the last poll said, when it failed. */
  readonly message?: Message;
  /** Its results that belong to no document of it, as far as names tell. */
  readonly unmatched?: readonly Omit<UnmatchedResult, 'batchId'>[];
}

/** One line of a document's history. */
export interface HistoryEntry {
  readonly documentId: number;
  readonly at: number;
  /** What happened, in the words of `transition.ts` and the delivery. */
  readonly event: string;
  readonly note?: Message;
}

/** A page of documents. */
export interface DocumentQuery {
  readonly standings?: readonly Standing[];
  readonly folderId?: number;
  /** What waits now, told apart from what moves; left out: all of it is on the way. */
  readonly holds?: Holds;
  /** Words or parts of them in the path or the values of the document, in any order; case does not matter. */
  readonly text?: string;
  readonly values?: ValueFilter;
  /** Left out: newest change first. What has no value comes last. */
  readonly sort?: Sort;
  readonly offset?: number;
  readonly limit?: number;
}

export interface DocumentPage {
  readonly documents: readonly Document[];
  readonly total: number;
  /** The documents of the folder with the text, whatever standings were asked for. */
  readonly counts: StandingCounts;
  /** So many documents are still to be read: they may be missing from what was found. Absent: none. */
  readonly unread?: number;
}
