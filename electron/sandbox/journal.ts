import type { EndpointName } from './endpoints.ts';

/** One request. Never the key, a query or a body. */
export interface JournalEntry {
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

export type Journal = ReturnType<typeof createJournal>;

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

/** Writes a line for people about what the sandbox did. Never a key, a secret or the content of a document. */
export type Log = (line: string) => void;
