import { sentence } from '../../../output/words.ts';
import type { WhySources } from './around.ts';
import type { Place } from './place.ts';

/** Why Intray does not know a file that it would take. */
export function describeUnseen({ folder, disk }: Extract<Place, { kind: 'inside' }>, { holder }: WhySources): string[] {
  const unseen = 'Intray has not seen it yet.';
  if (disk.kind === 'unknown') return [`${unseen} It cannot be looked at: ${sentence(disk.message)}`];
  if (folder.settings === undefined) return [`${unseen} Its folder has not been taken up by an engine so far.`];
  if (holder.kind === 'none') {
    return [`${unseen} It is not running on this data directory: start it with intray watch, or intray run.`];
  }
  if (folder.health?.kind === 'resting') return [`${unseen} A person has let its folder rest: nothing of it is taken in.`];
  if (!folder.active) return [`${unseen} The Intray that is running does not watch this folder; an earlier one did.`];
  const { health } = folder;
  switch (health?.kind) {
    case 'unreachable':
      return [`${unseen} Its folder cannot be reached: ${sentence(health.message)}`];
    case 'paused':
      return [`${unseen} Its folder is paused: ${sentence(health.message)}`];
    case 'watching':
      return [
        health.by === 'events'
          ? `${unseen} A new file is noticed within a second or so, and the whole folder is looked through every few minutes.`
          : `${unseen} The system tells nothing of changes here, so the folder is looked through every few seconds.`,
      ];
    default:
      return [`${unseen} The folder is being looked through for the first time.`];
  }
}
