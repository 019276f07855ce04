import type { Message } from '../../electron/core/messages/message.ts';
import { useWording } from './words.tsx';

type Sayable = Message | readonly Message[];

/** Puts messages into the person's language as plain text, for attributes and toasts; elsewhere use `Text`. */
export function useText(): (message: Sayable) => string {
  return useWording().text;
}

/** One or more messages in the person's language. */
export function Text({ message }: { readonly message: Sayable }) {
  return <span>{useText()(message)}</span>;
}
