import type { Gate } from '../../core/account/gate.ts';
import type { Balance } from '../../core/document/balance.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { assertNever } from '../../core/result.ts';
import type { FolderHealth } from '../../engine/api.ts';
import { printable, sentence } from '../../workspace/words.ts';

export { bytes, localTime, plural, printable, sentence } from '../../workspace/words.ts';

/** Texts that several commands say. Pure. */

/** What a shut gate means, what happens by itself, and what a person can do; undefined while it is open. */
export function gateSentence(gate: Gate, now: number, url: string): string | undefined {
  switch (gate.kind) {
    case 'open':
      return undefined;
    case 'offline':
      return `Offline: ${sentence(gate.message)} Trying again ${fromNow(gate.until, now)}; nothing is lost.`;
    case 'key': {
      const again = gate.until === undefined ? '' : ` This one is tried again ${fromNow(gate.until, now)}.`;
      return `Key problem: ${sentence(gate.message)} Everything waits for a good key (intray key set --url ${url}).${again}`;
    }
    case 'forbidden': {
      const what = { pages: 'Out of pages', revoked: 'Key revoked', unclear: 'The service refuses uploads' }[gate.reason];
      return `${labelled(what, inEnglish(gate.message))} What was sent is still collected; uploads are tried again ${fromNow(gate.until, now)}.`;
    }
    case 'rate':
      return `The service asks for a pause: ${sentence(gate.message)} Going on ${fromNow(gate.until, now)}.`;
    default:
      return assertNever(gate);
  }
}

/** A service that says it in the same words need not say it twice. */
function labelled(label: string, message: string): string {
  return message.toLowerCase().startsWith(label.toLowerCase()) ? sentence(message) : `${label}: ${sentence(message)}`;
}

/** What keeps a folder from being worked through; undefined if nothing does. */
export function healthSentence(path: string, health: FolderHealth): string | undefined {
  switch (health.kind) {
    case 'scanning':
    case 'watching':
      return undefined;
    case 'unreachable':
      return `${printable(path)} cannot be reached: ${sentence(health.message)}`;
    case 'paused':
      return `${printable(path)} is paused: ${sentence(health.message)}`;
    case 'resting':
      return `${printable(path)} is paused by its settings: nothing new is taken in; what was sent is still delivered.`;
    default:
      return assertNever(health);
  }
}

/** The books: found is the sum of the rest. */
export function balanceLine(balance: Balance): string {
  const { found, delivered, duplicate, rejected, failed, gone, moving } = balance;
  return `${found} found = ${delivered} delivered + ${duplicate} duplicate + ${rejected} rejected + ${failed} failed + ${gone} gone + ${moving} moving`;
}

/** "in 20 s", "in 5 min", "in 2 h"; "now" when the moment has come. */
export function fromNow(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return 'now';
  if (seconds < 100) return `in ${seconds} s`;
  if (seconds < 5_400) return `in ${Math.round(seconds / 60)} min`;
  return `in ${Math.round(seconds / 3_600)} h`;
}

/** Whether an environment variable says yes. */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}
