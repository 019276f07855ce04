import pLimit from 'p-limit';
import { errorText } from '../core/plain-data.ts';
import type { FieldDefinition } from '../core/protocol/service-shapes.ts';
import { assertNever } from '../core/result.ts';
import type { PageAccount } from './account.ts';
import type { Log, Timers } from './clock.ts';
import type { Documents } from './documents.ts';
import type { EndpointName } from './endpoints.ts';
import { acceptedExtensions, errors } from './errors.ts';
import type { Faults } from './faults/fault-set.ts';
import { type Duration, pickDuration, type Random } from './random.ts';
import type { Reading } from './reading/text-line.ts';
import {
  type AcceptedFile,
  type BatchRecord,
  type ClassificationRecord,
  type FileRecord,
  type FileState,
  isOpen,
  type Store,
  type Verdict,
} from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** The outcome for a document: missing values, and every image, need a person's review. */
export async function decideOutcome(
  reading: Reading,
  fields: readonly FieldDefinition[],
  findFields: Documents['findFields'],
): Promise<FileState> {
  if (reading.kind === 'unreadable') return { status: 'failed', reason: reading.reason };
  const found = reading.kind === 'text' ? await findFields(reading.lines, fields) : {};
  const values = Object.fromEntries(fields.map(({ key }) => [key, Object.hasOwn(found, key) ? (found[key] ?? '') : '']));
  const isWhole = reading.kind === 'text' && Object.values(values).every((value) => value !== '');
  return { status: isWhole ? 'processed' : 'needs_review', values };
}

/** The sandbox judges by text: an image or an unreadable document goes into no category, and the reasoning says why. */
export async function decideVerdict(
  reading: Reading,
  categories: ClassificationRecord['categories'],
  findCategory: Documents['findCategory'],
): Promise<Verdict> {
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

/**
 * The status of a batch in its event: `failed` if every file failed, `needs_review` if one needs a review, else
 * `processed`; undefined while a file is still being processed.
 */
export function batchStatus(states: readonly FileState[]): 'processed' | 'needs_review' | 'failed' | undefined {
  if (states.some(isOpen)) return undefined;
  if (states.every(({ status }) => status === 'failed')) return 'failed';
  return states.some(({ status }) => status === 'needs_review') ? 'needs_review' : 'processed';
}

export interface Delays {
  /** From acceptance until processing begins. */
  readonly queued: Duration;
  /** From then until the result, or longer if reading the document takes longer. */
  readonly processing: Duration;
}

export interface UploadedFile extends Omit<AcceptedFile, 'reading'> {
  readonly bytes: Uint8Array;
}

interface CheckedFile {
  readonly file: UploadedFile;
  readonly pages: number;
}

export type Work = ReturnType<typeof createWork>;

/** Accepts files, and takes those of a batch through their states, each independently. */
export function createWork({
  documents,
  store,
  pages,
  faults,
  timers,
  delays,
  random,
  webhooks: { announce },
  log,
}: {
  readonly documents: Documents;
  readonly store: Store;
  readonly pages: PageAccount;
  readonly faults: Faults;
  readonly timers: Timers;
  readonly delays: Delays;
  readonly random: Random;
  readonly webhooks: Pick<Webhooks, 'announce'>;
  readonly log: Log;
}) {
  // Documents are read one at a time, in order of arrival, independently of the requests that brought them.
  const oneAtATime = pLimit(1);

  /** Never rejects: if the reader fails, the document is unreadable. */
  const read = ({ bytes, fileName }: UploadedFile): Promise<Reading> =>
    oneAtATime(async () => {
      try {
        return await documents.readDocument(bytes, fileName);
      } catch (error) {
        return { kind: 'unreadable', reason: errorText(error) };
      }
    });

  async function stateAfter(batch: BatchRecord, file: FileRecord): Promise<FileState> {
    if (faults.takeFile('fail', batch.by, file.fileName)) return { status: 'failed', reason: 'A fault made it fail.' };
    const reading = await file.reading;
    try {
      // The current definition: an update that came while the file waited counts.
      if (batch.kind === 'extraction')
        return await decideOutcome(reading, store.extraction(batch.of).definition.fields, documents.findFields);
      const { categories } = store.classification(batch.of);
      return {
        ...{ status: 'processed', by: 'classifier' },
        verdict: await decideVerdict(reading, categories, documents.findCategory),
      };
    } catch (error) {
      return { status: 'failed', reason: errorText(error) };
    }
  }

  async function finish(batch: BatchRecord, file: FileRecord, run: number): Promise<void> {
    const state = await stateAfter(batch, file);
    if (file.run !== run || !store.set(batch, file, state)) return;
    const more =
      'reason' in state ? ` (${state.reason})` : 'verdict' in state ? ` as ${state.verdict.categoryName ?? 'nothing'}` : '';
    log(`${file.fileName}: ${state.status}${more}`);
    if (batch.kind === 'extraction') announceExtracted(batch, file);
    else {
      announceFile(batch, file);
      if ('verdict' in state) await passOn(batch, file, state.verdict);
    }
  }

  function announceExtracted(batch: BatchRecord, file: FileRecord): void {
    const status = batchStatus(batch.files.map(({ state }) => state));
    // For a file passed on from a classification, file.processed comes after the extraction's completion.
    const isChained = batch.by === 'uploadClassificationBatch';
    if (!isChained) announceFile(batch, file);
    if (status !== undefined) {
      const files = batch.files.map(({ id, state }) => ({ id, status: state.status }));
      const data = { extraction_id: batch.of, batch_id: batch.batchId, status, files };
      announce({ type: status === 'failed' ? 'extraction.failed' : 'extraction.completed', data });
    }
    if (isChained) announceFile(batch, file);
  }

  /** The payload of file events is not documented: here it looks like the extraction event, with the one file and any verdict. */
  function announceFile({ kind, of, batchId }: BatchRecord, { id, fileName, state }: FileRecord): void {
    const { status } = state;
    const type = status === 'failed' ? 'file.failed' : kind === 'extraction' ? 'file.processed' : 'file.classified';
    const { categoryId, categoryName, confidence } = 'verdict' in state ? state.verdict : {};
    announce({
      type,
      data: {
        ...{ [`${kind}_id`]: of, batch_id: batchId, file_id: id, file_name: fileName, status, files: [{ id, status }] },
        ...{ classified_category_id: categoryId, classified_category_name: categoryName, confidence },
      },
    });
  }

  /** Files of a linked category go on into its extraction (electron/service/README.md, "States"). */
  async function passOn(classified: BatchRecord, file: FileRecord, { categoryId }: Verdict): Promise<void> {
    const reading = await file.reading;
    const { categories } = store.classification(classified.of);
    const linked = categories.find(({ id }) => id === categoryId)?.linkedExtractionId;
    if (linked === undefined || !store.extractions.has(linked) || file.passedOnTo.includes(linked)) return;
    file.passedOnTo.push(linked);
    store.keepBatch(classified);
    // There is no request to refuse with 403, so the file fails in the extraction.
    const paid: Reading = pages.take(pagesOf(reading)) ? reading : { kind: 'unreadable', reason: 'Out of pages.' };
    start(store.addBatch('extraction', linked, classified.by, [{ ...file, reading: Promise.resolve(paid) }]));
  }

  function start(batch: BatchRecord, files: readonly FileRecord[] = batch.files): void {
    for (const file of files) {
      file.run += 1;
      const { run } = file;
      timers.after(pickDuration(delays.queued, random), () => {
        // That need not be stored.
        if (batch.kind === 'extraction') file.state = { status: 'processing' };
        if (faults.takeFile('stuck', batch.by, file.fileName)) return;
        timers.after(pickDuration(delays.processing, random), () => void finish(batch, file, run));
      });
    }
  }

  return {
    /** Refuses the whole request if one file is empty, of another type, or poisoned by a fault. */
    async check(endpoint: EndpointName, files: readonly UploadedFile[]): Promise<readonly CheckedFile[]> {
      for (const file of files) checkFile(file);
      const names = files.map(({ fileName }) => fileName);
      const poison = faults.takePoison(endpoint, names);
      if (poison !== undefined) throw errors.poisoned(poison);
      const checked: CheckedFile[] = [];
      for (const file of files) checked.push({ file, pages: await documents.countPages(file.bytes, file.fileName) });
      return checked;
    },
    /** Charges all pages and starts reading, or refuses with 403 and takes nothing. */
    charge(files: readonly CheckedFile[]): readonly AcceptedFile[] {
      const needed = files.reduce((sum, file) => sum + file.pages, 0);
      if (!pages.take(needed)) throw errors.outOfPages(needed, pages.remaining());
      return files.map(({ file, pages: charged }) => {
        const reading = read(file);
        void reading.then((result) => pages.adjust(pagesOf(result) - charged));
        return { ...file, reading };
      });
    },
    start,
    /** Forgets what waits to be read. */
    close: () => oneAtATime.clearQueue(),
  };
}

function checkFile({ fileName, size }: UploadedFile): void {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (!(acceptedExtensions as readonly (string | undefined)[]).includes(extension)) throw errors.unsupportedType(fileName);
  if (size === 0) throw errors.emptyFile(fileName);
}

/** What a document costs: nothing if it cannot be read. */
export function pagesOf(reading: Reading): number {
  return reading.kind === 'unreadable' ? 0 : reading.pages;
}
