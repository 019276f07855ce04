import type { Message } from '../messages/message.ts';

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

/** A file as uploadFiles, createExtraction and getBatchResults report it. */
export interface ExtractionFile {
  readonly id: string;
  readonly fileName: string;
  readonly status: string;
  readonly result?: {
    /** One entry per field key. Documented as strings; other JSON values are kept as they came. */
    readonly extractedData: Readonly<Record<string, unknown>>;
    readonly modelUsed?: string;
    readonly extra: Readonly<Record<string, unknown>>;
  };
  /** It holds more than Intray takes: why. Nothing else of it was read. */
  readonly excess?: Message;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Answer of createExtraction, uploadFiles and getBatchResults. */
export interface ExtractionBatch {
  readonly extractionId: string;
  readonly batchId: string;
  readonly files: readonly ExtractionFile[];
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
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface ClassificationBatch {
  readonly id: string;
  readonly classificationId: string;
  readonly status: string;
  readonly fileCount?: number;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** The verdict's members are absent until the file is processed; a file may be classified into no category. */
export interface ClassificationFile {
  readonly id: string;
  readonly fileName: string;
  readonly status: string;
  readonly categoryId?: string;
  readonly categoryName?: string;
  readonly confidence?: number;
  readonly reasoning?: string;
  /** It holds more than Intray takes: why. Nothing else of it was read. */
  readonly excess?: Message;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Answer of GET /classifications/{classification_id}/batches/{batch_id}. */
export interface ClassificationResults {
  readonly batch: { readonly status: string; readonly fileCount?: number; readonly extra: Readonly<Record<string, unknown>> };
  readonly files: readonly ClassificationFile[];
  /** As in `ExtractionBatch`. */
  readonly unreadable?: readonly Message[];
}

/** Documented limits (electron/service/README.md, "Limits"). One MB is read as 1024 * 1024 bytes. */
export const maxFileBytes = 25 * 1024 * 1024;
export const maxFilesPerClassificationBatch = 30;
