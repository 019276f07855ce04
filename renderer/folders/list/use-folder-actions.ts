import type { ContractError } from '../../../electron/core/contract/contract.ts';
import type { FolderStatus } from '../../../electron/core/contract/status.ts';
import { type Message, say } from '../../../electron/core/messages/message.ts';
import type { Result } from '../../../electron/core/result.ts';
import { nameOf } from '../../components/folder-names.ts';
import { type ToastMessage, useToast } from '../../components/toast.tsx';
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
  const pause = useHostCommand('setPaused', ['folders', 'status']);
  const remove = useHostCommand('removeFolder', ['folders', 'status']);
  const addAgain = useHostCommand('addFolder', ['folders', 'status']);
  const sendLeftAlone = useHostCommand('sendLeftAlone', ['status', 'documents']);
  const lookNow = useHostCommand('lookNow', ['status']);
  const refused = (message: Message): void => toast({ text: inWords(message), tone: 'bad' });
  /** Says a refusal; what was done, where there is something to say. */
  const report = async <Value>(
    coming: Promise<Result<Value, ContractError>>,
    done?: (value: Value) => ToastMessage,
  ): Promise<void> => {
    const answer = await coming;
    if (!answer.ok) refused(answer.error.message);
    else if (done !== undefined) toast(done(answer.value));
  };

  return {
    pause: ({ id, path }: FolderStatus) => {
      const undo = () => void pause.run({ paused: false, folderId: id });
      return report(pause.run({ paused: true, folderId: id }), () => ({ text: words('paused', { name: nameOf(path) }), undo }));
    },
    resume: ({ id, path }: FolderStatus) =>
      report(pause.run({ paused: false, folderId: id }), () => ({ text: words('resumed', { name: nameOf(path) }) })),
    /** Checks every folder and retries what is waiting. */
    lookNow: () => report(lookNow.run({})),
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
    sendLeftAlone: ({ id }: FolderStatus) =>
      report(sendLeftAlone.run({ id }), ({ count }) => ({ text: words('leftAlone.sent', { count }) })),
    open: ({ id }: FolderStatus) => report(host.request('openFolder', { id })),
  };
}
