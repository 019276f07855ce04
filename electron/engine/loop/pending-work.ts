import { forbiddenIn } from '../../core/account/gate.ts';
import { isPending } from '../../core/document/delivery.ts';
import type { Document } from '../../core/document/document.ts';
import { assertNever } from '../../core/result.ts';
import type { EngineContext } from './engine-context.ts';
import type { WatchedFolder } from './watched-folders.ts';

/** Whether anything in the engine's folders can still move without a person: what `run` waits for. */
export function hasPendingWork({ world, folders, account }: EngineContext, undeliverable: ReadonlySet<number>): boolean {
  const { ledger, service } = world;
  const { gate } = account;
  const mayUpload = gate.kind !== 'key' && forbiddenIn(gate) === undefined;
  const mayPoll = gate.kind !== 'key';
  return folders.own().some((folder) => {
    const untouched = folder.resting || folders.health(folder.id).kind === 'unreachable';
    const paused = ledger.routes.paused(service.origin, folder.settings.route) !== undefined;
    let undelivered = 0;
    for (const { state, delivery, wait, count } of ledger.documents.counts(folder.id)) {
      if (count === 0) continue;
      switch (state) {
        case 'settling':
          if (!untouched) return true;
          break;
        case 'waiting':
          if (wait === 'ready' && mayUpload && !paused && !untouched) return true;
          break;
        case 'uploading':
          return true;
        case 'queued':
        case 'processing':
          if (mayPoll) return true;
          break;
        case 'processed':
        case 'needs_review':
        case 'confirmed':
        case 'duplicate':
          if (isPending({ kind: delivery })) undelivered += count;
          break;
        case 'unresolved':
        case 'failed':
        case 'rejected':
        case 'gone':
          break;
        default:
          return assertNever(state);
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
