import { type Message, say } from '../../core/messages/message.ts';
import { lookForEngine } from '../../ledger/lock.ts';

/** Whether an engine is running on a data directory, seen from outside. */
export type EngineHolder =
  | { readonly kind: 'none' }
  /** `pid`, `host` and `since` (ISO 8601) are absent where the engine could not be asked for them. */
  | { readonly kind: 'running'; readonly pid?: number; readonly host?: string; readonly since?: string };

export function engineHolder(directory: string): EngineHolder {
  const { running, holder } = lookForEngine(directory);
  return running ? { kind: 'running', ...holder } : { kind: 'none' };
}

/** Pure. */
export function holderMessage(holder: EngineHolder): Message {
  if (holder.kind === 'none') return say('commandLine.engine.none');
  const { pid, host: machine, since } = holder;
  if (pid === undefined || machine === undefined) return say('commandLine.engine.running');
  const process = String(pid);
  const at = since === undefined ? Number.NaN : Date.parse(since);
  return Number.isNaN(at)
    ? say('commandLine.engine.runningAs', { process, machine })
    : say('commandLine.engine.runningSince', { process, machine, at });
}
