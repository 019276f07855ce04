import type { Message } from '../core/messages/message.ts';
import type { Result } from '../core/result.ts';

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
  /** Begins a lease for this run of a machine. Everything that it claims is held for as long as the lease is renewed. */
  begin(machine: MachineName): Promise<RegisterAnswer<Lease>>;
  /** What is known of contents, in their order. One that nobody has claimed yet is `free`. */
  find(contents: readonly ContentKey[]): Promise<RegisterAnswer<readonly Known[]>>;
  /** Each machine with its latest lease. */
  machines(): Promise<RegisterAnswer<readonly Machine[]>>;
  close(): Promise<void>;
}

/** One run of a machine. All times are those of the register's own clock. */
export interface Lease {
  readonly id: number;
  /** Extends the lease by `leaseMs` from now. `lease-ended`: it was too late; the claims may be another machine's by now. */
  renew(doing?: string): Promise<RegisterAnswer<void>>;
  /** Claims contents that are free, or whose holder's lease has ended before they were sent. Answers in their order. */
  claim(contents: readonly ContentKey[]): Promise<RegisterAnswer<readonly ClaimAnswer[]>>;
  /**
   * Turns claims to `sent`: all, or none of them. The closing boundary may go out only after this is answered `ok`. After any
   * other answer the request is destroyed; then `giveBack` frees the claims, whether or not this was carried out.
   */
  markSent(claims: readonly Claim[]): Promise<RegisterAnswer<void>>;
  /**
   * The service took them. Whoever sent them may say so after the end of the lease too, and after a takeover: it is a fact.
   * So may whoever took them over and found them at the service.
   * @returns those of which it is not true: they were not sent under these claims
   */
  accept(serviceBatchId: string, claims: readonly AcceptedClaim[]): Promise<RegisterAnswer<readonly Claim[]>>;
  /** Nothing of these reached the service, or a person decided so: anybody may send them. Those of others are left alone. */
  giveBack(claims: readonly Claim[]): Promise<RegisterAnswer<void>>;
  /** These need no more polling. Those of others are left alone. */
  finish(claims: readonly Claim[]): Promise<RegisterAnswer<void>>;
  /** Takes over up to `limit` contents that were sent or accepted, and whose holder's lease has ended. */
  takeOver(limit: number): Promise<RegisterAnswer<readonly TakenOver[]>>;
  /**
   * Puts in what this machine knows was sent, where the register knows less: the machine is new here, or the register was
   * restored from a backup. Another machine that had claimed one of these loses it.
   * @returns what this lease holds now because of that
   */
  remember(contents: readonly Remembered[]): Promise<RegisterAnswer<readonly Claim[]>>;
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

export interface AcceptedClaim extends Claim {
  /** The service's id of the file, if it has told it yet. */
  readonly serviceFileId?: string;
}

export type ContentState = 'free' | 'claimed' | 'sent' | 'accepted' | 'done';

export interface Known extends ContentKey {
  readonly state: ContentState;
  /** The machine that holds it, or was the last one to. */
  readonly machine?: string;
  /** Whether the lease of that machine has not ended. */
  readonly held: boolean;
  readonly serviceBatchId?: string;
  readonly serviceFileId?: string;
}

/** `taken`: another machine works on it, or it has been sent. */
export type ClaimAnswer = { readonly kind: 'mine'; readonly claim: Claim } | { readonly kind: 'taken'; readonly known: Known };

/** What a machine's own ledger says of a content. */
export interface Remembered extends ContentKey {
  readonly state: 'sent' | 'accepted' | 'done';
  readonly serviceBatchId?: string;
  readonly serviceFileId?: string;
}

export interface TakenOver {
  readonly claim: Claim;
  /** `sent`: nobody knows whether the service took it. */
  readonly state: 'sent' | 'accepted';
  readonly serviceBatchId?: string;
  readonly serviceFileId?: string;
}

export interface MachineName {
  /** Of the data directory: it stays the same from run to run. */
  readonly id: string;
  /** For people. */
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
 * database is kept from writing. `lost-claim`: another machine has it by now. The others need a person.
 */
export type RegisterProblemKind =
  | 'unreachable'
  | 'lease-ended'
  | 'lost-claim'
  | 'read-only'
  | 'full'
  | 'denied'
  | 'not-created'
  | 'older'
  | 'newer'
  | 'failed';

export interface RegisterProblem {
  readonly kind: RegisterProblemKind;
  readonly message: Message;
}

export type RegisterAnswer<Value> = Result<Value, RegisterProblem>;
