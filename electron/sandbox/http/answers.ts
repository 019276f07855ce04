import type { ClassificationBatchRecord, ClassificationFileRecord } from '../state/classifications.ts';
import type { ExtractionBatchRecord, ExtractionFileRecord, ExtractionRecord } from '../state/extractions.ts';

/** The name under which the sandbox signs its results. */
export const modelUsed = 'intray-sandbox-1';

/** The shapes of the answers (electron/service/README.md, "Extractions" to "Classifications"). */

export function extractionAnswer({ extractionId, definition, createdAt, updatedAt }: ExtractionRecord) {
  return { extractionId, ...definition, created_at: createdAt, updated_at: updatedAt };
}

export function acceptedAnswer({ batchId, extractionId, files }: ExtractionBatchRecord) {
  return {
    extractionId,
    batchId,
    files: files.map(({ id, fileName, state }) => ({ id, file_name: fileName, status: state.status })),
  };
}

/** With its result, if there is one: a failed file has none. */
export function resultsAnswer({ batchId, extractionId }: ExtractionBatchRecord, files: readonly ExtractionFileRecord[]) {
  return {
    batchId,
    extractionId,
    files: files.map(({ id, fileName, state }) => ({
      id,
      file_name: fileName,
      status: state.status,
      ...('values' in state ? { result: { extracted_data: state.values, model_used: modelUsed } } : {}),
    })),
  };
}

/** `queued` until every file has its verdict; no other status of a batch is documented. */
export function classificationBatchAnswer({ id, classificationId, files }: ClassificationBatchRecord) {
  const status = files.some(({ state }) => state.status === 'queued') ? 'queued' : 'processed';
  return { id, classification_id: classificationId, status, file_count: files.length };
}

/** The members of the verdict appear with it; those of the category are null for no category. */
export function classificationFileAnswer({ id, fileName, state }: ClassificationFileRecord) {
  const base = { id, file_name: fileName, status: state.status };
  if (state.status !== 'processed') return base;
  const { categoryId, categoryName, confidence, reasoning } = state.verdict;
  return {
    ...base,
    classified_category_id: categoryId,
    classified_category_name: categoryName,
    confidence,
    classification_reasoning: reasoning,
  };
}
