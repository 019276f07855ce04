import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defined, type Immutable } from '../core/plain-data.ts';
import type { CategoryDetails } from '../core/protocol/service-shapes.ts';
import type { Clock } from './clock.ts';
import { type EndpointName, endpointNames } from './endpoints.ts';
import { errors } from './errors.ts';
import { definitionSchema } from './http/schemas.ts';
import type { SandboxMemory } from './memory.ts';
import { type Reading, readingSchema } from './reading/text-line.ts';

/** What the classifier or a person decided about a file. `categoryId` null: no category. */
const verdictSchema = z.object({
  categoryId: z.string().nullable(),
  categoryName: z.string().nullable(),
  confidence: z.number(),
  reasoning: z.string(),
});
export type Verdict = Readonly<z.output<typeof verdictSchema>>;

/**
 * The states of a file (electron/service/README.md, "States"; the transitions are the sandbox's own):
 *
 *     in an extraction      queued ─► processing ─┬► processed ────┐
 *                                                 ├► needs_review ─┴► confirmed
 *                                                 └► failed
 *     in a classification   queued ─┬► processed (by the classifier) ─────────── redo ─► queued
 *                                   └► failed (only where a fault asks for it) ─ redo ─► queued
 *                           any ─ override ─► processed (by a person), for good
 */
const stateSchema = z.union([
  z.object({ status: z.enum(['queued', 'processing']) }),
  /** `values`: one entry per field key; '' for a value that was not found. */
  z.object({ status: z.enum(['processed', 'needs_review', 'confirmed']), values: z.record(z.string(), z.string()) }),
  z.object({ status: z.literal('processed'), verdict: verdictSchema, by: z.enum(['classifier', 'person']) }),
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
export type FileState = Immutable<z.output<typeof stateSchema>>;

/** How a file has ended that was being processed when the sandbox ended: its document is gone. */
const interrupted = {
  status: 'failed',
  reason: 'The sandbox ended before it had read this document. Send it again.',
} as const;
const unread: Reading = { kind: 'unreadable', reason: interrupted.reason };

export function isOpen({ status }: FileState): boolean {
  return status === 'queued' || status === 'processing';
}

/** An accepted file: facts about its bytes (`sha256`: hexadecimal), without the bytes, and its text, as soon as that is read. */
export interface AcceptedFile {
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  readonly reading: Promise<Reading>;
}

const fileSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** Linked extractions that it was passed on to: never twice to the same one. */
  passedOnTo: z.array(z.string()),
  state: stateSchema.transform((state): FileState => (isOpen(state) ? interrupted : state)),
});
export interface FileRecord extends z.output<typeof fileSchema> {
  /** Counts the runs, so that a replaced run is ignored. */
  run: number;
  /** Of a classification it is kept, and stored apart: for a redo, and for a linked extraction. */
  reading: Promise<Reading>;
}

const batchSchema = z.object({
  batchId: z.string(),
  kind: z.enum(['extraction', 'classification']),
  /** The id of its extraction or classification. */
  of: z.string(),
  /** The endpoint that created it. A batch of a linked extraction has the classification's. */
  by: z.enum(endpointNames),
  files: z.array(fileSchema),
});
export interface BatchRecord extends Readonly<Omit<z.output<typeof batchSchema>, 'files'>> {
  readonly files: readonly FileRecord[];
}

/** What a caller defines, with defaults filled in. */
type Definition = z.output<typeof definitionSchema>;

const extractionSchema = z.object({
  extractionId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  definition: definitionSchema,
});
export interface ExtractionRecord extends z.output<typeof extractionSchema> {
  /** Stored one by one, not with their extraction. */
  readonly batches: Map<string, BatchRecord>;
}

const classificationSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  categories: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      keywords: z.array(z.string()).exactOptional(),
      linkedExtractionId: z.string().exactOptional(),
    }),
  ),
});
export interface ClassificationRecord extends Immutable<Omit<z.output<typeof classificationSchema>, 'categories'>> {
  categories: Immutable<z.output<typeof classificationSchema>['categories']>;
  readonly batches: Map<string, BatchRecord>;
}

/**
 * The account's extractions and classifications with their batches and files, beginning with those of an earlier run; every change is
 * stored. What is asked for and is not there throws the service's 404.
 */
export class Store {
  readonly extractions = new Map<string, ExtractionRecord>();
  readonly classifications = new Map<string, ClassificationRecord>();
  readonly #memory: SandboxMemory;
  readonly #clock: Clock;

  constructor(memory: SandboxMemory, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
    for (const stored of memory.read('extraction/', extractionSchema).values())
      this.extractions.set(stored.extractionId, { ...stored, batches: new Map() });
    for (const stored of memory.read('classification/', classificationSchema).values())
      this.classifications.set(stored.id, { ...stored, batches: new Map() });
    const readings = memory.read('reading/', readingSchema);
    for (const batch of memory.read('batch/', batchSchema).values()) {
      const readingOf = (id: string) => Promise.resolve(readings.get(`reading/${id}`) ?? unread);
      const files = batch.files.map((file) => ({ ...file, run: 0, reading: readingOf(file.id) }));
      this.#batchesOf(batch)?.set(batch.batchId, { ...batch, files });
    }
  }

  extraction(id: string): ExtractionRecord {
    const found = this.extractions.get(id);
    if (found === undefined) throw errors.extractionNotFound(id);
    return found;
  }

  createExtraction(definition: Definition): ExtractionRecord {
    const createdAt = this.#now();
    return this.#keepExtraction({
      ...{ extractionId: randomUUID(), createdAt, updatedAt: createdAt },
      ...{ definition, batches: new Map() },
    });
  }

  /** Changes only the members that are given. */
  updateExtraction(
    id: string,
    changes: { readonly [Name in keyof Definition]?: Definition[Name] | undefined },
  ): ExtractionRecord {
    const record = this.extraction(id);
    record.definition = { ...record.definition, ...defined(changes) };
    record.updatedAt = this.#now();
    return this.#keepExtraction(record);
  }

  /** With all its batches, files and data. */
  deleteExtraction(id: string): void {
    this.extractions.delete(this.extraction(id).extractionId);
    this.#memory.forget(`extraction/${id}`);
    this.#memory.forget(`batch/${id}/`);
  }

  classification(id: string): ClassificationRecord {
    const found = this.classifications.get(id);
    if (found === undefined) throw errors.classificationNotFound(id);
    return found;
  }

  createClassification(name: string, description: string, categories: readonly CategoryDetails[]): ClassificationRecord {
    const record = { id: randomUUID(), name, description, categories: [], batches: new Map() };
    this.classifications.set(record.id, record);
    return this.setCategories(record.id, categories);
  }

  /** New definitions; a category that keeps its name keeps its id. */
  setCategories(id: string, categories: readonly CategoryDetails[]): ClassificationRecord {
    const record = this.classification(id);
    const idOf = (name: string) => record.categories.find((each) => each.name === name)?.id ?? randomUUID();
    record.categories = categories.map((category) => ({ ...category, id: idOf(category.name) }));
    const { batches, ...stored } = record;
    this.#memory.put(`classification/${id}`, stored);
    return record;
  }

  addBatch(kind: BatchRecord['kind'], of: string, by: EndpointName, accepted: readonly AcceptedFile[]): BatchRecord {
    const batches = kind === 'extraction' ? this.extraction(of).batches : this.classification(of).batches;
    const files = accepted.map(
      ({ fileName, size, sha256, reading }): FileRecord => ({
        ...{ id: randomUUID(), fileName, size, sha256, reading },
        ...{ run: 0, passedOnTo: [], state: { status: 'queued' } },
      }),
    );
    const batch = { batchId: randomUUID(), kind, of, by, files };
    batches.set(batch.batchId, batch);
    this.keepBatch(batch);
    if (kind === 'classification')
      for (const { id, reading } of files) void reading.then((known) => this.#memory.put(`reading/${id}`, known));
    return batch;
  }

  /** Gives a file another state; false if it was deleted meanwhile. */
  set(batch: BatchRecord, file: FileRecord, state: FileState): boolean {
    if (this.#batchesOf(batch)?.get(batch.batchId) !== batch) return false;
    file.state = state;
    if (batch.kind === 'extraction') file.reading = Promise.resolve(unread);
    this.keepBatch(batch);
    return true;
  }

  keepBatch({ files, ...batch }: BatchRecord): void {
    const stored = files.map(({ reading, run, ...file }) => file);
    this.#memory.put(`batch/${batch.of}/${batch.batchId}`, { ...batch, files: stored });
  }

  #batchesOf({ kind, of }: Pick<BatchRecord, 'kind' | 'of'>): Map<string, BatchRecord> | undefined {
    return kind === 'extraction' ? this.extractions.get(of)?.batches : this.classifications.get(of)?.batches;
  }

  #keepExtraction(record: ExtractionRecord): ExtractionRecord {
    const { batches, ...stored } = record;
    this.extractions.set(record.extractionId, record);
    this.#memory.put(`extraction/${record.extractionId}`, stored);
    return record;
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

export function batchIn({ batches }: { readonly batches: ReadonlyMap<string, BatchRecord> }, batchId: string): BatchRecord {
  const found = batches.get(batchId);
  if (found === undefined) throw errors.batchNotFound(batchId);
  return found;
}

export function fileIn(
  batches: Iterable<BatchRecord>,
  fileId: string,
): { readonly batch: BatchRecord; readonly file: FileRecord } {
  for (const batch of batches) {
    const file = batch.files.find(({ id }) => id === fileId);
    if (file !== undefined) return { batch, file };
  }
  throw errors.fileNotFound(fileId);
}
