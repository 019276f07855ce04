import { type BudgetState, isOfPages, usualUnknownPages } from '../account/budget.ts';
import type { FolderHealth, Line } from '../contract/status.ts';
import type { Document } from './document.ts';
import { type Standing, standingOf } from './standing.ts';
import { isReady } from './states.ts';

/**
 * What of a folder's documents does not go on now, and does by itself later. `everything`: nobody works for the folder; `unsent`: nothing
 * more of it is sent; a number: what has more pages than the budgets leave.
 */
export type Hold = 'everything' | 'unsent' | number;

/** What waits now: by its folder, or because it is tried again at a later time than this one (ms since the epoch). */
export interface Holds {
  readonly now: number;
  readonly folders: ReadonlyMap<number, Hold>;
}

/** All that holds are made from. */
interface Holding {
  readonly line: Pick<Line, 'kind'>;
  readonly folders: readonly { readonly id: number; readonly health: FolderHealth; readonly isElsewhere?: boolean | undefined }[];
  readonly budgets: readonly BudgetState[];
}

const shut: readonly Line['kind'][] = ['paused', 'offline', 'key', 'pages', 'stopped'];

/** What the line, a folder and the budgets hold back; the same for the window and for the command line. Pure. */
export function holdsOf({ line, folders, budgets }: Holding, now: number): Holds {
  const holdOf = ({ id, health, isElsewhere }: Holding['folders'][number]): Hold | undefined => {
    if (isElsewhere === true) return 'everything';
    const isWorking = health.kind === 'watching' || health.kind === 'scanning';
    if (!isWorking || shut.includes(line.kind)) return 'unsent';
    const own = budgets.filter(isOfPages).filter(({ folderId }) => folderId === undefined || folderId === id);
    return own.length === 0 ? undefined : Math.max(0, Math.min(...own.map(({ pages, used }) => pages - used)));
  };
  return {
    now,
    folders: new Map(
      folders.flatMap((folder) => {
        const hold = holdOf(folder);
        return hold === undefined ? [] : [[folder.id, hold] as const];
      }),
    ),
  };
}

/** What people see of a document now. The ledger's `standing` of one that waits is `on-the-way`, whatever holds it back. Pure. */
export function shownStanding(document: Document, { now, folders }: Holds): Standing {
  const standing = standingOf(document);
  if (standing !== 'on-the-way') return standing;
  const { state, pages = usualUnknownPages } = document;
  const hold = folders.get(document.folderId);
  const isLater = state.kind === 'waiting' && state.wait.kind === 'ready' && state.wait.notBefore > now;
  const isHeld =
    hold === 'everything' ||
    (hold === 'unsent' && (state.kind === 'settling' || isReady(state))) ||
    (typeof hold === 'number' && isReady(state) && pages > hold);
  return isLater || isHeld ? 'waiting' : standing;
}
