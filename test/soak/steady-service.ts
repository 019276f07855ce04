import { foreign } from '../../electron/core/messages/message.ts';
import type { Failure } from '../../electron/core/protocol/failure.ts';
import { err } from '../../electron/core/result.ts';
import type { Service } from '../../electron/service/service.ts';
import { type MemoryDisk, sha256 } from '../simulator/memory-disk.ts';
import type { VirtualClock } from '../simulator/virtual-clock.ts';
import { terminal } from '../support/strict/store.ts';
import { createStrictCalls, forbiddenCalls, type StrictCalls } from '../support/strict/without-http.ts';

const processingMs = 4_000;
/** How long a person takes to look at what needs a review. */
const reviewMs = 15 * 60_000;
const answerMs = 80;

/**
 * The strict service, made to remember no more than it must: a batch only until its last status was told, and of a content
 * one bit. What it kept would hide what the engine keeps.
 */
export class SteadyService {
  offline = false;
  accepted = 0;
  /** Contents that came a second time. */
  twice = 0;
  readonly violations: string[] = [];
  readonly #clock: VirtualClock;
  readonly #disk: MemoryDisk;
  readonly #strict: StrictCalls;
  /** By the first 28 bits of a hash: as large at the beginning as at the end. */
  readonly #seen = new Uint8Array(2 ** 25);

  constructor(clock: VirtualClock, disk: MemoryDisk, extractionId: string) {
    this.#clock = clock;
    this.#disk = disk;
    this.#strict = createStrictCalls({
      now: () => clock.elapsed,
      course: ({ sha256: hash }) => ({
        startsAt: 0,
        endsAt: processingMs,
        outcome: hash.startsWith('0') ? 'needs_review' : 'processed',
        confirmedAt: hash.startsWith('0') ? reviewMs : Number.POSITIVE_INFINITY,
      }),
      value: valueIn,
      onViolation: (what) => this.violations.push(what),
    });
    const fields = [{ key: 'value', description: 'the value', example: 'x' }];
    this.#strict.store.addExtraction({ name: 'Invoices', fields }, extractionId);
  }

  /** Batches that are not done. */
  get open(): number {
    return this.#strict.store.batches.size;
  }

  clientFor(owner: object): Service {
    const offline = err<Failure>({ kind: 'offline', message: foreign('no connection') });
    const answerLater = () => this.#clock.delay(answerMs, owner);
    const strict = this.#strict;
    const unused = () => Promise.reject(new Error('Nothing is classified here.'));
    return {
      ...forbiddenCalls,
      origin: 'https://service.example',
      overrideCategory: unused,
      redoClassification: unused,
      uploadClassificationBatch: unused,
      getClassificationBatch: unused,
      viewExtraction: async (extractionId) => {
        await answerLater();
        return this.offline ? offline : strict.viewExtraction(extractionId);
      },
      uploadFiles: async (id, files, options) => {
        await answerLater();
        if (this.offline) return offline;
        if (!(await options.beforeClosingBoundary())) return err({ kind: 'withdrawn', message: foreign('taken back') });
        const received = files.map(({ fileName, path, size }) => ({ fileName, size, sha256: this.#take(path) }));
        const answer = strict.upload({ kind: 'extraction', id }, received).extraction();
        await answerLater();
        return answer;
      },
      getBatchResults: async (extractionId, batchId) => {
        await answerLater();
        if (this.offline) return offline;
        // Asked hours later whether somebody has confirmed it meanwhile.
        if (!strict.store.batches.has(batchId)) return err({ kind: 'not-found', status: 404, message: foreign('forgotten') });
        const answer = strict.getBatchResults(extractionId, batchId);
        const isDone =
          answer.ok && answer.value.files.every(({ status }) => status !== 'needs_review' && terminal.includes(status));
        if (isDone) strict.store.batches.delete(batchId);
        return answer;
      },
    };
  }

  #take(path: string): string {
    this.accepted += 1;
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
