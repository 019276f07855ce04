import type { HistoryEntry } from '../../../../core/document/records.ts';
import { english } from '../../../../core/languages/en/all.ts';
import { foreign, type Message, say } from '../../../../core/messages/message.ts';
import type { Wording } from '../../../../core/messages/wording.ts';

const known = english.queue.events;

/** A document's history: a line each, oldest first. Pure. */
export function timelineLines(history: readonly HistoryEntry[], { text, formats }: Wording): string[] {
  return history.map(({ at, event, note }) => {
    const what = text(eventMessage(event));
    return `${formats.moment(at)}  ${note === undefined ? what : `${what}: ${text(note)}`}`;
  });
}

/** What happened, in words; as the ledger calls it where the catalogue has no words for it. */
function eventMessage(event: string): Message {
  return isKnown(event) ? say(`queue.events.${event}`) : foreign(event);
}

function isKnown(event: string): event is keyof typeof known {
  return Object.hasOwn(known, event);
}
