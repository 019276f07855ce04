/**
 * What the strict service knows: extractions, classifications, their batches and files. A file's status follows from
 * the time that has passed since it was accepted, so nothing here waits or ticks.
 */
import { randomUUID } from 'node:crypto';
import type { ReceivedFile } from './body.ts';
import { categoryOf, confidenceOf, extractedDataOf, fieldKeys, reasoningOf } from './values.ts';

export type Outcome = 'processed' | 'needs_review' | 'failed';

/** What becomes of one file, and when. Times in ms after its acceptance. */
export interface Course {
  /** `queued` until then. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly outcome: Outcome;
  /** When a person confirms it at the service, whether a review was asked for or not. */
  readonly confirmedAt?: number;
  /** The status between start and end. Default: `processing`; the specification need not list it. */
  readonly working?: string;
  /** Until then its batch does not list it. Default: at once. */
  readonly listedAt?: number;
  /** Until then it is said to have ended, and its result is not there. Default: as soon as it has ended. */
  readonly resultAt?: number;
  /** `extracted_data` comes as the text of an object. */
  readonly asText?: boolean;
}

export interface StrictBehaviour {
  /** How long a file is `queued`, in ms after its acceptance. Default 0. */
  readonly queuedMilliseconds?: number;
  /** How long it is `processing` after that. Default 100. */
  readonly processingMilliseconds?: number;
  /** What becomes of a file in an extraction. Default: `processed`. */
  readonly outcome?: (file: ReceivedFile) => Outcome;
  /** The course of a file, in an extraction or a classification, set when it is accepted. Default: from the three above. */
  readonly course?: (file: ReceivedFile) => Course;
  /** The name of the category a file is put in, null for none. Default: one of them, by content. */
  readonly category?: (file: ReceivedFile, names: readonly string[]) => string | null;
  /**
   * What is found in a content: the value of each field of an extraction, whose id comes third, and the reasoning. Default: awkward
   * values made from its hash.
   */
  readonly value?: (sha256: string, status: string, extraction?: string) => string;
  /** How it spells the names of files in its answers. Default: unchanged. */
  readonly spelled?: (fileName: string) => string;
  /** Identifiers of batches and files. Default: random, with characters that a path must escape. */
  readonly newId?: (kind: 'batch' | 'file' | 'category') => string;
  /** Default: the computer's. */
  readonly date?: () => Date;
}

const awkwardIds = {
  batch: () => `b+${randomUUID()}=`,
  file: () => `f:${randomUUID()}`,
  category: () => `cat_${randomUUID()}`,
} as const;

export interface Extraction {
  readonly extractionId: string;
  details: {
    name?: string;
    description?: string;
    language?: string;
    options?: object;
    fields?: readonly { readonly key: string }[];
  };
  readonly created: Date;
  updated: Date;
}

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly linked_extraction_id?: string;
}

export interface Classification {
  readonly id: string;
  readonly name: string;
  readonly categories: readonly Category[];
}

export interface StoredFile extends ReceivedFile {
  readonly id: string;
  acceptedAt: number;
  readonly course?: Course;
  /** Set by hand: `confirmed`, or a category that overrides the verdict. */
  confirmed?: boolean;
  override?: string;
  routed?: boolean;
}

export interface Batch {
  readonly id: string;
  /** Of the extraction or classification. */
  readonly owner: string;
  readonly files: readonly StoredFile[];
}

export interface Store {
  readonly extractions: Map<string, Extraction>;
  readonly classifications: Map<string, Classification>;
  readonly batches: Map<string, Batch>;
  readonly date: () => Date;
  addExtraction(details: Extraction['details'], id?: string): Extraction;
  addClassification(name: string, categories: readonly Omit<Category, 'id'>[], id?: string): Classification;
  addBatch(owner: string, files: readonly ReceivedFile[], at: number): Batch;
  /** An extraction file as getBatchResults shows it; undefined if it is not listed yet. */
  extractionFile(
    extraction: Extraction,
    file: StoredFile,
    now: number,
  ): { readonly status: string; readonly shown: object | undefined };
  /** A classification file as its batch shows it. Routes it on when its category says so. */
  classificationFile(
    classification: Classification,
    file: StoredFile,
    now: number,
  ): { readonly status: string; readonly shown: object | undefined };
}

/** No more happens to a file in these unless somebody acts. */
export const terminal: readonly string[] = ['processed', 'needs_review', 'confirmed', 'failed'];

/** Undocumented members: a client may keep them, and depends on none. */
export const unlisted = { x_region: 'eu-2', trace: { hops: [1, 2], cached: false } };

export function createStore(behaviour: StrictBehaviour): Store {
  const extractions = new Map<string, Extraction>();
  const classifications = new Map<string, Classification>();
  const batches = new Map<string, Batch>();
  const queued = behaviour.queuedMilliseconds ?? 0;
  const processing = behaviour.processingMilliseconds ?? 100;
  const newId = behaviour.newId ?? ((kind) => awkwardIds[kind]());
  const date = behaviour.date ?? (() => new Date());

  const statusOf = (file: StoredFile, now: number): string => {
    const { startsAt, endsAt, working, outcome, confirmedAt } = file.course ?? {
      startsAt: queued,
      endsAt: queued + processing,
      outcome: behaviour.outcome?.(file) ?? 'processed',
    };
    const age = now - file.acceptedAt;
    if (age < startsAt) return 'queued';
    if (age < endsAt) return working ?? 'processing';
    const isConfirmed = file.confirmed === true || (outcome !== 'failed' && age >= (confirmedAt ?? Infinity));
    return isConfirmed ? 'confirmed' : outcome;
  };

  /** What an answer does not show yet. */
  const hidden = ({ acceptedAt, course }: StoredFile, now: number) => ({
    file: now - acceptedAt < (course?.listedAt ?? 0),
    result: now - acceptedAt < (course?.resultAt ?? 0),
  });

  const store: Store = {
    extractions,
    classifications,
    batches,
    date,
    addExtraction(details, id = randomUUID()) {
      const now = date();
      const fields = details.fields ?? fieldKeys.map((key) => ({ key, description: `The ${key}`, example: key }));
      const extraction: Extraction = { extractionId: id, details: { ...details, fields }, created: now, updated: now };
      extractions.set(id, extraction);
      return extraction;
    },
    addClassification(name, categories, id = `cls_${randomUUID()}`) {
      const classification = { id, name, categories: categories.map((category) => ({ ...category, id: newId('category') })) };
      classifications.set(id, classification);
      return classification;
    },
    addBatch(owner, files, at) {
      const course = (file: ReceivedFile) => behaviour.course && { course: behaviour.course(file) };
      const spelled = behaviour.spelled ?? ((fileName: string) => fileName);
      const stored = files.map((file) => ({
        ...file,
        fileName: spelled(file.fileName),
        id: newId('file'),
        acceptedAt: at,
        ...course(file),
      }));
      const batch: Batch = { id: newId('batch'), owner, files: stored };
      batches.set(batch.id, batch);
      return batch;
    },
    extractionFile(extraction, file, now) {
      const status = statusOf(file, now);
      if (hidden(file, now).file) return { status: 'queued', shown: undefined };
      const shown = { id: file.id, file_name: file.fileName, status, ...unlisted };
      if (!terminal.includes(status)) return { status, shown };
      if (hidden(file, now).result) return { status: 'processing', shown };
      if (status === 'failed') return { status, shown: { ...shown, note: 'The pages cannot be read.' } };
      const keys = (extraction.details.fields ?? []).map(({ key }) => key);
      const { value } = behaviour;
      const found =
        value === undefined
          ? extractedDataOf(file.sha256, keys)
          : Object.fromEntries(keys.map((key) => [key, value(file.sha256, status, extraction.extractionId)]));
      const data = file.course?.asText === true ? JSON.stringify(found) : found;
      const result = { extracted_data: data, model_used: 'strict-1', ...unlisted };
      return { status, shown: { ...shown, result } };
    },
    classificationFile(classification, file, now) {
      const shown = { id: file.id, file_name: file.fileName, ...unlisted };
      // The specification shows two statuses; a course may bring others.
      const reached = statusOf(file, now);
      const status = file.course !== undefined ? reached : terminal.includes(reached) ? 'processed' : 'queued';
      if (hidden(file, now).file) return { status: 'queued', shown: undefined };
      if (hidden(file, now).result && terminal.includes(status)) return { status: 'processing', shown: { ...shown, status } };
      if (!terminal.includes(status) || status === 'failed') return { status, shown: { ...shown, status } };
      const category = verdict(classification, file, behaviour);
      if (category?.linked_extraction_id !== undefined && file.routed !== true) {
        file.routed = true;
        store.addBatch(category.linked_extraction_id, [{ fileName: file.fileName, size: file.size, sha256: file.sha256 }], now);
      }
      const verdictShown = {
        confidence: confidenceOf(file.sha256),
        classification_reasoning: behaviour.value?.(file.sha256, status) ?? reasoningOf(file.sha256),
        ...(category === undefined
          ? none(file)
          : { classified_category_id: category.id, classified_category_name: category.name }),
      };
      return { status, shown: { ...shown, status, ...verdictShown } };
    },
  };
  return store;
}

function verdict(classification: Classification, file: StoredFile, behaviour: StrictBehaviour): Category | undefined {
  if (file.override !== undefined) return classification.categories.find(({ id }) => id === file.override);
  const names = classification.categories.map(({ name }) => name);
  const wanted = behaviour.category === undefined ? categoryOf(file.sha256, names) : behaviour.category(file, names);
  return classification.categories.find(({ name }) => name === wanted);
}

/** How "no category" is written is not shown: as null for one file, without the members for the next. */
function none(file: StoredFile): object {
  return file.sha256 < '8' ? { classified_category_id: null, classified_category_name: null } : {};
}
