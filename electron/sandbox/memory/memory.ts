/**
 * What a sandbox remembers over its end, as JSON under names. Without one it forgets everything. What is kept was
 * written by an earlier run: unknown until a schema has read it.
 */
export interface SandboxMemory {
  /** Everything that is kept, in the order in which it was first put. */
  all(): readonly { readonly key: string; readonly value: unknown }[];
  put(key: string, value: unknown): void;
  /** Forgets this name and all that begin with it. */
  forget(prefix: string): void;
  close(): void;
}

/** Remembers nothing. */
export const noMemory: SandboxMemory = { all: () => [], put: () => {}, forget: () => {}, close: () => {} };

/** Why a file has failed that was being processed when the sandbox ended. */
export const interrupted = 'The sandbox ended before it had read this document. Send it again.';
