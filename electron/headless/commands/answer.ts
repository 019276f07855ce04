import { questionAnswers } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
import { questionOf, recordAnswer } from '../../engine/loop/questions.ts';
import { dataDirectory } from '../../settings/data-directory.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedFolders } from '../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../host.ts';
import { engineHolder } from '../input/engine-holder.ts';
import { existingLedger, writeLedger } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { tell } from '../output/events.ts';
import { defineCommand } from './command.ts';
import { examples, type LedgerFlags, ledgerOptions } from './options.ts';
import { locate } from './status/why/location.ts';

export const command = defineCommand({
  name: 'answer',
  summary: say('help.answer.summary'),
  operands: [{ term: say('help.terms.folder') }, { term: 'send|leave' }],
  options: ledgerOptions,
  help: [say('help.answer.about'), examples('intray answer ~/scans leave')],
  run: ({ operands: [folder = '', answer = ''], flags, host }) => answerQuestion(folder, answer, flags, host),
});

/**
 * `intray answer FOLDER send|leave`: the answer to the question that a folder has open is left in the ledger; the engine sees
 * it within seconds, or when it starts.
 *
 * @returns 0
 * @throws Refusal if no question is open, or the ledger cannot be written
 */
export async function answerQuestion(folder: string, text: string, flags: LedgerFlags, host: Host): Promise<0> {
  const answer = questionAnswers.find((each) => each === text);
  if (answer === undefined) throw new Refusal(say('answers.answer.which'));
  const directory = dataDirectory(flags.dataDir, host.paths);
  const { path, documents } = await writeLedger(existingLedger(directory), async (ledger) => {
    const location = await locate(expandPath(folder, host.paths), recordedFolders(ledger));
    const asked = location.kind === 'inside' && location.inside === '' ? location.folder : undefined;
    const { question } = asked === undefined ? {} : questionOf(ledger, asked);
    if (asked === undefined || !recordAnswer(ledger, asked.id, answer))
      throw new Refusal(say('answers.answer.none', { path: location.path }));
    return { path: asked.path, documents: question?.documents ?? 0 };
  });
  const isSoon = engineHolder(directory).kind === 'running';
  const event = { event: 'answer', path, answer, documents };
  tell(host, flags, event, [say(isSoon ? 'answers.answer.soon' : 'answers.answer.nextRun')]);
  return 0;
}
