import type { Document, Wait } from './document.ts';
import type { Gate } from './gate.ts';
import { slowBatchMs } from './poll.ts';
import type { Batch } from './records.ts';
import { assertNever } from './result.ts';

/** What is known around a document when it is asked why it is not done. Times are milliseconds since the epoch. */
export interface Surroundings {
  readonly now: number;
  readonly settleSeconds: number;
  readonly gate: Gate;
  /** Why its route is paused. */
  readonly routePaused?: string;
  /** Why its folder cannot be reached. */
  readonly unreachable?: string;
  readonly batch?: Batch;
  /** The path of the document that it waits behind, or whose result it took. */
  readonly firstPath?: string;
  /** Its outputs on disk. */
  readonly outputs: readonly string[];
  /** A moment in the reader's own way of writing it. */
  readonly time: (at: number) => string;
}

/** Every document's answer to "why are you not done?", or how it ended, in a sentence or two. */
export function explain(document: Document, around: Surroundings): string {
  const { state } = document;
  switch (state.kind) {
    case 'settling':
      if (around.unreachable !== undefined) return `Its folder cannot be reached: ${ended(around.unreachable)}`;
      return `It last changed at ${around.time(state.since)}; it is taken once it is whole and has not changed for ${around.settleSeconds} s.`;
    case 'waiting':
      return explainWait(state.wait, around);
    case 'uploading':
      return state.sent
        ? 'All of it is uploaded; the answer of the service is awaited.'
        : 'It is being uploaded. Nothing counts as sent before the request is complete.';
    case 'unresolved':
      return `${ended(state.message)} Look for it at the service; send it again only if it is not there, since its pages may be paid for.`;
    case 'queued':
    case 'processing':
      return explainWorking(state.status, around);
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return explainResult(
        document,
        state.kind === 'needs_review' ? 'The service asks for a review.' : `The service has ${state.kind} it.`,
        around,
      );
    case 'duplicate':
      return explainResult(
        document,
        `Its content is that of ${around.firstPath ?? 'another document'}: it took that result, and nothing was sent or paid for.`,
        around,
      );
    case 'failed':
      return `${state.by === 'service' ? 'The service failed on it' : 'Intray gave up on it'}: ${ended(state.message)} It can be sent again by hand.`;
    case 'rejected':
      return `${state.by === 'service' ? 'The service refused it' : 'It was not sent'}: ${ended(state.message)}`;
    case 'gone':
      return document.result === undefined
        ? 'Its file is no longer where it was; if it comes back, here or under another name, it goes on.'
        : 'Its file went before its result came; the result is kept, and is written if the file comes back.';
    default:
      return assertNever(state);
  }
}

function explainWait(wait: Wait, around: Surroundings): string {
  switch (wait.kind) {
    case 'ready':
      if (around.routePaused !== undefined) return `Its folder is paused: ${ended(around.routePaused)}`;
      if (around.unreachable !== undefined) return `Its folder cannot be reached: ${ended(around.unreachable)}`;
      if (around.gate.kind !== 'open') return explainGate(around.gate, around.time);
      if (wait.notBefore > around.now) {
        return `It is tried again at ${around.time(wait.notBefore)}${wait.reason === undefined ? '.' : `: ${ended(wait.reason)}`}`;
      }
      return 'It is ready and goes out with the next request.';
    case 'behind':
      return `The same content is on its way as ${around.firstPath ?? 'another document'}; its result will be this one's too, at no cost.`;
    case 'held':
      return `It waits for your word. ${ended(wait.message)}`;
    case 'blocked':
      return `Nothing is sent before its file can be read and its result be written. ${ended(wait.message)}`;
    default:
      return assertNever(wait);
  }
}

function explainWorking(status: string, { batch, now, time, gate }: Surroundings): string {
  const since = batch?.acceptedAt;
  const asked = batch?.nextPollAt === undefined ? '' : ` It is asked again at ${time(Math.max(batch.nextPollAt, now))}.`;
  const trouble = batch?.message === undefined ? '' : ` The last question failed: ${ended(batch.message)}`;
  const shut = gate.kind === 'key' || gate.kind === 'offline' ? ` ${explainGate(gate, time)}` : '';
  const slow =
    since !== undefined && now - since > slowBatchMs ? ' That is unusually long; it is not sent again for being slow.' : '';
  return `The service has it${since === undefined ? '' : ` since ${time(since)}`} and says "${status}".${slow}${shut === '' ? asked : shut}${trouble}`;
}

function explainResult(document: Document, what: string, { outputs }: Surroundings): string {
  const { delivery } = document;
  switch (delivery.kind) {
    case 'done':
      return `${what} ${outputs.length === 0 ? 'Its folder writes no files.' : `Written to ${outputs.join(' and ')}.`}`;
    case 'written':
      return `${what} Its result is written; its file is still to be moved.${delivery.message === undefined ? '' : ` ${ended(delivery.message)}`}`;
    case 'pending':
      return delivery.message === undefined
        ? `${what} Its result is about to be written.`
        : `${what} Its result could not be written yet: ${ended(delivery.message)} It is tried again, and nothing is lost.`;
    case 'none':
      return what;
    default:
      return assertNever(delivery);
  }
}

/** What a shut gate means for whatever waits for it. */
export function explainGate(gate: Gate, time: (at: number) => string): string {
  switch (gate.kind) {
    case 'open':
      return 'The service can be reached.';
    case 'offline':
      return `There is no connection to the service: ${ended(gate.message)} It is tried again at ${time(gate.until)}.`;
    case 'key':
      return `The service does not accept the key: ${ended(gate.message)} Everything waits for a good key.`;
    case 'forbidden':
      return `The service takes no uploads: ${ended(gate.message)} They are tried again at ${time(gate.until)}.`;
    case 'rate':
      return `The service asked for a pause until ${time(gate.until)}: ${ended(gate.message)}`;
    default:
      return assertNever(gate);
  }
}

function ended(text: string): string {
  const bare = text.trim();
  return /[.?!…]$/.test(bare) ? bare : `${bare}.`;
}
