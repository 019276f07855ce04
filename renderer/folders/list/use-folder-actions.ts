import type { FolderStatus } from '../../../electron/core/contract/status.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { nameOf } from '../../components/folder-names.ts';
import { toast, toastAnswer, toastRefusal } from '../../components/toast.tsx';
import { useHost, useHostCommand } from '../../host/host.tsx';
import { useWords } from '../../words/words.tsx';

export type FolderActions = ReturnType<typeof useFolderActions>;

/** What a person can do with a folder. Each action reports its outcome, and removal can be undone. */
export function useFolderActions() {
  const words = useWords('folders');
  const host = useHost();
  const pause = useHostCommand('setPaused', ['folders', 'status']);
  const remove = useHostCommand('removeFolder', ['folders', 'status']);
  const addAgain = useHostCommand('addFolder', ['folders', 'status']);
  const sendLeftAlone = useHostCommand('sendLeftAlone', ['status', 'documents']);
  const lookNow = useHostCommand('lookNow', ['status']);
  return {
    pause: ({ id, path }: FolderStatus) => {
      const undo = () => void pause.run({ paused: false, folderId: id });
      return toastAnswer(pause.run({ paused: true, folderId: id }), () => ({
        text: words('paused', { name: nameOf(path) }),
        undo,
      }));
    },
    resume: ({ id, path }: FolderStatus) =>
      toastAnswer(pause.run({ paused: false, folderId: id }), () => ({ text: words('resumed', { name: nameOf(path) }) })),
    /** Checks every folder and retries what is waiting. */
    lookNow: () => toastAnswer(lookNow.run({})),
    remove: async ({ id, path }: FolderStatus) => {
      const name = nameOf(path);
      const answer = await remove.run({ id });
      if (!answer.ok) return toastRefusal(answer.error.message);
      const { settings } = answer.value;
      const takeBack = async (): Promise<void> => {
        const added = await addAgain.run({ settings });
        if (added.ok) toast({ text: words('back', { name }) });
        else toastRefusal(say('folders.notBack', { name, message: added.error.message }));
      };
      toast({ text: words('removed', { name }), undo: () => void takeBack() });
    },
    sendLeftAlone: ({ id }: FolderStatus) =>
      toastAnswer(sendLeftAlone.run({ id }), ({ count }) => ({ text: words('leftAlone.sent', { count }) })),
    open: ({ id }: FolderStatus) => toastAnswer(host.request('openFolder', { id })),
  };
}
