import { hostname } from 'node:os';
import { type Message, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import type { Membership } from '../../engine/ports.ts';
import { systemRandom } from '../../engine/system.ts';
import { ownId } from '../../engine/watch/markers.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Register } from '../../register/register.ts';

/** A register that engines may work with, one after the other. */
export interface OpenedRegister {
  readonly register: Register;
  /** For people. */
  readonly place: string;
  /** Tells the key that is in use now from others (`keyNameOf`). */
  readonly keyName?: () => string;
}

/** This machine as a member: named by its ledger, and called as the computer is. */
export function membershipOf(ledger: Ledger, { keyName, register, place }: OpenedRegister): Membership {
  return { ...given({ keyName }), register, place, machine: { id: ownId({ ledger, random: systemRandom }), name: hostname() } };
}

/**
 * Why no engine may work alone on this ledger; undefined if one may. Others may have sent what is new here, and only the register
 * says so.
 */
export function aloneProblem({ meta }: Pick<Ledger, 'meta'>): Message | undefined {
  if (meta.read('register') === undefined) return undefined;
  return say('register.stillMember', { place: meta.read('register-seen')?.place ?? '…' });
}
