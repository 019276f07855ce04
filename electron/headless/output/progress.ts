import type { Balance } from '../../core/document/standing.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Wording } from '../../core/messages/wording.ts';
import type { EngineStatus } from '../../engine/api.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { UploadProgress, Uploads } from '../../workspace/engine/uploads.ts';
import { type Work, workOf } from '../../workspace/folders/folder-status.ts';
import { gateMessage, healthMessage, questionMessage } from './state-messages.ts';
import { printable } from './terminal-wording.ts';

/** What the live block shows at a moment. */
export interface ProgressView {
  readonly folders: readonly { readonly path: string; readonly route: string | Message }[];
  readonly balance: Balance;
  /** Documents in progress. */
  readonly moving: Work;
  readonly attention: number;
  readonly uploads: readonly UploadProgress[];
  /** A shut gate, folders that cannot be worked on. */
  readonly problems: readonly Message[];
}

/** Gathers what the live block shows. */
export function progressView(
  status: EngineStatus,
  ledger: LedgerReader,
  uploads: Uploads,
  now: number,
  url: string,
): ProgressView {
  return {
    folders: status.folders.map(({ path, route, routeName }) => ({
      path,
      route: routeName === route.id ? say('runReport.progress.routeUnnamed', { kind: route.kind, id: route.id }) : routeName,
    })),
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

/** The live block: a few calm lines. Pure. */
export function progressLines(view: ProgressView, { text }: Wording): string[] {
  const { balance, moving, attention } = view;
  const counts = [
    say('runReport.progress.found', { count: balance.found }),
    say('runReport.progress.delivered', { count: balance.delivered + balance.duplicate }),
    ...(moving.atService > 0 ? [say('runReport.progress.atService', { count: moving.atService })] : []),
    ...(moving.uploading > 0 ? [say('runReport.progress.uploading', { count: moving.uploading })] : []),
    ...(moving.waiting > 0 ? [say('runReport.progress.waiting', { count: moving.waiting })] : []),
    ...(balance.gone > 0 ? [say('runReport.progress.gone', { count: balance.gone })] : []),
    ...(attention > 0 ? [say('runReport.progress.needYou', { count: attention })] : []),
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
  const lines = folders
    .slice(0, maxFolders)
    .map(({ path, route }) => `${printable(path)} → ${typeof route === 'string' ? printable(route) : text(route)}`);
  const more = folders.length - maxFolders;
  return more > 0 ? [...lines, text(say('runReport.progress.moreFolders', { count: more }))] : lines;
}

function uploadMessages(uploads: ProgressView['uploads']): Message[] {
  if (uploads.length === 0) return [];
  const sum = (of: (upload: ProgressView['uploads'][number]) => number) => uploads.reduce((all, one) => all + of(one), 0);
  return [
    say('runReport.progress.sending', {
      count: sum(({ files }) => files),
      sentSize: sum(({ sent }) => sent),
      totalSize: sum(({ total }) => total),
    }),
  ];
}
