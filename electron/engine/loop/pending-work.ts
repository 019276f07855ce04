import { forbiddenIn, type Gate } from '../../core/account/gate.ts';
import { isPending } from '../../core/document/delivery.ts';
import type { Document } from '../../core/document/document.ts';
import { traitsOf } from '../../core/document/states.ts';
import { assertNever } from '../../core/result.ts';
import type { World } from '../ports.ts';
import type { WatchedFolder, WatchedFolders } from './watched-folders.ts';

interface PendingWorkContext {
  readonly world: Pick<World, 'ledger' | 'service'>;
  readonly folders: Pick<WatchedFolders, 'own' | 'health'>;
  readonly account: { readonly gate: Gate };
}

/**
 * Whether anything in the engine's folders can still make progress without a person: what `run` waits for.
 *
 * @param undeliverable documents whose result the disk has refused
 */
export function hasPendingWork({ world, folders, account }: PendingWorkContext, undeliverable: ReadonlySet<number>): boolean {
  const { ledger, service } = world;
  const { gate } = account;
  const mayUpload = gate.kind !== 'key' && forbiddenIn(gate) === undefined;
  const mayPoll = gate.kind !== 'key';
  return folders.own().some((folder) => {
    const isLeftAlone = folder.paused || folders.health(folder.id).kind === 'unreachable';
    const isRoutePaused = ledger.routes.paused(service.origin, folder.settings.route) !== undefined;
    let undelivered = 0;
    for (const { state, delivery, wait, count } of ledger.documents.counts(folder.id)) {
      if (count === 0) continue;
      const { progress, result } = traitsOf(state);
      if (result !== 'none' && isPending({ kind: delivery })) undelivered += count;
      switch (progress) {
        case 'waiting': {
          const maySettleOrGo = wait === undefined || (wait === 'ready' && mayUpload && !isRoutePaused);
          if (maySettleOrGo && !isLeftAlone) return true;
          break;
        }
        case 'uploading':
          return true;
        case 'atService':
          if (mayPoll) return true;
          break;
        case 'none':
          break;
        default:
          return assertNever(progress);
      }
    }
    return undelivered > stuckIn(folder, undeliverable, (id) => ledger.documents.get(id));
  });
}

function stuckIn(folder: WatchedFolder, undeliverable: ReadonlySet<number>, get: (id: number) => Document | undefined): number {
  let stuck = 0;
  for (const id of undeliverable) {
    const document = get(id);
    if (document?.folderId === folder.id && isPending(document.delivery)) stuck += 1;
  }
  return stuck;
}
