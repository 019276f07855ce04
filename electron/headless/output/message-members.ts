import type { Message } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';

/** A message for machines: its code, its values, and the English sentence. */
export function messageMembers(message: Message): { readonly message: string } & Message {
  return { message: inEnglish(message), code: message.code, values: message.values };
}

/** Several messages for machines: all of them as one text, the first one's code and values, and `reasons` with each. */
export function messagesMembers(messages: readonly Message[]): Readonly<Record<string, unknown>> {
  const reasons = messages.map(messageMembers);
  return { ...reasons[0], ...(reasons.length > 1 && { message: inEnglish(messages), reasons }) };
}
