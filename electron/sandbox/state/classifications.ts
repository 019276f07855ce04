import type { CategoryDetails } from '../../core/protocol/service-shapes.ts';
import type { Reading } from '../documents.ts';
import { errors } from '../errors.ts';
import {
  type CategoryRecord,
  type ClassificationFileEvent,
  type ClassificationFileState,
  nextClassificationState,
} from './classification-states.ts';
import type { TakenFile } from './extractions.ts';

export interface ClassificationFileRecord extends TakenFile {
  readonly id: string;
  state: ClassificationFileState;
  /** For a redo, and for a linked extraction. */
  readonly reading: Promise<Reading>;
  /** Counts the runs, so that a replaced run is ignored. */
  run: number;
  /** Linked extractions that it was passed on to: never twice to the same one. */
  readonly passedOnTo: Set<string>;
}

export interface ClassificationBatchRecord {
  readonly id: string;
  readonly classificationId: string;
  readonly files: readonly ClassificationFileRecord[];
}

export interface ClassificationRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  categories: readonly CategoryRecord[];
  readonly batches: Map<string, ClassificationBatchRecord>;
}

/** The account's classifications with their batches and files, in memory. Getters throw the service's 404. */
export interface ClassificationStore {
  create(name: string, description: string, categories: readonly CategoryDetails[]): ClassificationRecord;
  get(id: string): ClassificationRecord;
  getBatch(classificationId: string, batchId: string): ClassificationBatchRecord;
  getFile(
    classificationId: string,
    fileId: string,
  ): { readonly batch: ClassificationBatchRecord; readonly file: ClassificationFileRecord };
  /** New definitions; a category that keeps its name keeps its id. */
  setCategories(id: string, categories: readonly CategoryDetails[]): ClassificationRecord;
  addBatch(
    classificationId: string,
    files: readonly { readonly file: TakenFile; readonly reading: Promise<Reading> }[],
  ): ClassificationBatchRecord;
  /** Applies an event to a file; false if it changes nothing. */
  apply(file: ClassificationFileRecord, event: ClassificationFileEvent): boolean;
  /** Records that a file was passed on to a linked extraction. */
  passedOn(file: ClassificationFileRecord, extractionId: string): void;
  list(): ClassificationRecord[];
}

/** @param remembered classifications of an earlier run */
export function createClassificationStore({
  newId,
  remembered = [],
}: {
  readonly newId: () => string;
  readonly remembered?: readonly ClassificationRecord[];
}): ClassificationStore {
  const classifications = new Map(remembered.map((record) => [record.id, record]));

  function get(id: string): ClassificationRecord {
    const found = classifications.get(id);
    if (found === undefined) throw errors.classificationNotFound(id);
    return found;
  }

  function withIds(categories: readonly CategoryDetails[], earlier: readonly CategoryRecord[]): CategoryRecord[] {
    return categories.map((category) => ({
      ...category,
      id: earlier.find(({ name }) => name === category.name)?.id ?? newId(),
    }));
  }

  return {
    create(name, description, categories) {
      const record = { id: newId(), name, description, categories: withIds(categories, []), batches: new Map() };
      classifications.set(record.id, record);
      return record;
    },
    get,
    getBatch(classificationId, batchId) {
      const found = get(classificationId).batches.get(batchId);
      if (found === undefined) throw errors.batchNotFound(batchId);
      return found;
    },
    getFile(classificationId, fileId) {
      for (const batch of get(classificationId).batches.values()) {
        const found = batch.files.find(({ id }) => id === fileId);
        if (found !== undefined) return { batch, file: found };
      }
      throw errors.fileNotFound(fileId);
    },
    setCategories(id, categories) {
      const record = get(id);
      record.categories = withIds(categories, record.categories);
      return record;
    },
    addBatch(classificationId, files) {
      const batch: ClassificationBatchRecord = {
        id: newId(),
        classificationId,
        files: files.map(({ file: { fileName, size, sha256 }, reading }) => ({
          id: newId(),
          fileName,
          size,
          sha256,
          reading,
          run: 0,
          passedOnTo: new Set(),
          state: { status: 'queued' },
        })),
      };
      get(classificationId).batches.set(batch.id, batch);
      return batch;
    },
    apply(file, event) {
      const next = nextClassificationState(file.state, event);
      if (next === undefined) return false;
      file.state = next;
      return true;
    },
    passedOn(file, extractionId) {
      file.passedOnTo.add(extractionId);
    },
    list: () => [...classifications.values()],
  };
}
