import { say } from '../../../core/messages/message.ts';
import { Refusal } from '../../input/refusal.ts';
import { tell } from '../../output/events.ts';
import type { Asked } from './asked.ts';

/** Events that no hook has taken are told again, or those that are named. @throws Refusal if there is no such event */
export async function retryHooks({ kept, operands: ids, flags, host }: Asked): Promise<0> {
  const count = await kept.write((ledger) => {
    const open = ledger.hookEvents.list(['pending', 'given-up'], Number.MAX_SAFE_INTEGER);
    const unknown = ids.find((id) => open.every(({ eventId }) => eventId !== id));
    if (unknown !== undefined) throw new Refusal(say('hooks.unknownEvent', { id: unknown }));
    return ledger.hookEvents.retry(Date.now(), ids.length === 0 ? undefined : ids);
  });
  return tell(host, flags, { event: 'hooks-retried', count }, [say('hooks.retried', { count })]);
}
