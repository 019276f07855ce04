import type { EngineStatus, Notice } from '../../engine/api.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { ProgressView } from './progress.ts';
import { gateSentence, healthSentence } from './words.ts';

/** Uploads under way, as the engine announces them. */
export class UploadBook {
  readonly #uploads = new Map<number, Extract<Notice, { kind: 'upload' }>>();

  note(notice: Extract<Notice, { kind: 'upload' }>): void {
    this.#uploads.set(notice.batchId, notice);
  }

  /** Those that the ledger still has in a request. */
  current(ledger: Pick<LedgerReader, 'batches'>): readonly Extract<Notice, { kind: 'upload' }>[] {
    for (const batchId of this.#uploads.keys()) {
      const state = ledger.batches.get(batchId)?.state;
      if (state !== 'composed' && state !== 'sent') this.#uploads.delete(batchId);
    }
    return [...this.#uploads.values()];
  }
}

/** Gathers what the live block shows. */
export function progressView(
  status: EngineStatus,
  ledger: LedgerReader,
  uploads: UploadBook,
  now: number,
  url: string,
): ProgressView {
  const moving = { waiting: 0, uploading: 0, atService: 0 };
  for (const { id } of status.folders) {
    for (const { state, wait, count } of ledger.documents.counts(id)) {
      if (state === 'settling' || (state === 'waiting' && wait !== 'held' && wait !== 'blocked')) moving.waiting += count;
      else if (state === 'uploading') moving.uploading += count;
      else if (state === 'queued' || state === 'processing') moving.atService += count;
    }
  }
  return {
    folders: status.folders.map(({ path, route, routeName }) => ({
      path,
      routeName: routeName === route.id ? `${route.kind} ${route.id}` : routeName,
    })),
    balance: status.balance,
    moving,
    attention: status.attention,
    uploads: uploads.current(ledger),
    problems: problemsOf(status, now, url),
  };
}

/** What is in the way, the account's problem first. Pure. */
export function problemsOf(status: Pick<EngineStatus, 'gate' | 'folders'>, now: number, url: string): string[] {
  const account = gateSentence(status.gate, now, url);
  const folders = status.folders.flatMap(({ path, health }) => healthSentence(path, health) ?? []);
  return account === undefined ? folders : [account, ...folders];
}
