import type { Message } from '../../electron/core/messages/message.ts';
import { useWording } from './words.tsx';

/** What the host has to say: a message or several; or a text that is shown as it came. */
export type Sayable = string | Message | readonly Message[];

/** Puts messages into the person's language as plain text, for attributes and toasts; elsewhere `Text` is handier. */
export function useText(): (message: Sayable) => string {
  const { text } = useWording();
  return (message) => (typeof message === 'string' ? message : text(message));
}

/** A message in the person's language. */
export function Text({ message }: { readonly message: Sayable }) {
  return <span>{useText()(message)}</span>;
}
