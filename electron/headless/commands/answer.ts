import { join } from 'node:path';
import { questionAnswers } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { askedDocuments, questionOf, recordAnswer } from '../../engine/loop/questions.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedFolders } from '../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../host.ts';
import { type CommandLedger, ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { tell } from '../output/events.ts';
import { questionMessage } from '../output/state-messages.ts';
import { defineCommand } from './command.ts';
import { examples, type LedgerFlags, ledgerOptions } from './options.ts';
import { locate } from './status/why/location.ts';

export const command = defineCommand({
  name: 'answer',
  summary: say('help.answer.summary'),
  operands: [{ term: say('help.terms.folder') }, { term: 'send|leave|show' }],
  options: ledgerOptions,
  help: [say('help.answer.about'), examples('intray answer ~/scans leave')],
  run: ({ operands: [folder = '', answer = ''], flags, host }) => answerQuestion(folder, answer, flags, host),
});

/**
 * `intray answer FOLDER send|leave|show`: the answer to the question that a folder has open is left in the ledger; the engine
 * sees it within seconds, or when it starts. `show` lists the documents that it is about.
 *
 * @returns 0
 * @throws Refusal if no question is open, or the ledger cannot be written
 */
export async function answerQuestion(folder: string, text: string, flags: LedgerFlags, host: Host): Promise<0> {
  const found = ledgerFor(flags, host);
  if (text === 'show') return showQuestion(found, folder, flags, host);
  const answer = questionAnswers.find((each) => each === text);
  if (answer === undefined) throw new Refusal(say('answers.answer.which'));
  const { path, documents } = await found.write(async (ledger) => {
    const { location, asked } = await folderAt(ledger, folder, host);
    const { question } = asked === undefined ? {} : questionOf(ledger, asked);
    if (asked === undefined || !recordAnswer(ledger, asked.id, answer)) throw notOpen(location);
    return { path: asked.path, documents: question?.documents ?? 0 };
  });
  const event = { event: 'answer', path, answer, documents };
  tell(host, flags, event, [say(found.isSoon() ? 'answers.answer.soon' : 'answers.answer.nextRun')]);
  return 0;
}

/** The documents that a folder's question is about, in the order in which they were found. */
async function showQuestion(found: CommandLedger, folder: string, flags: LedgerFlags, host: Host): Promise<0> {
  const { path, question, documents } = await found.read(async (ledger) => {
    const { location, asked } = await folderAt(ledger, folder, host);
    const { question } = asked === undefined ? {} : questionOf(ledger, asked);
    if (asked === undefined || question === undefined) throw notOpen(location);
    return { path: asked.path, question, documents: askedDocuments(ledger, asked.id) };
  });
  const events = documents.map((each) => ({
    event: 'asked',
    path: join(path, each.path),
    id: each.id,
    bytes: each.facts.size,
    ...given({ pages: each.pages }),
  }));
  const lines = documents.map((each) => say('answers.answer.document', { path: join(path, each.path), pages: each.pages ?? 0 }));
  tell(host, flags, events, [questionMessage(path, question), ...lines]);
  return 0;
}

async function folderAt(ledger: LedgerReader, folder: string, host: Host) {
  const location = await locate(expandPath(folder, host.paths), recordedFolders(ledger));
  return { location, asked: location.kind === 'inside' && location.inside === '' ? location.folder : undefined };
}

function notOpen({ path }: { readonly path: string }): Refusal {
  return new Refusal(say('answers.answer.none', { path }));
}
