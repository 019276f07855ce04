import type { Document } from '../../../core/document/document.ts';
import { hasResult, traitsOf } from '../../../core/document/states.ts';
import { sendAgainOf } from '../../../core/document/transition.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { Refusal } from '../../input/refusal.ts';
import { messageMembers, tell } from '../../output/events.ts';
import { stateMessage } from '../../output/state-messages.ts';
import { documentAt } from '../status/why/location.ts';
import type { Asked } from './asked.ts';

/**
 * Sends documents once more that failed, were refused, or wait for a person's decision.
 * @returns 0 if every file will be sent, 1 if some need not be or cannot be
 */
export async function sendAgain({ kept, paths, flags, host }: Asked): Promise<0 | 1> {
  if (paths.length === 0) throw new Refusal(say('answers.answer.onePath', { flag: '--send-again' }));
  const wishes = await kept.write(async (ledger) => {
    const found = await Promise.all(paths.map(async (path) => ({ path, document: await documentAt(ledger, path) })));
    const judged = found.map((each) => ({ ...each, why: whyNot(each.document) }));
    ledger.transaction(() => {
      for (const { document, why } of judged)
        if (document !== undefined && why === undefined) ledger.requests.add({ documentId: document.id, kind: 'send-again' });
    });
    return judged;
  });
  const again = wishes.flatMap(({ document, why }) => (document === undefined || why !== undefined ? [] : [document]));
  const doubtful = again.filter((document) => sendAgainOf(document) === 'paid').length;
  tell(
    host,
    flags,
    wishes.map(({ path, document, why }) => ({
      ...{ event: 'send-again', path, accepted: why === undefined },
      ...(why === undefined ? { id: document?.id } : messageMembers(why)),
    })),
    [
      ...wishes.flatMap(({ path, why }) => (why === undefined ? [] : [say('answers.about', { path, message: why })])),
      ...(again.length > 0 ? [say('answers.sendAgain.accepted', { count: again.length }), kept.soon()] : []),
      ...(doubtful > 0 ? [say('answers.sendAgain.maybePaid', { count: doubtful })] : []),
    ],
  );
  return again.length === wishes.length ? 0 : 1;
}

function whyNot(document: Document | undefined): Message | undefined {
  if (document === undefined) return say('answers.sendAgain.unknown');
  if (sendAgainOf(document) !== 'no') return undefined;
  const { kind } = document.state;
  if (hasResult(kind)) return say('answers.sendAgain.hasResult');
  return traitsOf(kind).hasFile
    ? say('answers.sendAgain.underWay', { state: stateMessage(kind) })
    : say('answers.sendAgain.gone');
}
