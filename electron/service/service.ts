import type { Message } from '../core/messages/message.ts';
import type { Failure } from '../core/protocol/failure.ts';
import type {
  Classification,
  ClassificationBatch,
  ClassificationDetails,
  ClassificationResults,
  Extraction,
  ExtractionBatch,
  ExtractionDetails,
} from '../core/protocol/service-shapes.ts';
import type { Result } from '../core/result.ts';

/** A call's answer, or why there is none, classified once. Calls never throw for what the service or the network does. */
export type Answer<Value> = Promise<Result<Value, Failure>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** One file of an upload. It is read from `path` while it is sent; exactly `size` bytes. */
export interface UploadFile {
  readonly path: string;
  /** The name sent to the service, unique in its request. */
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
}

export interface UploadOptions extends CallOptions {
  /**
   * Called once every file's bytes are out and the closing boundary is not. Only after it resolves `true` is the
   * boundary written; on `false` or a throw the request is destroyed, which the service then cannot have read whole,
   * and the upload fails as `withdrawn`. From the moment it has resolved `true` the upload counts as whole.
   */
  readonly beforeClosingBoundary: () => Promise<boolean> | boolean;
  /** Bytes of the body handed to the socket so far; `total` is the Content-Length. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** The service's eleven documented calls (README.md beside this file). */
export interface Service {
  /** Where the calls go, e.g. `https://api.example.com`: scheme, host and port. A key, a route and a batch belong to one origin. */
  readonly origin: string;

  /** POST /api/v1/createExtraction */
  createExtraction(details: ExtractionDetails, files: readonly UploadFile[], options: UploadOptions): Answer<ExtractionBatch>;
  /** POST /api/v1/viewExtraction */
  viewExtraction(extractionId: string, options?: CallOptions): Answer<Extraction>;
  /** PATCH /api/v1/updateExtraction. The response body is not shown, so none is read. */
  updateExtraction(
    extractionId: string,
    changes: Partial<ExtractionDetails>,
    files: readonly UploadFile[],
    options: UploadOptions,
  ): Answer<void>;
  /** DELETE /api/v1/deleteExtraction */
  deleteExtraction(extractionId: string, options?: CallOptions): Answer<void>;
  /** POST /api/v1/uploadFiles */
  uploadFiles(extractionId: string, files: readonly UploadFile[], options: UploadOptions): Answer<ExtractionBatch>;
  /** POST /api/v1/getBatchResults; with `fileId`, of that file alone. */
  getBatchResults(
    extractionId: string,
    batchId: string,
    options?: CallOptions & { readonly fileId?: string },
  ): Answer<ExtractionBatch>;
  /** POST /v1/classifications */
  createClassification(details: ClassificationDetails, options?: CallOptions): Answer<Classification>;
  /** POST /v1/classifications/{classification_id}/batches: up to 30 files */
  uploadClassificationBatch(
    classificationId: string,
    files: readonly UploadFile[],
    options: UploadOptions,
  ): Answer<ClassificationBatch>;
  /** GET /v1/classifications/{classification_id}/batches/{batch_id} */
  getClassificationBatch(classificationId: string, batchId: string, options?: CallOptions): Answer<ClassificationResults>;
  /** PATCH /v1/classifications/{classification_id}/files/{file_id} */
  overrideCategory(classificationId: string, fileId: string, categoryId: string, options?: CallOptions): Answer<void>;
  /** POST /v1/classifications/{classification_id}/files/{file_id}/redo */
  redoClassification(classificationId: string, fileId: string, options?: CallOptions): Answer<void>;
}

/** How a key fared when it was tried: `viewExtraction` of an id that cannot exist, which costs no page. */
export type KeyTrial =
  | { readonly kind: 'good' }
  | { readonly kind: 'good-but-empty'; readonly message: Message }
  | { readonly kind: 'bad'; readonly message: Message }
  /** The service could not be asked, or gave an answer that says nothing about the key. */
  | { readonly kind: 'unknown'; readonly failure: Failure };
