/** The five classification endpoints, below /v1. */
import { z } from 'zod';
import { type Endpoint, form, json, refuse, type Verdict, type World } from './judge.ts';
import { type Batch, type Classification, terminal, unlisted } from './store.ts';

const classificationShape = z.strictObject({
  name: z.string(),
  description: z.string(),
  categories: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      keywords: z.exactOptional(z.array(z.string())),
      linked_extraction_id: z.exactOptional(z.string()),
    }),
  ),
});

function withClassification(world: World, id: string | undefined, then: (classification: Classification) => Verdict): Verdict {
  const classification = world.store.classifications.get(id ?? '');
  return classification === undefined ? refuse(404, `there is no classification ${id}`) : then(classification);
}

function findFile(
  world: World,
  classification: Classification,
  id: string | undefined,
): { batch: Batch; file: Batch['files'][number] } | undefined {
  for (const batch of world.store.batches.values()) {
    const file = batch.owner === classification.id ? batch.files.find((candidate) => candidate.id === id) : undefined;
    if (file !== undefined) return { batch, file };
  }
  return undefined;
}

export const classificationEndpoints: readonly Endpoint[] = [
  {
    name: 'createClassification',
    method: 'POST',
    path: /^\/v1\/classifications$/,
    body: 'json',
    judge: (world, body) =>
      json(body, classificationShape, ({ name, categories }) => {
        const unknown = categories.find(
          (category) =>
            category.linked_extraction_id !== undefined && !world.store.extractions.has(category.linked_extraction_id),
        );
        if (unknown !== undefined) return refuse(400, `there is no extraction ${unknown.linked_extraction_id}`);
        return {
          act: () => {
            const made = world.store.addClassification(name, categories);
            const shown = made.categories.map((category) => ({ id: category.id, name: category.name }));
            return { status: 201, body: { classification: { id: made.id, name, categories: shown, ...unlisted } } };
          },
        };
      }),
  },
  {
    name: 'uploadBatch',
    method: 'POST',
    path: /^\/v1\/classifications\/([^/]+)\/batches$/,
    body: 'form',
    judge: (world, body, [id]) =>
      withClassification(world, id, (classification) =>
        form(body, { fields: [], fewest: 1, most: 30 }, (received) => ({
          files: received.files,
          act: () => {
            const batch = world.store.addBatch(classification.id, received.files, world.now());
            const shown = {
              id: batch.id,
              classification_id: classification.id,
              status: 'queued',
              file_count: batch.files.length,
            };
            return { status: 202, body: { batch: { ...shown, ...unlisted } }, accepted: batch };
          },
        })),
      ),
  },
  {
    name: 'readBatch',
    method: 'GET',
    path: /^\/v1\/classifications\/([^/]+)\/batches\/([^/]+)$/,
    body: 'none',
    judge: (world, _body, [id, batchId]) =>
      withClassification(world, id, (classification) => {
        const batch = world.store.batches.get(batchId ?? '');
        if (batch?.owner !== classification.id) return refuse(404, `there is no batch ${batchId}`);
        return {
          poll: batch,
          act: () => {
            const states = batch.files.map((file) => world.store.classificationFile(classification, file, world.now()));
            const complete = states.every(({ status }) => terminal.includes(status));
            const shown = { status: complete ? 'processed' : 'queued', file_count: batch.files.length, ...unlisted };
            return {
              status: 200,
              body: { batch: shown, files: world.shuffled(states.flatMap((state) => state.shown ?? [])) },
              complete,
            };
          },
        };
      }),
  },
  {
    name: 'overrideCategory',
    method: 'PATCH',
    path: /^\/v1\/classifications\/([^/]+)\/files\/([^/]+)$/,
    body: 'json',
    judge: (world, body, [id, fileId]) =>
      withClassification(world, id, (classification) =>
        json(body, z.strictObject({ classified_category_id: z.string() }), ({ classified_category_id: category }) => {
          const found = findFile(world, classification, fileId);
          if (found === undefined) return refuse(404, `there is no file ${fileId}`);
          if (!classification.categories.some((known) => known.id === category))
            return refuse(400, `there is no category ${category}`);
          return {
            act: () => {
              found.file.override = category;
              return { status: 200, body: unlisted };
            },
          };
        }),
      ),
  },
  {
    name: 'redo',
    method: 'POST',
    path: /^\/v1\/classifications\/([^/]+)\/files\/([^/]+)\/redo$/,
    body: 'any',
    judge: (world, _body, [id, fileId]) =>
      withClassification(world, id, (classification) => {
        const found = findFile(world, classification, fileId);
        if (found === undefined) return refuse(404, `there is no file ${fileId}`);
        return {
          act: () => {
            found.file.acceptedAt = world.now();
            world.polls.reopened(found.batch.id);
            return { status: 202, body: unlisted };
          },
        };
      }),
  },
];
