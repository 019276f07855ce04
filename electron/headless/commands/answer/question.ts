import { join } from 'node:path';
import type { questionAnswers } from '../../../core/contract/status.ts';
import { say } from '../../../core/messages/message.ts';
import { given } from '../../../core/plain-data.ts';
import { askedDocuments, questionOf, recordAnswer } from '../../../engine/loop/questions.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { Refusal } from '../../input/refusal.ts';
import { tell } from '../../output/events.ts';
import { questionMessage } from '../../output/state-messages.ts';
import { locate } from '../status/why/location.ts';
import { type Asked, onlyPath } from './asked.ts';

/** The question that a folder has open, and the documents that it is about; undefined if the path is no folder. @throws Refusal if none is open */
export async function questionAt(ledger: LedgerReader, path: string) {
  const location = await locate(path, recordedFolders(ledger));
  if (location.kind === 'inside' && location.inside !== '') return undefined;
  const folder = location.kind === 'inside' ? location.folder : undefined;
  const { question } = folder === undefined ? {} : questionOf(ledger, folder);
  if (folder === undefined || question === undefined) throw new Refusal(say('answers.answer.notOpen', { path: location.path }));
  const documents = askedDocuments(ledger, folder.id).map((each) => ({ ...each, path: join(folder.path, each.path) }));
  return {
    folder,
    question,
    events: documents.map(({ path, id, facts: { size: bytes }, pages }) => ({
      event: 'asked',
      path,
      id,
      bytes,
      ...given({ pages }),
    })),
    lines: [
      questionMessage(folder.path, question),
      ...documents.map((each) => say('answers.answer.document', { path: each.path, pages: each.pages ?? 0 })),
    ],
  };
}

/** The answer to a folder's question is left in the ledger. @throws Refusal if no question is open */
export async function answerQuestion(asked: Asked, answer: (typeof questionAnswers)[number]): Promise<0> {
  const { kept, flags, host } = asked;
  const given = onlyPath(asked, `--${answer}`);
  const event = await kept.write(async (ledger) => {
    const found = await questionAt(ledger, given);
    if (found === undefined || !recordAnswer(ledger, found.folder.id, answer))
      throw new Refusal(say('answers.answer.notOpen', { path: given }));
    return { event: 'answer', path: found.folder.path, answer, documents: found.question.documents };
  });
  return tell(host, flags, event, [kept.soon()]);
}
