import type { FastifyInstance } from 'fastify';
import { maxFilesPerClassificationBatch } from '../../core/protocol/service-shapes.ts';
import { errors } from '../errors.ts';
import { pagesOf } from '../work/acceptance.ts';
import { classificationBatchAnswer, classificationFileAnswer } from './answers.ts';
import { readForm, requireFiles } from './intake.ts';
import { addRoute, pathPart, readJson, type ServerContext } from './route.ts';
import { classificationSchema, overrideSchema } from './schemas.ts';

/** The classification endpoints, under /v1. Their errors are not documented; here they look like the extraction's. */
export function addClassificationRoutes(
  app: FastifyInstance,
  { classifications, extractions, acceptance, classificationWork, pages }: ServerContext,
): void {
  addRoute(app, 'createClassification', async (request, reply) => {
    const { name, description, categories } = readJson(request, classificationSchema);
    for (const { linkedExtractionId } of categories) {
      if (linkedExtractionId !== undefined && !extractions.has(linkedExtractionId)) {
        throw errors.badRequest(`linked_extraction_id: there is no extraction ${linkedExtractionId}.`);
      }
    }
    const created = classifications.create(name, description, categories);
    reply.code(201);
    return {
      classification: {
        id: created.id,
        name,
        categories: created.categories.map((category) => ({ id: category.id, name: category.name })),
      },
    };
  });

  addRoute(app, 'uploadClassificationBatch', async (request, reply) => {
    const classificationId = pathPart(request, 'classificationId');
    const form = await readForm(request, []);
    const files = requireFiles(form);
    classifications.get(classificationId);
    if (files.length > maxFilesPerClassificationBatch) throw errors.tooManyFiles(files.length);
    const accepted = acceptance.charge(await acceptance.check('uploadClassificationBatch', files));
    const batch = classifications.addBatch(classificationId, accepted);
    request.trace.batchId = batch.id;
    request.trace.fileNames = files.map(({ fileName }) => fileName);
    classificationWork.start(batch, batch.files);
    reply.code(202);
    return { batch: classificationBatchAnswer(batch) };
  });

  addRoute(app, 'getClassificationBatch', async (request) => {
    const batchId = pathPart(request, 'batchId');
    request.trace.batchId = batchId;
    const batch = classifications.getBatch(pathPart(request, 'classificationId'), batchId);
    return { batch: classificationBatchAnswer(batch), files: batch.files.map(classificationFileAnswer) };
  });

  /** The answer is not documented: here it is the file as it now is. The file is not passed on to a linked extraction. */
  addRoute(app, 'overrideCategory', async (request) => {
    const classificationId = pathPart(request, 'classificationId');
    const { classified_category_id: categoryId } = readJson(request, overrideSchema);
    const { batch, file } = classifications.getFile(classificationId, pathPart(request, 'fileId'));
    const category = classifications.get(classificationId).categories.find(({ id }) => id === categoryId);
    if (category === undefined)
      throw errors.badRequest(`classified_category_id: the classification has no category ${categoryId}.`);
    classifications.apply(batch, file, { kind: 'overridden', categoryId, categoryName: category.name });
    return { file: classificationFileAnswer(file) };
  });

  /**
   * Body and answer are not documented: here a body is ignored, and the answer is the file as it now is, with 202 if a run
   * was started and 200 if a person's override stands. A run processes the document, so it costs its pages again.
   */
  addRoute(app, 'redoClassification', async (request, reply) => {
    const { batch, file } = classifications.getFile(pathPart(request, 'classificationId'), pathPart(request, 'fileId'));
    // The new run replaces one that is still going, which was paid for already.
    const needed = file.state.status === 'queued' ? 0 : pagesOf(await file.reading);
    const { state } = file;
    if (state.status === 'processed' && state.by === 'person') return { file: classificationFileAnswer(file) };
    if (!pages.take(needed)) throw errors.outOfPages(needed, pages.remaining());
    if (classifications.apply(batch, file, { kind: 'redone' })) classificationWork.start(batch, [file]);
    reply.code(202);
    return { file: classificationFileAnswer(file) };
  });
}
