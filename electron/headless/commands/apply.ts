import { say } from '../../core/messages/message.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedWork } from '../../workspace/engine/engine-snapshot.ts';
import { applicableIn, askToApply } from '../../workspace/folders/applicable.ts';
import type { Host } from '../host.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { tell } from '../output/events.ts';
import { defineCommand, type FlagsOf } from './command.ts';
import { examples, ledgerOptions } from './options.ts';
import { folderAt } from './status/why/location.ts';

const options = [{ flag: '--pages', value: say('help.terms.number'), text: say('help.apply.pages') }, ...ledgerOptions] as const;

export const command = defineCommand({
  name: 'apply',
  summary: say('help.apply.summary'),
  operands: [{ term: say('help.terms.folder') }],
  options,
  help: [say('help.apply.about'), examples('intray apply ~/scans', 'intray apply ~/scans --pages 4100')],
  run: ({ operands: [folder = ''], flags, host }) => apply(folder, flags, host),
});

/**
 * `intray apply FOLDER`: how many documents went another way than the folder's settings say by now, and what it would cost to send
 * them there. With `--pages`, a person agrees to that: the requests are left in the ledger, and the engine sees them within seconds, or
 * when it runs next.
 *
 * @returns 0
 * @throws Refusal if there is no such folder, or it would cost more pages than were agreed to
 */
export async function apply(text: string, flags: FlagsOf<typeof options>, host: Host): Promise<0> {
  if (flags.pages !== undefined && !/^\d{1,9}$/.test(flags.pages)) throw new Refusal(say('answers.apply.pages'));
  const most = flags.pages === undefined ? undefined : Number(flags.pages);
  const kept = ledgerFor(flags, host);
  const found = await kept.write(async (ledger) => {
    const { path, id, settings } = await folderAt(ledger, expandPath(text, host.paths));
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
    : say('answers.apply.how', { command: `intray apply FOLDER --pages ${pages}` });
  tell(host, flags, { event: 'apply', path, documents, pages, accepted: isDone }, [
    documents === 0 ? say('answers.apply.none', { path }) : say('answers.apply.question', { documents, pages }),
    ...(documents === 0 ? [] : [how]),
  ]);
  return 0;
}
