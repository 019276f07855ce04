import type { EngineStatus } from '../../engine/api.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { Uploads } from '../../workspace/engine/uploads.ts';
import { workOf } from '../../workspace/folders/folder-status.ts';
import type { ProgressView } from './progress.ts';
import { gateSentence, healthSentence } from './words.ts';

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
      routeName: routeName === route.id ? `${route.kind} ${route.id}` : routeName,
    })),
    balance: status.balance,
    moving: workOf(status.folders.flatMap(({ id }) => ledger.documents.counts(id))),
    attention: status.attention,
    uploads: uploads.current(),
    problems: problemsOf(status, now, url),
  };
}

/** What is in the way, the account's problem first. Pure. */
export function problemsOf(status: Pick<EngineStatus, 'gate' | 'folders'>, now: number, url: string): string[] {
  const account = gateSentence(status.gate, now, url);
  const folders = status.folders.flatMap(({ path, health }) => healthSentence(path, health) ?? []);
  return account === undefined ? folders : [account, ...folders];
}
