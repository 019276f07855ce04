import type { Message } from '../../core/messages/message.ts';
import { readDoing } from '../../core/sharing/doing.ts';
import type { SeenMachine } from '../../core/sharing/seen-machine.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/** The register and its machines, as the engine saw them last. Times are milliseconds since the epoch. */
export interface RegisterReport {
  readonly place: string;
  readonly at: number;
  /** Why nothing new is sent, while it cannot be asked. */
  readonly refusal?: Message | undefined;
  readonly machines: readonly SeenMachine[];
}

/** undefined: this machine works alone, or has not heard of its register yet. */
export function recordedRegister(meta: LedgerReader['meta']): RegisterReport | undefined {
  const seen = meta.read('register-seen');
  const refusal = meta.read('register-refusal');
  if (seen === undefined && refusal === undefined) return undefined;
  const machines = (seen?.machines ?? []).map(({ doing, ...machine }) => ({ ...machine, doing: readDoing(doing) }));
  return { place: seen?.place ?? '', at: seen?.at ?? 0, refusal, machines: machines.toSorted(byName) };
}

function byName(one: SeenMachine, other: SeenMachine): number {
  return Number(other.alive) - Number(one.alive) || one.name.localeCompare(other.name) || other.lastSeen - one.lastSeen;
}
