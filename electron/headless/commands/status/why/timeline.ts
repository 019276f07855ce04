import type { HistoryEntry } from '../../../../core/document/records.ts';
import { inEnglish } from '../../../../core/messages/wording.ts';
import { printable } from '../../../output/words.ts';

/** What the ledger's events are called for a person. One that is not here is shown as it is. */
const words: Readonly<Record<string, string>> = {
  found: 'found',
  touched: 'changed on disk, or looked at anew',
  ready: 'whole, ready to be sent',
  copied: 'the same content is on its way already',
  held: 'held for a person',
  blocked: 'held back, because of the disk',
  refused: 'refused',
  assigned: 'put into a request',
  sent: 'about to be sent whole',
  'put-back': 'back among those to be sent',
  accepted: 'accepted by the service',
  lost: 'the answer was lost',
  reported: 'the service reported',
  'given-up': 'given up',
  'result-taken': 'took the result of the same content',
  vanished: 'no longer where it was',
  returned: 'there again',
  'send-again': 'to be sent again',
  unchanged: 'written again, unchanged',
};

/** A document's history: a line each, oldest first. Pure. */
export function timelineLines(history: readonly HistoryEntry[], time: (at: number) => string): string[] {
  return history.map(({ at, event, note }) => {
    const what = words[event] ?? event;
    return `${time(at)}  ${printable(note === undefined ? what : `${what}: ${inEnglish(note)}`)}`;
  });
}
