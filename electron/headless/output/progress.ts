import { goesOnAlone, traitsOf } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Wording } from '../../core/messages/wording.ts';
import type { EngineStatus } from '../../engine/api.ts';
import type { DocumentCount, LedgerReader } from '../../ledger/ledger.ts';
import type { Uploads } from '../../workspace/engine/uploads.ts';
import { folderHeading, gateMessage, healthMessage, questionMessage } from './state-messages.ts';

/** Gathers what the live block shows. `moving`: documents in progress; `problems`: a shut gate, folders that cannot be worked on. */
export function progressView(status: EngineStatus, ledger: LedgerReader, uploads: Uploads, now: number, url: string) {
  const folders: readonly Parameters<typeof folderHeading>[0][] = status.folders;
  return {
    folders,
    balance: status.balance,
    moving: workOf(status.folders.flatMap(({ id }) => ledger.documents.counts(id))),
    attention: status.attention,
    uploads: uploads.current(),
    problems: problemsOf(status, now, url),
  };
}

/** What blocks the work, the account's problem first. */
function problemsOf({ gate, folders, ledger }: EngineStatus, now: number, url: string): Message[] {
  return [
    gateMessage(gate, now, url) ?? [],
    ledger ?? [],
    ...folders.flatMap(({ path, health, question }) => [
      healthMessage(path, health) ?? [],
      question === undefined ? [] : questionMessage(path, question),
    ]),
  ].flat();
}

type ProgressView = ReturnType<typeof progressView>;

/** The live block: a few calm lines. Pure. */
export function progressLines(view: ProgressView, { text }: Wording): string[] {
  const { balance, moving, attention } = view;
  const some = (name: 'atService' | 'uploading' | 'waiting' | 'gone' | 'needYou', count: number) =>
    count > 0 ? [say(`runReport.progress.${name}`, { count })] : [];
  const counts = [
    say('runReport.progress.found', { count: balance.found }),
    say('runReport.progress.delivered', { count: balance.delivered + balance.duplicate }),
    ...some('atService', moving.atService),
    ...some('uploading', moving.uploading),
    ...some('waiting', moving.waiting),
    ...some('gone', balance.gone),
    ...some('needYou', attention),
  ];
  return [
    ...folderLines(view.folders, text),
    `  ${counts.map(text).join('   ')}`,
    ...uploadMessages(view.uploads).map((each) => `  ${text(each)}`),
    ...view.problems.map((problem) => `  ! ${text(problem)}`),
  ];
}

const maxFolders = 6;

function folderLines(folders: ProgressView['folders'], text: Wording['text']): string[] {
  const lines = folders.slice(0, maxFolders).map((folder) => folderHeading(folder, text));
  const more = folders.length - maxFolders;
  return more > 0 ? [...lines, text(say('runReport.progress.moreFolders', { count: more }))] : lines;
}

function uploadMessages(uploads: ProgressView['uploads']): Message[] {
  if (uploads.length === 0) return [];
  const sum = (of: 'files' | 'sent' | 'total') => uploads.reduce((all, one) => all + one[of], 0);
  return [say('runReport.progress.sending', { count: sum('files'), sentSize: sum('sent'), totalSize: sum('total') })];
}

/** Documents on their way without a person. Pure. */
function workOf(counts: readonly DocumentCount[]) {
  const work = { waiting: 0, uploading: 0, atService: 0 };
  for (const each of counts.filter(goesOnAlone)) {
    const { progress } = traitsOf[each.state];
    if (progress !== 'none') work[progress] += each.count;
  }
  return work;
}
