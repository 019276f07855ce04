import type { FolderStatus } from '../../../electron/core/contract/status.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { nameOf } from '../../components/folder-names.ts';
import { useToast } from '../../components/toast.tsx';
import { useHost } from '../../host/host.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useText, useWords } from '../../words/words.tsx';

export type FolderActions = ReturnType<typeof useFolderActions>;

/** What a person can do with a folder. Each action reports its outcome, and removal can be undone. */
export function useFolderActions() {
  const words = useWords('folders');
  const inWords = useText();
  const toast = useToast();
  const host = useHost();
  const pause = useHostCommand('pauseFolder', ['folders', 'status']);
  const resume = useHostCommand('resumeFolder', ['folders', 'status']);
  const remove = useHostCommand('removeFolder', ['folders', 'status']);
  const addAgain = useHostCommand('addFolder', ['folders', 'status']);
  const sendLeftAlone = useHostCommand('sendLeftAlone', ['status', 'documents']);
  const lookNow = useHostCommand('lookNow', ['status']);
  const refused = (message: Message): void => toast({ text: inWords(message), tone: 'bad' });

  return {
    pause: async ({ id, path }: FolderStatus) => {
      const answer = await pause.run({ id });
      if (!answer.ok) return refused(answer.error.message);
      toast({ text: words('paused', { name: nameOf(path) }), undo: () => void resume.run({ id }) });
    },
    resume: async ({ id, path }: FolderStatus) => {
      const answer = await resume.run({ id });
      if (!answer.ok) return refused(answer.error.message);
      toast({ text: words('resumed', { name: nameOf(path) }) });
    },
    /** Checks every folder and retries what is waiting. */
    lookNow: async () => {
      const answer = await lookNow.run({});
      if (!answer.ok) refused(answer.error.message);
    },
    remove: async ({ id, path }: FolderStatus) => {
      const name = nameOf(path);
      const answer = await remove.run({ id });
      if (!answer.ok) return refused(answer.error.message);
      const { settings } = answer.value;
      const takeBack = async (): Promise<void> => {
        const added = await addAgain.run({ settings });
        if (added.ok) toast({ text: words('back', { name }) });
        else refused(say('folders.notBack', { name, message: added.error.message }));
      };
      toast({ text: words('removed', { name }), undo: () => void takeBack() });
    },
    sendLeftAlone: async ({ id }: FolderStatus) => {
      const answer = await sendLeftAlone.run({ id });
      if (!answer.ok) return refused(answer.error.message);
      toast({ text: words('leftAlone.sent', { count: answer.value.count }) });
    },
    open: async ({ id }: FolderStatus) => {
      const answer = await host.request('openFolder', { id });
      if (!answer.ok) refused(answer.error.message);
    },
  };
}
