import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { useToast } from '../../components/toast.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useText, useWords } from '../../words/words.tsx';

/** Takes what no folder uses off the list. */
export function useForget({ route, name }: Pick<RouteView, 'route' | 'name'>, onClose: () => void): () => void {
  const words = useWords('folders.definitions');
  const inWords = useText();
  const toast = useToast();
  const forget = useHostCommand('forgetRoute', ['routes']);
  return () =>
    void (async () => {
      const answer = await forget.run(route);
      if (!answer.ok) return toast({ text: inWords(answer.error.message), tone: 'bad' });
      toast({ text: words('forgotten', { name }) });
      onClose();
    })();
}
