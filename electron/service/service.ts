import type { Message } from '../core/messages/message.ts';
import type { Failure } from '../core/protocol/failure.ts';
import type {
  BatchResults,
  Classification,
  ClassificationBatch,
  ClassificationDetails,
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

/** One file of an upload. Exactly `size` bytes with this hash are sent, or the request is destroyed. */
export interface UploadFile {
  /** For messages; it is read through `open`. */
  readonly path: string;
  /** Opens the file that was looked at, and no other. Rejects with a `MessageError` that says what is wrong with it. */
  readonly open: () => Promise<UploadSource>;
  /** SHA-256 of the content that was taken in, hex. */
  readonly sha256: string;
  /** The name under which it is sent, unique in its request. */
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
}

/** An open file. */
export interface UploadSource {
  /** Reads up to `length` bytes at `position` into `target` at `offset`, and answers how many: none at the end. */
  readInto(target: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  /** Its bytes are in memory, and are those whose hash is known. Absent: they are hashed on their way. */
  readonly isAsHashed?: true;
  close(): Promise<void>;
}

export interface UploadOptions extends CallOptions {
  /**
   * Called when all bytes of all files are out, and only the closing boundary is missing. The boundary is written only
   * after this resolves `true`, and from that moment the upload counts as whole. On `false` or a throw the request is
   * destroyed; the service cannot have read it whole, and the upload fails as `withdrawn`.
   */
  readonly beforeClosingBoundary: () => Promise<boolean> | boolean;
  /** Bytes of the body handed to the socket so far; `total` is the Content-Length. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** The service's eleven documented calls (README.md beside this file). */
export interface Service {
  /** Where calls go, e.g. `https://api.example.com`: scheme, host, port. A key, a route and a batch belong to one origin. */
  readonly origin: string;

  /** POST /api/v1/createExtraction */
  createExtraction(details: ExtractionDetails, files: readonly UploadFile[], options: UploadOptions): Answer<ExtractionBatch>;
  /** POST /api/v1/viewExtraction */
  viewExtraction(extractionId: string, options?: CallOptions): Answer<Extraction>;
  /** PATCH /api/v1/updateExtraction. The answer's body is not documented, so none is read. */
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
  ): Answer<BatchResults>;
  /** POST /v1/classifications */
  createClassification(details: ClassificationDetails, options?: CallOptions): Answer<Classification>;
  /** POST /v1/classifications/{classification_id}/batches: up to 30 files */
  uploadClassificationBatch(
    classificationId: string,
    files: readonly UploadFile[],
    options: UploadOptions,
  ): Answer<ClassificationBatch>;
  /** GET /v1/classifications/{classification_id}/batches/{batch_id} */
  getClassificationBatch(classificationId: string, batchId: string, options?: CallOptions): Answer<BatchResults>;
  /** PATCH /v1/classifications/{classification_id}/files/{file_id} */
  overrideCategory(classificationId: string, fileId: string, categoryId: string, options?: CallOptions): Answer<void>;
  /** POST /v1/classifications/{classification_id}/files/{file_id}/redo */
  redoClassification(classificationId: string, fileId: string, options?: CallOptions): Answer<void>;
}

/** What trying a key has shown; see `tryKey`. */
export type KeyTrial =
  | { readonly kind: 'good' }
  | { readonly kind: 'good-but-empty'; readonly message: Message }
  | { readonly kind: 'bad'; readonly message: Message; readonly failure: Failure }
  /** The service could not be asked, or gave an answer that says nothing about the key. */
  | { readonly kind: 'unknown'; readonly failure: Failure };
