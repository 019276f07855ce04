import { foreign } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import { type Route, routeKey } from '../../../electron/core/protocol/route.ts';
import { err, type Result } from '../../../electron/core/result.ts';
import type { Service, UploadFile, UploadOptions } from '../../../electron/service/service.ts';
import { createStrictCalls, forbiddenCalls, type StrictCalls, type Uploaded } from '../../support/strict/without-http.ts';
import { kindOf, valueIn } from '../contents.ts';
import { sha256 } from '../memory-disk.ts';
import { invoices, mail, receipts } from '../plan.ts';
import type { Process } from '../process.ts';
import type { Dice } from '../random.ts';
import { serviceOrigin } from '../service-port.ts';
import type { VirtualClock } from '../virtual-clock.ts';

interface Grounds {
  readonly clock: VirtualClock;
  readonly dice: Dice;
  readonly isTrouble: () => boolean;
  readonly say: (what: string) => void;
  readonly complain: (what: string) => void;
}

/** What names a content on a route. */
export function paidKey(route: Route, hash: string): string {
  return `${routeKey(route)} ${hash}`;
}

/** The one service that all machines call. It takes each content once on a route, or the run is broken. */
export class SharedService {
  /** By content and route (`paidKey`), the machines that it was taken from. */
  readonly taken = new Map<string, string[]>();
  /** Contents on routes of which the machine that sent them may not have learned what became of them. */
  readonly doubts = new Set<string>();
  /** Contents, by their hash. */
  readonly failing = new Set<string>();
  /** By content and route, the processes that were about to send it. */
  readonly #asking = new Map<string, Process[]>();
  /** How often a file was classified again. */
  readonly #redone = new Map<string, number>();
  readonly #grounds: Grounds;
  readonly #strict: StrictCalls;
  #ids = 0;

  constructor(grounds: Grounds) {
    this.#grounds = grounds;
    const { clock, dice, complain } = grounds;
    this.#strict = createStrictCalls({
      now: () => clock.elapsed,
      date: () => new Date(clock.elapsed),
      newId: (kind) => `${kind}-${++this.#ids}`,
      course: ({ sha256: hash }) => {
        const startsAt = dice.whole(100, 2_000);
        const endsAt = startsAt + dice.whole(100, 20_000);
        return { startsAt, endsAt, outcome: this.failing.has(hash) ? 'failed' : 'processed' };
      },
      value: (hash) => valueIn(hash),
      // Every second run says something else.
      category: ({ sha256: hash, ...file }, names) => {
        const times = 'id' in file && typeof file.id === 'string' ? (this.#redone.get(file.id) ?? 0) : 0;
        return names[(Number.parseInt(hash.slice(0, 6), 16) + Math.ceil(times / 2)) % names.length] ?? null;
      },
      onViolation: complain,
    });
    const fields = [{ key: 'value' }];
    this.#strict.store.addExtraction({ name: 'Invoices', fields }, invoices.id);
    this.#strict.store.addExtraction({ name: 'Receipts', fields }, receipts.id);
    this.#strict.store.addClassification('Mail', [{ name: 'Letters' }, { name: 'Others' }], mail.id);
  }

  /** As one process of a machine calls it. */
  clientOf(process: Process, machine: string): Service {
    return {
      origin: serviceOrigin,
      ...forbiddenCalls,
      redoClassification: (id, fileId) =>
        this.#free(process, () => {
          this.#redone.set(fileId, (this.#redone.get(fileId) ?? 0) + 1);
          return this.#strict.redoClassification(id, fileId);
        }),
      overrideCategory: (id, fileId, categoryId) =>
        this.#free(process, () => this.#strict.overrideCategory(id, fileId, categoryId)),
      viewExtraction: (id) => this.#free(process, () => this.#strict.viewExtraction(id)),
      getBatchResults: (id, batchId) => this.#free(process, () => this.#strict.getBatchResults(id, batchId)),
      getClassificationBatch: (id, batchId) => this.#free(process, () => this.#strict.getClassificationBatch(id, batchId)),
      uploadFiles: async (id, files, options) => {
        const uploaded = await this.#upload(process, machine, { kind: 'extraction', id }, files, options);
        return uploaded.ok ? uploaded.value.extraction() : uploaded;
      },
      uploadClassificationBatch: async (id, files, options) => {
        const uploaded = await this.#upload(process, machine, { kind: 'classification', id }, files, options);
        return uploaded.ok ? uploaded.value.classification() : uploaded;
      },
    };
  }

  /** Whether somebody died who had been about to send it: the register may have it as sent, and the dead do not say that it was not. */
  isLeftBehind(key: string): boolean {
    return this.#asking.get(key)?.some(({ alive }) => !alive) === true;
  }

  async #free<Value>(process: Process, work: () => Result<Value, Failure>): Promise<Result<Value, Failure>> {
    const { clock, dice, isTrouble } = this.#grounds;
    await process.step('free call before');
    await clock.delay(dice.whole(1, 200), process);
    const answer: Result<Value, Failure> =
      isTrouble() && dice.chance(0.03) ? err({ kind: 'offline', message: foreign('no connection') }) : work();
    await process.step('free call after');
    return answer;
  }

  async #upload(
    process: Process,
    machine: string,
    route: Route,
    files: readonly UploadFile[],
    { beforeClosingBoundary, signal }: UploadOptions,
  ): Promise<Result<Uploaded, Failure>> {
    const { clock, dice, isTrouble, say } = this.#grounds;
    const trouble = isTrouble() ? dice.next() : 1;
    await process.step('upload before');
    if (trouble < 0.05) return err({ kind: 'offline', message: foreign('no connection') });
    const bodies: Uint8Array[] = [];
    for (const file of files) {
      const bytes = new Uint8Array(file.size);
      const source = await file.open();
      await source.read(bytes, 0, file.size, 0);
      await source.close();
      await clock.delay(dice.whole(1, 300), process);
      if (sha256(bytes) !== file.sha256) return err({ kind: 'withdrawn', message: foreign('the file changed'), path: file.path });
      bodies.push(bytes);
    }
    if (signal?.aborted) return err({ kind: 'aborted', message: foreign('aborted') });
    const hashes = bodies.map((bytes) => sha256(bytes));
    const keys = hashes.map((hash) => paidKey(route, hash));
    for (const key of keys) this.#asking.set(key, [...(this.#asking.get(key) ?? []), process]);
    if (!(await beforeClosingBoundary())) return err({ kind: 'withdrawn', message: foreign('taken back') });
    const known = keys.filter((key) => this.doubts.has(key));
    for (const key of keys) this.doubts.add(key);
    await process.step('upload whole');
    if (trouble < 0.07) return err({ kind: 'unresolved', message: foreign('the answer was lost') });
    const received = files.map(({ fileName }, index) => ({
      fileName,
      size: bodies[index]?.length ?? 0,
      sha256: hashes[index] ?? '',
    }));
    for (const [index, hash] of hashes.entries()) this.#take(route, hash, bodies[index] ?? new Uint8Array(), machine);
    const uploaded = this.#strict.upload(route, received);
    say(`${machine}: uploaded ${hashes.map((hash) => hash.slice(0, 8)).join(', ')} as ${uploaded.batch?.id}`);
    await clock.delay(dice.whole(1, 300), process);
    await process.step('upload after');
    if (trouble < 0.1) return err({ kind: 'unresolved', message: foreign('the answer was lost') });
    // Whoever dies before the ledger has the answer has not learned it.
    clock.after(
      2_000,
      () => {
        for (const key of keys) if (process.alive && !known.includes(key)) this.doubts.delete(key);
      },
      process,
    );
    return { ok: true, value: uploaded };
  }

  #take(route: Route, hash: string, bytes: Uint8Array, machine: string): void {
    if (kindOf(bytes) === 'failing') this.failing.add(hash);
    const key = paidKey(route, hash);
    const all = [...(this.taken.get(key) ?? []), machine];
    this.taken.set(key, all);
    if (all.length > 1) this.#grounds.complain(`content ${hash.slice(0, 8)} was paid for by ${all.join(' and ')}`);
  }
}
