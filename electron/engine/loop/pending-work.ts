import { forbiddenIn } from '../../core/account/gate.ts';
import { isPending } from '../../core/document/document.ts';
import { traitsOf } from '../../core/document/states.ts';
import type { Route } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import type { EngineContext } from './engine-context.ts';
import type { WatchedFolder } from './watched-folders.ts';

type PendingWorkContext = Pick<EngineContext, 'world' | 'folders' | 'account' | 'budgets' | 'routePauses'>;

/**
 * What can still make progress in the engine's folders without a person: `run` goes on while there is some.
 *
 * @param undeliverable documents whose result the disk has refused
 * @returns `waits`: only what is tried again now and then, because the service has not taken or answered it
 */
export function pendingWork(context: PendingWorkContext, undeliverable: ReadonlySet<number>): 'none' | 'waits' | 'work' {
  const { world, folders, account } = context;
  const all = folders.own().map((folder) => pendingIn(context, folder, undeliverable));
  if (all.includes('work')) return 'work';
  if (!all.includes('waits')) return 'none';
  return account.gate.kind === 'open' && world.ledger.batches.isAnswered(world.service.origin) ? 'work' : 'waits';
}

function pendingIn(
  { world, folders, account, budgets, routePauses }: PendingWorkContext,
  folder: WatchedFolder,
  undeliverable: ReadonlySet<number>,
): 'none' | 'waits' | 'work' {
  const { documents, meta, routes } = world.ledger;
  const { gate } = account;
  const mayUpload = gate.kind !== 'key' && forbiddenIn(gate) === undefined;
  const isLeftAlone = folder.paused || folders.health(folder.id).kind === 'unreachable' || folders.isHeld(folder.id);
  const { origin } = world.service;
  const isHeldUp = (route: Route) => gate.kind !== 'open' || routes.paused(origin, route) !== undefined;
  if (meta.read('check-again', folder.id) !== undefined) return 'work';
  let pending: 'none' | 'waits' = 'none';
  let undelivered = 0;
  for (const { state, delivery, wait, count } of documents.counts(folder.id)) {
    if (count === 0) continue;
    const { progress, result } = traitsOf(state);
    if (result !== 'none' && isPending({ kind: delivery })) undelivered += count;
    switch (progress) {
      case 'waiting':
        if (isLeftAlone) break;
        if (wait === undefined) return 'work';
        if (wait !== 'ready' || !mayUpload || budgets.holdsBack(folder.id, world.clock.now())) break;
        for (const route of [folder.settings.route, ...documents.laterRoutes(folder.id, origin)]) {
          const isReady = !isHeldUp(route) && documents.ready(folder.id, { origin, route }, world.clock.now(), 1).length > 0;
          if (isReady) return 'work';
          if (routePauses.refusal(route) === undefined) pending = 'waits';
        }
        break;
      case 'uploading':
        return 'work';
      case 'atService':
        if (gate.kind !== 'key') pending = 'waits';
        break;
      case 'none':
        break;
      default:
        return assertNever(progress);
    }
  }
  for (const id of undeliverable) {
    const document = documents.get(id);
    if (document?.folderId === folder.id && isPending(document.delivery)) undelivered -= 1;
  }
  return undelivered <= 0 ? pending : 'work';
}
