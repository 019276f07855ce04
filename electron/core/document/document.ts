import type { Message } from '../messages/message.ts';
import type { Route } from '../protocol/route.ts';
import type { TerminalStatus } from '../protocol/service-shapes.ts';
import type { Review } from '../review/local-review.ts';

/**
 * A document is one content at one path. Its states:
 *
 *     settling ─► waiting ─► uploading ─► queued ─► processing ─► processed ─┐
 *        │           │           │                              ├► needs_review ─► confirmed
 *        │           │           └► unresolved (answer lost)     └► failed
 *        │           ├► duplicate   rejected   (never sent)
 *        └► gone
 *
 * What moves it from one to the next is in `transition.ts`.
 */
export type DocumentState =
  /** Being written, or too fresh to tell. `since`: when it was last seen to change. */
  | { readonly kind: 'settling'; readonly since: number }
  /** Whole on disk, its content known, not sent. */
  | { readonly kind: 'waiting'; readonly wait: Wait }
  /** In a request. `sent` is committed before the closing boundary goes out: false means that it is safe to send again. */
  | { readonly kind: 'uploading'; readonly sent: boolean; readonly cohort?: string }
  /** The request was whole and the answer was lost: the service may hold it. */
  | { readonly kind: 'unresolved'; readonly message: Message }
  /** Accepted by the service; `status` as it came (it need not be a documented one). */
  | { readonly kind: 'queued'; readonly status: string }
  /** `redo`: a new run was asked for, and no answer has shown it yet (`redo.ts`); the result is still the old one. */
  | { readonly kind: 'processing'; readonly status: string; readonly redo?: Redo }
  | { readonly kind: 'processed' }
  | { readonly kind: 'needs_review' }
  | { readonly kind: 'confirmed' }
  /** `by` the service, or by Intray, which gave up; `message` says why. It can be sent again by hand. */
  | { readonly kind: 'failed'; readonly by: 'service' | 'intray'; readonly message: Message }
  /** The same content went to the same route before; this copy took its result at no cost. */
  | { readonly kind: 'duplicate'; readonly of: number }
  /** Not sent, or refused alone: too large, empty, unreadable, of the wrong type, or the service's own message. */
  | { readonly kind: 'rejected'; readonly message: Message; readonly by: 'service' | 'intray' }
  /** Its content is no longer where it was. `was`: the state it was in, taken up again if the content comes back. */
  | { readonly kind: 'gone'; readonly was: DocumentState };

/** `since`: when the new run was asked for, ms since the epoch. `failed`: the old one had. */
export interface Redo {
  readonly since: number;
  readonly failed?: true;
}

export type StateName = DocumentState['kind'];

/** Every state of a document, in the order in which a window lists them. */
export const stateNames = [
  'settling',
  'waiting',
  'uploading',
  'unresolved',
  'queued',
  'processing',
  'processed',
  'needs_review',
  'confirmed',
  'failed',
  'duplicate',
  'rejected',
  'gone',
] as const satisfies readonly StateName[];

/** Why a waiting document has not been sent. */
export type Wait =
  /** To be sent, not before `notBefore` (ms since the epoch). Documents of one cohort go together and with no other (halving). */
  | { readonly kind: 'ready'; readonly notBefore: number; readonly cohort?: string; readonly reason?: Message }
  /** The same content is on its way; its result will be this one's too. `first`: that document's id. */
  | { readonly kind: 'behind'; readonly first: number }
  /** For a person to decide. */
  | { readonly kind: 'held'; readonly why: HeldWhy; readonly message: Message }
  /** Its result could not be written where it belongs, so nothing is paid for yet. */
  | { readonly kind: 'blocked'; readonly message: Message };

export type HeldWhy = 'changed' | 'first-failed' | 'unresolved' | 'unverified';

/** What `lstat` says of a file, enough to see that it has changed. */
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

/** What the service found in a document, in its own words. */
export type DocumentResult =
  | {
      readonly kind: 'extraction';
      readonly status: TerminalStatus;
      readonly extractedData: Readonly<Record<string, unknown>>;
      readonly modelUsed?: string;
      readonly extra: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'classification';
      readonly status: string;
      readonly categoryId?: string;
      readonly categoryName?: string;
      readonly confidence?: number;
      readonly reasoning?: string;
      readonly extra: Readonly<Record<string, unknown>>;
    };

/** Where writing the result stands. Apart from the state, because a result can be there and the disk not. */
export type Delivery =
  | { readonly kind: 'none' }
  /** To be written; `message` says what stands in the way, if anything does. */
  | { readonly kind: 'pending'; readonly message?: Message }
  /** Outputs on disk; the source still has to be moved (`fileAway`). */
  | { readonly kind: 'written'; readonly at: number; readonly message?: Message }
  | { readonly kind: 'done'; readonly at: number };

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
  /** The service's origin: a route and a batch belong to one. */
  readonly origin: string;
  readonly route: Route;
  readonly state: DocumentState;
  readonly delivery: Delivery;
  readonly result?: DocumentResult;
  /** What people made of the result here. */
  readonly review?: Review;
  /** A person has seen it and wants no more of it, until something changes (`attention.ts`). */
  readonly dismissed?: true;
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
  /** The document whose row and JSON this one replaces: the earlier content of the same path. */
  readonly replaces?: number;
  readonly foundAt: number;
  readonly changedAt: number;
  /** When the engine should look at it next; absent: nothing to do until something else happens. */
  readonly dueAt?: number;
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
