import { foreign } from '../../electron/core/messages/message.ts';
import type { Failure } from '../../electron/core/protocol/failure.ts';
import { type Route, routeKey } from '../../electron/core/protocol/route.ts';
import type { Extraction } from '../../electron/core/protocol/service-shapes.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import type { Service, UploadFile, UploadOptions } from '../../electron/service/service.ts';
import type { CallReferee } from './call-referee.ts';
import { kindOf } from './contents.ts';
import { type HeldBatch, type HeldFile, holdFile } from './held-batch.ts';
import type { Incidents } from './incidents.ts';
import { type MemoryDisk, sha256 } from './memory-disk.ts';
import type { Process } from './process.ts';
import type { Dice } from './random.ts';
import { acceptedClassification, acceptedExtraction, classificationResults, extractionResults } from './service-answers.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { Weather } from './weather.ts';

/** The longest time until a call is answered. */
const soonMs = 250;

export const serviceOrigin = 'https://service.example';

/** A content that the service accepted, and that is therefore paid for. */
export interface Taking {
  readonly route: string;
  readonly hash: string;
  readonly batchId: string;
  readonly fileId: string;
  readonly ending: HeldFile['ending'];
}

/** Notified of what happens at the service. */
export interface ServiceNews {
  readonly taken: (taking: Taking) => void;
  /** A file is about to be sent, from this path. */
  readonly sending: (path: string) => void;
  readonly say: (what: string) => void;
}

/** The service, in memory. It survives the death of Intray's process, keeps what it accepted, and checks how it is called. */
export class FakeService {
  readonly weather: Weather;
  readonly taken: Taking[] = [];
  readonly #clock: VirtualClock;
  readonly #dice: Dice;
  readonly #disk: MemoryDisk;
  readonly #referee: CallReferee;
  readonly #incidents: Incidents;
  readonly #news: ServiceNews;
  readonly #batches = new Map<string, HeldBatch>();
  #ids = 0;

  constructor(clock: VirtualClock, dice: Dice, disk: MemoryDisk, referee: CallReferee, incidents: Incidents, news: ServiceNews) {
    this.#clock = clock;
    this.#dice = dice;
    this.#disk = disk;
    this.#referee = referee;
    this.#incidents = incidents;
    this.#news = news;
    this.weather = new Weather(dice);
  }

  batchIds(): string[] {
    return [...this.#batches.keys()];
  }

  /** The client of one process. */
  clientOf(process: Process): Service {
    const unused = () => Promise.reject(new Error('The engine must not make this call.'));
    const extraction = (id: string): Route => ({ kind: 'extraction', id });
    const classification = (id: string): Route => ({ kind: 'classification', id });
    return {
      origin: serviceOrigin,
      createExtraction: unused,
      updateExtraction: unused,
      deleteExtraction: unused,
      createClassification: unused,
      overrideCategory: unused,
      redoClassification: unused,
      viewExtraction: (id) => this.#free(process, extraction(id), undefined, () => this.#view(id)),
      getBatchResults: (id, batchId) =>
        this.#free(process, extraction(id), batchId, () =>
          this.#poll(batchId, (batch) => extractionResults(batch, this.#clock, this.#dice)),
        ),
      getClassificationBatch: (id, batchId) =>
        this.#free(process, classification(id), batchId, () =>
          this.#poll(batchId, (batch) => classificationResults(batch, this.#clock, this.#dice)),
        ),
      uploadFiles: (id, files, options) =>
        this.#upload(process, extraction(id), files, options, (batch) => acceptedExtraction(batch, this.#dice)),
      uploadClassificationBatch: (id, files, options) =>
        this.#upload(process, classification(id), files, options, acceptedClassification),
    };
  }

  async #free<Value>(
    process: Process,
    route: Route,
    batchId: string | undefined,
    work: () => Result<Value, Failure>,
  ): Promise<Result<Value, Failure>> {
    const name = batchId === undefined ? 'view' : 'poll';
    const end = batchId === undefined ? this.#referee.begins(process, 'view') : this.#referee.pollBegins(process, batchId);
    await process.step(`${name} before`);
    await this.#clock.delay(this.#dice.whole(1, 200), process);
    const failure = this.weather.onFree(route, batchId);
    const answer = failure === undefined ? work() : err(failure);
    await process.step(`${name} after`);
    end(answer.ok ? undefined : answer.error);
    return answer;
  }

  #view(id: string): Result<Extraction, Failure> {
    if (!/^[12]/.test(id)) return err({ kind: 'not-found', status: 404, message: foreign('extraction not found') });
    const name = id.startsWith('1') ? 'Invoices' : 'Receipts';
    return ok({ extractionId: id, name, fields: [{ key: 'value', description: 'the value', example: 'x' }], extra: {} });
  }

  #poll<Value>(batchId: string, answer: (batch: HeldBatch) => Value): Result<Value, Failure> {
    const batch = this.#batches.get(batchId);
    return batch === undefined ? err({ kind: 'not-found', status: 404, message: foreign('batch not found') }) : ok(answer(batch));
  }

  async #upload<Value>(
    process: Process,
    route: Route,
    files: readonly UploadFile[],
    options: UploadOptions,
    accepted: (batch: HeldBatch) => Value,
  ): Promise<Result<Value, Failure>> {
    const end = this.#referee.uploadBegins(process, files);
    const hashes = files.flatMap(({ path }) => this.#disk.get(path) ?? []).map(sha256);
    await process.step('upload before');
    const answer = await this.#receive(process, route, files, options);
    await process.step('upload after');
    end(answer.ok ? undefined : answer.error);
    this.#failedAlone(answer, hashes);
    this.#news.say(
      `upload of ${files.map(({ fileName }) => fileName).join(', ')}: ${answer.ok ? answer.value.id : answer.error.kind}`,
    );
    return answer.ok ? ok(accepted(answer.value)) : answer;
  }

  async #receive(
    process: Process,
    route: Route,
    files: readonly UploadFile[],
    options: UploadOptions,
  ): Promise<Result<HeldBatch, Failure>> {
    const aborted = err<Failure>({ kind: 'aborted', message: foreign('aborted') });
    const fault = this.weather.onUpload(route);
    if (fault?.kind === 'before' && !fault.midBody) return err(fault.failure);
    const bodies: Uint8Array[] = [];
    const slowest = this.#dice.chance(0.25) ? 2_000 : 100;
    for (const { path } of files) this.#news.sending(path);
    for (const [index, file] of files.entries()) {
      await this.#clock.delay(this.#dice.whole(1, slowest), process);
      if (options.signal?.aborted) return aborted;
      const bytes = this.#disk.isAway(file.path) ? undefined : this.#disk.get(file.path);
      // Reads as many bytes as were promised; the last check of the file finds out whether it has grown.
      if (bytes === undefined || bytes.length < file.size) {
        return err({ kind: 'withdrawn', message: foreign('the file changed'), path: file.path });
      }
      if (fault?.kind === 'before' && index === files.length - 1) return err(fault.failure);
      bodies.push(bytes.length === file.size ? bytes : bytes.slice(0, file.size));
    }
    // From here on Intray cannot know the outcome until it has recorded the answer.
    const doubts = bodies.map((bytes) => `${routeKey(route)} ${sha256(bytes)}`).filter((key) => !this.#incidents.doubts.has(key));
    for (const key of doubts) this.#incidents.doubts.add(key);
    const certain = <Value>(answer: Value): Value => {
      for (const key of doubts) this.#incidents.doubts.delete(key);
      return answer;
    };
    if (!(await options.beforeClosingBoundary())) return certain(err({ kind: 'withdrawn', message: foreign('taken back') }));
    await process.step('upload whole');
    this.#referee.uploadWhole(process, route, files, bodies);
    const refusal = fault?.kind === 'refused' ? fault.failure : refusalOf(bodies);
    const batch =
      refusal !== undefined || (fault?.kind === 'lost' && !fault.taken) ? undefined : this.#take(route, files, bodies);
    const answersAt = this.#dice.chance(0.03) ? this.#dice.whole(1_000, 20_000) : this.#dice.whole(1, 300);
    await this.#wait(answersAt, process, options.signal);
    if (options.signal?.aborted) return err({ kind: 'unresolved', message: foreign('aborted after it was whole') });
    if (refusal !== undefined) return certain(err(refusal));
    if (batch === undefined || fault?.kind === 'lost')
      return err({ kind: 'unresolved', message: foreign('the answer was lost') });
    return certain(ok(batch));
  }

  /** Records a failure of this call alone, as opposed to one that the calls right after it would meet too. */
  #failedAlone(answer: Result<HeldBatch, Failure>, hashes: readonly string[]): void {
    if (answer.ok || (answer.error.kind !== 'offline' && answer.error.kind !== 'server')) return;
    const note = () => {
      if (this.weather.outage || this.weather.broken === 'everything') return false;
      for (const hash of hashes) this.#incidents.failed(hash);
      return true;
    };
    if (!note()) this.#clock.after(soonMs, note, this);
  }

  /** Waits this long, or until the call is aborted. */
  #wait(milliseconds: number, process: Process, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(milliseconds, resolve, process);
    signal?.addEventListener('abort', () => {
      cancel();
      resolve();
    });
    return promise;
  }

  #take(route: Route, files: readonly UploadFile[], bodies: readonly Uint8Array[]): HeldBatch {
    const batch: HeldBatch = {
      id: `batch-${++this.#ids}`,
      route,
      files: files.map((file, index) => {
        const bytes = bodies[index] ?? new Uint8Array();
        return holdFile(`file-${++this.#ids}`, file.fileName, sha256(bytes), kindOf(bytes), this.#clock.elapsed, this.#dice);
      }),
    };
    this.#batches.set(batch.id, batch);
    this.#referee.accepted(batch.id);
    for (const { id, hash, ending } of batch.files) {
      const taking = { route: routeKey(route), hash, batchId: batch.id, fileId: id, ending };
      this.taken.push(taking);
      this.#news.taken(taking);
    }
    return batch;
  }
}

/** What the service rejects. */
function refusalOf(bodies: readonly Uint8Array[]): Failure | undefined {
  const kinds = bodies.map(kindOf);
  if (kinds.includes('poison')) return { kind: 'bad-request', status: 400, message: foreign('a file is damaged') };
  return kinds.includes('huge') ? { kind: 'too-large', status: 413, message: foreign('over 25 MB') } : undefined;
}
