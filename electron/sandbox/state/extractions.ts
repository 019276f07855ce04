import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Immutable } from '../../core/plain-data.ts';
import type { FieldDefinition } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import type { Clock } from '../clock.ts';
import type { Documents, Reading } from '../documents.ts';
import { type EndpointName, endpointNames } from '../endpoints.ts';
import { errors, ServiceError } from '../errors.ts';
import { definitionSchema } from '../http/schemas.ts';
import { interrupted, type SandboxMemory } from '../memory.ts';

/**
 * The states of a file in an extraction (electron/service/README.md, "States"; the transitions are the sandbox's own):
 *
 *     queued ─► processing ─┬► processed ────┐
 *                           ├► needs_review ─┴► confirmed
 *                           └► failed
 */
const extractionStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['queued', 'processing']) }),
  /** `values`: one entry per field key; '' for a value that was not found. */
  z.object({ status: z.enum(['processed', 'needs_review', 'confirmed']), values: z.record(z.string(), z.string()) }),
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
export type ExtractionFileState = Immutable<z.output<typeof extractionStateSchema>>;
type Values = Readonly<Record<string, string>>;

/** How the processing of a file ends. */
export type Outcome =
  | { readonly status: 'processed' | 'needs_review'; readonly values: Values }
  | { readonly status: 'failed'; readonly reason: string };

export type ExtractionFileEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'finished'; readonly outcome: Outcome }
  | { readonly kind: 'confirmed'; readonly values: Values };

/** The state after an event; undefined if the event does not fit the state. */
export function nextExtractionState(state: ExtractionFileState, event: ExtractionFileEvent): ExtractionFileState | undefined {
  switch (event.kind) {
    case 'started':
      return state.status === 'queued' ? { status: 'processing' } : undefined;
    case 'finished':
      return state.status === 'queued' || state.status === 'processing' ? event.outcome : undefined;
    case 'confirmed':
      return state.status === 'processed' || state.status === 'needs_review'
        ? { status: 'confirmed', values: { ...state.values, ...event.values } }
        : undefined;
    default:
      return assertNever(event);
  }
}

/** The outcome for a document: missing values, and every image, need a person's review. */
export async function decideOutcome(
  reading: Reading,
  fields: readonly FieldDefinition[],
  findFields: Documents['findFields'],
): Promise<Outcome> {
  switch (reading.kind) {
    case 'unreadable':
      return { status: 'failed', reason: reading.reason };
    case 'image':
      return { status: 'needs_review', values: valuesOf(fields, {}) };
    case 'text': {
      const values = valuesOf(fields, await findFields(reading.lines, fields));
      return { status: Object.values(values).every((value) => value !== '') ? 'processed' : 'needs_review', values };
    }
    default:
      return assertNever(reading);
  }
}

function valuesOf(fields: readonly FieldDefinition[], found: Readonly<Record<string, string>>): Values {
  return Object.fromEntries(fields.map(({ key }) => [key, Object.hasOwn(found, key) ? (found[key] ?? '') : '']));
}

/**
 * The status of a batch in its event: `failed` if every file failed, `needs_review` if one needs a review, else
 * `processed`; undefined while a file is still being processed.
 */
export function batchStatus(states: readonly ExtractionFileState[]): 'processed' | 'needs_review' | 'failed' | undefined {
  if (states.some(({ status }) => status === 'queued' || status === 'processing')) return undefined;
  if (states.every(({ status }) => status === 'failed')) return 'failed';
  return states.some(({ status }) => status === 'needs_review') ? 'needs_review' : 'processed';
}

/** What a caller defines, with defaults filled in. */
export type Definition = z.output<typeof definitionSchema>;

/** An accepted file: facts about its bytes, without the bytes. `sha256`: hexadecimal. */
export const takenFileSchema = z.object({ fileName: z.string(), size: z.number(), sha256: z.string() });
export type TakenFile = Readonly<z.output<typeof takenFileSchema>>;

export interface AcceptedFile {
  readonly file: TakenFile;
  readonly reading: Promise<Reading>;
}

const fileSchema = takenFileSchema.extend({
  id: z.string(),
  state: extractionStateSchema.transform(
    (state): ExtractionFileState => (state.status === 'queued' || state.status === 'processing' ? interrupted : state),
  ),
});
export type ExtractionFileRecord = z.output<typeof fileSchema>;

const batchSchema = z.object({
  batchId: z.string(),
  extractionId: z.string(),
  createdAt: z.string(),
  /** The endpoint that created it. A batch of a linked extraction has the classification's. */
  by: z.enum(endpointNames),
  files: z.array(fileSchema),
});
export type ExtractionBatchRecord = Readonly<z.output<typeof batchSchema>>;

const extractionSchema = z.object({
  extractionId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  definition: definitionSchema,
});
export interface ExtractionRecord extends z.output<typeof extractionSchema> {
  /** Stored one by one, not with their extraction. */
  readonly batches: Map<string, ExtractionBatchRecord>;
}

export type ExtractionStore = ReturnType<typeof createExtractionStore>;

/**
 * The account's extractions with their batches and files, beginning with those of an earlier run; every change is stored.
 * Getters throw the service's 404.
 */
export function createExtractionStore({ clock, memory }: { readonly clock: Clock; readonly memory: SandboxMemory }) {
  const extractions = new Map<string, ExtractionRecord>();
  const timestamp = () => new Date(clock.now()).toISOString();
  const keyOf = (extractionId: string) => `extraction/${extractionId}`;
  const batchKeyOf = (extractionId: string, batchId = '') => `extraction-batch/${extractionId}/${batchId}`;
  const keep = ({ batches, ...extraction }: ExtractionRecord) => memory.put(keyOf(extraction.extractionId), extraction);
  const keepBatch = (batch: ExtractionBatchRecord) => memory.put(batchKeyOf(batch.extractionId, batch.batchId), batch);

  for (const stored of memory.read(keyOf(''), extractionSchema).values())
    extractions.set(stored.extractionId, { ...stored, batches: new Map() });
  for (const batch of memory.read('extraction-batch/', batchSchema).values())
    extractions.get(batch.extractionId)?.batches.set(batch.batchId, batch);

  function get(extractionId: string): ExtractionRecord {
    const found = extractions.get(extractionId);
    if (found === undefined) throw errors.extractionNotFound(extractionId);
    return found;
  }

  function getBatch(extractionId: string, batchId: string): ExtractionBatchRecord {
    const found = get(extractionId).batches.get(batchId);
    if (found === undefined) throw errors.batchNotFound(batchId);
    return found;
  }

  function getFile(extractionId: string, batchId: string, fileId: string): ExtractionFileRecord {
    const found = getBatch(extractionId, batchId).files.find(({ id }) => id === fileId);
    if (found === undefined) throw errors.fileNotFound(fileId);
    return found;
  }

  return {
    create(definition: Definition): ExtractionRecord {
      const createdAt = timestamp();
      const record = { extractionId: randomUUID(), createdAt, updatedAt: createdAt, definition, batches: new Map() };
      extractions.set(record.extractionId, record);
      keep(record);
      return record;
    },
    get,
    has: (extractionId: string) => extractions.has(extractionId),
    getBatch,
    getFile,
    /** Changes only the given members. */
    update(extractionId: string, changes: Partial<Definition>): ExtractionRecord {
      const record = get(extractionId);
      record.definition = { ...record.definition, ...changes };
      record.updatedAt = timestamp();
      keep(record);
      return record;
    },
    /** With all its batches, files and data. */
    delete(extractionId: string): void {
      extractions.delete(get(extractionId).extractionId);
      memory.forget(keyOf(extractionId));
      memory.forget(batchKeyOf(extractionId));
    },
    addBatch(extractionId: string, by: EndpointName, files: readonly TakenFile[]): ExtractionBatchRecord {
      const extraction = get(extractionId);
      const batch: ExtractionBatchRecord = {
        batchId: randomUUID(),
        extractionId: extraction.extractionId,
        createdAt: timestamp(),
        by,
        files: files.map(({ fileName, size, sha256 }) => ({
          id: randomUUID(),
          fileName,
          size,
          sha256,
          state: { status: 'queued' },
        })),
      };
      extraction.batches.set(batch.batchId, batch);
      keepBatch(batch);
      return batch;
    },
    /** Applies an event to a file; false if it was deleted meanwhile, or the event does not fit its state. */
    apply(batch: ExtractionBatchRecord, fileId: string, event: ExtractionFileEvent): boolean {
      if (extractions.get(batch.extractionId)?.batches.get(batch.batchId) !== batch) return false;
      const file = batch.files.find(({ id }) => id === fileId);
      const next = file === undefined ? undefined : nextExtractionState(file.state, event);
      if (file === undefined || next === undefined) return false;
      file.state = next;
      // The start of processing need not be remembered.
      if (event.kind !== 'started') keepBatch(batch);
      return true;
    },
    /** A person confirms a file, with corrections of its values. */
    confirm(extractionId: string, batchId: string, fileId: string, corrections: Values): ExtractionFileRecord {
      const file = getFile(extractionId, batchId, fileId);
      const keys = get(extractionId).definition.fields.map(({ key }) => key);
      const unknown = Object.keys(corrections).find((key) => !keys.includes(key));
      if (unknown !== undefined) throw errors.badRequest(`The extraction has no field "${unknown}".`);
      const next = nextExtractionState(file.state, { kind: 'confirmed', values: corrections });
      if (next === undefined) throw new ServiceError(409, `A file that is ${file.state.status} cannot be confirmed.`);
      file.state = next;
      keepBatch(getBatch(extractionId, batchId));
      return file;
    },
    list: () => [...extractions.values()],
  };
}
