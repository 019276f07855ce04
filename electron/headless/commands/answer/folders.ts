import { join } from 'node:path';
import { type BudgetState, budgetMessage, isOfPages, serviceMessage } from '../../../core/account/budget.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import { liftBudget } from '../../../engine/loop/budgets.ts';
import { askedDocuments, questionOf, recordAnswer } from '../../../engine/loop/questions.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { recordedBudgets, recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { applicableIn, askToApply } from '../../../workspace/folders/applicable.ts';
import { Refusal } from '../../input/refusal.ts';
import { isoTime, type JsonMembers, messageMembers } from '../../output/events.ts';
import { questionMessage } from '../../output/state-messages.ts';
import type { Said } from '../command.ts';
import { wholeNumber } from '../options.ts';
import { folderAt, locate } from '../status/why/location.ts';
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
      ...defined({ pages }),
    })),
    lines: [
      questionMessage(folder.path, question),
      ...documents.map((each) => say('answers.answer.document', { path: each.path, pages: each.pages ?? 0 })),
    ],
  };
}

/** The answer to a folder's question is left in the ledger. @throws Refusal if no question is open */
export async function answerQuestion(asked: Asked): Promise<Said> {
  const answer = asked.flags.send === true ? 'send' : 'leave';
  const given = onlyPath(asked, `--${answer}`);
  const found = await questionAt(asked.ledger, given);
  if (found === undefined || !recordAnswer(asked.ledger, found.folder.id, answer))
    throw new Refusal(say('answers.answer.notOpen', { path: given }));
  const event = { event: 'answer', path: found.folder.path, answer, documents: found.question.documents };
  return { events: [event], lines: [asked.soon()] };
}

/** Pages for today or this month, for a folder or for all; the engine sees them within seconds. @throws Refusal if there is no such budget */
export async function addPages(asked: Asked): Promise<Said> {
  const { ledger, paths, flags } = asked;
  const pages = wholeNumber('--add-pages', flags.addPages ?? '', 1_000_000);
  const period = flags.month === true ? 'month' : 'day';
  const folder = paths.length === 0 ? undefined : await folderAt(ledger, onlyPath(asked, '--add-pages'));
  const folderId = folder?.id;
  const now = Date.now();
  if (!recordedBudgets(ledger, now).some((each) => each.period === period && each.folderId === folderId))
    throw new Refusal(say('answers.budget.none', { ...scopeOf(folder?.path), period }));
  liftBudget(ledger, { folderId, period, pages }, now);
  return budgetsSaid(recordedBudgets(ledger, now));
}

export function budgetsSaid(budgets: readonly BudgetState[]): Said {
  const events = budgets.length === 0 ? [] : [{ event: 'budgets', budgets: budgets.map(budgetMembers) }];
  return { events, lines: budgets.flatMap(budgetLines) };
}

/** A budget for machines. */
export function budgetMembers(state: BudgetState): JsonMembers {
  const { path, period, until, timeZone, waiting } = state;
  const message = state.period === 'service' ? serviceMessage(state) : budgetMessage(state);
  return {
    ...(path !== undefined && { folder: path }),
    ...{ period, ...(isOfPages(state) && { pages: state.pages, used: state.used }) },
    ...{ waiting, timeZone },
    ...(until !== undefined && { until: isoTime(until) }),
    ...(message !== undefined && messageMembers(message)),
  };
}

/** A budget for people. */
export function budgetLines(state: BudgetState): Message[] {
  if (state.period === 'service') return [serviceMessage(state)];
  const { path, period, pages, used, waiting } = state;
  const message = waiting.documents > 0 ? budgetMessage(state) : undefined;
  return [say('answers.budget.stands', { ...scopeOf(path), period, pages, used }), ...(message === undefined ? [] : [message])];
}

function scopeOf(path: string | undefined) {
  return { scope: path === undefined ? 'account' : 'folder', path: path ?? '' } as const;
}

/**
 * `--apply`: how many documents went another way than the folder's settings say by now, and what it would cost to send them there. With
 * a number of pages, a person agrees to that: the requests are left in the ledger, and the engine sees them within seconds, or when it
 * runs next.
 * @throws Refusal if there is no such folder, or it would cost more pages than were agreed to
 */
export async function apply(asked: Asked): Promise<Said> {
  const { ledger, flags, by } = asked;
  const agreed = typeof flags.apply === 'string' ? flags.apply : undefined;
  if (agreed !== undefined && !/^\d{1,9}$/.test(agreed)) throw new Refusal(say('answers.apply.pages'));
  const most = agreed === undefined ? undefined : Number(agreed);
  const { path, id, settings } = await folderAt(ledger, onlyPath(asked, '--apply'));
  const origin = ledger.meta.read('work')?.origin;
  if (origin === undefined) throw new Refusal(say('answers.check.noFolder', { path }));
  const applicable = await applicableIn(ledger, { id, settings, origin });
  const { documents, pages } = applicable;
  if (most !== undefined && pages > most) throw new Refusal(say('answers.apply.more', { path, documents, pages }));
  const isDone = documents > 0 && askToApply(ledger, applicable, most === undefined ? undefined : { documents, pages: most }, by);
  const how = isDone
    ? say(asked.isSoon() ? 'answers.apply.soon' : 'answers.apply.nextRun', { count: documents })
    : say('answers.apply.how', { command: `intray answer FOLDER --apply ${pages}` });
  return {
    events: [{ event: 'apply', path, documents, pages, accepted: isDone }],
    lines: documents === 0 ? [say('answers.apply.none', { path })] : [say('answers.apply.question', { documents, pages }), how],
  };
}
