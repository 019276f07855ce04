import type { EndpointName } from './endpoints.ts';

/** One request as it went. Never the key, a query or a body. */
export interface JournalEntry {
  /** ISO 8601, UTC: when its head arrived. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint?: EndpointName;
  /** Absent when no answer went out: the connection was cut, by a fault or by the caller. */
  readonly status?: number;
  /** From the head's arrival to the end, in milliseconds. */
  readonly milliseconds: number;
  /** The batch that was made or asked for. */
  readonly batchId?: string;
  /** Names of the files that were taken; only of a batch that was made. */
  readonly fileNames?: readonly string[];
  /** The faults that met it, joined by `; `. */
  readonly fault?: string;
}

/** The last requests, oldest first. */
export interface Journal {
  list(): readonly JournalEntry[];
  clear(): void;
}

export interface WritableJournal extends Journal {
  add(entry: JournalEntry): void;
}

export function createJournal(size: number): WritableJournal {
  let entries: JournalEntry[] = [];
  return {
    list: () => entries.slice(-size),
    clear() {
      entries = [];
    },
    add(entry) {
      entries.push(entry);
      // Trimmed in halves, so that a full journal does not move all its entries for each new one.
      if (entries.length >= size * 2) entries = entries.slice(-size);
    },
  };
}

/** Writes a line for people about what the sandbox did. Never a key, a secret or the content of a document. */
export type Log = (line: string) => void;
