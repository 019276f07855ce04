import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Immutable } from '../../core/plain-data.ts';
import type { CategoryDetails } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import type { Documents, Reading } from '../documents.ts';
import { errors } from '../errors.ts';
import { interrupted, type SandboxMemory } from '../memory.ts';
import { readingSchema } from '../reading/text-line.ts';
import { type AcceptedFile, takenFileSchema } from './extractions.ts';

/** What the classifier or a person decided about a file. `categoryId` null: no category. */
const verdictSchema = z.object({
  categoryId: z.string().nullable(),
  categoryName: z.string().nullable(),
  confidence: z.number(),
  reasoning: z.string(),
});
export type ClassificationVerdict = Readonly<z.output<typeof verdictSchema>>;

/**
 * The states of a file in a classification. `queued` and `processed` are documented; `failed` occurs only where a fault
 * asks for it.
 *
 *     queued ─┬► processed (by the classifier) ─ redo ─► queued
 *             └► failed                        ─ redo ─► queued
 *     any ─ override ─► processed (by a person), for good
 */
const classificationStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('queued') }),
  z.object({ status: z.literal('processed'), verdict: verdictSchema, by: z.enum(['classifier', 'person']) }),
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
type ClassificationFileState = Immutable<z.output<typeof classificationStateSchema>>;

type ClassificationFileEvent =
  | { readonly kind: 'judged'; readonly verdict: ClassificationVerdict }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'overridden'; readonly categoryId: string; readonly categoryName: string }
  | { readonly kind: 'redone' };

/** The state after an event; undefined if the event changes nothing. An override stays (electron/service/README.md, "States"). */
export function nextClassificationState(
  state: ClassificationFileState,
  event: ClassificationFileEvent,
): ClassificationFileState | undefined {
  switch (event.kind) {
    case 'judged':
      return state.status === 'queued' ? { status: 'processed', verdict: event.verdict, by: 'classifier' } : undefined;
    case 'failed':
      return state.status === 'queued' ? { status: 'failed', reason: event.reason } : undefined;
    case 'overridden': {
      const { categoryId, categoryName } = event;
      const verdict = { categoryId, categoryName, confidence: 1, reasoning: 'Set by hand.' };
      return { status: 'processed', verdict, by: 'person' };
    }
    case 'redone':
      return state.status === 'processed' && state.by === 'person' ? undefined : { status: 'queued' };
    default:
      return assertNever(event);
  }
}

const categoryRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()).exactOptional(),
  linkedExtractionId: z.string().exactOptional(),
});
type CategoryRecord = Immutable<z.output<typeof categoryRecordSchema>>;

/** The sandbox judges by text: an image or an unreadable document goes into no category, and the reasoning says why. */
export async function decideVerdict(
  reading: Reading,
  categories: readonly CategoryRecord[],
  findCategory: Documents['findCategory'],
): Promise<ClassificationVerdict> {
  const none = (reasoning: string) => ({ categoryId: null, categoryName: null, confidence: 0, reasoning });
  switch (reading.kind) {
    case 'unreadable':
      return none(`The document could not be read: ${reading.reason}`);
    case 'image':
      return none('This is an image, and the sandbox reads no text in images.');
    case 'text': {
      const { categoryIndex, confidence, reasoning } = await findCategory(reading.lines, categories);
      const category = categoryIndex === null ? undefined : categories[categoryIndex];
      return { categoryId: category?.id ?? null, categoryName: category?.name ?? null, confidence, reasoning };
    }
    default:
      return assertNever(reading);
  }
}

const fileSchema = takenFileSchema.extend({
  id: z.string(),
  state: classificationStateSchema.transform(
    (state): ClassificationFileState => (state.status === 'queued' ? interrupted : state),
  ),
  /** Counts the runs, so that a replaced run is ignored. */
  run: z.number(),
  /** Linked extractions that it was passed on to: never twice to the same one. */
  passedOnTo: z.array(z.string()),
});
export interface ClassificationFileRecord extends z.output<typeof fileSchema> {
  /** For a redo, and for a linked extraction; stored apart. */
  readonly reading: Promise<Reading>;
}

const batchSchema = z.object({ id: z.string(), classificationId: z.string(), files: z.array(fileSchema) });
export interface ClassificationBatchRecord extends Readonly<Omit<z.output<typeof batchSchema>, 'files'>> {
  readonly files: readonly ClassificationFileRecord[];
}

const classificationSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  categories: z.array(categoryRecordSchema),
});
export interface ClassificationRecord extends Immutable<Omit<z.output<typeof classificationSchema>, 'categories'>> {
  categories: readonly CategoryRecord[];
  /** Stored one by one, not with their classification. */
  readonly batches: Map<string, ClassificationBatchRecord>;
}

export type ClassificationStore = ReturnType<typeof createClassificationStore>;

/**
 * The account's classifications with their batches and files, beginning with those of an earlier run; every change is
 * stored. Getters throw the service's 404.
 */
export function createClassificationStore(memory: SandboxMemory) {
  const classifications = new Map<string, ClassificationRecord>();
  const keep = ({ batches, ...record }: ClassificationRecord) => memory.put(`classification/${record.id}`, record);
  const keepBatch = ({ files, ...batch }: ClassificationBatchRecord) => {
    const key = `classification-batch/${batch.classificationId}/${batch.id}`;
    memory.put(key, { ...batch, files: files.map(({ reading, ...file }) => file) });
  };
  const readingKey = (fileId: string) => `reading/${fileId}`;

  for (const stored of memory.read('classification/', classificationSchema).values())
    classifications.set(stored.id, { ...stored, batches: new Map() });
  const readings = memory.read(readingKey(''), readingSchema);
  const unread: Reading = { kind: 'unreadable', reason: interrupted.reason };
  for (const batch of memory.read('classification-batch/', batchSchema).values()) {
    const files = batch.files.map((file) => ({ ...file, reading: Promise.resolve(readings.get(readingKey(file.id)) ?? unread) }));
    classifications.get(batch.classificationId)?.batches.set(batch.id, { ...batch, files });
  }

  function get(id: string): ClassificationRecord {
    const found = classifications.get(id);
    if (found === undefined) throw errors.classificationNotFound(id);
    return found;
  }

  function withIds(categories: readonly CategoryDetails[], earlier: readonly CategoryRecord[]): CategoryRecord[] {
    return categories.map((category) => ({
      ...category,
      id: earlier.find(({ name }) => name === category.name)?.id ?? randomUUID(),
    }));
  }

  return {
    create(name: string, description: string, categories: readonly CategoryDetails[]): ClassificationRecord {
      const record: ClassificationRecord = {
        id: randomUUID(),
        name,
        description,
        categories: withIds(categories, []),
        batches: new Map(),
      };
      classifications.set(record.id, record);
      keep(record);
      return record;
    },
    get,
    getBatch(classificationId: string, batchId: string): ClassificationBatchRecord {
      const found = get(classificationId).batches.get(batchId);
      if (found === undefined) throw errors.batchNotFound(batchId);
      return found;
    },
    getFile(classificationId: string, fileId: string) {
      for (const batch of get(classificationId).batches.values()) {
        const found = batch.files.find(({ id }) => id === fileId);
        if (found !== undefined) return { batch, file: found };
      }
      throw errors.fileNotFound(fileId);
    },
    /** New definitions; a category that keeps its name keeps its id. */
    setCategories(id: string, categories: readonly CategoryDetails[]): ClassificationRecord {
      const record = get(id);
      record.categories = withIds(categories, record.categories);
      keep(record);
      return record;
    },
    addBatch(classificationId: string, files: readonly AcceptedFile[]): ClassificationBatchRecord {
      const batch: ClassificationBatchRecord = {
        id: randomUUID(),
        classificationId,
        files: files.map(({ file: { fileName, size, sha256 }, reading }) => ({
          id: randomUUID(),
          fileName,
          size,
          sha256,
          reading,
          run: 0,
          passedOnTo: [],
          state: { status: 'queued' },
        })),
      };
      get(classificationId).batches.set(batch.id, batch);
      keepBatch(batch);
      for (const { id, reading } of batch.files) void reading.then((known) => memory.put(readingKey(id), known));
      return batch;
    },
    /** Applies an event to a file; false if it changes nothing. */
    apply(batch: ClassificationBatchRecord, file: ClassificationFileRecord, event: ClassificationFileEvent): boolean {
      const next = nextClassificationState(file.state, event);
      if (next === undefined) return false;
      file.state = next;
      keepBatch(batch);
      return true;
    },
    /** Records that a file was passed on to a linked extraction. */
    passedOn(batch: ClassificationBatchRecord, file: ClassificationFileRecord, extractionId: string): void {
      file.passedOnTo.push(extractionId);
      keepBatch(batch);
    },
    list: () => [...classifications.values()],
  };
}
