import type { Notice } from '../../engine/api.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

type UploadNotice = Extract<Notice, { kind: 'upload' }>;

/** Bytes of a request that are out; the request carries `files` documents. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
  readonly files: number;
}

/** How far the uploads under way are. */
export interface Uploads {
  /** That of the request which a document's file is in. */
  of(documentId: number): UploadProgress | undefined;
  /** Every upload that has not been answered yet. */
  current(): readonly UploadProgress[];
  note(notice: UploadNotice): void;
}

/** @param ledger undefined while none is open */
export function createUploads(ledger: () => Pick<LedgerReader, 'batches'> | undefined): Uploads {
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
    of(documentId) {
      const upload = underway().find(({ documents }) => documents.includes(documentId));
      return upload && progressOf(upload);
    },
    current: () => underway().map(progressOf),
    note(notice) {
      if (!known.has(notice.batchId)) underway();
      known.set(notice.batchId, notice);
    },
  };
}

function progressOf({ sent, total, documents }: UploadNotice): UploadProgress {
  return { sent, total, files: documents.length };
}
