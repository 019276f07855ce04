import type { Message } from '../messages/message.ts';
import type { PolledFile } from '../poll/poll-outcome.ts';

/**
 * The service's own words and shapes, as far as they are documented (electron/service/README.md).
 * `extra` keeps the undocumented members as they came.
 */

export interface FieldDefinition {
  readonly key: string;
  readonly description: string;
  readonly example: string;
}

/** Members of `extractionDetails`. Which of them are required is not shown. */
export interface ExtractionDetails {
  readonly name: string;
  readonly description?: string;
  readonly language?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldDefinition[];
}

/** Answer of viewExtraction. */
export interface Extraction {
  readonly extractionId: string;
  readonly name: string;
  readonly description?: string;
  readonly language?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldDefinition[];
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Answer of createExtraction and uploadFiles. */
export interface ExtractionBatch {
  readonly extractionId: string;
  readonly batchId: string;
  readonly files: readonly PolledFile[];
}

/** Answer of getBatchResults and of GET /classifications/{classification_id}/batches/{batch_id}. */
export interface BatchResults {
  readonly files: readonly PolledFile[];
  /** Why further files of the answer cannot be read, one each. */
  readonly unreadable?: readonly Message[];
}

export interface CategoryDetails {
  readonly name: string;
  readonly description: string;
  readonly keywords?: readonly string[];
  readonly linkedExtractionId?: string;
}

export interface ClassificationDetails {
  readonly name: string;
  readonly description: string;
  readonly categories: readonly CategoryDetails[];
}

/** Answer of POST /classifications. */
export interface Classification {
  readonly id: string;
  readonly name: string;
  readonly categories: readonly { readonly id: string; readonly name: string }[];
}

/** Answer of an upload to a classification. */
export interface ClassificationBatch {
  readonly id: string;
}

/** Documented limits (electron/service/README.md, "Limits"). One MB is read as 1024 * 1024 bytes. */
export const maxFileBytes = 25 * 1024 * 1024;
export const maxFilesPerClassificationBatch = 30;
