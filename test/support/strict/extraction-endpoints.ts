/** The six extraction endpoints, below /api/v1. */
import { z } from 'zod';
import type { Form } from './body.ts';
import { type Endpoint, form, json, refuse, type Verdict, type World } from './judge.ts';
import { type Extraction, terminal, unlisted } from './store.ts';

function withExtraction(world: World, id: string | undefined, then: (extraction: Extraction) => Verdict): Verdict {
  const extraction = world.store.extractions.get(id ?? '');
  return extraction === undefined ? refuse(404, `there is no extraction ${id}`) : then(extraction);
}

/** Answer of createExtraction and uploadFiles. */
function acceptInto(world: World, extraction: Extraction, form: Form, status: number): ReturnType<Verdict['act']> {
  const batch = world.store.addBatch(extraction.extractionId, form.files, world.now());
  const files = world
    .shuffled(batch.files)
    .map((file) => ({ id: file.id, file_name: file.fileName, status: 'queued', ...unlisted }));
  return { status, body: { extractionId: extraction.extractionId, batchId: batch.id, files, ...unlisted }, accepted: batch };
}

export const extractionEndpoints: readonly Endpoint[] = [
  {
    name: 'createExtraction',
    method: 'POST',
    path: /^\/api\/v1\/createExtraction$/,
    body: 'form',
    judge: (world, body) =>
      form(body, { fields: ['extractionDetails'], fewest: 1 }, (received, details) => ({
        files: received.files,
        act: () => acceptInto(world, world.store.addExtraction(details), received, 201),
      })),
  },
  {
    name: 'viewExtraction',
    method: 'POST',
    path: /^\/api\/v1\/viewExtraction$/,
    body: 'json',
    judge: (world, body) =>
      json(body, z.strictObject({ extractionId: z.string() }), ({ extractionId }) => {
        const extraction = world.store.extractions.get(extractionId);
        // Asking whether there is one is described (404), and is how a key is tried; sending to one that is not there is an error.
        if (extraction === undefined) return { act: () => ({ status: 404, body: { error: 'Extraction not found.' } }) };
        const { details, created, updated } = extraction;
        const shown = { description: '', language: 'de', options: { hasTable: false }, ...details, ...unlisted };
        const times = { created_at: created.toISOString(), updated_at: updated.toISOString() };
        return { act: () => ({ status: 200, body: { extractionId, ...shown, ...times } }) };
      }),
  },
  {
    name: 'updateExtraction',
    method: 'PATCH',
    path: /^\/api\/v1\/updateExtraction$/,
    body: 'form',
    judge: (world, body) =>
      form(body, { fields: ['extractionId', 'extractionDetails'], fewest: 0 }, (received, details) =>
        withExtraction(world, received.fields.get('extractionId'), (extraction) => ({
          files: received.files,
          act: () => {
            extraction.details = { ...extraction.details, ...details };
            extraction.updated = world.store.date();
            if (received.files.length > 0) world.store.addBatch(extraction.extractionId, received.files, world.now());
            return { status: 200, body: unlisted };
          },
        })),
      ),
  },
  {
    name: 'deleteExtraction',
    method: 'DELETE',
    path: /^\/api\/v1\/deleteExtraction$/,
    body: 'json',
    judge: (world, body) =>
      json(body, z.strictObject({ extractionId: z.string() }), ({ extractionId }) =>
        withExtraction(world, extractionId, () => ({
          act: () => {
            world.store.extractions.delete(extractionId);
            for (const batch of [...world.store.batches.values()])
              if (batch.owner === extractionId) world.store.batches.delete(batch.id);
            return { status: 200, body: unlisted };
          },
        })),
      ),
  },
  {
    name: 'uploadFiles',
    method: 'POST',
    path: /^\/api\/v1\/uploadFiles$/,
    body: 'form',
    judge: (world, body) =>
      form(body, { fields: ['extractionId'], fewest: 1 }, (received) =>
        withExtraction(world, received.fields.get('extractionId'), (extraction) => ({
          files: received.files,
          act: () => acceptInto(world, extraction, received, 200),
        })),
      ),
  },
  {
    name: 'getBatchResults',
    method: 'POST',
    path: /^\/api\/v1\/getBatchResults$/,
    body: 'json',
    judge: (world, body) =>
      json(
        body,
        z.strictObject({ extractionId: z.string(), batchId: z.string(), fileId: z.exactOptional(z.string()) }),
        (asked) =>
          withExtraction(world, asked.extractionId, (extraction) => {
            const batch = world.store.batches.get(asked.batchId);
            if (batch?.owner !== asked.extractionId) return refuse(404, `there is no batch ${asked.batchId}`);
            const files = asked.fileId === undefined ? batch.files : batch.files.filter((file) => file.id === asked.fileId);
            if (files.length === 0) return refuse(404, `there is no file ${asked.fileId}`);
            return {
              poll: batch,
              act: () => {
                const states = files.map((file) => world.store.extractionFile(extraction, file, world.now()));
                const shown = world.shuffled(states.flatMap(({ shown }) => shown ?? []));
                return {
                  status: 200,
                  body: { batchId: batch.id, extractionId: asked.extractionId, files: shown, ...unlisted },
                  complete: files.length === batch.files.length && states.every(({ status }) => terminal.includes(status)),
                };
              },
            };
          }),
      ),
  },
];
