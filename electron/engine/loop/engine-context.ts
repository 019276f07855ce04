import type { EngineOptions, Limits, Notice } from '../api.ts';
import type { World } from '../ports.ts';
import type { Account } from './account.ts';
import type { BatchPolls } from './batch-polls.ts';
import type { Budgets } from './budgets.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { Guard } from './guard.ts';
import type { PageCounts } from './page-counts.ts';
import type { RoutePauses } from './route-pauses.ts';
import type { Stage } from './stage.ts';
import type { Tasks } from './tasks.ts';
import type { WatchedFolders } from './watched-folders.ts';

/** What the parts of one engine share. Each stage names the part of it that it needs in a context type of its own. */
export interface EngineContext {
  readonly world: World;
  readonly options: EngineOptions;
  readonly limits: Limits;
  readonly writer: DocumentWriter;
  readonly account: Account;
  readonly budgets: Budgets;
  readonly guard: Guard;
  readonly pageCounts: PageCounts;
  readonly folders: WatchedFolders;
  readonly tasks: Tasks;
  readonly scans: Scans;
  readonly routePauses: RoutePauses;
  readonly batchPolls: BatchPolls;
  readonly announce: (notice: Notice) => void;
  /** Makes the control loop ask every stage again, soon, or only one. */
  readonly wake: (only?: Stage) => void;
  /** Whether a person has paused the intake: then nothing is taken in or sent. */
  readonly isPaused: () => boolean;
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal;
}

/** Where a stage that finds something other than it expected asks for another look at the disk. */
export interface Scans {
  /**
   * Asks for a scan of a folder, or of one of its directories (absolute); with the name of a file in it, that file is
   * looked at first. Wakes the stage that scans.
   */
  request(folderId: number, directory?: string, name?: string): void;
  /** How many full scans of a folder this engine has completed. */
  completed(folderId: number): number;
  /** Whether every folder that can be reached has been scanned whole, and nothing more is asked for. */
  readonly isIdle: boolean;
}
