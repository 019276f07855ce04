import type { Outcome } from '../../electron/core/document/outcome.ts';
import type { Review } from '../../electron/core/review/local-review.ts';
import type { ContentKey, ContentState, Delivery, InboxTable, Intent, MachineName } from '../../electron/register/register.ts';
import type { AccountRow } from './memory-account.ts';

/**
 * `no-fencing`: whoever once had a claim may send. `local-clock`: a lease ends by the clock of the machine that asks. `sent-is-free`,
 * `accepted-is-free`: what a dead machine had sent is sent by another one, not polled. `sent-only-locally`: the register does not
 * learn that it was sent. `gap-in-cursor`: a number is drawn before what it stands for can be seen, so that whoever reads meanwhile
 * goes on behind it.
 */
export const plantedBugs = [
  ...(['no-fencing', 'local-clock', 'sent-is-free', 'accepted-is-free', 'sent-only-locally', 'gap-in-cursor'] as const),
] as const;
export type PlantedBug = (typeof plantedBugs)[number];

/** A content, as the machines know it. */
export interface Row extends ContentKey {
  name?: string | undefined;
  outcome?: Outcome | undefined;
  review?: Review | undefined;
  revision?: number;
  /** When its review can be seen, if not at once. */
  reviewSeenAt?: number;
  state: ContentState;
  fence: number;
  sentFence?: number | undefined;
  lease: number;
  batch?: string;
  file?: string;
}

interface LeaseRow extends MachineName {
  until: number;
  seenAt: number;
  doing?: string | undefined;
}

/** What all machines share. Time is the register's own. */
export class MemoryDatabase {
  readonly id = crypto.randomUUID();
  /** What has passed of its time; `clock`, where there is one, passes too. */
  passed = 0;
  readonly #clock: () => number;
  readonly rows = new Map<string, Row>();
  /** Files of the service, and the content that each is for. */
  readonly files = new Map<string, string>();
  readonly leases: LeaseRow[] = [];
  readonly inboxes = new Map<string, { since: number; lease: number }>();
  readonly deliveries = new Map<string, Delivery>();
  readonly intents = new Map<string, Intent>();
  readonly tables = new Map<string, InboxTable>();
  readonly listeners = new Set<() => void>();
  readonly accounts = new Map<string, AccountRow>();
  readonly bug: PlantedBug | undefined;
  #fence = 0;

  constructor(bug?: PlantedBug, clock: () => number = () => 0) {
    this.bug = bug;
    this.#clock = clock;
  }

  get now(): number {
    return this.passed + this.#clock();
  }

  contentOf(origin: string, batch: string, file: string): string | undefined {
    return this.files.get(`${file} ${batch} ${origin}`);
  }

  /** @returns the file, unless it is another content's */
  keptFile({ origin, sha256 }: ContentKey, batch: string | undefined, file: string | undefined): string | undefined {
    if (batch === undefined || file === undefined) return undefined;
    const known = this.contentOf(origin, batch, file) ?? sha256;
    this.files.set(`${file} ${batch} ${origin}`, known);
    return known === sha256 ? file : undefined;
  }

  nextFence(): number {
    this.#fence += 1;
    return this.#fence;
  }

  tell(): void {
    for (const listener of this.listeners) listener();
  }

  isAlive(lease: number, skew = 0): boolean {
    return (this.leases[lease]?.until ?? 0) > this.now + (this.bug === 'local-clock' ? skew : 0);
  }
}
