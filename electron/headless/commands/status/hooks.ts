import type { HookEvent } from '../../../core/hooks/hook-event.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import type { Host } from '../../host.ts';
import { ledgerFor } from '../../input/ledger-access.ts';
import { isoTime, type JsonMembers, messageMembers, tell } from '../../output/events.ts';
import type { LedgerFlags } from '../options.ts';

/** So many events are listed, the newest first. */
const listed = 200;

/** `intray status --hooks`: the events that no hook has taken, with `all` also those that one has. */
export async function listHooks(flags: LedgerFlags & { readonly hooks?: 'open' | 'all' }, host: Host): Promise<0> {
  const states: HookEvent['state'][] = flags.hooks === 'all' ? ['pending', 'given-up', 'done'] : ['pending', 'given-up'];
  const { events, counts } = await ledgerFor(flags, host).read((ledger) => ({
    events: ledger.hookEvents.list(states, listed).map((event) => withPlace(ledger, event)),
    counts: ledger.hookEvents.counts(),
  }));
  const lines = events.length === 0 ? [say('hooks.none')] : [...countLines(counts), ...events.map(eventLine)];
  return tell(host, flags, { event: 'hooks', ...counts, events: events.map(eventMembers) }, lines);
}

/** An event, with the path of the document or folder that it is about. */
function withPlace({ documents, folders }: LedgerReader, event: HookEvent) {
  const folder = folders.get(event.folderId)?.path ?? '';
  const document = event.documentId === 0 ? undefined : documents.get(event.documentId);
  return { event, path: document === undefined ? folder : `${folder}/${document.path}` };
}

type PlacedEvent = ReturnType<typeof withPlace>;

/** In `intray status` too. */
export function countLines({ pending, failing, givenUp }: ReturnType<LedgerReader['hookEvents']['counts']>): Message[] {
  return pending + givenUp === 0 ? [] : [say('hooks.counts', { pending, failing, givenUp })];
}

function eventLine({ event, path }: PlacedEvent): Message {
  const { eventId: id, name, state, attempts: count, nextAt, message, triedAt, at } = event;
  const about = { id, name, path };
  if (state === 'done') return say('hooks.taken', { ...about, at: triedAt ?? at });
  if (message === undefined) return say('hooks.waiting', about);
  return state === 'pending'
    ? say('hooks.refused', { ...about, count, at: nextAt, message })
    : say('hooks.givenUp', { ...about, count, message });
}

function eventMembers({ event, path }: PlacedEvent): JsonMembers {
  const { id: revision, eventId, name, at, state, attempts, nextAt, triedAt, message, output, documentId } = event;
  return {
    ...{ id: eventId, hook: name, path, revision, at: isoTime(at), state, attempts },
    ...defined({
      document: documentId === 0 ? undefined : documentId,
      next: state === 'pending' ? isoTime(nextAt) : undefined,
      tried: triedAt === undefined ? undefined : isoTime(triedAt),
      output,
    }),
    ...(message !== undefined && messageMembers(message)),
  };
}
