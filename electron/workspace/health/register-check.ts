import { say } from '../../core/messages/message.ts';
import { MessageError } from '../../core/messages/message-error.ts';
import type { RegisterAddress } from '../../register/address.ts';
import { type RegisterStatus, registerStatus } from '../../register/administration.ts';
import type { RegisterProblem } from '../../register/register.ts';
import { type Check, fine, problem, warning } from './check.ts';

/** Answers that take longer hold up every upload. Milliseconds. */
const slowMs = 500;
/** Nothing depends on the clocks, but times that are shown would mislead. Milliseconds. */
const apartMs = 60_000;

/** Whether the register that several machines share can be used. Changes nothing there. */
export async function checkRegisterHealth(address: RegisterAddress): Promise<Check[]> {
  try {
    const asked = await registerStatus(address);
    return asked.ok ? judgeRegister(address.place, asked.value) : [unusable(asked.error)];
  } catch (error) {
    // The file with the certificates to trust cannot be read.
    if (error instanceof MessageError) return [problem('register', error.said, say('health.register.mendAddress'))];
    throw error;
  }
}

function unusable({ kind, message }: RegisterProblem): Check {
  if (kind === 'denied') return problem('register', message, say('health.register.mendPassword'));
  // The message says what to do.
  if (kind === 'untrusted') return problem('register', message, say('health.register.mendAddress'));
  if (kind === 'unreachable') return problem('register', message, say('health.register.mendConnection'));
  return problem('register', message, say('health.register.mendRegister'));
}

/** Pure. */
export function judgeRegister(place: string, status: RegisterStatus): Check[] {
  const { answerMs, behindMs, clockAheadMs, contents, lacking, server, standby } = status;
  if (standby) {
    const behind =
      behindMs === undefined ? say('register.readOnly', { place }) : say('health.register.behind', { place, behindMs });
    return [problem('register', behind, say('health.register.mendLeader'))];
  }
  if (lacking.length > 0)
    return [problem('register', say('health.register.lacking', { place, lacking }), say('health.register.mendRights'))];
  const works = say('health.register.works', { place, server, milliseconds: answerMs, count: contents });
  const clock = say('register.clock', { milliseconds: Math.abs(clockAheadMs), direction: clockAheadMs < 0 ? 'behind' : 'ahead' });
  return [
    answerMs > slowMs ? warning('register', works, say('health.register.mendSlow')) : fine('register', works),
    Math.abs(clockAheadMs) > apartMs ? warning('register', clock, say('health.register.mendClock')) : fine('register', clock),
  ];
}
