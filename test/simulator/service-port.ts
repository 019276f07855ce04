import { foreign } from '../../electron/core/messages/message.ts';
import type { PolledFile } from '../../electron/core/poll/poll-outcome.ts';
import type { Failure } from '../../electron/core/protocol/failure.ts';
import { type Route, routeKey } from '../../electron/core/protocol/route.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import { respelled, respellings } from '../../electron/sandbox/faults/fault-words.ts';
import type { Service, UploadFile, UploadOptions } from '../../electron/service/service.ts';
import { DiskProblem } from '../support/inside/engine.ts';
import type { Batch, Course, Outcome } from '../support/strict/store.ts';
import { createStrictCalls, forbiddenCalls, type StrictCalls, type Uploaded } from '../support/strict/without-http.ts';
import type { CallReferee } from './call-referee.ts';
import type { Confusion } from './confusion.ts';
import { type ContentKind, kindOf, valueBy } from './contents.ts';
import type { Incidents } from './incidents.ts';
import { isEnded, LinkedNews } from './linked-news.ts';
import { type MemoryDisk, sha256 } from './memory-disk.ts';
import { invoices, mail, receipts } from './plan.ts';
import type { Process } from './process.ts';
import type { Dice } from './random.ts';
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
  readonly ending: Outcome;
}

/** Notified of what happens at the service. */
export interface ServiceNews {
  readonly taken: (taking: Taking) => void;
  /** A request is whole. @returns to be called if it is refused, and Intray learns that */
  readonly sent: (route: Route, files: readonly { readonly path: string; readonly hash: string }[]) => () => void;
  /** Intray learns what has become of these files. */
  readonly answered: (route: Route, batchId: string, files: readonly PolledFile[]) => void;
  /** A file is about to be sent, from this path. */
  readonly sending: (path: string) => void;
  readonly say: (what: string) => void;
  /** An event names a batch that the service has made itself. @returns whether Intray has taken it */
  readonly event: (extraction: string, batchId: string) => boolean;
  /** A call that the specification does not describe. */
  readonly complain: (what: string) => void;
}

/**
 * The engine's port to the service: the strict service behind a simulated line and clock. It survives the death of Intray's
 * process, and the referee checks when it is called.
 */
export class ServicePort {
  readonly weather: Weather;
  readonly taken: Taking[] = [];
  /** What it gets wrong. */
  readonly confusion: Confusion;
  readonly linked: LinkedNews;
  readonly #clock: VirtualClock;
  readonly #dice: Dice;
  readonly #disk: MemoryDisk;
  readonly #referee: CallReferee;
  readonly #incidents: Incidents;
  readonly #news: ServiceNews;
  readonly #strict: StrictCalls;
  readonly #kinds = new Map<string, ContentKind>();
  /** How it spells the names of files. */
  readonly #spelled: (fileName: string) => string;
  /** Its names of files have nothing to do with those they were sent under. */
  readonly renames: boolean;
  /** It has returned a name unchanged that is not ASCII. */
  #keptName = false;
  /** How often a file was classified again. */
  readonly #redone = new Map<string, number>();
  #ids = 0;

  constructor(
    clock: VirtualClock,
    dice: Dice,
    disk: MemoryDisk,
    referee: CallReferee,
    incidents: Incidents,
    news: ServiceNews,
    confusion: Confusion,
    /** The extraction to which it passes letters on by itself. */
    linkedTo?: string,
  ) {
    this.#clock = clock;
    this.#dice = dice;
    this.#disk = disk;
    this.#referee = referee;
    this.#incidents = incidents;
    this.#news = news;
    this.confusion = confusion;
    this.weather = new Weather(dice);
    const respelling = dice.chance(0.5) ? dice.pick([...respellings, 'renamed'] as const) : 'none';
    this.renames = respelling === 'renamed';
    this.#spelled =
      respelling === 'none'
        ? (fileName) => fileName
        : respelling === 'renamed'
          ? () => `upload-${++this.#ids}`
          : respelled[respelling];
    this.#strict = createStrictCalls({
      now: () => clock.elapsed,
      date: () => new Date(clock.elapsed),
      spelled: this.#spelled,
      newId: (kind) => `${kind}-${++this.#ids}`,
      shuffled: (items) => shuffled(items, dice),
      course: ({ sha256: hash }) => drawCourse(this.#kinds.get(hash), dice, this.weather.lateness),
      // A person who confirms corrects the value.
      value: (hash, status, extraction) =>
        valueBy(hash, extraction === undefined ? undefined : { id: extraction }, status === 'confirmed'),
      // Every second run says something else.
      category: ({ sha256: hash, ...file }, names) => {
        const times = 'id' in file && typeof file.id === 'string' ? (this.#redone.get(file.id) ?? 0) : 0;
        return names[(Number.parseInt(hash.slice(0, 6), 16) + Math.ceil(times / 2)) % names.length] ?? null;
      },
      onViolation: news.complain,
    });
    const fields = [{ key: 'value', description: 'the value', example: 'x' }];
    for (const [{ id }, name] of [
      [invoices, 'Invoices'],
      [receipts, 'Receipts'],
    ] as const)
      this.#strict.store.addExtraction({ name, fields }, id);
    const letters = { name: 'Letters', ...(linkedTo !== undefined && { linked_extraction_id: linkedTo }) };
    this.#strict.store.addClassification('Mail', [letters, { name: 'Others' }], mail.id);
    this.linked = new LinkedNews(this.#strict.store, clock, dice, news.event);
  }

  /** The categories of its classification. */
  categories(): readonly { readonly id: string; readonly name: string }[] {
    return this.#strict.store.classifications.get(mail.id)?.categories ?? [];
  }

  batchIds(): string[] {
    return [...this.#strict.store.batches.keys()];
  }

  /** Whether the service still has this batch, and answers for it. */
  has(batchId: string | undefined): boolean {
    return batchId !== undefined && this.#strict.store.batches.has(batchId) && !this.weather.forgotten.has(batchId);
  }

  /** Whether a batch lists this file with its result at this time (elapsed ms). */
  hasResult(extractionId: string, batchId: string, fileId: string, at: number): boolean {
    const { batches, extractions, extractionFile } = this.#strict.store;
    const file = batches.get(batchId)?.files.find(({ id }) => id === fileId);
    const extraction = extractions.get(extractionId);
    return file !== undefined && extraction !== undefined && isEnded(extractionFile(extraction, file, at).status);
  }

  /** Whether a person had confirmed this file at the service at this time (elapsed ms). */
  isConfirmed(extractionId: string, fileId: string, at: number): boolean {
    const { batches, extractions, extractionFile } = this.#strict.store;
    const extraction = extractions.get(extractionId);
    const file = [...batches.values()].flatMap(({ files }) => files).find(({ id }) => id === fileId);
    if (extraction === undefined || file === undefined) return false;
    return extractionFile(extraction, file, at).status === 'confirmed';
  }

  /** The client of one process. */
  clientOf(process: Process): Service {
    const extraction = (id: string): Route => ({ kind: 'extraction', id });
    const classification = (id: string): Route => ({ kind: 'classification', id });
    const namesOf = (batchId: string) => this.#namesIn(batchId);
    return {
      origin: serviceOrigin,
      ...forbiddenCalls,
      overrideCategory: (id, fileId, categoryId) =>
        this.#free(process, classification(id), undefined, () => this.#strict.overrideCategory(id, fileId, categoryId)),
      redoClassification: (id, fileId) =>
        this.#free(process, classification(id), undefined, () => {
          this.#redone.set(fileId, (this.#redone.get(fileId) ?? 0) + 1);
          return this.#strict.redoClassification(id, fileId);
        }),
      viewExtraction: (id) => this.#free(process, extraction(id), undefined, () => this.#strict.viewExtraction(id)),
      getBatchResults: (id, batchId) =>
        this.#poll(process, extraction(id), batchId, () => {
          const answer = this.#strict.getBatchResults(id, batchId);
          return answer.ok ? ok({ ...answer.value, files: this.#confused(extraction(id), batchId, answer.value.files) }) : answer;
        }),
      getClassificationBatch: (id, batchId) =>
        this.#poll(process, classification(id), batchId, () => {
          const answer = this.#strict.getClassificationBatch(id, batchId);
          this.linked.look((other) => this.taken.some((taking) => taking.batchId === other));
          return answer.ok
            ? ok({ ...answer.value, files: this.#confused(classification(id), batchId, answer.value.files) })
            : answer;
        }),
      uploadFiles: (id, files, options) =>
        this.#upload(process, extraction(id), files, options, (uploaded) => {
          const answer = uploaded.extraction();
          if (!answer.ok) return answer;
          const { batchId, files: listed } = answer.value;
          return ok({ ...answer.value, ...this.confusion.uploaded(extraction(id), batchId, listed, namesOf) });
        }),
      uploadClassificationBatch: (id, files, options) =>
        this.#upload(process, classification(id), files, options, (uploaded) => {
          const answer = uploaded.classification();
          if (!answer.ok) return answer;
          return ok({ ...answer.value, id: this.confusion.uploaded(classification(id), answer.value.id, [], namesOf).batchId });
        }),
    };
  }

  /** The files of an answer to a poll, as it lists them. */
  #confused(route: Route, batchId: string, files: readonly PolledFile[]) {
    const { store } = this.#strict;
    return this.confusion.polled(
      route,
      batchId,
      files,
      (other) => {
        // A name that has nothing to do with what was sent tells nobody whose it is.
        const owner = this.renames ? undefined : store.batches.get(other)?.owner;
        if (owner !== route.id) return [];
        return this.#strict.look(route, other);
      },
      (id) => this.#namesIn(id),
    );
  }

  #namesIn(batchId: string): readonly string[] {
    return this.#strict.store.batches.get(batchId)?.files.map(({ fileName }) => fileName) ?? [];
  }

  async #poll<Value extends { readonly files: readonly PolledFile[] }>(
    process: Process,
    route: Route,
    batchId: string,
    work: () => Result<Value, Failure>,
  ): Promise<Result<Value, Failure>> {
    const answer = await this.#free(process, route, batchId, work);
    if (answer.ok) this.#news.answered(route, batchId, answer.value.files);
    return answer;
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
    await process.step(`${name} after`).catch((error: unknown) => {
      // The engine learned nothing, so another call may try.
      end({ kind: 'aborted', message: foreign(String(error)) });
      throw error;
    });
    end(answer.ok ? undefined : answer.error);
    return answer;
  }

  async #upload<Value>(
    process: Process,
    route: Route,
    files: readonly UploadFile[],
    options: UploadOptions,
    read: (uploaded: Uploaded) => Result<Value, Failure>,
  ): Promise<Result<Value, Failure>> {
    const end = this.#referee.uploadBegins(process, files);
    this.#named(files);
    const hashes = files.flatMap(({ path }) => this.#disk.get(path) ?? []).map(sha256);
    await process.step('upload before');
    const answer = await this.#receive(process, route, files, options).catch((error: unknown) => {
      // The engine's own last look at the files failed unexpectedly.
      end({ kind: 'offline', message: foreign(String(error)) });
      throw error;
    });
    await process.step('upload after');
    end(answer.ok ? undefined : answer.error);
    this.#failedAlone(answer, hashes);
    this.#news.say(
      `upload of ${files.map(({ fileName }) => fileName).join(', ')}: ${answer.ok ? answer.value.batch?.id : answer.error.kind}`,
    );
    return answer.ok ? read(answer.value) : answer;
  }

  /** A name that may come back otherwise goes out alone at most, and one that no service can be trusted with never does. */
  #named(files: readonly UploadFile[]): void {
    for (const { fileName } of files) {
      if (/["%\\\p{C}]/u.test(fileName)) this.#news.complain(`${fileName} is no name for a request`);
      else if (isAscii(fileName) || this.#keptName || files.length === 1) continue;
      else {
        const comesBack = this.#spelled(fileName);
        if (comesBack !== fileName) this.#news.complain(`${fileName} went out with others, and comes back as ${comesBack}`);
      }
    }
  }

  async #receive(
    process: Process,
    route: Route,
    files: readonly UploadFile[],
    options: UploadOptions,
  ): Promise<Result<Uploaded, Failure>> {
    const aborted = err<Failure>({ kind: 'aborted', message: foreign('aborted') });
    const fault = this.weather.onUpload(route);
    if (fault?.kind === 'before' && !fault.midBody) return err(fault.failure);
    const bodies: Uint8Array[] = [];
    const slowest = this.#dice.chance(0.25) ? 2_000 : 100;
    for (const { path } of files) this.#news.sending(path);
    for (const [index, file] of files.entries()) {
      await this.#clock.delay(this.#dice.whole(1, slowest), process);
      if (options.signal?.aborted) return aborted;
      const bytes = await this.#read(file);
      if (bytes === undefined) return err({ kind: 'withdrawn', message: foreign('the file changed'), path: file.path });
      if (fault?.kind === 'before' && index === files.length - 1) return err(fault.failure);
      bodies.push(bytes);
    }
    // What was read last is still on its way.
    await this.#clock.delay(this.#dice.whole(1, slowest), process);
    if (options.signal?.aborted) return aborted;
    // From here on Intray cannot know the outcome until it has recorded the answer.
    const doubts = bodies.map((bytes) => `${routeKey(route)} ${sha256(bytes)}`).filter((key) => !this.#incidents.doubts.has(key));
    for (const key of doubts) this.#incidents.doubts.add(key);
    const certain = <Value>(answer: Value): Value => {
      for (const key of doubts) this.#incidents.doubts.delete(key);
      return answer;
    };
    if (!(await options.beforeClosingBoundary())) return certain(err({ kind: 'withdrawn', message: foreign('taken back') }));
    const refused = this.#news.sent(
      route,
      files.map(({ path }, index) => ({ path, hash: sha256(bodies[index] ?? new Uint8Array()) })),
    );
    await process.step('upload whole');
    this.#referee.uploadWhole(process, route, files, bodies);
    const refusal = fault?.kind === 'refused' ? fault.failure : refusalOf(bodies);
    const uploaded =
      refusal !== undefined || (fault?.kind === 'lost' && !fault.taken) ? undefined : this.#take(route, files, bodies);
    const answersAt = this.#dice.chance(0.03) ? this.#dice.whole(1_000, 20_000) : this.#dice.whole(1, 300);
    await this.#wait(answersAt, process, options.signal);
    if (options.signal?.aborted) return err({ kind: 'unresolved', message: foreign('aborted after it was whole') });
    // That it has not accepted them is said, and not taken for certain.
    if (refusal?.kind === 'server') return err({ ...refusal, whole: true });
    if (refusal !== undefined) {
      refused();
      return certain(err(refusal));
    }
    if (uploaded === undefined || fault?.kind === 'lost')
      return err({ kind: 'unresolved', message: foreign('the answer was lost') });
    return certain(ok(uploaded));
  }

  /** As the client reads a file: as many bytes as were promised, and undefined if they are not those that were taken in. */
  async #read(file: UploadFile): Promise<Uint8Array | undefined> {
    // Somebody may put other bytes in its place while it is read, and the old ones back, with all its facts.
    const before = this.#disk.get(file.path);
    if (before !== undefined && this.#dice.chance(0.02)) this.#disk.decoys.set(file.path, before.toReversed());
    const bytes = new Uint8Array(file.size);
    try {
      const source = await file.open();
      if ((await source.readInto(bytes, 0, file.size, 0)) < file.size) return undefined;
      return sha256(bytes) === file.sha256 ? bytes : undefined;
    } catch (problem) {
      if (problem instanceof DiskProblem) return undefined;
      throw problem;
    } finally {
      this.#disk.decoys.delete(file.path);
    }
  }

  /** Records a failure of this call alone, as opposed to one that the calls right after it would meet too. */
  #failedAlone(answer: Result<Uploaded, Failure>, hashes: readonly string[]): void {
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

  #take(route: Route, files: readonly UploadFile[], bodies: readonly Uint8Array[]): Uploaded {
    const received = files.map(({ fileName }, index) => {
      const bytes = bodies[index] ?? new Uint8Array();
      const hash = sha256(bytes);
      this.#kinds.set(hash, kindOf(bytes));
      if (!isAscii(fileName) && this.#spelled(fileName) === fileName) this.#keptName = true;
      return { fileName, size: bytes.length, sha256: hash };
    });
    const uploaded = this.#strict.upload(route, received);
    if (uploaded.batch !== undefined) this.#note(route, uploaded.batch);
    return uploaded;
  }

  #note(route: Route, batch: Batch): void {
    this.#referee.accepted(batch.id);
    for (const { id, sha256: hash, course } of batch.files) {
      const taking = { route: routeKey(route), hash, batchId: batch.id, fileId: id, ending: course?.outcome ?? 'processed' };
      this.taken.push(taking);
      this.#news.taken(taking);
    }
  }
}

function isAscii(fileName: string): boolean {
  return /^[\x20-\x7e]*$/.test(fileName);
}

/** What the service rejects. */
function refusalOf(bodies: readonly Uint8Array[]): Failure | undefined {
  const kinds = bodies.map(kindOf);
  if (kinds.includes('poison')) return { kind: 'bad-request', status: 400, message: foreign('a file is damaged') };
  return kinds.includes('huge') ? { kind: 'too-large', status: 413, message: foreign('over 25 MB') } : undefined;
}

/** What becomes of a content of this kind, and when. Times are virtual ms. */
function drawCourse(kind: ContentKind | undefined, dice: Dice, lateness: number): Course {
  const startsAt = dice.whole(100, 2_000);
  const endsAt = startsAt + (dice.chance(0.01) ? dice.whole(300_000, 900_000) : dice.whole(100, 5_000));
  return {
    startsAt,
    endsAt,
    outcome: kind === 'failing' ? 'failed' : kind === 'review' ? 'needs_review' : 'processed',
    confirmedAt: endsAt + (kind === 'review' || dice.chance(0.1) ? dice.whole(0, 1_200_000) : Number.POSITIVE_INFINITY),
    ...(dice.chance(lateness) && { listedAt: endsAt + dice.whole(1_000, 1_200_000) }),
    ...(dice.chance(lateness) && { resultAt: endsAt + dice.whole(1_000, 1_200_000) }),
    ...(dice.chance(0.1) && { asText: true }),
    working: dice.pick(['processing', 'processing', 'reading']),
  };
}

/** The order of files says nothing. */
function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  return items
    .map((item) => ({ item, order: dice.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
