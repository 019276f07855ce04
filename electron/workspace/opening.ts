import type { ContractError, Handlers } from '../core/contract/contract.ts';
import { isOpenable } from '../core/document/openable.ts';
import { type Message, say } from '../core/messages/message.ts';
import { err, type Result } from '../core/result.ts';
import type { Workspace } from './workspace.ts';

/** Opens something in its program, or shows it in its directory, by the host's means. */
type Open = (path: string, how: 'open' | 'show') => Promise<Result<Readonly<Record<string, never>>, ContractError>>;

/** The answers that need a desktop session. What is not sure to be a document is shown instead of opened. */
export function openingHandlers(
  { handlers, fileOf }: { readonly handlers: Pick<Handlers, 'folders'>; readonly fileOf: Workspace['fileOf'] },
  open: Open,
): Pick<Handlers, 'openFile' | 'openFolder'> {
  return {
    async openFile({ id, what, how }) {
      const file = await fileOf(id, what);
      if (!file.ok) return file;
      const { path } = file.value;
      if (how === 'show' || isOpenable(path)) return open(path, how);
      const shown = await open(path, 'show');
      return shown.ok ? cannotOpen(say('workspace.shownInstead', { path })) : shown;
    },
    async openFolder({ id }) {
      const folders = await handlers.folders({});
      if (!folders.ok) return folders;
      const folder = folders.value.find((each) => each.id === id);
      return folder === undefined ? cannotOpen(say('workspace.folder.notWatched')) : open(folder.settings.path, 'open');
    },
  };
}

function cannotOpen(message: Message) {
  return err({ kind: 'unavailable', message } as const);
}
