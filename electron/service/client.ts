import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { MessageError } from '../core/messages/message-error.ts';
import type { CategoryDetails, ClassificationDetails, ExtractionDetails } from '../core/protocol/service-shapes.ts';
import { assertNever } from '../core/result.ts';
import { basePathOf, checkServiceUrl, originOf } from './address.ts';
import { counted } from './call-counts.ts';
import { createCaller, type Endpoint } from './calls.ts';
import {
  classificationBatchSchema,
  classificationResultsSchema,
  classificationSchema,
  extractionResultsSchema,
  extractionSchema,
  uploadSchema,
} from './schemas.ts';
import type { KeyTrial, Service } from './service.ts';
import { createTransport, defaultTimeouts, type Timeouts } from './transport.ts';

export interface ServiceClientOptions {
  /** The service's base address; checked with `checkServiceUrl`. */
  readonly url: string;
  /** Read before every call, so that a new key counts at once. It goes into the Authorization header and nowhere else. */
  readonly key: () => string | undefined | Promise<string | undefined>;
  /** The connections to use, e.g. through the system's proxy. By default a pool of its own, with proxies from the environment. */
  readonly dispatcher?: Dispatcher;
  readonly timeouts?: Partial<Timeouts>;
  readonly userAgent?: string;
}

export interface ServiceClient extends Service {
  /** Waits for the calls in flight and closes the connections. To be quick, abort the calls first. */
  close(): Promise<void>;
}

/**
 * The typed client of the service's eleven documented calls. Calls never throw for what the service or the network
 * does: every failure is classified once, as data (`core/protocol/failure.ts`).
 *
 * @throws MessageError if the address is not one that `checkServiceUrl` accepts
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const url = checkServiceUrl(options.url);
  if (!url.ok) throw new MessageError(url.error);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const transport = createTransport(url.value, timeouts, options.dispatcher);
  const { free, form } = createCaller({
    transport,
    basePath: basePathOf(url.value),
    key: options.key,
    timeouts,
    userAgent: options.userAgent ?? 'Intray',
    now: Date.now,
  });

  return counted<ServiceClient>({
    origin: originOf(url.value),
    close: transport.close,

    createExtraction: (details, files, upload) =>
      form(
        extraction('createExtraction', 'POST', uploadSchema(undefined)),
        [['extractionDetails', JSON.stringify(detailsOnTheWire(details))]],
        files,
        upload,
      ),
    viewExtraction: (extractionId, call) =>
      free(extraction('viewExtraction', 'POST', extractionSchema(extractionId)), { extractionId }, call),
    updateExtraction: (extractionId, changes, files, upload) =>
      form(
        extraction<void>('updateExtraction', 'PATCH', undefined),
        [
          ['extractionId', extractionId],
          ['extractionDetails', JSON.stringify(detailsOnTheWire(changes))],
        ],
        files,
        upload,
      ),
    deleteExtraction: (extractionId, call) =>
      free(extraction<void>('deleteExtraction', 'DELETE', undefined), { extractionId }, call),
    uploadFiles: (extractionId, files, upload) =>
      form(extraction('uploadFiles', 'POST', uploadSchema(extractionId)), [['extractionId', extractionId]], files, upload),
    getBatchResults: (extractionId, batchId, { fileId, ...call } = {}) =>
      free(
        extraction('getBatchResults', 'POST', extractionResultsSchema),
        { extractionId, batchId, ...(fileId !== undefined && { fileId }) },
        call,
      ),

    createClassification: (details, call) =>
      free(classification('createClassification', 'POST', '', classificationSchema), classificationOnTheWire(details), call),
    // The files alone: the path names the classification (README.md, "Uploads").
    uploadClassificationBatch: (classificationId, files, upload) =>
      form(
        classification('uploadClassificationBatch', 'POST', path`/${classificationId}/batches`, classificationBatchSchema),
        [],
        files,
        upload,
      ),
    getClassificationBatch: (classificationId, batchId, call) =>
      free(
        classification(
          'getClassificationBatch',
          'GET',
          path`/${classificationId}/batches/${batchId}`,
          classificationResultsSchema,
        ),
        undefined,
        call,
      ),
    overrideCategory: (classificationId, fileId, categoryId, call) =>
      free(
        classification<void>('overrideCategory', 'PATCH', path`/${classificationId}/files/${fileId}`, undefined),
        { classified_category_id: categoryId },
        call,
      ),
    // No body is documented, so none is sent (README.md, "Classification calls").
    redoClassification: (classificationId, fileId, call) =>
      free(
        classification<void>('redoClassification', 'POST', path`/${classificationId}/files/${fileId}/redo`, undefined),
        undefined,
        call,
      ),
  });
}

/**
 * Tries a key by viewing an extraction that cannot exist, which costs no page (README.md, "Authentication"). "Not found"
 * means that the key is good; "out of pages", that it is good but of no use for now; 401 or "revoked", that it is bad.
 */
export async function tryKey(client: Pick<Service, 'viewExtraction'>, signal?: AbortSignal): Promise<KeyTrial> {
  const answer = await client.viewExtraction(randomUUID(), signal === undefined ? {} : { signal });
  if (answer.ok) return { kind: 'good' };
  const failure = answer.error;
  switch (failure.kind) {
    case 'not-found':
      return { kind: 'good' };
    case 'key':
      return { kind: 'bad', message: failure.message, failure };
    case 'forbidden':
      if (failure.reason === 'pages') return { kind: 'good-but-empty', message: failure.message };
      if (failure.reason === 'revoked') return { kind: 'bad', message: failure.message, failure };
      return { kind: 'unknown', failure };
    case 'offline':
    case 'unresolved':
    case 'server':
    case 'unreadable':
    case 'bad-request':
    case 'too-large':
    case 'rate':
    case 'withdrawn':
    case 'aborted':
      return { kind: 'unknown', failure };
    default:
      return assertNever(failure);
  }
}

function extraction<Value>(call: string, method: Endpoint<Value>['method'], answer: Endpoint<Value>['answer']): Endpoint<Value> {
  return { call, api: 'extraction', method, path: `/api/v1/${call}`, answer };
}

function classification<Value>(
  call: string,
  method: Endpoint<Value>['method'],
  below: string,
  answer: Endpoint<Value>['answer'],
): Endpoint<Value> {
  return { call, api: 'classification', method, path: `/v1/classifications${below}`, answer };
}

/** A path from opaque identifiers: whatever they contain stays within its segment. */
function path(texts: TemplateStringsArray, ...identifiers: readonly string[]): string {
  return String.raw({ raw: texts }, ...identifiers.map((identifier) => encodeURIComponent(identifier.toWellFormed())));
}

/** Only the documented members, whatever else the caller's object holds. */
function detailsOnTheWire({ name, description, language, options, fields }: Partial<ExtractionDetails>) {
  return {
    name,
    description,
    language,
    options,
    fields: fields?.map(({ key, description: what, example }) => ({ key, description: what, example })),
  };
}

function classificationOnTheWire({ name, description, categories }: ClassificationDetails) {
  return { name, description, categories: categories.map(categoryOnTheWire) };
}

function categoryOnTheWire({ name, description, keywords, linkedExtractionId }: CategoryDetails) {
  return { name, description, keywords, linked_extraction_id: linkedExtractionId };
}
