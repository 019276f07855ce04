/**
 * What a sandbox remembers from run to run, as JSON under names. Without it, everything is forgotten. What is stored was
 * written by an earlier run, and is unknown until a schema has read it.
 */
export interface SandboxMemory {
  /** Everything that is stored, in the order in which it was first stored. */
  all(): readonly { readonly key: string; readonly value: unknown }[];
  put(key: string, value: unknown): void;
  /** Forgets every name with this prefix. */
  forget(prefix: string): void;
  close(): void;
}

/** Remembers nothing. */
export const noMemory: SandboxMemory = { all: () => [], put: () => {}, forget: () => {}, close: () => {} };

/** Why a file has failed that was being processed when the sandbox ended. */
export const interrupted = 'The sandbox ended before it had read this document. Send it again.';
