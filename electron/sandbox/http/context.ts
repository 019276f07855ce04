import type { Keyring, PageAccount } from '../account.ts';
import type { Clock, Log } from '../clock.ts';
import type { EndpointName } from '../endpoints.ts';
import type { Faults } from '../faults/fault-set.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store.ts';
import type { Work } from '../work.ts';

export interface RateLimit {
  /** Requests added per second, for each key. */
  readonly perSecond: number;
  /** Requests that an idle key may send at once. */
  readonly burst: number;
}

/** The parts of a sandbox, as its hooks and routes use them. */
export interface ServerContext {
  readonly keyring: Keyring;
  readonly pages: PageAccount;
  readonly store: Store;
  readonly work: Work;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly rateLimit: RateLimit | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** What a request collects for the journal. */
interface Trace {
  readonly startedAt: number;
  batchId?: string;
  fileNames?: readonly string[];
  /** The faults that applied to it, as they were written. */
  readonly faults: string[];
  /** A fault answers instead of the service. */
  replaced?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The service's endpoint that the route answers. */
    endpoint?: EndpointName;
  }
  interface FastifyRequest {
    trace: Trace;
  }
}

/** One request. Never the key, a query or a body. */
interface JournalEntry {
  /** When its head arrived: ISO 8601, UTC. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint?: EndpointName;
  /** Absent if no answer was sent: a fault or the caller cut the connection. */
  readonly status?: number;
  /** From the head's arrival to the end, in milliseconds. */
  readonly milliseconds: number;
  /** The batch that was created or requested. */
  readonly batchId?: string;
  /** Names of the accepted files, if a batch was created. */
  readonly fileNames?: readonly string[];
  /** The faults that applied to it, joined by `; `. */
  readonly fault?: string;
}

type Journal = ReturnType<typeof createJournal>;

export function createJournal(size: number) {
  let entries: JournalEntry[] = [];
  return {
    /** The last requests, oldest first. */
    list: (): readonly JournalEntry[] => entries.slice(-size),
    add(entry: JournalEntry): void {
      entries.push(entry);
      // Trimmed in halves, so that a full journal does not move all its entries for each new one.
      if (entries.length >= size * 2) entries = entries.slice(-size);
    },
  };
}
