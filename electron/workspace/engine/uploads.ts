import type { Notice } from '../../engine/api.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/** Bytes of a request that are out; the request carries `files` documents. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
  readonly files: number;
}

/** How far the uploads under way are, by the ledger's id of their batch. */
export interface Uploads {
  of(batchId: number): UploadProgress | undefined;
  /** Every upload that has not been answered yet. */
  current(): readonly UploadProgress[];
  /** Records a notice; gives the ids of the documents in the upload. */
  note(notice: Extract<Notice, { kind: 'upload' }>): readonly number[];
}

/** @param ledger undefined while none is open */
export function createUploads(ledger: () => Pick<LedgerReader, 'batches' | 'documents'> | undefined): Uploads {
  const known = new Map<number, { readonly progress: UploadProgress; readonly ids: readonly number[] }>();

  function forgetEnded(): void {
    for (const batchId of known.keys()) {
      const state = ledger()?.batches.get(batchId)?.state;
      if (state !== 'composed' && state !== 'sent') known.delete(batchId);
    }
  }

  return {
    of: (batchId) => known.get(batchId)?.progress,
    current() {
      forgetEnded();
      return [...known.values()].map(({ progress }) => progress);
    },
    note({ batchId, sent, total, files }) {
      const before = known.get(batchId);
      if (before === undefined) forgetEnded();
      const ids =
        before?.ids ??
        ledger()
          ?.documents.inBatch(batchId)
          .map(({ id }) => id) ??
        [];
      known.set(batchId, { progress: { sent, total, files }, ids });
      return ids;
    },
  };
}
