/**
 * One stage of a document's life. The control loop asks every stage to start what may start. Stages never call each other:
 * they share the ledger and the parts in `engine-context.ts`.
 */
export interface Stage {
  /**
   * Starts the steps that may start now, as tasks.
   * @returns when to ask again if nothing else happens, ms since the epoch
   */
  start(now: number): number | undefined;
  /** Tries at once whatever waits for a time: a person asked for it, or the clock jumped. */
  retryNow?(): void;
  /** The machine slept or its clock was set: how long something has lasted is no longer known. */
  clockJumped?(): void;
  /** Another process has written to the ledger: what is looked at now and then is looked at again. */
  ledgerChanged?(): void;
  /** The engine is stopping and has waited long enough: ends the calls whose answers it still waits for. */
  abandon?(): void;
}

/** Where a stage that finds something other than it expected asks for another look at the disk. */
export interface Scans {
  /** Asks for a scan of a folder, or of one of its directories (absolute). Wakes the stage that scans. */
  request(folderId: number, directory?: string): void;
  /** How many full scans of a folder this engine has completed. */
  completed(folderId: number): number;
  /** Whether every folder that can be reached has been scanned whole, and nothing more is asked for. */
  readonly isIdle: boolean;
}

/** The earlier of two times, either of which may be "never". */
export function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : Math.min(a, b);
}
