import { lookForEngine } from '../../ledger/lock.ts';

/** Whether an engine is at work in a data directory, for those who only look. */
export type EngineHolder =
  | { readonly kind: 'none' }
  /** `pid`, `host` and `since` (ISO 8601) are absent where the engine could not be asked for them. */
  | { readonly kind: 'running'; readonly pid?: number; readonly host?: string; readonly since?: string };

export function engineHolder(directory: string): EngineHolder {
  const { running, holder } = lookForEngine(directory);
  return running ? { kind: 'running', ...holder } : { kind: 'none' };
}

/** One sentence. Pure. `time` writes a moment, in ms since the epoch, as its reader does. */
export function holderSentence(holder: EngineHolder, time: (at: number) => string): string {
  if (holder.kind === 'none') return 'Intray is not running on this data directory.';
  const { pid, host, since } = holder;
  const from = since === undefined ? Number.NaN : Date.parse(since);
  return pid === undefined || host === undefined
    ? 'Intray is running.'
    : `Intray is running: process ${pid} on ${host}${Number.isNaN(from) ? '' : `, since ${time(from)}`}.`;
}
