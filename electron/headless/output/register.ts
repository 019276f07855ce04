import { type Message, say } from '../../core/messages/message.ts';
import { machineMessage } from '../../core/sharing/seen-machine.ts';
import type { RegisterReport } from '../../workspace/register/recorded-register.ts';
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
