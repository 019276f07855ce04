import { z } from 'zod';
import type { Reading } from '../documents.ts';
import type {
  ClassificationBatchRecord,
  ClassificationFileRecord,
  ClassificationRecord,
  ClassificationStore,
} from '../state/classifications.ts';
import { interrupted, type SandboxMemory } from './memory.ts';

const category = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()).exactOptional(),
  linkedExtractionId: z.string().exactOptional(),
});
const classification = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  categories: z.array(category),
});

const verdict = z.object({
  categoryId: z.string().nullable(),
  categoryName: z.string().nullable(),
  confidence: z.number(),
  reasoning: z.string(),
});
const state = z.discriminatedUnion('status', [
  z.object({ status: z.literal('queued') }),
  z.object({ status: z.literal('processed'), verdict, by: z.enum(['classifier', 'person']) }),
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
const file = z.object({
  id: z.string(),
  fileName: z.string(),
  size: z.number(),
  sha256: z.string(),
  state,
  run: z.number(),
  passedOnTo: z.array(z.string()),
});
const batch = z.object({ id: z.string(), classificationId: z.string(), files: z.array(file) });

const cell = z.object({ text: z.string(), x: z.number(), width: z.number() });
const line = z.object({ text: z.string(), page: z.number(), cells: z.array(cell), y: z.number() });
const reading: z.ZodType<Reading> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), lines: z.array(line), pages: z.number() }),
  z.object({ kind: z.literal('image'), pages: z.number() }),
  z.object({ kind: z.literal('unreadable'), reason: z.string() }),
]);

const classificationKey = (id: string): string => `classification/${id}`;
const batchKey = ({ classificationId, id }: ClassificationBatchRecord): string =>
  `classification-batch/${classificationId}/${id}`;
const readingKey = (fileId: string): string => `reading/${fileId}`;

/** The stored classifications. What was read of a file is stored too, for another run. */
export function rememberedClassifications(memory: SandboxMemory): ClassificationRecord[] {
  const entries = memory.all();
  const found = new Map<string, ClassificationRecord>();
  const readings = new Map<string, Reading>();
  for (const { key, value } of entries) {
    if (key.startsWith('classification/')) {
      const kept = classification.safeParse(value).data;
      if (kept !== undefined) found.set(kept.id, { ...kept, batches: new Map() });
    } else if (key.startsWith('reading/')) {
      const kept = reading.safeParse(value).data;
      if (kept !== undefined) readings.set(key, kept);
    }
  }
  for (const { key, value } of entries) {
    const kept = key.startsWith('classification-batch/') ? batch.safeParse(value).data : undefined;
    if (kept === undefined) continue;
    const files = kept.files.map((each): ClassificationFileRecord => {
      const known = readings.get(readingKey(each.id));
      return {
        ...each,
        state: each.state.status === 'queued' ? { status: 'failed', reason: interrupted } : each.state,
        passedOnTo: new Set(each.passedOnTo),
        reading: Promise.resolve(known ?? { kind: 'unreadable', reason: interrupted }),
      };
    });
    found.get(kept.classificationId)?.batches.set(kept.id, { ...kept, files });
  }
  return [...found.values()];
}

/** The same classifications, with every change stored. */
export function keepClassifications(store: ClassificationStore, memory: SandboxMemory): ClassificationStore {
  const batchOf = new WeakMap<ClassificationFileRecord, ClassificationBatchRecord>();
  for (const { batches } of store.list())
    for (const record of batches.values()) for (const each of record.files) batchOf.set(each, record);

  const keep = ({ id, name, description, categories }: ClassificationRecord) =>
    memory.put(classificationKey(id), { id, name, description, categories });
  const keepBatch = (record: ClassificationBatchRecord | undefined) => {
    if (record === undefined) return;
    const files = record.files.map(({ reading: _, passedOnTo, ...each }) => ({ ...each, passedOnTo: [...passedOnTo] }));
    memory.put(batchKey(record), { ...record, files });
  };
  return {
    ...store,
    create(name, description, categories) {
      const made = store.create(name, description, categories);
      keep(made);
      return made;
    },
    setCategories(id, categories) {
      const changed = store.setCategories(id, categories);
      keep(changed);
      return changed;
    },
    addBatch(classificationId, files) {
      const made = store.addBatch(classificationId, files);
      for (const each of made.files) {
        batchOf.set(each, made);
        void each.reading.then((known) => memory.put(readingKey(each.id), known));
      }
      keepBatch(made);
      return made;
    },
    apply(each, event) {
      const moved = store.apply(each, event);
      if (moved) keepBatch(batchOf.get(each));
      return moved;
    },
    passedOn(each, extractionId) {
      store.passedOn(each, extractionId);
      keepBatch(batchOf.get(each));
    },
  };
}
