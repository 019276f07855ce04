import { type Message, say } from '../../core/messages/message.ts';
import { ok, type Result } from '../../core/result.ts';
import { joinRegister, leaveRegister, leaveUnasked, type Progress } from '../../engine/sharing/membership.ts';
import { systemClock } from '../../engine/system.ts';
import type { RegisterAddress } from '../../register/address.ts';
import { registerAt } from '../../register/postgres-register.ts';
import type { DataDirectorySession } from '../data-directory-session.ts';
import { membershipOf } from './opened-register.ts';

type Session = Pick<DataDirectorySession, 'ledger' | 'log'>;

/** Tells a register all that was sent from the ledger of a session, in which no engine runs. */
export function join(session: Session, address: RegisterAddress, onProgress: Progress): Promise<Result<void, Message>> {
  return withRegister(session, address, (context) => joinRegister(context, onProgress));
}

/**
 * Takes the ledger of a session, in which no engine runs, out of its register.
 * @param address undefined: the register is gone for good
 * @returns what is said of what it leaves to others to deliver, if there is any
 */
export async function leave(
  session: Session,
  address: RegisterAddress | undefined,
  onProgress: Progress,
): Promise<Result<Message | undefined, Message>> {
  const { ledger, log } = session;
  if (address === undefined) {
    leaveUnasked({ world: { ledger, log, clock: systemClock } });
    return ok(undefined);
  }
  const left = await withRegister(session, address, (context) => leaveRegister(context, onProgress));
  if (!left.ok) return left;
  const { documents, machines } = left.value;
  return ok(documents === 0 ? undefined : say('register.leftToOthers', { count: documents, machines }));
}

async function withRegister<Value>(
  { ledger, log }: Session,
  address: RegisterAddress,
  work: (context: Parameters<typeof joinRegister>[0]) => Promise<Result<Value, Message>>,
): Promise<Result<Value, Message>> {
  const register = registerAt(address);
  try {
    const { machine } = membershipOf(ledger, { register, place: address.place });
    return await work({ world: { ledger, log, clock: systemClock }, register, machine });
  } finally {
    await register.close();
  }
}
