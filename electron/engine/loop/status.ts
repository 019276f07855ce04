import { balanceOf, bucketOf } from '../../core/document/standing.ts';
import { given } from '../../core/plain-data.ts';
import type { EngineStatus, FolderStatus } from '../api.ts';
import type { EngineContext } from './engine-context.ts';
import { questionOf } from './questions.ts';

type StatusContext = Pick<EngineContext, 'world' | 'folders' | 'account' | 'budgets' | 'isPaused' | 'tasks'>;

/** The state of the engine and of its folders. */
export function statusOf({ world, folders, account, budgets, isPaused, tasks }: StatusContext): EngineStatus {
  const { ledger, service } = world;
  const each = folders.own().map(
    (folder): FolderStatus => ({
      ...questionOf(ledger, folder),
      id: folder.id,
      path: folder.path,
      route: folder.settings.route,
      routeName: ledger.routes.info(service.origin, folder.settings.route)?.name ?? folder.settings.route.id,
      health: folders.health(folder.id),
      balance: ledger.documents.balance(folder.id),
    }),
  );
  const counts = folders.own().flatMap(({ id }) => ledger.documents.counts(id));
  return {
    balance: balanceOf(counts.map(({ state, delivery, count }) => ({ bucket: bucketOf(state, delivery), count }))),
    gate: account.gate,
    paused: isPaused(),
    folders: each,
    requestsPerSecond: account.requestsPerSecond,
    faults: tasks.faults,
    ...given({ ledger: tasks.waiting }),
    budgets: budgets.states(world.clock.now()),
    attention: folders.own().reduce((sum, { id }) => sum + ledger.documents.attention(id), 0),
  };
}
