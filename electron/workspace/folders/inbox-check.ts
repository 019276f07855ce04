import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { type Message, say } from '../../core/messages/message.ts';

/** Why the inboxes of these folders cannot be used; undefined if they can. Pure. */
export function inboxProblem(
  folders: readonly Pick<FolderSettings, 'path' | 'inbox'>[],
  hasRegister: boolean,
): Message | undefined {
  const known = new Map<string, string>();
  for (const { path, inbox } of folders) {
    if (inbox === undefined) continue;
    if (!hasRegister) return say('configuration.inboxAlone', { path, inbox });
    const first = known.get(inbox);
    if (first !== undefined) return say('configuration.sameInbox', { first, second: path, inbox });
    known.set(inbox, path);
  }
  return undefined;
}
