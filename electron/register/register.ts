import type { Outcome } from '../core/document/outcome.ts';
import type { Message } from '../core/messages/message.ts';
import type { Result } from '../core/result.ts';
import type { Review } from '../core/review/local-review.ts';
import type { AccountName, SharedAccount } from './shared-account.ts';

/**
 * Who works on what, when several machines share their documents. A content is claimed before it is uploaded, so that it is
 * sent once by all of them together.
 *
 *     free ─► claimed ─► sent ─► accepted ─► done
 *       ▲        │        │
 *       └────────┴────────┘  given back: nothing reached the service
 *
 * `claimed` ends with the lease of the machine that holds it. From `sent` on nobody else may send the content: another machine
 * can only take it over, to poll it or to have a person decide.
 *
 * Every call can be repeated after an answer that was lost: the second one finds what the first one did.
 */
export interface Register {
  /**
   * Begins a lease for this run of a machine, and ends those of its earlier runs. Everything that it claims is held for as long as
   * the lease is renewed. The others know it by a name that no other machine at work has (`machine-name.ts`).
   */
  begin(machine: MachineName): Promise<RegisterAnswer<Lease>>;
  /** What is known of contents, in their order. One that nobody has claimed yet is `free`. */
  find(contents: readonly ContentKey[]): Promise<RegisterAnswer<readonly Known[]>>;
  /**
   * Whose files of one batch of the service are, as far as it is known: by id, the SHA-256 of the one content that each of them is
   * for.
   */
  contentsOf(
    origin: string,
    serviceBatchId: string,
    files: readonly string[],
  ): Promise<RegisterAnswer<ReadonlyMap<string, string>>>;
  /** What was delivered of these files of an inbox. What nobody has delivered, nor begun to, is missing from the answer. */
  deliveries(inbox: string, files: readonly FileKey[]): Promise<RegisterAnswer<readonly KnownDelivery[]>>;
  /**
   * Files of an inbox that somebody began to write for, and has not told of what became of that: by path, at most 1,000.
   * @param after the last one of those that are known already
   */
  unfinished(inbox: string, after?: FileKey): Promise<RegisterAnswer<readonly FileKey[]>>;
  /** The tables of an inbox: route by route, the one that rows go to. */
  tables(inbox: string): Promise<RegisterAnswer<readonly InboxTable[]>>;
  /** What people made of results, after this revision: the earliest first, at most `limit`. */
  reviews(after: number, limit: number): Promise<RegisterAnswer<readonly Reviewed[]>>;
  /** Each machine that was there in the last 90 days, with its latest lease. */
  machines(): Promise<RegisterAnswer<readonly Machine[]>>;
  /**
   * Calls `listener` when something may have changed that another machine waits for. It may be called too often, and it may be
   * missed: whoever waits asks now and then too. The answer ends it.
   */
  listen(listener: () => void): () => void;
  /** The account at the service that machines share. */
  account(name: AccountName): SharedAccount;
  close(): Promise<void>;
}

/** One run of a machine. All times are those of the register's own clock. */
export interface Lease {
  readonly id: number;
  /** Of the register: another one has another id. */
  readonly register: string;
  /** Extends the lease by `leaseMs` from now. `lease-ended`: it was too late; the claims may be another machine's by now. */
  renew(doing?: string): Promise<RegisterAnswer<void>>;
  /** Claims contents that are free, or whose holder's lease has ended before they were sent. Answers in their order. */
  claim(contents: readonly ContentKey[]): Promise<RegisterAnswer<readonly ClaimAnswer[]>>;
  /**
   * Turns claims to `sent`: all, or none of them. The closing boundary may go out only after this is answered `ok`. After any
   * other answer the request is destroyed; then `giveBack` frees the claims, whether or not this was carried out.
   * @param pages of the request, that were reserved under this lease: they count from now on, whatever becomes of the lease
   */
  markSent(claims: readonly Claim[], pages?: ReservedPages): Promise<RegisterAnswer<void>>;
  /**
   * The service took them. Whoever sent them may say so after the end of the lease too, and after a takeover: it is a fact.
   * So may whoever took them over and found them at the service. The id of a file that is another content's is left out.
   * @returns those of which it is not true: they were not sent under these claims
   */
  accept(serviceBatchId: string, claims: readonly AcceptedClaim[]): Promise<RegisterAnswer<readonly Claim[]>>;
  /** Nothing of these reached the service, or a person decided so: anybody may send them. Those of others are left alone. */
  giveBack(claims: readonly Claim[]): Promise<RegisterAnswer<void>>;
  /** These need no more polling, and this became of them. Those of others are left alone. */
  finish(claims: readonly FinishedClaim[]): Promise<RegisterAnswer<void>>;
  /** Takes over those of these contents that were sent or accepted, and whose holder's lease has ended. */
  takeOver(contents: readonly ContentKey[]): Promise<RegisterAnswer<readonly TakenOver[]>>;
  /** Takes up to `limit` contents over that earlier runs of this machine had sent. */
  takeUp(limit: number): Promise<RegisterAnswer<readonly TakenOver[]>>;
  /**
   * A person wants contents sent again that were sent before: claims those that are still as they were when the person decided,
   * by their fencing numbers. Whoever comes second finds them changed.
   */
  reopen(contents: readonly Claim[]): Promise<RegisterAnswer<readonly Claim[]>>;
  /**
   * Puts in what this machine knows was sent, where the register knows less: the machine is new here, or the register was
   * restored from a backup. Another machine that had claimed one of these loses it. The id of a file that is another content's is
   * left out.
   * @returns what this lease holds now because of that
   */
  remember(contents: readonly Remembered[]): Promise<RegisterAnswer<readonly Claim[]>>;
  /**
   * Makes this machine the one that writes to an inbox, or confirms that it still is. One at a time does, so that each file is
   * delivered once and each table has one writer; another one can only after the lease of this one.
   */
  write(inbox: string): Promise<RegisterAnswer<Writer>>;
  /**
   * To be said before it: what this machine, as the one that writes to an inbox, is about to write there. Should it not live to tell
   * of it, the next one knows what may be on the disk. `lost-claim`: another one writes there by now.
   * @param tables those that are about to be begun
   */
  intend(inbox: string, intents: readonly Intent[], tables?: readonly InboxTable[]): Promise<RegisterAnswer<void>>;
  /**
   * What it has delivered. `lost-claim`: another one has it by now.
   * @param ended what was intended for these, which are gone by now, or have other names
   */
  deliver(
    inbox: string,
    deliveries: readonly Delivery[],
    tables: readonly InboxTable[],
    ended?: readonly FileKey[],
  ): Promise<RegisterAnswer<void>>;
  /**
   * What a person made of results on this machine, and the results where they are other ones since. The last word counts, and
   * everybody learns it.
   * @returns those of which the register knows that they are done: only these have it now
   */
  review(contents: readonly ReviewedContent[]): Promise<RegisterAnswer<readonly ContentKey[]>>;
  /** Ends the lease now: what it holds is others' to take. */
  end(): Promise<RegisterAnswer<void>>;
}

/** How long a lease lasts without being renewed, in milliseconds. It should be renewed three times in that time. */
export const usualLeaseMs = 30_000;

/** One content on one route of one service. */
export interface ContentKey {
  /** Of the service: scheme, host and port. */
  readonly origin: string;
  /** `routeKey` of the route. */
  readonly route: string;
  /** Hex. */
  readonly sha256: string;
}

/** A content that was claimed, and the fencing number of that claim: of two claims, the later one has the larger number. */
export interface Claim extends ContentKey {
  readonly fence: number;
}

/** What names a reservation of this machine. */
export interface ReservedPages {
  /** Of the service. */
  readonly origin: string;
  readonly id: string;
}

export interface AcceptedClaim extends Claim, ServiceFile {}

export interface FinishedClaim extends Claim {
  readonly outcome?: Outcome;
}

/** Where a file is at the service. */
export interface ServiceFile {
  /** The service's id of the file, if it has told it yet. */
  readonly serviceFileId?: string;
  /** The name that it was sent under: what finds it in its batch while there is no id. */
  readonly fileName?: string;
}

export type ContentState = 'free' | 'claimed' | 'sent' | 'accepted' | 'done';

export interface Known extends ContentKey, ServiceFile {
  readonly state: ContentState;
  /** 0: nobody has claimed it yet. */
  readonly fence: number;
  /** The machine that holds it, or was the last one to. */
  readonly machine?: string;
  /** Whether the lease of that machine has not ended. */
  readonly held: boolean;
  readonly serviceBatchId?: string;
  /** Once it is `done`, as far as it was told. */
  readonly outcome?: Outcome;
  /** What a person made of the outcome. */
  readonly review?: Review;
}

export interface ReviewedContent extends ContentKey {
  /** Absent: nothing of what they had made of an earlier result holds for this one. */
  readonly review?: Review;
  /**
   * Where the result itself has changed: a person has set the category or had it classified again, or the service has changed it.
   * Absent: it is as the register has it.
   */
  readonly outcome?: Outcome;
}

/** `outcome`: as far as it was told. `revision`: each word of a person's, on whichever machine, has a larger one than those before it. */
export interface Reviewed extends ReviewedContent, ServiceFile {
  readonly revision: number;
}

/** `taken`: another machine works on it, or it has been sent. */
export type ClaimAnswer = { readonly kind: 'mine'; readonly claim: Claim } | { readonly kind: 'taken'; readonly known: Known };

/** What a machine's own ledger says of a content. */
export interface Remembered extends ContentKey, ServiceFile {
  readonly state: 'sent' | 'accepted' | 'done';
  readonly serviceBatchId?: string;
  readonly outcome?: Outcome;
}

export interface TakenOver extends ServiceFile {
  readonly claim: Claim;
  /** `sent`: nobody knows whether the service took it. */
  readonly state: 'sent' | 'accepted';
  readonly serviceBatchId?: string;
}

/** A file of an inbox, with one content. */
export interface FileKey {
  /** Below the inbox, with `/`, in NFC. */
  readonly path: string;
  /** Hex. */
  readonly sha256: string;
}

/** What was written for a file. */
export interface Delivery extends FileKey {
  /** Of what was delivered: another one, and it is to be delivered anew. Empty: nothing was yet. */
  readonly digest: string;
  /** Where the folder writes one. */
  readonly json?: SharedJson;
  /** Below the inbox, where the folder writes one. */
  readonly csv?: string;
}

/** `path`: below the inbox; `hash`: the SHA-256 of its content, hex. */
export interface SharedJson {
  readonly path: string;
  readonly hash: string;
}

/** What somebody is about to write for a file: beside whatever was delivered, or in its place. */
export interface Intent extends FileKey {
  /** Absent where only a row is written. `previous`: the hash of Intray's own that is there now. */
  readonly json?: SharedJson & { readonly previous?: string };
}

/** What was delivered for a file, and what was begun since and not told of: nobody knows how much of that is on the disk. */
export interface KnownDelivery extends Delivery {
  readonly begun?: Omit<Intent, keyof FileKey>;
}

export interface InboxTable {
  /** `routeKey` of the route. */
  readonly route: string;
  /** Below the inbox. */
  readonly path: string;
}

/** `mine`: `since` grows each time that another machine has written in between. */
export type Writer = { readonly kind: 'mine'; readonly since: number } | { readonly kind: 'other'; readonly machine: string };

export interface MachineName {
  /** Of the data directory: it stays the same from run to run. */
  readonly id: string;
  /** For people. Several may be called the same: the register gives all but one a number. */
  readonly name: string;
}

export interface Machine extends MachineName {
  readonly doing?: string;
  /** Milliseconds since the epoch. */
  readonly lastSeen: number;
  readonly alive: boolean;
}

/**
 * Why there is no answer. `unreachable`: whether the call was carried out is not known. `read-only`: a standby, or the
 * database is kept from writing. `lost-claim`: another machine has it by now. `untrusted`: it cannot be reached encrypted, or its
 * certificate is not one to trust. The others need a person.
 */
export type RegisterProblemKind =
  | 'unreachable'
  | 'lease-ended'
  | 'lost-claim'
  | 'read-only'
  | 'full'
  | 'denied'
  | 'untrusted'
  | 'not-created'
  | 'older'
  | 'newer'
  | 'failed';

export interface RegisterProblem {
  readonly kind: RegisterProblemKind;
  readonly message: Message;
}

export type RegisterAnswer<Value> = Result<Value, RegisterProblem>;
