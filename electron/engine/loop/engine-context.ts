import type { EngineOptions, Limits, Notice } from '../api.ts';
import type { World } from '../ports.ts';
import type { Account } from './account.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { Tasks } from './tasks.ts';
import type { WatchedFolders } from './watched-folders.ts';

/** What the stages share. */
export interface EngineContext {
  readonly world: World;
  readonly options: EngineOptions;
  readonly limits: Limits;
  readonly writer: DocumentWriter;
  readonly account: Account;
  readonly folders: WatchedFolders;
  readonly tasks: Tasks;
  readonly announce: (notice: Notice) => void;
  /** Asks for a scan of a folder, or of a directory of it (absolute), or first for a look at one name in that. */
  readonly lookAgain: (folderId: number, directory?: string, name?: string) => void;
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal;
}

/**
 * One kind of step. The control loop asks every stage to start what may start; a stage says when it wants to be asked
 * again if nothing else happens (ms since the epoch).
 */
export interface Stage {
  start(now: number): number | undefined;
}

/** The earlier of two times, either of which may be "never". */
export function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : Math.min(a, b);
}
