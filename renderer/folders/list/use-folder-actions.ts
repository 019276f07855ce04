import type { FolderStatus } from '../../../electron/core/contract/status.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { nameOf } from '../../components/folder-names.ts';
import { toast, toastAnswer, toastRefusal } from '../../components/toast.tsx';
import { useHostCommands } from '../../host/host.tsx';
import { useWords } from '../../words/words.tsx';

/** What a person can do with a folder. Each action reports its outcome, and removal can be undone. */
export function useFolderActions() {
  const words = useWords('folders');
  const { run } = useHostCommands(['folders', 'status', 'documents']);

  return {
    pause: ({ id, path }: FolderStatus) => {
      const undo = () => void run('setPaused', { paused: false, folderId: id });
      return toastAnswer(run('setPaused', { paused: true, folderId: id }), () => ({
        text: words('paused', { name: nameOf(path) }),
        undo,
      }));
    },
    resume: ({ id, path }: FolderStatus) =>
      toastAnswer(run('setPaused', { paused: false, folderId: id }), () => ({ text: words('resumed', { name: nameOf(path) }) })),
    lookNow: () => toastAnswer(run('lookNow', {})),
    remove: async ({ id, path }: FolderStatus) => {
      const name = nameOf(path);
      const answer = await run('removeFolder', { id });
      if (!answer.ok) return toastRefusal(answer.error.message);
      const { settings } = answer.value;
      const takeBack = async (): Promise<void> => {
        const added = await run('addFolder', { settings });
        if (added.ok) toast({ text: words('back', { name }) });
        else toastRefusal(say('folders.notBack', { name, message: added.error.message }));
      };
      toast({ text: words('removed', { name }), undo: () => void takeBack() });
    },
    open: ({ id }: FolderStatus) => toastAnswer(run('openFolder', { id })),
  };
}
