import type { ClassificationBatchRecord, ClassificationFileRecord } from '../state/classifications.ts';
import type { ExtractionBatchRecord, ExtractionFileRecord } from '../state/extractions.ts';

/** An event, as in the body of a webhook (electron/service/README.md, "Webhooks"). */
export interface ServiceEvent {
  readonly type: 'extraction.completed' | 'extraction.failed' | 'file.processed' | 'file.failed' | 'file.classified';
  readonly data: Readonly<Record<string, unknown>>;
}

export type Announce = (event: ServiceEvent) => void;

export function extractionEvent(batch: ExtractionBatchRecord, status: string): ServiceEvent {
  return {
    type: status === 'failed' ? 'extraction.failed' : 'extraction.completed',
    data: {
      extraction_id: batch.extractionId,
      batch_id: batch.batchId,
      status,
      files: batch.files.map(({ id, state }) => ({ id, status: state.status })),
    },
  };
}

/** The payload of file events is not documented: here it looks like the extraction event, with the one file. */
export function fileEvent(batch: ExtractionBatchRecord, file: ExtractionFileRecord): ServiceEvent {
  return {
    type: file.state.status === 'failed' ? 'file.failed' : 'file.processed',
    data: { extraction_id: batch.extractionId, ...aboutFile(batch.batchId, file) },
  };
}

/** Like `fileEvent`, for a classification, with the verdict. */
export function classifiedEvent(batch: ClassificationBatchRecord, file: ClassificationFileRecord): ServiceEvent {
  const data = { classification_id: batch.classificationId, ...aboutFile(batch.id, file) };
  if (file.state.status !== 'processed') return { type: 'file.failed', data };
  const { categoryId, categoryName, confidence } = file.state.verdict;
  return {
    type: 'file.classified',
    data: { ...data, classified_category_id: categoryId, classified_category_name: categoryName, confidence },
  };
}

function aboutFile(batchId: string, { id, fileName, state: { status } }: ExtractionFileRecord | ClassificationFileRecord) {
  return { batch_id: batchId, file_id: id, file_name: fileName, status, files: [{ id, status }] };
}
