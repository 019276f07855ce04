import type { FieldDefinition } from '../../core/protocol/service-shapes.ts';
import type { Clock } from '../clock.ts';
import type { EndpointName } from '../endpoints.ts';
import { errors, ServiceError } from '../errors.ts';
import { type ExtractionFileEvent, type ExtractionFileState, nextExtractionState } from './extraction-states.ts';

/** What a caller defines, with defaults filled in. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldDefinition[];
}

/** An accepted file: facts about its bytes, without the bytes. */
export interface TakenFile {
  readonly fileName: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface ExtractionFileRecord extends TakenFile {
  readonly id: string;
  state: ExtractionFileState;
}

export interface ExtractionBatchRecord {
  readonly batchId: string;
  readonly extractionId: string;
  readonly createdAt: string;
  /** The endpoint that created it. A batch of a linked extraction has the classification's. */
  readonly by: EndpointName;
  readonly files: readonly ExtractionFileRecord[];
}

export interface ExtractionRecord {
  readonly extractionId: string;
  readonly createdAt: string;
  updatedAt: string;
  definition: Definition;
  readonly batches: Map<string, ExtractionBatchRecord>;
}

/** The account's extractions with their batches and files, in memory. Getters throw the service's 404. */
export interface ExtractionStore {
  create(definition: Definition): ExtractionRecord;
  get(extractionId: string): ExtractionRecord;
  has(extractionId: string): boolean;
  getBatch(extractionId: string, batchId: string): ExtractionBatchRecord;
  getFile(extractionId: string, batchId: string, fileId: string): ExtractionFileRecord;
  /** Changes only the given members. */
  update(extractionId: string, changes: Partial<Definition>): ExtractionRecord;
  /** With all its batches, files and data. */
  delete(extractionId: string): void;
  addBatch(extractionId: string, by: EndpointName, files: readonly TakenFile[]): ExtractionBatchRecord;
  /** Applies an event to a file; false if it was deleted meanwhile, or the event does not fit its state. */
  apply(batch: ExtractionBatchRecord, fileId: string, event: ExtractionFileEvent): boolean;
  /** A person confirms a file, with corrections of its values. */
  confirm(
    extractionId: string,
    batchId: string,
    fileId: string,
    corrections: Readonly<Record<string, string>>,
  ): ExtractionFileRecord;
  list(): ExtractionRecord[];
}

/** @param remembered extractions of an earlier run */
export function createExtractionStore({
  clock,
  newId,
  remembered = [],
}: {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly remembered?: readonly ExtractionRecord[];
}): ExtractionStore {
  const extractions = new Map(remembered.map((record) => [record.extractionId, record]));
  const timestamp = () => new Date(clock.now()).toISOString();

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
    create(definition) {
      const createdAt = timestamp();
      const record = { extractionId: newId(), createdAt, updatedAt: createdAt, definition, batches: new Map() };
      extractions.set(record.extractionId, record);
      return record;
    },
    get,
    has: (extractionId) => extractions.has(extractionId),
    getBatch,
    getFile,
    update(extractionId, changes) {
      const record = get(extractionId);
      record.definition = { ...record.definition, ...changes };
      record.updatedAt = timestamp();
      return record;
    },
    delete(extractionId) {
      extractions.delete(get(extractionId).extractionId);
    },
    addBatch(extractionId, by, files) {
      const extraction = get(extractionId);
      const batch: ExtractionBatchRecord = {
        batchId: newId(),
        extractionId: extraction.extractionId,
        createdAt: timestamp(),
        by,
        files: files.map(({ fileName, size, sha256 }) => ({ id: newId(), fileName, size, sha256, state: { status: 'queued' } })),
      };
      extraction.batches.set(batch.batchId, batch);
      return batch;
    },
    apply(batch, fileId, event) {
      if (extractions.get(batch.extractionId)?.batches.get(batch.batchId) !== batch) return false;
      const file = batch.files.find(({ id }) => id === fileId);
      const next = file === undefined ? undefined : nextExtractionState(file.state, event);
      if (file === undefined || next === undefined) return false;
      file.state = next;
      return true;
    },
    confirm(extractionId, batchId, fileId, corrections) {
      const file = getFile(extractionId, batchId, fileId);
      const keys = get(extractionId).definition.fields.map(({ key }) => key);
      const unknown = Object.keys(corrections).find((key) => !keys.includes(key));
      if (unknown !== undefined) throw errors.badRequest(`The extraction has no field "${unknown}".`);
      const next = nextExtractionState(file.state, { kind: 'confirmed', values: corrections });
      if (next === undefined) throw new ServiceError(409, `A file that is ${file.state.status} cannot be confirmed.`);
      file.state = next;
      return file;
    },
    list: () => [...extractions.values()],
  };
}
