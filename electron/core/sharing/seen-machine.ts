import { type Message, say } from '../messages/message.ts';
import type { Doing } from './doing.ts';

/** A machine of the register, as it was seen last. */
export interface SeenMachine {
  readonly id: string;
  readonly name: string;
  /** Undefined: it has not said yet, or is of another version. */
  readonly doing?: Doing | undefined;
  /** Milliseconds since the epoch, by the clock here. */
  readonly lastSeen: number;
  readonly alive: boolean;
  /** The one that this ledger belongs to. */
  readonly isThis: boolean;
}

/** What a machine is doing, and when it was last seen. Pure. */
export function machineMessage({ name, doing, lastSeen, alive, isThis }: SeenMachine): Message {
  const who = isThis ? say('registerReport.thisOne', { name }) : say('registerReport.other', { name });
  if (!alive) return say('registerReport.gone', { who, at: lastSeen });
  if (doing === undefined) return say('registerReport.alive', { who, at: lastSeen });
  const { waiting, uploading, atService, writesTo } = doing;
  const work =
    waiting + uploading + atService === 0
      ? say('registerReport.idle')
      : say('registerReport.working', { waiting, uploading, atService });
  return writesTo.length === 0
    ? say('registerReport.doing', { who, work, at: lastSeen })
    : say('registerReport.writing', { who, work, at: lastSeen, inboxes: writesTo });
}
