import type { Message } from '../../core/messages/message.ts';
import { sameJson } from '../../core/plain-data.ts';
import { isWithin } from '../../core/watch/compare-directory.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import type { Clock } from '../ports.ts';
import type { FolderWatches } from './folder-watches.ts';
import { lookWhereFiled } from './left-out-files.ts';
import { Markers } from './markers.ts';
import { type Finding, FolderHeld, FolderUnreachable, type Scope, scanFolder } from './scan.ts';
import { ScanFindings, type WatchContext } from './scan-findings.ts';
import type { ScannedFolder, ScanSchedule } from './scan-schedule.ts';

/** A folder that cannot be reached is tried again this often. */
const unreachableMs = 10_000;
/** So many places that cannot be read are named. */
const maxNamed = 20;
/** Where the system reports no changes, a folder is scanned this often. */
const pollingMs = 5_000;

/** Finds what is new, changed, renamed or gone. Hints only say where to look; a full scan every few minutes is the truth. */
export class ScanStage implements Stage {
  readonly #context: WatchContext;
  readonly #schedule: ScanSchedule;
  readonly #watches: FolderWatches;
  readonly #findings: ScanFindings;
  readonly #markers: Markers;
  readonly #startedAt: number;

  constructor(context: WatchContext, schedule: ScanSchedule, watches: FolderWatches) {
    this.#context = context;
    this.#schedule = schedule;
    this.#watches = watches;
    this.#findings = new ScanFindings(context);
    this.#markers = new Markers(context);
    this.#startedAt = context.world.clock.now();
  }

  start(now: number): number | undefined {
    let next: number | undefined;
    for (const scanned of this.#schedule.all()) {
      const { folder, schedule } = scanned;
      if (schedule.isScanning) continue;
      if (folder.paused && (schedule.completed > 0 || this.#context.unverified.concerns(folder.id))) {
        this.#schedule.drop(folder.id);
        continue;
      }
      const scope = schedule.nextScan(now, unreachableMs);
      if (typeof scope !== 'number') this.#scan(scanned, scope, now);
      else {
        const lookAt = this.#markers.lookAt(folder);
        next = [next, scope, lookAt].reduce(earlier);
        if (lookAt !== undefined && lookAt <= now) this.#lookAtMarker(scanned);
      }
    }
    return next;
  }

  retryNow(): void {
    this.#schedule.requestAll();
  }

  #scan(scanned: ScannedFolder, scope: Scope, begun: number): void {
    const { world, tasks, folders } = this.#context;
    const { folder, filter, schedule, leftOut } = scanned;
    if (scope === 'all') schedule.all = false;
    schedule.directories = new Set();
    schedule.isScanning = true;
    const apply = (findings: readonly Finding[]) => {
      this.#findings.apply(folder, findings);
      // A scan of a slow disk takes long: what it has found goes on meanwhile.
      this.#context.wake();
    };
    const unreachable = (message: Message | undefined) => {
      if (message !== undefined && !folder.paused) folders.setHealth(folder.id, { kind: 'unreachable', message });
      schedule.all = true;
      schedule.restUntil(world.clock.now() + unreachableMs);
      schedule.isUnreachable = true;
    };
    const work = async () => {
      try {
        const isClear = () => this.#markers.check(folder);
        const batch = new WriteBatch<Finding>(world.clock, apply);
        for await (const findings of scanFolder(world, folder, filter, scope, leftOut, this.#startedAt, isClear)) {
          // Only a full scan can tell a file that has gone from one that was moved to another directory.
          const isInconclusive = scope !== 'all' && findings.some(({ kind }) => kind === 'vanished');
          if (isInconclusive) schedule.all = true;
          else await batch.add(findings);
        }
        batch.flush();
        const now = world.clock.now();
        if (scope === 'all') {
          this.#completed(scanned, now);
          await lookWhereFiled(world, folder, filter, leftOut);
        } else if (folders.health(folder.id).kind === 'watching') this.#isWatched(scanned);
        this.#record(scanned);
        schedule.restAfter(scope, begun, now);
      } catch (problem) {
        if (!(problem instanceof FolderUnreachable)) throw problem;
        unreachable(problem instanceof FolderHeld ? undefined : problem.said);
      } finally {
        schedule.isScanning = false;
      }
    };
    tasks.launch('watch', `scan of ${folder.path}`, work, (message) => unreachable(message));
  }

  #lookAtMarker({ folder, schedule }: ScannedFolder): void {
    const again = () => {
      schedule.all = true;
    };
    const work = async () => {
      try {
        await this.#markers.check(folder);
      } catch (problem) {
        if (!(problem instanceof FolderHeld)) throw problem;
        again();
      }
    };
    this.#context.tasks.launch('watch', `look at the marker of ${folder.path}`, work, again);
  }

  /** What is left out, for whoever asks the ledger. */
  #record({ folder, leftOut }: ScannedFolder): void {
    const { meta } = this.#context.world.ledger;
    const all = leftOut.all();
    if (!sameJson(all, meta.read('left-out', folder.id) ?? [])) meta.write('left-out', all, folder.id);
  }

  #completed(scanned: ScannedFolder, now: number): void {
    const { folders, limits, options, unverified } = this.#context;
    const { folder, schedule } = scanned;
    if (folder.paused) {
      schedule.completed += 1;
      this.#setBaseline(scanned, now);
      return;
    }
    // A watch from before the folder was away no longer works.
    if (schedule.isUnreachable) this.#watches.begin(scanned);
    schedule.isUnreachable = false;
    const by = this.#watches.by(folder.id);
    schedule.completed += 1;
    unverified.scanned(folder.id);
    schedule.nextFull = now + (options.mode === 'watch' && by === 'polling' ? pollingMs : limits.rescanMs);
    this.#setBaseline(scanned, now);
    if (folders.health(folder.id).kind !== 'paused') this.#isWatched(scanned);
  }

  #isWatched({ folder, leftOut }: ScannedFolder): void {
    const paths = leftOut.unread().toSorted();
    const unread = { count: paths.length, paths: paths.slice(0, maxNamed) };
    const by = this.#watches.by(folder.id);
    this.#context.folders.setHealth(folder.id, { kind: 'watching', by, ...(paths.length > 0 && { unread }) });
  }

  /** A part of the folder that could not be read keeps its baseline open until it can be. */
  #setBaseline({ folder, leftOut }: ScannedFolder, now: number): void {
    const { ledger } = this.#context.world;
    const isFirst = ledger.folders.get(folder.id)?.baselineAt === undefined;
    const before = ledger.meta.read('unread', folder.id) ?? [];
    const unread = leftOut.unread().filter((path) => isFirst || before.some((part) => isWithin(path, part)));
    if (!isFirst && sameJson(unread, before)) return;
    ledger.transaction(() => {
      if (isFirst) ledger.folders.setBaseline(folder.id, now);
      ledger.meta.write('unread', unread.length === 0 ? undefined : unread, folder.id);
    });
  }
}

/** At most this many are applied in one go, and then other work has its turn: each takes about a tenth of a millisecond. */
const maxItems = 200;
/** An item that comes this soon after the last ones were applied waits for more, in milliseconds. */
const soonMs = 100;

/**
 * Collects what comes in small pieces, because each application is a transaction that waits for the disk: a tree of 1,000
 * directories would need 1,000 of them. An item that comes alone is applied at once.
 */
export class WriteBatch<Item> {
  readonly #clock: Pick<Clock, 'elapsed' | 'after'>;
  readonly #apply: (items: readonly Item[]) => void;
  #items: Item[] = [];
  #appliedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'elapsed' | 'after'>, apply: (items: readonly Item[]) => void) {
    this.#clock = clock;
    this.#apply = apply;
  }

  async add(items: readonly Item[]): Promise<void> {
    for (const item of items) {
      this.#items.push(item);
      if (this.#items.length < maxItems) continue;
      this.flush();
      await new Promise<void>((resolve) => this.#clock.after(0, resolve));
    }
    if (this.#clock.elapsed() - this.#appliedAt >= soonMs) this.flush();
  }

  /** Applies what is left. To be called when nothing more comes. */
  flush(): void {
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    this.#apply(items);
    this.#appliedAt = this.#clock.elapsed();
  }
}
