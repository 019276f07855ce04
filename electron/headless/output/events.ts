import type { Gate } from '../../core/account/gate.ts';
import type { FolderQuestion } from '../../core/contract/status.ts';
import type { Balance } from '../../core/document/standing.ts';
import type { DocumentState } from '../../core/document/states.ts';
import type { Message } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { defined } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import type { LeftOut } from '../../core/watch/left-out.ts';
import type { Ending, FolderHealth, Notice } from '../../engine/api.ts';
import type { Recovery } from '../../ledger/safekeeping.ts';
import type { Said } from '../commands/command.ts';
import type { Host } from '../host.ts';
import { leftOutMembers } from './columns.ts';
import { type Attention, type AttentionItem, asSentences } from './summary.ts';

/** What `--json` writes: one object per line, each with its `event`. Times are ISO 8601, UTC. */
export type JsonEvent = { readonly event: string } & JsonMembers;

/** Members of such an object. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** What JSON.stringify leaves as it is: control characters beyond ASCII, and marks that change the reading direction. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A line of `--json`, in which nothing can steer a terminal: such characters are escaped, the value is the same. */
export function jsonLine(event: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(event).replaceAll(unsafe, escaped)}\n`;
}

/** Writes what was asked for to standard output: an object per line for machines, or lines for people. @returns the exit code */
export function tell(
  { output, wording }: Pick<Host, 'output' | 'wording'>,
  { json }: { readonly json?: boolean },
  { events, lines, exit = 0 }: Said,
): number {
  if (json === true) for (const event of [events].flat()) output.write(jsonLine(event));
  else output.write(`${lines.map((line) => (typeof line === 'string' ? line : wording.text(line))).join('\n')}\n`);
  return exit;
}

/** Writes messages for people to standard error, a line each. */
export function inform({ messages, wording }: Pick<Host, 'messages' | 'wording'>, ...said: readonly Message[]): void {
  messages.write(`${said.map(wording.text).join('\n')}\n`);
}

/** Milliseconds since the epoch as machines are told them. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** A message for machines: its code, its values, and the English sentence. */
export function messageMembers(message: Message): { readonly message: string } & Message {
  return { message: inEnglish(message), code: message.code, values: message.values };
}

/** Several messages for machines: all of them as one text, the first one's code and values, and `reasons` with each. */
export function messagesMembers(messages: readonly Message[]): JsonMembers {
  const reasons = messages.map(messageMembers);
  return { ...reasons[0], ...(reasons.length > 1 && { message: inEnglish(messages), reasons }) };
}

/** Who needs a person, as plain members. */
export function attentionMembers({ total, items, undelivered, waiting, folders = [] }: Attention): JsonMembers {
  const plain = ({ folder, path, state, reasons }: AttentionItem) => ({
    ...{ folder, path, state, reason: inEnglish(asSentences(reasons)) },
    ...messagesMembers(reasons),
  });
  return {
    attention: total,
    needs: items.map(plain),
    undelivered: undelivered.map(plain),
    ...(waiting && { waiting: waiting.map(plain) }),
    ...(folders.length > 0 && { folderProblems: folders.map(messageMembers) }),
  };
}

/** The last line of a command that ran to its end. */
export function summaryEvent(summary: {
  readonly exit: 0 | 1;
  readonly ending: Ending;
  readonly balance: Balance;
  readonly attention: Attention;
  readonly leftOut: readonly LeftOut[];
}): JsonEvent {
  const { exit, ending, balance, attention, leftOut } = summary;
  const reason = 'message' in ending ? messageMembers(ending.message) : {};
  return {
    event: 'summary',
    exit,
    ended: ending.kind,
    ...reason,
    balance,
    ...attentionMembers(attention),
    ...leftOutMembers(leftOut, false),
  };
}

/** A command that could not do its work. */
export function errorEvent(said: readonly Message[], exit: number): JsonEvent {
  return { event: 'error', exit, ...messagesMembers(said) };
}

/** The ledger was lost; `backup` is the time of the copy that was restored, `quarantined` where the damaged files are. */
export function ledgerLostEvent({ message, backup, quarantined }: Recovery): JsonEvent {
  return {
    event: 'ledger-lost',
    ...messageMembers(message),
    ...(backup && { backup: isoTime(backup.at) }),
    quarantined,
  };
}

/**
 * What the engine announces. Pure.
 * @param at when, in milliseconds since the epoch
 * @param outputs where what was written for a delivered document is
 */
export function noticeEvent(notice: Notice, at: number, outputs: readonly object[]): JsonEvent {
  switch (notice.kind) {
    case 'document': {
      const { id, folder, path, state, delivered } = notice;
      const about = { event: 'document', at: isoTime(at), id, folder, path, ...stateMembers(state), delivered };
      return delivered ? { ...about, outputs } : about;
    }
    case 'upload': {
      const { batchId, documents, sent, total } = notice;
      return { event: 'upload', batch: batchId, files: documents.length, sent, total };
    }
    case 'folder': {
      return { event: 'folder', path: notice.path, ...healthMembers(notice.health) };
    }
    case 'question':
      return { event: 'question', path: notice.path, ...questionMembers(notice.question) };
    case 'budget':
      return { event: 'budget', ...messageMembers(notice.message) };
    case 'gate':
      return { event: 'gate', ...gateMembers(notice.gate) };
    case 'ledger':
      return {
        event: 'ledger',
        ...(notice.message === undefined ? { writable: true } : { writable: false, ...messageMembers(notice.message) }),
      };
    default:
      return assertNever(notice);
  }
}

/** A gate as plain members, beside an event's or in a status. */
export function gateMembers(gate: Gate): JsonMembers {
  if (gate.kind === 'open') return { gate: 'open' };
  const until = gate.until === undefined ? {} : { until: isoTime(gate.until) };
  return { gate: gate.kind, ...messageMembers(gate.message), ...('reason' in gate && { reason: gate.reason }), ...until };
}

/** What a person is asked about a folder as plain members. */
export function questionMembers({ since, message, documents, pages }: FolderQuestion): JsonMembers {
  return { since: isoTime(since), documents, ...defined({ pages }), ...messageMembers(message) };
}

/** A folder's health as plain members. */
export function healthMembers(health: FolderHealth): JsonMembers {
  const { kind, ...rest } = health;
  return { health: kind, ...rest, ...('message' in health && messageMembers(health.message)) };
}

function stateMembers(state: DocumentState): JsonMembers {
  if (state.kind === 'waiting') {
    const { wait } = state;
    const why = wait.kind === 'held' ? { why: wait.why } : {};
    return { state: 'waiting', wait: wait.kind, ...('message' in wait && messageMembers(wait.message)), ...why };
  }
  return {
    state: state.kind,
    ...('status' in state && { status: state.status }),
    ...('by' in state && { by: state.by }),
    ...('of' in state && { of: state.of }),
    ...('message' in state && messageMembers(state.message)),
  };
}
