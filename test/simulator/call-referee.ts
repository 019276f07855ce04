import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { delayMs, oddTailMs } from '../../electron/core/intake/intake.ts';
import { fastestPollMs } from '../../electron/core/poll/poll-intervals.ts';
import { type Failure, traitsOfFailure } from '../../electron/core/protocol/failure.ts';
import { type Route, routeKey, sameRoute } from '../../electron/core/protocol/route.ts';
import { assertNever } from '../../electron/core/result.ts';
import type { UploadFile } from '../../electron/service/service.ts';
import type { Seen } from '../support/seen.ts';
import type { Belongings } from './belongings.ts';
import { hasHole, isWhole } from './contents.ts';
import { isWithin, type MemoryDisk, sha256 } from './memory-disk.ts';
import type { Process } from './process.ts';
import type { VirtualClock } from './virtual-clock.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** While all calls of one process fail, whatever the reason, no more of them begin in a minute. */
const maxFailing = { uploads: 6, requests: 30 };
const soonMs = 50;
/** Within this time after it is due a folder has been scanned whole. */
const othersMs = 15_000;
/** The longest time between the last check of a file and the end of its request. */
const lookMs = 100;
/** Clock changes smaller than this go unnoticed. */
const nudgeMs = 10_000;

/** A refusal that a process received. `at`: elapsed ms. */
interface Refusal {
  readonly at: number;
  /** How often the machine's clock had been set by then; once it is set again, nobody can say when an hour has passed. */
  readonly timesSet: number;
  /** How many calls had started by then; their answers say nothing about it. */
  readonly calls: number;
  /** Its reason is clear, so that only a person can end it. */
  readonly final: boolean;
}

/** What one process has been told. */
interface Told {
  key: Refusal | undefined;
  pages: Refusal | undefined;
  /** "Retry-After". */
  pause: { readonly until: number; readonly timesSet: number } | undefined;
  uploads: number;
  calls: number;
  /** How many calls had begun when the key was replaced. */
  callsWithOldKey: number;
  /** When the calls began that have failed since the last one that succeeded (elapsed ms). */
  readonly failed: { uploads: number[]; requests: number[] };
}

interface Grounds {
  readonly clock: VirtualClock;
  readonly seen: Seen;
  readonly disk: MemoryDisk;
  readonly folders: readonly FolderSettings[];
  readonly belongings: Belongings;
  readonly maxUploads: number;
  readonly rescanMs: number;
  readonly complain: (what: string) => void;
}

type CallKind = 'upload' | 'poll' | 'view';

/** A started call, by which its end is reported. */
export type Call = (failure: Failure | undefined) => void;

/** Checks how the service is called: when, how often, and with what. */
export class CallReferee {
  readonly #grounds: Grounds;
  readonly #told = new WeakMap<Process, Told>();
  readonly #polledAt = new Map<string, number>();

  constructor(grounds: Grounds) {
    this.#grounds = grounds;
  }

  /** A person tries again. */
  asked(process: Process): void {
    const failed = { uploads: [], requests: [] };
    Object.assign(this.#of(process), { key: undefined, pages: undefined, pause: undefined, failed });
  }

  /** There is a new key: a call that began with the old one may still be refused, which says nothing about the new one. */
  keyReplaced(process: Process): void {
    this.asked(process);
    const told = this.#of(process);
    told.callsWithOldKey = told.calls;
  }

  /** The answer to an upload counts as a poll. */
  accepted(batchId: string): void {
    this.#polledAt.set(batchId, this.#grounds.clock.elapsed);
  }

  pollBegins(process: Process, batchId: string): Call {
    const { clock, complain } = this.#grounds;
    const since = clock.elapsed - (this.#polledAt.get(batchId) ?? Number.NEGATIVE_INFINITY);
    if (since < fastestPollMs) complain(`${batchId} was polled ${since} ms after the last time`);
    this.#polledAt.set(batchId, clock.elapsed);
    return this.begins(process, 'poll');
  }

  uploadBegins(process: Process, files: readonly UploadFile[]): Call {
    const { belongings, clock, seen, maxUploads, rescanMs, complain } = this.#grounds;
    const told = this.#of(process);
    const call = this.begins(process, 'upload');
    told.uploads += 1;
    if (told.uploads > maxUploads) complain(`${told.uploads} uploads are in flight; ${maxUploads} may be`);
    if (new Set(files.map(({ fileName }) => fileName)).size < files.length) complain('two files of one name are in one request');
    for (const [folder, since] of belongings.othersSince) {
      if (clock.elapsed - since > rescanMs + othersMs && files.some(({ path }) => isWithin(path, folder)))
        complain(`an upload begins from ${folder}, which another Intray watches`);
    }
    for (const { fileName, path } of files) {
      const isToBeSent = seen.filesAt(path).some(({ isGone, stage }) => !isGone && stage === 'waiting');
      if (!isToBeSent) complain(`an upload of ${fileName} begins, and nothing there is to be sent`);
    }
    return (failure) => {
      told.uploads -= 1;
      call(failure);
    };
  }

  /** The closing boundary has arrived. */
  uploadWhole(process: Process, route: Route, files: readonly UploadFile[], bodies: readonly Uint8Array[]): void {
    const { seen, disk, complain } = this.#grounds;
    // Somebody may have sent it back meanwhile: then its step is kept.
    const requested = seen.requested().filter(({ step }) => step.stage === 'sent' && sameRoute(step.route, route));
    for (const [index, { fileName, path }] of files.entries()) {
      const bytes = bodies[index] ?? new Uint8Array();
      const hash = sha256(bytes);
      if (!requested.some(({ file, step }) => file.hash === hash && step.sentAs === fileName))
        complain(`the service has all of ${fileName} (${hash.slice(0, 8)}), and the ledger does not know that it was sent`);
      this.#unasked(route, path, hash);
      this.#complete(route, path, hash, bytes);
      this.#settled(process, fileName, bytes, disk.file(path)?.changedAt ?? Number.NEGATIVE_INFINITY);
      this.#unchanged(fileName, path, hash);
    }
  }

  /** A file that was there before is left alone, whatever became of its folder meanwhile. */
  #unasked(route: Route, path: string, hash: string): void {
    const { folders, belongings, complain } = this.#grounds;
    const source = belongings.sources.get(path);
    const skips = folders.some((folder) => folder.existing === 'skip' && isWithin(path, folder.path));
    if (skips && source?.existing === 'yes' && !belongings.wanted.has(path) && !this.#isSentAgain(route, hash))
      complain(`${path} was there before and skipped, and was sent unasked`);
  }

  /** In this step, or the one before. */
  #isSentAgain(route: Route, hash: string): boolean {
    const { folders, belongings } = this.#grounds;
    const routes = [route, ...folders.map((folder) => folder.route)];
    return routes.some((each) => belongings.timesSentAgain(routeKey(each), hash) > 0);
  }

  /** A file of which a part is proved to be missing is sent only if somebody wants that. */
  #complete(route: Route, path: string, hash: string, bytes: Uint8Array): void {
    const { folders, complain } = this.#grounds;
    const wanted =
      this.#isSentAgain(route, hash) || folders.some((folder) => folder.incomplete === 'send' && isWithin(path, folder.path));
    if (!isWhole(bytes) && !wanted) complain(`${path} was sent, although its end is missing`);
  }

  /** An incomplete file is sent only after it has not changed for a long time. */
  #settled(process: Process, fileName: string, bytes: Uint8Array, changedAt: number): void {
    const { clock, complain } = this.#grounds;
    // It was long by the machine's clock, the only one this process knows.
    if (changedAt <= clock.lastSetAt && clock.lastSetAt <= process.startedAt) return;
    const unchangedFor = clock.elapsed - changedAt;
    const needed = isWhole(bytes) ? (hasHole(bytes) ? delayMs : 0) : oddTailMs;
    if (unchangedFor < needed - nudgeMs) {
      complain(`${fileName} was sent half written, ${unchangedFor} ms after it changed`);
    }
  }

  /** Every file is checked once more before the closing boundary goes out. */
  #unchanged(fileName: string, path: string, hash: string): void {
    const { disk, clock, complain } = this.#grounds;
    const file = disk.file(path);
    const changedFor = clock.elapsed - Math.max(file?.changedAt ?? 0, disk.removedAt(path));
    const isAnother = file === undefined || sha256(file.bytes) !== hash;
    if (isAnother && changedFor > lookMs) complain(`${fileName} was sent ${changedFor} ms after it had become another`);
  }

  begins(process: Process, kind: CallKind): Call {
    const { clock, complain } = this.#grounds;
    const told = this.#of(process);
    const number = ++told.calls;
    const now = clock.elapsed;
    if (told.key !== undefined) told.key = this.#tried(told.key, `a call (${kind}) begins although the key was refused`);
    if (told.pages !== undefined && kind === 'upload') {
      told.pages = this.#tried(told.pages, 'an upload begins although the account may not process');
    }
    const { pause } = told;
    if (pause !== undefined && now < pause.until && pause.timesSet === clock.timesSet) {
      complain(`a call (${kind}) begins ${pause.until - now} ms before the time that the service asked for`);
    }
    return (failure) => {
      this.#limited(told, kind, now, failure);
      const ends = () => this.#ends(told, kind, number, failure);
      // The process is only now told of a refusal: a call that begins in this very instant cannot heed it.
      if (failure !== undefined && traitsOfFailure(failure).about === 'account') clock.after(0, ends, process);
      else ends();
    };
  }

  #limited({ failed }: Told, kind: CallKind, beganAt: number, failure: Failure | undefined): void {
    const isNeutral = failure?.kind === 'withdrawn' || failure?.kind === 'aborted';
    if (isNeutral) return;
    // An extraction that is not there shows that the service is.
    const isFailure =
      failure !== undefined && !(kind === 'view' && (failure.kind === 'not-found' || failure.kind === 'bad-request'));
    for (const what of ['uploads', 'requests'] as const) {
      if (what === 'uploads' && kind !== 'upload') continue;
      failed[what] = isFailure ? [...failed[what].filter((at) => at > beganAt - minuteMs), beganAt] : [];
      if (failed[what].length > maxFailing[what])
        this.#grounds.complain(`${failed[what].length} ${what} began within a minute, and all failed`);
    }
  }

  /** After an hour, one call may check whether a refusal still holds. */
  #tried(refusal: Refusal, complaint: string): Refusal {
    const { clock, complain } = this.#grounds;
    const { elapsed: at, timesSet } = clock;
    const due = !refusal.final && (at - refusal.at >= hourMs || timesSet !== refusal.timesSet);
    if (!due) complain(`${complaint} ${at - refusal.at} ms ago`);
    return { ...refusal, at, timesSet };
  }

  #ends(told: Told, kind: CallKind, number: number, failure: Failure | undefined): void {
    const { elapsed: at, timesSet } = this.#grounds.clock;
    const { key, pages, calls } = told;
    if (failure?.kind === 'rate' && failure.retryAfterMs !== undefined) {
      // If the machine's clock was set meanwhile, the refusal is over: nobody can say when it ends.
      const standing = told.pause?.timesSet === timesSet ? told.pause.until : 0;
      told.pause = { until: Math.max(standing, at + failure.retryAfterMs), timesSet };
    }
    switch (failure?.kind) {
      case 'key':
        if (number <= told.callsWithOldKey) return;
        told.key = { at, timesSet, calls, final: failure.reason !== 'unclear' };
        return;
      case 'forbidden':
        if (failure.reason !== 'pages' && number <= told.callsWithOldKey) return;
        told.pages = { at, timesSet, calls, final: false };
        return;
      case 'rate':
      case 'offline':
      case 'unresolved':
      case 'aborted':
      case 'withdrawn': {
        // It learned nothing, so another call may try; at once only if this one was withdrawn.
        const triedAt = at - hourMs + (failure.kind === 'aborted' || failure.kind === 'withdrawn' ? 0 : soonMs);
        if (key !== undefined && number > key.calls) told.key = { ...key, at: triedAt };
        if (pages !== undefined && number > pages.calls) told.pages = { ...pages, at: triedAt };
        return;
      }
      case undefined:
      case 'not-found':
      case 'bad-request':
      case 'too-large':
      case 'server':
      case 'unreadable':
        if (key !== undefined && number > key.calls) told.key = undefined;
        if (pages !== undefined && number > pages.calls && kind === 'upload') told.pages = undefined;
        return;
      default:
        assertNever(failure);
    }
  }

  #of(process: Process): Told {
    const known = this.#told.get(process);
    if (known !== undefined) return known;
    const failed = { uploads: [], requests: [] };
    const told: Told = { key: undefined, pages: undefined, pause: undefined, uploads: 0, calls: 0, callsWithOldKey: 0, failed };
    this.#told.set(process, told);
    return told;
  }
}
