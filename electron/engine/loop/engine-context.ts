import type { EngineOptions, Limits, Notice } from '../api.ts';
import type { World } from '../ports.ts';
import type { Account } from './account.ts';
import type { BatchPolls } from './batch-polls.ts';
import type { Budgets } from './budgets.ts';
import type { Scans, Stage } from './control-loop.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { Guard } from './guard.ts';
import type { KeptContents } from './kept-contents.ts';
import type { PageCounts } from './page-counts.ts';
import type { Retries } from './retries.ts';
import type { RoutePauses } from './route-pauses.ts';
import type { Tasks } from './tasks.ts';
import type { WatchedFolders } from './watched-folders.ts';

/** What the parts of one engine share: the one argument of each stage. */
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
  readonly retries: Retries;
  readonly scans: Scans;
  readonly routePauses: RoutePauses;
  readonly batchPolls: BatchPolls;
  readonly contents: KeptContents;
  readonly announce: (notice: Notice) => void;
  /** Makes the control loop ask every stage again, soon, or only one. */
  readonly wake: (only?: Stage) => void;
  /** Whether a person has paused the intake: then nothing is taken in or sent. */
  readonly isPaused: () => boolean;
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal;
}
