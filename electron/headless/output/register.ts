import { type Message, say } from '../../core/messages/message.ts';
import type { RegisterReport, SeenMachine } from '../../workspace/register/recorded-register.ts';
import { messageMembers } from './events.ts';

/** The register and its machines, for people. Pure. */
export function registerMessages({ place, at, machines, refusal }: RegisterReport): Message[] {
  const count = machines.filter(({ alive }) => alive).length;
  return [
    ...(at === 0 ? [] : [say('registerReport.seen', { place, count, at })]),
    ...(refusal === undefined ? [] : [refusal]),
    ...machines.map((machine) => say('registerReport.machine', { what: machineMessage(machine) })),
  ];
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

/** For machines. Pure. */
export function registerMembers({ place, at, machines, refusal }: RegisterReport): Readonly<Record<string, unknown>> {
  return {
    place,
    answers: refusal === undefined,
    ...(refusal !== undefined && messageMembers(refusal)),
    ...(at !== 0 && { seen: new Date(at).toISOString() }),
    machines: machines.map(({ lastSeen, ...machine }) => ({ ...machine, lastSeen: new Date(lastSeen).toISOString() })),
  };
}
