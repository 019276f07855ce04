import type { Gate } from '../../core/account/gate.ts';
import type { Balance } from '../../core/document/balance.ts';
import type { DocumentState } from '../../core/document/states.ts';
import { assertNever } from '../../core/result.ts';
import type { Ending, Notice } from '../../engine/api.ts';
import type { Recovery } from '../../ledger/safekeeping.ts';
import { type Attention, attentionMembers } from './attention.ts';

/** What `--json` writes: one object a line, each with its `event`. Times are ISO 8601, UTC. */
export type JsonEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

/** The last line of a command that ran to its end. */
export function summaryEvent(summary: {
  readonly exit: 0 | 1;
  readonly ending: Ending;
  readonly balance: Balance;
  readonly attention: Attention;
}): JsonEvent {
  const { exit, ending, balance, attention } = summary;
  const message = 'message' in ending ? { message: ending.message } : {};
  return { event: 'summary', exit, ended: ending.kind, ...message, balance, ...attentionMembers(attention) };
}

/** A command that could not do its work. */
export function errorEvent(message: string): JsonEvent {
  return { event: 'error', exit: 2, message };
}

/** The ledger was lost; `backup` is the time of the copy that was taken up, `quarantined` where the damaged files lie. */
export function ledgerLostEvent({ message, backup, quarantined }: Recovery): JsonEvent {
  return { event: 'ledger-lost', message, ...(backup && { backup: new Date(backup.at).toISOString() }), quarantined };
}

/** What the engine announces. Pure. */
export function noticeEvent(notice: Notice): JsonEvent {
  switch (notice.kind) {
    case 'document': {
      const { id, folder, path, state, delivered, note } = notice;
      return { event: 'document', id, folder, path, ...stateMembers(state), delivered, ...(note !== undefined && { note }) };
    }
    case 'upload': {
      const { batchId, files, sent, total } = notice;
      return { event: 'upload', batch: batchId, files, sent, total };
    }
    case 'folder': {
      const { kind, ...rest } = notice.health;
      return { event: 'folder', path: notice.path, health: kind, ...rest };
    }
    case 'gate':
      return { event: 'gate', ...gateMembers(notice.gate) };
    default:
      return assertNever(notice);
  }
}

/** A gate as plain members, beside an event's or in a status. */
export function gateMembers(gate: Gate): Readonly<Record<string, unknown>> {
  if (gate.kind === 'open') return { gate: 'open' };
  const until = gate.until === undefined ? {} : { until: new Date(gate.until).toISOString() };
  return { gate: gate.kind, message: gate.message, ...('reason' in gate && { reason: gate.reason }), ...until };
}

function stateMembers(state: DocumentState): Readonly<Record<string, unknown>> {
  switch (state.kind) {
    case 'waiting': {
      const { wait } = state;
      return {
        state: 'waiting',
        wait: wait.kind,
        ...('message' in wait && { message: wait.message }),
        ...(wait.kind === 'held' && { why: wait.why }),
      };
    }
    case 'queued':
    case 'processing':
      return { state: state.kind, status: state.status };
    case 'failed':
    case 'rejected':
      return { state: state.kind, by: state.by, message: state.message };
    case 'unresolved':
      return { state: 'unresolved', message: state.message };
    case 'duplicate':
      return { state: 'duplicate', of: state.of };
    case 'settling':
    case 'uploading':
    case 'processed':
    case 'needs_review':
    case 'confirmed':
    case 'gone':
      return { state: state.kind };
    default:
      return assertNever(state);
  }
}
