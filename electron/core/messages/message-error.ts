import { foreign, type Message } from './message.ts';
import { inEnglish } from './wording.ts';

/** An error whose reason a person may read: `said` goes into their language, `message` is its English for a log. */
export class MessageError extends Error {
  override readonly name: string = 'MessageError';
  readonly said: Message;

  constructor(said: Message, options?: ErrorOptions) {
    super(inEnglish(said), options);
    this.said = said;
  }
}

/** What an error says: its message, or the text of one that came from elsewhere. */
export function messageOf(error: unknown): Message {
  if (error instanceof MessageError) return error.said;
  return foreign(error instanceof Error ? error.message : String(error));
}
