import { type Message, say } from '../../../../core/messages/message.ts';
import { createFilter, type Filter } from '../../../../engine/watch/filter.ts';
import { watchMessage } from '../../../output/state-messages.ts';
import type { WhySources } from './documents.ts';
import type { Inside } from './location.ts';

/** Why a file in a folder is not taken, whatever its content; undefined if it would be. */
export function whyIgnored({ folder, inside, disk, link }: Inside): Message | undefined {
  if (link === inside || disk.kind === 'link') return say('why.ignored.link');
  if (link !== undefined) return say('why.ignored.belowLink', { path: link });
  if (disk.kind === 'other') return say('why.ignored.noFile');
  const { settings } = folder;
  if (settings === undefined) return undefined;
  const filter = createFilter(settings);
  return directoryReason(filter, inside) ?? filter.file(inside);
}

/** Why the directory that a path is in is not entered. */
export function directoryReason(filter: Pick<Filter, 'directory'>, inside: string): Message | undefined {
  const parts = inside.split('/').slice(0, -1);
  for (const [index] of parts.entries()) {
    const path = parts.slice(0, index + 1).join('/');
    const reason = filter.directory(path);
    if (reason !== undefined) return say('why.ignored.inDirectory', { path, message: reason });
  }
  return undefined;
}

/** Why Intray does not know a file that it would take. */
export function whyUnseen({ folder, disk }: Inside, { holder }: WhySources): Message[] {
  const yet = say('why.unseen.yet');
  if (disk.kind === 'unknown') return [yet, say('why.unseen.unreadable', { message: disk.message })];
  if (folder.settings === undefined) return [yet, say('why.unseen.folderUnknown')];
  return [yet, watchMessage(folder, holder.kind === 'running')];
}
