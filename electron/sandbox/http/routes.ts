import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { maxFilesPerClassificationBatch } from '../../core/protocol/service-shapes.ts';
import { type EndpointName, endpointOf } from '../endpoints.ts';
import { errors } from '../errors.ts';
import { type AcceptedFile, type BatchRecord, batchIn, type ExtractionRecord, type FileRecord, fileIn } from '../store.ts';
import { pagesOf, type UploadedFile } from '../work.ts';
import type { ServerContext } from './context.ts';
import { readForm, requireField, requireFiles } from './intake.ts';
import {
  changesSchema,
  classificationSchema,
  definitionSchema,
  extractionIdSchema,
  overrideSchema,
  parseAs,
  parseJson,
  resultsSchema,
} from './schemas.ts';

/** The name under which the sandbox signs its results. */
const modelUsed = 'intray-sandbox-1';

/**
 * The service's endpoints (electron/service/README.md, "Extractions" to "Classifications"). Errors of the classification
 * endpoints are not documented; here they look like the extraction's.
 */
export function addRoutes(app: FastifyInstance, { store, work, pages }: ServerContext): void {
  const add = (endpoint: EndpointName, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<object>) => {
    const { method, path } = endpointOf(endpoint);
    app.route({ method, url: path, config: { endpoint }, handler });
  };

  function begin(
    kind: BatchRecord['kind'],
    id: string,
    by: EndpointName,
    files: readonly AcceptedFile[],
    { trace }: FastifyRequest,
  ): BatchRecord {
    const batch = store.addBatch(kind, id, by, files);
    trace.batchId = batch.batchId;
    trace.fileNames = batch.files.map(({ fileName }) => fileName);
    work.start(batch);
    return batch;
  }

  /** Charges for files of an extraction; it may have been deleted while pages were counted, and then nothing is charged. */
  async function accept(
    extractionId: string,
    by: EndpointName,
    files: readonly UploadedFile[],
  ): Promise<readonly AcceptedFile[]> {
    store.extraction(extractionId);
    const checked = await work.check(by, files);
    store.extraction(extractionId);
    return work.charge(checked);
  }

  add('createExtraction', async (request, reply) => {
    const form = await readForm(request, ['extractionDetails']);
    const definition = readDetails(definitionSchema, requireField(form, 'extractionDetails'));
    const files = work.charge(await work.check('createExtraction', requireFiles(form)));
    const { extractionId } = store.createExtraction(definition);
    reply.code(201);
    return acceptedAnswer(begin('extraction', extractionId, 'createExtraction', files, request));
  });

  add('viewExtraction', async (request) =>
    extractionAnswer(store.extraction(readJson(request, extractionIdSchema).extractionId)),
  );

  /** The answer is not documented: here it is the extraction as it now is, and the new batch if there is one. */
  add('updateExtraction', async (request) => {
    const form = await readForm(request, ['extractionId', 'extractionDetails']);
    const { extractionId } = parseAs(extractionIdSchema, { extractionId: requireField(form, 'extractionId') });
    const changes = readDetails(changesSchema, requireField(form, 'extractionDetails'));
    const files = await accept(extractionId, 'updateExtraction', form.files);
    const updated = extractionAnswer(store.updateExtraction(extractionId, changes));
    if (files.length === 0) return updated;
    return { ...updated, ...acceptedAnswer(begin('extraction', extractionId, 'updateExtraction', files, request)) };
  });

  add('deleteExtraction', async (request) => {
    const { extractionId } = readJson(request, extractionIdSchema);
    store.deleteExtraction(extractionId);
    return { extractionId, deleted: true };
  });

  add('uploadFiles', async (request) => {
    const form = await readForm(request, ['extractionId']);
    const { extractionId } = parseAs(extractionIdSchema, { extractionId: requireField(form, 'extractionId') });
    const files = await accept(extractionId, 'uploadFiles', requireFiles(form));
    return acceptedAnswer(begin('extraction', extractionId, 'uploadFiles', files, request));
  });

  add('getBatchResults', async (request) => {
    const { extractionId, batchId, fileId } = readJson(request, resultsSchema);
    request.trace.batchId = batchId;
    const batch = batchIn(store.extraction(extractionId), batchId);
    const files = fileId === undefined ? batch.files : [fileIn([batch], fileId).file];
    return { batchId, extractionId, files: files.map(fileAnswer) };
  });

  add('createClassification', async (request, reply) => {
    const { name, description, categories } = readJson(request, classificationSchema);
    for (const { linkedExtractionId } of categories)
      if (linkedExtractionId !== undefined && !store.extractions.has(linkedExtractionId))
        throw errors.badRequest(`linked_extraction_id: there is no extraction ${linkedExtractionId}.`);
    const created = store.createClassification(name, description, categories);
    reply.code(201);
    return {
      classification: { id: created.id, name, categories: created.categories.map((each) => ({ id: each.id, name: each.name })) },
    };
  });

  add('uploadClassificationBatch', async (request, reply) => {
    const classificationId = pathPart(request, 'classificationId');
    const files = requireFiles(await readForm(request, []));
    store.classification(classificationId);
    if (files.length > maxFilesPerClassificationBatch) throw errors.tooManyFiles(files.length);
    const accepted = work.charge(await work.check('uploadClassificationBatch', files));
    reply.code(202);
    return { batch: batchAnswer(begin('classification', classificationId, 'uploadClassificationBatch', accepted, request)) };
  });

  add('getClassificationBatch', async (request) => {
    const batchId = pathPart(request, 'batchId');
    request.trace.batchId = batchId;
    const batch = batchIn(store.classification(pathPart(request, 'classificationId')), batchId);
    return { batch: batchAnswer(batch), files: batch.files.map(fileAnswer) };
  });

  const fileOf = (request: FastifyRequest) =>
    fileIn(store.classification(pathPart(request, 'classificationId')).batches.values(), pathPart(request, 'fileId'));

  /** The answer is not documented: here it is the file as it now is. The file is not passed on to a linked extraction. */
  add('overrideCategory', async (request) => {
    const { classified_category_id: categoryId } = readJson(request, overrideSchema);
    const { batch, file } = fileOf(request);
    const category = store.classification(batch.of).categories.find(({ id }) => id === categoryId);
    if (category === undefined)
      throw errors.badRequest(`classified_category_id: the classification has no category ${categoryId}.`);
    // Whatever a run that is under way decides counts no more.
    file.run += 1;
    const verdict = { categoryId, categoryName: category.name, confidence: 1, reasoning: 'Set by hand.' };
    store.set(batch, file, { status: 'processed', verdict, by: 'person' });
    return { file: fileAnswer(file) };
  });

  /**
   * Body and answer are not documented: here a body is ignored, and the answer is the file as it now is, with 202 if a run
   * was started and 200 if a person's override stands. A run processes the document, so it costs its pages again.
   */
  add('redoClassification', async (request, reply) => {
    const { batch, file } = fileOf(request);
    // The new run replaces one that is still going, which was paid for already.
    const needed = file.state.status === 'queued' ? 0 : pagesOf(await file.reading);
    if ('by' in file.state && file.state.by === 'person') return { file: fileAnswer(file) };
    if (!pages.take(needed)) throw errors.outOfPages(needed, pages.remaining());
    store.set(batch, file, { status: 'queued' });
    work.start(batch, [file]);
    reply.code(202);
    return { file: fileAnswer(file) };
  });
}

function extractionAnswer({ extractionId, definition, createdAt, updatedAt }: ExtractionRecord) {
  return { extractionId, ...definition, created_at: createdAt, updated_at: updatedAt };
}

function acceptedAnswer({ batchId, of, files }: BatchRecord) {
  return { extractionId: of, batchId, files: files.map(fileAnswer) };
}

/** `queued` until every file has its verdict; no other status of a batch is documented. */
function batchAnswer({ batchId, of, files }: BatchRecord) {
  const status = files.some(({ state }) => state.status === 'queued') ? 'queued' : 'processed';
  return { id: batchId, classification_id: of, status, file_count: files.length };
}

/** With its result or its verdict, if there is one; the members of the category are null for no category. */
function fileAnswer({ id, fileName, state }: FileRecord) {
  const base = { id, file_name: fileName, status: state.status };
  if ('values' in state) return { ...base, result: { extracted_data: state.values, model_used: modelUsed } };
  if (!('verdict' in state)) return base;
  const { categoryId, categoryName, confidence, reasoning } = state.verdict;
  return {
    ...base,
    ...{ classified_category_id: categoryId, classified_category_name: categoryName },
    ...{ confidence, classification_reasoning: reasoning },
  };
}

function readDetails<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return parseAs(schema, parseJson(text, 'extractionDetails'), 'extractionDetails');
}

/** The JSON body in its documented shape, or a 400. */
function readJson<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw errors.badRequest('Content-Type must be application/json.');
  if (request.body === undefined) throw errors.badRequest('A JSON body is required.');
  return parseAs(schema, request.body);
}

function pathPart(request: FastifyRequest, name: 'classificationId' | 'batchId' | 'fileId'): string {
  return (request.params as Readonly<Record<string, string>>)[name] ?? '';
}
