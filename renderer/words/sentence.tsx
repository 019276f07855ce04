import type { Message } from '../../electron/core/messages/message.ts';
import { useWording } from './words.tsx';

/** Messages as one text in the person's language; for places that take no markup. */
export function useSay(): (messages: Message | readonly Message[]) => string {
  return useWording().text;
}

/** The same for what may be a text already. */
export function useHostWords(): (message: string | Message) => string {
  const { text } = useWording();
  return (message) => (typeof message === 'string' ? message : text(message));
}

/** Messages in the person's language. */
export function Sentence({ said }: { readonly said: readonly Message[] }) {
  return useSay()(said);
}

/** A message of the host in the person's language, or a text as it came. */
export function HostText({ text }: { readonly text: string | Message }) {
  const inWords = useHostWords();
  return <span>{inWords(text)}</span>;
}
