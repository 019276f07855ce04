import type { Message } from '../../electron/core/messages/message.ts';
import { type Sayable, Text, useText } from './text.tsx';

export const useSay = useText;
export const useHostWords = useText;

export function Sentence({ said }: { readonly said: readonly Message[] }) {
  return <Text message={said} />;
}

export function HostText({ text }: { readonly text: Sayable }) {
  return <Text message={text} />;
}
