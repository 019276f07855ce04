import type { Notice } from '../../engine/api.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

type UploadNotice = Extract<Notice, { kind: 'upload' }>;

export type Uploads = ReturnType<typeof createUploads>;

/** How far the uploads under way are: bytes of a request that are out; the request carries `files` documents. @param ledger undefined while none is open */
export function createUploads(ledger: () => Pick<LedgerReader, 'batches'> | undefined) {
  /** By the ledger's id of their batch. */
  const known = new Map<number, UploadNotice>();

  function underway(): UploadNotice[] {
    for (const batchId of known.keys()) {
      const state = ledger()?.batches.get(batchId)?.state;
      if (state !== 'composed' && state !== 'sent') known.delete(batchId);
    }
    return [...known.values()];
  }

  return {
    /** That of the request which a document's file is in. */
    of(documentId: number) {
      const upload = underway().find(({ documents }) => documents.includes(documentId));
      return upload && progressOf(upload);
    },
    /** Every upload that has not been answered yet. */
    current: () => underway().map(progressOf),
    note(notice: UploadNotice): void {
      if (!known.has(notice.batchId)) underway();
      known.set(notice.batchId, notice);
    },
  };
}

function progressOf({ sent, total, documents }: UploadNotice) {
  return { sent, total, files: documents.length };
}
