import type { Document } from '../../core/document/document.ts';
import type { Message } from '../../core/messages/message.ts';
import type { Route } from '../../core/protocol/route.ts';
import type { Folder } from '../loop/folder.ts';
import type { WatchedFolder } from '../loop/watched-folders.ts';
import type { SharedPages } from './shared-pages.ts';
import type { SharedRequests } from './shared-requests.ts';

/**
 * Who works on what. Alone, a machine's own ledger says it, and nothing is asked (`alone`). Together with others the register says
 * it (`together.ts`). Stages ask here before they send and before they write; whatever else there is to do with the register, the
 * sharing does by itself.
 */
export interface Sharing {
  /** The requests and the pages of an account that several machines share. Absent: this machine has it for itself. */
  readonly account?: { readonly requests: SharedRequests; readonly pages: SharedPages };
  /** Why nothing new may be sent now; undefined: it may. */
  readonly refusal: Message | undefined;
  /** Whether another machine has told of this content already; false where nobody can tell. */
  isKnown(document: Pick<Document, 'origin' | 'route' | 'hash'>): Promise<boolean>;
  /**
   * Whose files of one batch of the service are, as far as any machine has told: by id, the SHA-256 of the content. undefined: nobody
   * can tell now.
   */
  contentsOf(origin: string, serviceBatchId: string, files: readonly string[]): Promise<ReadonlyMap<string, string> | undefined>;
  /** Claims documents that are about to go out in one request, as they were before they were assigned to it. To be followed by `ended`, whatever comes of it. */
  claim(documents: readonly Document[]): Promise<Claimed>;
  /**
   * To be awaited before the ledger says that a request is sent, which has to be before its closing boundary. With the claims it
   * turns the pages to sent that were reserved for the batch. Never throws.
   * @returns false if these documents may not be sent any more: the request has to be destroyed
   */
  markSent(documents: readonly Document[], batchId: number): Promise<boolean>;
  /** The request has ended, and the ledger says what became of its documents. */
  ended(documents: readonly Document[], batchId: number): void;
  /** Something of a document has changed in the ledger. */
  changed(documentId: number): void;
  /** Whether anything may be written to a folder now: another machine may be the one that writes there. */
  mayWrite(folder: WatchedFolder): boolean;
  /**
   * Asks what was delivered of these documents, before they are.
   * @returns those that are still to be written; none if that cannot be told now
   */
  toWrite(folder: WatchedFolder, documents: readonly Document[]): Promise<readonly Document[]>;
  /**
   * To be awaited before anything is written for these documents: should this machine not live to tell what it wrote, another one
   * knows what may be on the disk.
   * @returns false if nothing may be written for them now
   */
  intendToWrite(folder: Folder, writes: readonly IntendedWrite[], tables?: readonly IntendedTable[]): Promise<boolean>;
  /** These were delivered, as the ledger says. */
  written(folder: WatchedFolder, documents: readonly Document[]): void;
}

/**
 * `json`: its absolute path, the SHA-256 of its content (hex), and that of Intray's own that is there now; absent where no JSON is
 * written.
 */
export interface IntendedWrite {
  readonly document: Document;
  readonly json?: { readonly path: string; readonly hash: string; readonly previous?: string };
}

/** A table that is about to be begun: its absolute path. */
export interface IntendedTable {
  readonly route: Route;
  readonly path: string;
}

/** `taken`: by document, the name of the machine that works on its content. `not-now`: nobody can tell. */
export type Claimed =
  | { readonly kind: 'mine' }
  | { readonly kind: 'taken'; readonly by: ReadonlyMap<number, string> }
  | { readonly kind: 'not-now'; readonly message: Message };

/** One machine: its ledger sends each content once, and nobody else writes to its folders. */
export const alone: Sharing = {
  refusal: undefined,
  isKnown: async () => false,
  contentsOf: async () => new Map(),
  claim: async () => ({ kind: 'mine' }),
  markSent: async () => true,
  ended: () => undefined,
  changed: () => undefined,
  mayWrite: () => true,
  toWrite: async (_, documents) => documents,
  intendToWrite: async () => true,
  written: () => undefined,
};
