import { z } from 'zod';
import { type EndpointName, endpoints } from '../endpoints.ts';
import type { ExtractionBatchRecord, ExtractionRecord, ExtractionStore } from '../state/extractions.ts';
import { interrupted, type SandboxMemory } from './memory.ts';

const definition = z.object({
  name: z.string(),
  description: z.string(),
  language: z.string(),
  options: z.record(z.string(), z.unknown()),
  fields: z.array(z.object({ key: z.string(), description: z.string(), example: z.string() })),
});
const extraction = z.object({ extractionId: z.string(), createdAt: z.string(), updatedAt: z.string(), definition });

const values = z.record(z.string(), z.string());
const state = z.discriminatedUnion('status', [
  z.object({ status: z.literal('queued') }),
  z.object({ status: z.literal('processing') }),
  z.object({ status: z.literal('processed'), values }),
  z.object({ status: z.literal('needs_review'), values }),
  z.object({ status: z.literal('confirmed'), values }),
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
const batch = z.object({
  batchId: z.string(),
  extractionId: z.string(),
  createdAt: z.string(),
  by: z.custom<EndpointName>((value) => typeof value === 'string' && Object.hasOwn(endpoints, value)),
  files: z.array(z.object({ id: z.string(), fileName: z.string(), size: z.number(), sha256: z.string(), state })),
});

const extractionKey = (id: string): string => `extraction/${id}`;
const batchesKey = (id: string): string => `extraction-batch/${id}/`;

/** The stored extractions. A file that was being processed has failed, because its document is gone. */
export function rememberedExtractions(memory: SandboxMemory): ExtractionRecord[] {
  const entries = memory.all();
  const found = new Map<string, ExtractionRecord>();
  for (const { key, value } of entries) {
    const read = key.startsWith('extraction/') ? extraction.safeParse(value).data : undefined;
    if (read !== undefined) found.set(read.extractionId, { ...read, batches: new Map() });
  }
  for (const { key, value } of entries) {
    const read = key.startsWith('extraction-batch/') ? batch.safeParse(value).data : undefined;
    if (read === undefined) continue;
    const files = read.files.map((file) => ({
      ...file,
      state:
        file.state.status === 'queued' || file.state.status === 'processing'
          ? { status: 'failed' as const, reason: interrupted }
          : file.state,
    }));
    found.get(read.extractionId)?.batches.set(read.batchId, { ...read, files });
  }
  return [...found.values()];
}

/** The same extractions, with every change stored. */
export function keepExtractions(store: ExtractionStore, memory: SandboxMemory): ExtractionStore {
  const keep = ({ extractionId, createdAt, updatedAt, definition: defined }: ExtractionRecord) =>
    memory.put(extractionKey(extractionId), { extractionId, createdAt, updatedAt, definition: defined });
  const keepBatch = (record: ExtractionBatchRecord) => memory.put(`${batchesKey(record.extractionId)}${record.batchId}`, record);
  return {
    ...store,
    create(details) {
      const made = store.create(details);
      keep(made);
      return made;
    },
    update(extractionId, changes) {
      const changed = store.update(extractionId, changes);
      keep(changed);
      return changed;
    },
    delete(extractionId) {
      store.delete(extractionId);
      memory.forget(extractionKey(extractionId));
      memory.forget(batchesKey(extractionId));
    },
    addBatch(extractionId, by, files) {
      const made = store.addBatch(extractionId, by, files);
      keepBatch(made);
      return made;
    },
    apply(record, fileId, event) {
      const moved = store.apply(record, fileId, event);
      // The start of processing need not be remembered.
      if (moved && event.kind !== 'started') keepBatch(record);
      return moved;
    },
    confirm(extractionId, batchId, fileId, corrections) {
      const file = store.confirm(extractionId, batchId, fileId, corrections);
      keepBatch(store.getBatch(extractionId, batchId));
      return file;
    },
  };
}
