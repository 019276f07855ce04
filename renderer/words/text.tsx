import type { Message } from '../../electron/core/messages/message.ts';
import { useWording } from './words.tsx';

/** One or more messages; or a text, shown as it is. */
export type Sayable = string | Message | readonly Message[];

/** Puts messages into the person's language as plain text, for attributes and toasts; elsewhere use `Text`. */
export function useText(): (message: Sayable) => string {
  const { text } = useWording();
  return (message) => (typeof message === 'string' ? message : text(message));
}

/** A message in the person's language. */
export function Text({ message }: { readonly message: Sayable }) {
  return <span>{useText()(message)}</span>;
}
