import { expect } from 'vitest';
import type { Message } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';

/** Matches a message whose English text contains this, or matches it. */
export function reads(text: string | RegExp): unknown {
  return expect.toSatisfy((message: Message) => {
    const english = inEnglish(message);
    return typeof text === 'string' ? english.includes(text) : text.test(english);
  });
}
