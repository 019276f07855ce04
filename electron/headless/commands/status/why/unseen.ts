import { type Message, say } from '../../../../core/messages/message.ts';
import { assertNever } from '../../../../core/result.ts';
import type { FolderHealth } from '../../../../engine/api.ts';
import type { WhySources } from './around.ts';
import type { Inside } from './location.ts';

/** Why Intray does not know a file that it would take. */
export function whyUnseen({ folder, disk }: Inside, { holder }: WhySources): Message[] {
  const yet = say('why.unseen.yet');
  if (disk.kind === 'unknown') return [yet, say('why.unseen.unreadable', { message: disk.message })];
  if (folder.settings === undefined) return [yet, say('why.unseen.folderUnknown')];
  if (holder.kind === 'none') return [yet, say('why.unseen.notRunning')];
  if (!folder.active && folder.health?.kind !== 'resting') return [yet, say('why.unseen.otherFolder')];
  return [yet, healthReason(folder.health ?? { kind: 'scanning' })];
}

function healthReason(health: FolderHealth): Message {
  switch (health.kind) {
    case 'scanning':
      return say('why.unseen.firstScan');
    case 'watching':
      return say(health.by === 'events' ? 'why.unseen.byEvents' : 'why.unseen.byPolling');
    case 'unreachable':
      return say('why.unseen.unreachable', { message: health.message });
    case 'paused':
      return say('why.unseen.paused', { message: health.message });
    case 'resting':
      return say('why.unseen.resting');
    default:
      return assertNever(health);
  }
}
