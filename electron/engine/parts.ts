import type { Account } from './account.ts';
import type { EngineOptions, Limits, Notice } from './api.ts';
import type { Books } from './books.ts';
import type { FolderBook } from './folder-book.ts';
import type { World } from './ports.ts';
import type { Tasks } from './tasks.ts';

/** What the lanes share. */
export interface Parts {
  readonly world: World;
  readonly options: EngineOptions;
  readonly limits: Limits;
  readonly books: Books;
  readonly account: Account;
  readonly folders: FolderBook;
  readonly tasks: Tasks;
  readonly announce: (notice: Notice) => void;
  /** Asks for a scan of a folder, or of a directory of it (absolute), or first for a look at one name in that. */
  readonly lookAgain: (folderId: number, directory?: string, name?: string) => void;
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal;
}

/**
 * One kind of step. The control loop asks every lane to start what may start; a lane says when it wants to be asked
 * again if nothing else happens (ms since the epoch).
 */
export interface Lane {
  start(now: number): number | undefined;
}

/** The earlier of two times, either of which may be "never". */
export function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : Math.min(a, b);
}
