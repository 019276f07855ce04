import { maxFilesPerClassificationBatch } from '../core/protocol/service-shapes.ts';

/** An answer that is an error: its status and the one member `error` of its body (electron/service/README.md, "Errors"). */
export class ServiceError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.headers = headers;
  }
}

/** The types that the service is known to accept; the sandbox accepts no others. */
export const acceptedExtensions = ['pdf', 'png', 'jpg', 'jpeg', 'docx'] as const;

const challenge = { 'www-authenticate': 'Bearer' };

export const errors = {
  badRequest: (message: string) => new ServiceError(400, message),
  missingKey: () => new ServiceError(401, 'Missing API key: send it as "Authorization: Bearer <API_KEY>".', challenge),
  invalidKey: () => new ServiceError(401, 'Invalid API key: it is not a key of this sandbox.', challenge),
  revokedKey: (status: 401 | 403) => new ServiceError(status, 'This API key has been revoked.', status === 401 ? challenge : {}),
  rateLimitedKey: () =>
    new ServiceError(401, 'This API key is rate-limited: too many requests. Slow down and try again.', challenge),
  unclearKey: () => new ServiceError(401, 'Unauthorized.', challenge),
  outOfPages: (needed: number, remaining: number) =>
    new ServiceError(403, `Out of pages: this request needs ${needed}, and ${remaining} are left this month. Nothing was taken.`),
  extractionNotFound: (id: string) => new ServiceError(404, `Extraction not found: ${id}`),
  batchNotFound: (id: string) => new ServiceError(404, `Batch not found: ${id}`),
  fileNotFound: (id: string) => new ServiceError(404, `File not found: ${id}`),
  classificationNotFound: (id: string) => new ServiceError(404, `Classification not found: ${id}`),
  noSuchEndpoint: (method: string, path: string) => new ServiceError(404, `There is no ${method} ${path}.`),
  fileTooLarge: (fileName: string) => new ServiceError(413, `File too large: "${fileName}" exceeds the limit of 25 MB per file.`),
  emptyFile: (fileName: string) => new ServiceError(400, `"${fileName}" is empty.`),
  unsupportedType: (fileName: string) =>
    new ServiceError(400, `Unsupported file type: "${fileName}". Accepted file types include PDF, PNG, JPG and DOCX.`),
  poisoned: (fileName: string) => new ServiceError(400, `"${fileName}" cannot be processed.`),
  tooManyFiles: (count: number) =>
    new ServiceError(400, `Too many files: ${count}. Up to ${maxFilesPerClassificationBatch} files per request.`),
  tooManyRequests: (retryAfter: string | undefined) =>
    new ServiceError(
      429,
      'Too many requests. Slow down and try again.',
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    ),
} as const;
