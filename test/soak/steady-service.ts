import { foreign } from '../../electron/core/messages/message.ts';
import type { Failure } from '../../electron/core/protocol/failure.ts';
import type { ExtractionBatch } from '../../electron/core/protocol/service-shapes.ts';
import { err, ok } from '../../electron/core/result.ts';
import type { Service } from '../../electron/service/service.ts';
import { type MemoryDisk, sha256 } from '../simulator/memory-disk.ts';
import type { VirtualClock } from '../simulator/virtual-clock.ts';

interface Held {
  readonly acceptedAt: number;
  readonly files: readonly { readonly id: string; readonly fileName: string; readonly hash: string }[];
}

const processingMs = 4_000;
/** How long a person takes to look at what needs a review. */
const reviewMs = 15 * 60_000;

/**
 * A service that remembers no more than it must: a batch only until its last status was told, and of a content one bit.
 * The simulator's keeps everything, to judge it; that would hide what the engine keeps.
 */
export class SteadyService {
  offline = false;
  accepted = 0;
  /** Contents that came a second time. */
  twice = 0;
  readonly #clock: VirtualClock;
  readonly #disk: MemoryDisk;
  readonly #batches = new Map<string, Held>();
  /** By the first 28 bits of a hash: as large at the beginning as at the end. */
  readonly #seen = new Uint8Array(2 ** 25);

  constructor(clock: VirtualClock, disk: MemoryDisk) {
    this.#clock = clock;
    this.#disk = disk;
  }

  /** Batches that are not done. */
  get open(): number {
    return this.#batches.size;
  }

  clientFor(owner: object): Service {
    const unused = () => Promise.reject(new Error('The engine has no business with this call.'));
    const offline = err<Failure>({ kind: 'offline', message: foreign('no connection') });
    const answerLater = () => this.#clock.delay(80, owner);
    return {
      origin: 'https://service.example',
      createExtraction: unused,
      updateExtraction: unused,
      deleteExtraction: unused,
      createClassification: unused,
      uploadClassificationBatch: unused,
      getClassificationBatch: unused,
      overrideCategory: unused,
      redoClassification: unused,
      viewExtraction: async (extractionId) => {
        await answerLater();
        if (this.offline) return offline;
        return ok({
          extractionId,
          name: 'Invoices',
          fields: [{ key: 'value', description: 'the value', example: 'x' }],
          extra: {},
        });
      },
      uploadFiles: async (extractionId, files, options) => {
        await answerLater();
        if (this.offline) return offline;
        if (!(await options.beforeClosingBoundary())) return err({ kind: 'withdrawn', message: foreign('taken back') });
        const batchId = `batch-${this.accepted}`;
        const held = files.map(({ fileName, path }) => {
          this.accepted += 1;
          return { id: `file-${this.accepted}`, fileName, hash: this.#take(path) };
        });
        this.#batches.set(batchId, { acceptedAt: this.#clock.elapsed, files: held });
        await answerLater();
        return ok({
          batchId,
          extractionId,
          files: held.map(({ id, fileName }) => ({ id, fileName, status: 'queued', extra: {} })),
        });
      },
      getBatchResults: async (extractionId, batchId) => {
        await answerLater();
        if (this.offline) return offline;
        return this.#results(extractionId, batchId);
      },
    };
  }

  #results(extractionId: string, batchId: string) {
    const batch = this.#batches.get(batchId);
    if (batch === undefined) return err<Failure>({ kind: 'not-found', status: 404, message: foreign('batch not found') });
    const age = this.#clock.elapsed - batch.acceptedAt;
    const files = batch.files.map(({ id, fileName, hash }) => {
      const status =
        age < processingMs ? 'processing' : hash.startsWith('0') ? (age < reviewMs ? 'needs_review' : 'confirmed') : 'processed';
      const result = { extractedData: { value: valueIn(hash) }, modelUsed: 'steady', extra: {} };
      return { id, fileName, status, ...(status !== 'processing' && { result }), extra: {} };
    });
    if (files.every(({ status }) => status === 'processed' || status === 'confirmed')) this.#batches.delete(batchId);
    return ok<ExtractionBatch>({ batchId, extractionId, files });
  }

  #take(path: string): string {
    const hash = sha256(this.#disk.get(path) ?? new Uint8Array());
    const bits = Number.parseInt(hash.slice(0, 7), 16);
    const bit = 1 << (bits & 7);
    if (((this.#seen[bits >> 3] ?? 0) & bit) !== 0) this.twice += 1;
    this.#seen[bits >> 3] = (this.#seen[bits >> 3] ?? 0) | bit;
    return hash;
  }
}

/** What is found in a content. */
export function valueIn(hash: string): string {
  return `value of ${hash.slice(0, 12)}`;
}
