import { say } from '../../../core/messages/message.ts';
import { recordedWork } from '../../../workspace/engine/engine-snapshot.ts';
import { applicableIn, askToApply } from '../../../workspace/folders/applicable.ts';
import { Refusal } from '../../input/refusal.ts';
import { tell } from '../../output/events.ts';
import { folderAt } from '../status/why/location.ts';
import { type Asked, onlyPath } from './asked.ts';

/**
 * `--apply`: how many documents went another way than the folder's settings say by now, and what it would cost to send them there. With
 * a number of pages, a person agrees to that: the requests are left in the ledger, and the engine sees them within seconds, or when it
 * runs next.
 * @throws Refusal if there is no such folder, or it would cost more pages than were agreed to
 */
export async function apply(asked: Asked): Promise<0> {
  const { kept, flags, host } = asked;
  const agreed = typeof flags.apply === 'string' ? flags.apply : undefined;
  if (agreed !== undefined && !/^\d{1,9}$/.test(agreed)) throw new Refusal(say('answers.apply.pages'));
  const most = agreed === undefined ? undefined : Number(agreed);
  const at = onlyPath(asked, '--apply');
  const found = await kept.write(async (ledger) => {
    const { path, id, settings } = await folderAt(ledger, at);
    const origin = recordedWork(ledger.meta)?.origin;
    if (origin === undefined) throw new Refusal(say('answers.check.noFolder', { path }));
    const applicable = await applicableIn(ledger, { id, settings, origin });
    const { documents, pages } = applicable;
    if (most !== undefined && pages > most) throw new Refusal(say('answers.apply.more', { path, documents, pages }));
    const isDone = documents > 0 && askToApply(ledger, applicable, most === undefined ? undefined : { documents, pages: most });
    return { path, documents, pages, isDone };
  });
  const { path, documents, pages, isDone } = found;
  const how = isDone
    ? say(kept.isSoon() ? 'answers.apply.soon' : 'answers.apply.nextRun', { count: documents })
    : say('answers.apply.how', { command: `intray answer FOLDER --apply ${pages}` });
  return tell(host, flags, { event: 'apply', path, documents, pages, accepted: isDone }, [
    documents === 0 ? say('answers.apply.none', { path }) : say('answers.apply.question', { documents, pages }),
    ...(documents === 0 ? [] : [how]),
  ]);
}
