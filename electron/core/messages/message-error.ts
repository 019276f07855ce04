import { errorText } from '../plain-data.ts';
import { foreign, type Message } from './message.ts';
import { inEnglish } from './wording.ts';

/** An error whose reason a person may read: `said` goes into their language; `message`, its English, is put into words when a log asks. */
export class MessageError extends Error {
  override readonly name: string = 'MessageError';
  readonly said: Message;

  constructor(said: Message, options?: ErrorOptions) {
    super(undefined, options);
    this.said = said;
  }

  override get message(): string {
    return inEnglish(this.said);
  }
}

/** What an error says: its message, or the text of one that came from elsewhere. */
export function messageOf(error: unknown): Message {
  if (error instanceof MessageError) return error.said;
  return foreign(errorText(error));
}
