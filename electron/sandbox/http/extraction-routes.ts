import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { EndpointName } from '../endpoints.ts';
import type { AcceptedFile, Definition, ExtractionBatchRecord } from '../state/extractions.ts';
import { acceptedAnswer, extractionAnswer, resultsAnswer } from './answers.ts';
import { readForm, requireField, requireFiles } from './intake.ts';
import { addRoute, readJson, type ServerContext, type Trace } from './route.ts';
import { changesSchema, definitionSchema, extractionIdSchema, parseAs, parseJson, resultsSchema } from './schemas.ts';

/** The extraction endpoints, under /api/v1. */
export function addExtractionRoutes(app: FastifyInstance, { extractions, acceptance, extractionWork }: ServerContext): void {
  function begin(extractionId: string, by: EndpointName, files: readonly AcceptedFile[], trace: Trace): ExtractionBatchRecord {
    const taken = files.map(({ file }) => file);
    const batch = extractions.addBatch(extractionId, by, taken);
    trace.batchId = batch.batchId;
    trace.fileNames = taken.map(({ fileName }) => fileName);
    extractionWork.start(
      batch,
      files.map(({ reading }) => reading),
    );
    return batch;
  }

  addRoute(app, 'createExtraction', async (request, reply) => {
    const form = await readForm(request, ['extractionDetails']);
    const definition = readDetails(definitionSchema, requireField(form, 'extractionDetails'));
    const checked = await acceptance.check('createExtraction', requireFiles(form));
    const accepted = acceptance.charge(checked);
    const { extractionId } = extractions.create(definition);
    reply.code(201);
    return acceptedAnswer(begin(extractionId, 'createExtraction', accepted, request.trace));
  });

  addRoute(app, 'viewExtraction', async (request) => {
    const { extractionId } = readJson(request, extractionIdSchema);
    return extractionAnswer(extractions.get(extractionId));
  });

  /** The answer is not documented: here it is the extraction as it now is, and the new batch if there is one. */
  addRoute(app, 'updateExtraction', async (request) => {
    const form = await readForm(request, ['extractionId', 'extractionDetails']);
    const { extractionId } = parseAs(extractionIdSchema, { extractionId: requireField(form, 'extractionId') });
    const changes = readDetails(changesSchema, requireField(form, 'extractionDetails'));
    extractions.get(extractionId);
    const checked = await acceptance.check('updateExtraction', form.files);
    extractions.get(extractionId);
    const accepted = acceptance.charge(checked);
    const updated = extractionAnswer(extractions.update(extractionId, onlyGiven(changes)));
    if (accepted.length === 0) return updated;
    return { ...updated, ...acceptedAnswer(begin(extractionId, 'updateExtraction', accepted, request.trace)) };
  });

  addRoute(app, 'deleteExtraction', async (request) => {
    const { extractionId } = readJson(request, extractionIdSchema);
    extractions.delete(extractionId);
    return { extractionId, deleted: true };
  });

  addRoute(app, 'uploadFiles', async (request) => {
    const form = await readForm(request, ['extractionId']);
    const { extractionId } = parseAs(extractionIdSchema, { extractionId: requireField(form, 'extractionId') });
    const files = requireFiles(form);
    extractions.get(extractionId);
    const checked = await acceptance.check('uploadFiles', files);
    // It may have been deleted while pages were counted; then nothing is charged.
    extractions.get(extractionId);
    return acceptedAnswer(begin(extractionId, 'uploadFiles', acceptance.charge(checked), request.trace));
  });

  addRoute(app, 'getBatchResults', async (request) => {
    const { extractionId, batchId, fileId } = readJson(request, resultsSchema);
    request.trace.batchId = batchId;
    const batch = extractions.getBatch(extractionId, batchId);
    return resultsAnswer(batch, fileId === undefined ? batch.files : [extractions.getFile(extractionId, batchId, fileId)]);
  });
}

function readDetails<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return parseAs(schema, parseJson(text, 'extractionDetails'), 'extractionDetails');
}

function onlyGiven(changes: { readonly [Member in keyof Definition]?: Definition[Member] | undefined }): Partial<Definition> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
