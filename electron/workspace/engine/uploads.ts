import type { Notice } from '../../engine/api.ts';

/** Bytes of a request that are out; the request carries `files` documents. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
  readonly files: number;
}

/** How far the uploads under way are, by the ledger's id of their batch. */
export interface Uploads {
  of(batchId: number): UploadProgress | undefined;
  /** Takes note; gives the ids of the documents that it is about. */
  note(notice: Extract<Notice, { kind: 'upload' }>): readonly number[];
}

/** So many are remembered: more are never under way, and one that has ended is of no interest. */
const most = 64;

/** @param documentsOf ids of the documents of a batch; asked once for each */
export function createUploads(documentsOf: (batchId: number) => readonly number[]): Uploads {
  const known = new Map<number, { readonly progress: UploadProgress; readonly ids: readonly number[] }>();
  return {
    of: (batchId) => known.get(batchId)?.progress,
    note({ batchId, sent, total, files }) {
      const ids = known.get(batchId)?.ids ?? documentsOf(batchId);
      known.delete(batchId);
      known.set(batchId, { progress: { sent, total, files }, ids });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return ids;
    },
  };
}
