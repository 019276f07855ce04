import type { HookEvent } from '../../core/hooks/hook-event.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { Host } from '../host.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { messageMembers, tell } from '../output/events.ts';
import { defineCommand, type FlagsOf } from './command.ts';
import { examples, ledgerOptions } from './options.ts';

const options = [
  { flag: '--retry', text: say('help.hooks.retry') },
  { flag: '--all', text: say('help.hooks.all') },
  ...ledgerOptions,
] as const;

/** So many events are listed, the newest first. */
const listed = 200;

export const command = defineCommand({
  name: 'hooks',
  summary: say('help.hooks.summary'),
  operands: [{ term: 'ID', repeat: 'any' }],
  options,
  help: [say('help.hooks.about'), examples('intray hooks', 'intray hooks --all --json', 'intray hooks --retry')],
  run: ({ operands, flags, host }) => hooks(operands, flags, host),
});

/**
 * `intray hooks`: the events that no hook has taken; `--all`: also those that one has. With `--retry`, all of them, or those that
 * are named, are told again; the engine sees it within seconds, or when it starts.
 *
 * @returns 0, or 1 if an event was given up
 * @throws Refusal if there is no such event, or the ledger cannot be written
 */
export async function hooks(ids: readonly string[], flags: FlagsOf<typeof options>, host: Host): Promise<0 | 1> {
  const kept = ledgerFor(flags, host);
  if (flags.retry === true) {
    const count = await kept.write((ledger) => {
      const open = ledger.hookEvents.list(['pending', 'given-up'], Number.MAX_SAFE_INTEGER);
      const unknown = ids.find((id) => open.every(({ eventId }) => eventId !== id));
      if (unknown !== undefined) throw new Refusal(say('hooks.unknownEvent', { id: unknown }));
      return ledger.hookEvents.retry(Date.now(), ids.length === 0 ? undefined : ids);
    });
    tell(host, flags, { event: 'hooks-retried', count }, [say('hooks.retried', { count })]);
    return 0;
  }
  if (ids.length > 0) throw new Refusal(say('hooks.onlyRetry'));
  const found = await kept.read((ledger) => {
    const states: HookEvent['state'][] = flags.all === true ? ['pending', 'given-up', 'done'] : ['pending', 'given-up'];
    return {
      events: ledger.hookEvents.list(states, listed).map((event) => withPlace(ledger, event)),
      ...ledger.hookEvents.counts(),
    };
  });
  const { events, ...counts } = found;
  const lines = events.length === 0 ? [say('hooks.none')] : [...countLines(counts), ...events.flatMap(eventLines)];
  tell(host, flags, { event: 'hooks', ...counts, events: events.map(eventMembers) }, lines);
  return counts.givenUp > 0 ? 1 : 0;
}

interface PlacedEvent {
  readonly event: HookEvent;
  /** What it is about: a document's path, or a folder's. */
  readonly path: string;
}

function withPlace({ documents, folders }: Pick<LedgerReader, 'documents' | 'folders'>, event: HookEvent): PlacedEvent {
  const folder = folders.get(event.folderId)?.path ?? '';
  const document = event.documentId === 0 ? undefined : documents.get(event.documentId);
  return { event, path: document === undefined ? folder : `${folder}/${document.path}` };
}

/** In `intray status` too. */
export function countLines({ pending, failing, givenUp }: ReturnType<LedgerReader['hookEvents']['counts']>): Message[] {
  return pending + givenUp === 0 ? [] : [say('hooks.counts', { pending, failing, givenUp })];
}

function eventLines({ event, path }: PlacedEvent): Message[] {
  const { eventId: id, name, state, attempts, nextAt, message, triedAt, at } = event;
  const about = { id, name, path };
  if (state === 'done') return [say('hooks.taken', { ...about, at: triedAt ?? at })];
  if (message === null) return [say('hooks.waiting', about)];
  return [
    state === 'pending'
      ? say('hooks.refused', { ...about, count: attempts, at: nextAt, message })
      : say('hooks.givenUp', { ...about, count: attempts, message }),
  ];
}

function eventMembers({ event, path }: PlacedEvent): Readonly<Record<string, unknown>> {
  const { id: revision, eventId, name, at, state, attempts, nextAt, triedAt, message, output, documentId } = event;
  const time = (moment: number | null) => (moment === null ? undefined : new Date(moment).toISOString());
  return {
    ...{ id: eventId, hook: name, path, revision, at: time(at), state, attempts },
    ...given({
      document: documentId === 0 ? undefined : documentId,
      next: state === 'pending' ? time(nextAt) : undefined,
      tried: time(triedAt),
      output: output ?? undefined,
    }),
    ...(message !== null && messageMembers(message)),
  };
}
