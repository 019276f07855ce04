import { say } from '../../../core/messages/message.ts';
import { questionOf } from '../../../engine/loop/questions.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { expandPath } from '../../../settings/paths.ts';
import { recordedBudgets, recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { userName } from '../../host.ts';
import { ledgerFor } from '../../input/ledger-access.ts';
import { Refusal } from '../../input/refusal.ts';
import { questionMembers } from '../../output/events.ts';
import { questionMessage } from '../../output/state-messages.ts';
import { defineCommand, type Said } from '../command.ts';
import { examples, exitCodes } from '../options.ts';
import { type Asked, answerOptions, knownDocument } from './asked.ts';
import { assign, categoryOf, changeCategory, resultsFor, sendAgain } from './documents.ts';
import { addPages, answerQuestion, apply, budgetsSaid, questionAt } from './folders.ts';

/** The flags that give an answer, and what carries it out; `--batch` and `--assign` may stand together. */
const ways = {
  send: answerQuestion,
  leave: answerQuestion,
  sendAgain,
  category: changeCategory,
  classifyAgain: changeCategory,
  assign,
  batch: assign,
  addPages,
  apply,
  retryHooks,
} as const;
const together = new Set(['assign', 'batch']);

export const command = defineCommand({
  name: 'answer',
  summary: say('help.answer.summary'),
  operands: [{ term: say('help.terms.path'), repeat: 'any' }],
  options: answerOptions,
  help: [
    say('help.answer.about'),
    say('help.answer.questions'),
    say('help.answer.categories'),
    say('help.answer.results'),
    say('help.answer.again'),
    say('help.answer.applyAbout'),
    exitCodes(say('help.answer.exitDone'), say('help.answer.exitSome'), say('help.common.exitNotRun')),
    examples(
      'intray answer',
      'intray answer ~/scans --leave',
      'intray answer ~/scans/invoice.pdf --send-again',
      'intray answer ~/mail/scan.pdf --category Receipts --yes',
      'intray answer ~/scans/invoice.pdf --assign 7c3a',
      'intray answer ~/scans --add-pages 200 --month',
      'intray answer ~/scans --apply 4100',
    ),
  ],
  async run({ operands, flags, host }) {
    const paths = operands.map((path) => expandPath(path, host.paths));
    const kept = ledgerFor(flags, host);
    const [name, ...others] = (Object.keys(ways) as (keyof typeof ways)[]).filter((each) => flags[each] !== undefined);
    if (name !== undefined && others.some((other) => !(together.has(name) && together.has(other))))
      throw new Refusal(say('answers.answer.oneOnly'));
    const by = userName('intray answer');
    return name === undefined
      ? kept.read((ledger) => open(ledger, paths))
      : kept.write((ledger) => ways[name]({ ...kept, ledger, operands, paths, flags, by }));
  },
});

/** What waits for an answer: everywhere, in a folder, or about files. */
async function open(ledger: LedgerReader, paths: readonly string[]): Promise<Said> {
  const about = async (path: string): Promise<readonly Said[]> => {
    const asked = await questionAt(ledger, path);
    if (asked !== undefined) return [asked];
    const document = await knownDocument(ledger, path);
    return [categoryOf(ledger, path, document), resultsFor(ledger, document)];
  };
  const parts =
    paths.length > 0
      ? (await Promise.all(paths.map(about))).flat()
      : [...questionsOf(ledger), resultsFor(ledger, undefined), budgetsSaid(recordedBudgets(ledger, Date.now()))];
  const lines = parts.flatMap((part) => part.lines);
  return { events: parts.flatMap(({ events }) => events), lines: lines.length === 0 ? [say('answers.answer.none')] : lines };
}

function questionsOf(ledger: LedgerReader): readonly Said[] {
  return recordedFolders(ledger).flatMap((folder) => {
    const { path } = folder;
    const { question } = questionOf(ledger, folder);
    if (question === undefined) return [];
    return [{ events: [{ event: 'question', path, ...questionMembers(question) }], lines: [questionMessage(path, question)] }];
  });
}

/** Events that no hook has taken are told again, or those that are named. @throws Refusal if there is no such event */
function retryHooks({ ledger, operands: ids }: Asked): Said {
  const open = ledger.hookEvents.list(['pending', 'given-up'], Number.MAX_SAFE_INTEGER);
  const unknown = ids.find((id) => open.every(({ eventId }) => eventId !== id));
  if (unknown !== undefined) throw new Refusal(say('hooks.unknownEvent', { id: unknown }));
  const count = ledger.hookEvents.retry(Date.now(), ids.length === 0 ? undefined : ids);
  return { events: [{ event: 'hooks-retried', count }], lines: [say('hooks.retried', { count })] };
}
