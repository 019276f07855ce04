/** How long each part of a call may take, in milliseconds. There is no limit on a whole call: a slow one is not a dead one. */
export interface Timeouts {
  /** To open a connection, its TLS included. */
  readonly connect: number;
  /** From the end of a request to the head of its answer, for a call without files. */
  readonly answer: number;
  /** The same for an upload: the service may look at every file before it answers, and giving up leaves the upload in doubt. */
  readonly uploadAnswer: number;
  /** Between two pieces of an answer's body. */
  readonly answerIdle: number;
  /** Without the service taking any byte of an upload. */
  readonly sendIdle: number;
}

export const defaultTimeouts: Timeouts = {
  connect: 10_000,
  answer: 60_000,
  uploadAnswer: 300_000,
  answerIdle: 60_000,
  sendIdle: 120_000,
};

/**
 * How long an idle connection is kept for the next request, in milliseconds. If the service closes one just as a
 * request goes out on it, a small upload may be whole before the news arrives, and then counts as unresolved although
 * nobody read it. Uploads therefore reuse only connections that were busy a moment ago.
 */
export const keepAlive = { calls: 4_000, uploads: 1_000 } as const;

/** The most that is read of an answer, in bytes: no answer may exhaust the memory. */
export const answerLimits = { good: 64 * 1024 * 1024, bad: 256 * 1024 } as const;
