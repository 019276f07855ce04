import { english } from '../languages/en/all.ts';
import { foreign, type Message, say } from '../messages/message.ts';

const { events } = english.queue;

/** What happened to a document, as a message. An event of another version is shown by the ledger's name for it. */
export function eventMessage(event: string): Message {
  return isKnown(event) ? say(`queue.events.${event}`) : foreign(event);
}

function isKnown(event: string): event is keyof typeof events {
  return Object.hasOwn(events, event);
}
