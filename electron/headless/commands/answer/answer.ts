import { say } from '../../../core/messages/message.ts';
import { questionOf } from '../../../engine/loop/questions.ts';
import { expandPath } from '../../../settings/paths.ts';
import { recordedBudgets, recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { ledgerFor } from '../../input/ledger-access.ts';
import { Refusal } from '../../input/refusal.ts';
import { questionMembers, tell } from '../../output/events.ts';
import { questionMessage } from '../../output/state-messages.ts';
import { defineCommand } from '../command.ts';
import { examples, exitCodes } from '../options.ts';
import { type Asked, answerOptions, knownDocument } from './asked.ts';
import { assign, categoryOf, changeCategory, resultsFor, sendAgain } from './documents.ts';
import { addPages, answerQuestion, apply, budgetLines, budgetMembers, questionAt } from './folders.ts';

/** The flags that give an answer, and what carries it out; `--batch` and `--assign` may stand together. */
const ways = {
  send: (asked: Asked) => answerQuestion(asked, 'send'),
  leave: (asked: Asked) => answerQuestion(asked, 'leave'),
  sendAgain,
  category: (asked: Asked) => changeCategory(asked, '--category'),
  classifyAgain: (asked: Asked) => changeCategory(asked, '--classify-again'),
  assign,
  batch: assign,
  addPages,
  apply,
  retryHooks,
} as const;

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
    const asked: Asked = { kept: ledgerFor(flags, host), operands, paths, flags, host };
    const given = (Object.keys(ways) as (keyof typeof ways)[]).filter((name) => flags[name] !== undefined);
    const [way, another] = new Set(given.map((name) => ways[name]));
    if (another !== undefined) throw new Refusal(say('answers.answer.oneOnly'));
    return way === undefined ? show(asked) : way(asked);
  },
});

/** What waits for an answer: everywhere, in a folder, or about files. */
async function show({ kept, paths, flags, host }: Asked): Promise<0> {
  const parts = await kept.read(async (ledger) => {
    if (paths.length === 0) {
      const questions = recordedFolders(ledger).flatMap((folder) => {
        const { question } = questionOf(ledger, folder);
        return question === undefined ? [] : [{ path: folder.path, question }];
      });
      const budgets = recordedBudgets(ledger, Date.now());
      return [
        {
          events: questions.map(({ path, question }) => ({ event: 'question', path, ...questionMembers(question) })),
          lines: questions.map(({ path, question }) => questionMessage(path, question)),
        },
        resultsFor(ledger, undefined),
        {
          events: budgets.length === 0 ? [] : [{ event: 'budgets', budgets: budgets.map(budgetMembers) }],
          lines: budgets.flatMap(budgetLines),
        },
      ];
    }
    return Promise.all(
      paths.map(async (path) => {
        const asked = await questionAt(ledger, path);
        if (asked !== undefined) return asked;
        const document = await knownDocument(ledger, path);
        const found = [categoryOf(ledger, path, document), resultsFor(ledger, document)];
        return { events: found.flatMap(({ events }) => events), lines: found.flatMap(({ lines }) => lines) };
      }),
    );
  });
  const lines = parts.flatMap((part) => part.lines);
  return tell(
    host,
    flags,
    parts.flatMap(({ events }): readonly object[] => events),
    lines.length === 0 ? [say('answers.answer.none')] : lines,
  );
}

/** Events that no hook has taken are told again, or those that are named. @throws Refusal if there is no such event */
async function retryHooks({ kept, operands: ids, flags, host }: Asked): Promise<0> {
  const count = await kept.write((ledger) => {
    const open = ledger.hookEvents.list(['pending', 'given-up'], Number.MAX_SAFE_INTEGER);
    const unknown = ids.find((id) => open.every(({ eventId }) => eventId !== id));
    if (unknown !== undefined) throw new Refusal(say('hooks.unknownEvent', { id: unknown }));
    return ledger.hookEvents.retry(Date.now(), ids.length === 0 ? undefined : ids);
  });
  return tell(host, flags, { event: 'hooks-retried', count }, [say('hooks.retried', { count })]);
}
