import { relative, sep } from 'node:path';
import { type Document, directoryOf, fileNameOf } from '../../core/document/document.ts';
import type { FileRecord } from '../../core/document/records.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { type Found, pathIn } from '../../core/watch/compare-directory.ts';
import { type EngineContext, earlier, type Stage } from '../loop/engine-context.ts';
import type { Unverified } from '../loop/unverified.ts';
import type { WatchedFolder } from '../loop/watched-folders.ts';
import { WriteBatch } from '../loop/write-batch.ts';
import { compareHintedFiles, readHintedFiles } from './hinted-files.ts';
import { type Finding, FolderUnreachable, type Scope, scanFolder } from './scan.ts';
import { lacksBaseline, ScanFindings } from './scan-findings.ts';
import {
  isAsked,
  isOvertaken,
  lookLater,
  namesWaitUntil,
  newPlace,
  nextScan,
  type Place,
  restAfter,
  restAfterNames,
  takeDue,
  wantName,
} from './scan-schedule.ts';

/** A folder that could not be reached is looked for this often. */
const unreachableMs = 10_000;
/** Where the system sends no events, a folder is scanned this often. */
const pollingMs = 5_000;

/** Finds what is new, changed, renamed or gone. Hints only say where to look; a full scan every few minutes is the truth. */
export class ScanStage implements Stage {
  readonly #context: EngineContext;
  readonly #unverified: Unverified;
  readonly #places = new Map<number, Place>();
  readonly #watchedBy = new Map<number, 'events' | 'polling'>();
  readonly #findings: ScanFindings;
  readonly #startedAt: number;
  readonly #onReachable: (folder: WatchedFolder) => void;

  /** @param onReachable called when a folder that was unreachable is there again: an earlier watch of it is dead */
  constructor(context: EngineContext, unverified: Unverified, onReachable: (folder: WatchedFolder) => void) {
    this.#context = context;
    this.#unverified = unverified;
    this.#findings = new ScanFindings(context, unverified);
    this.#onReachable = onReachable;
    this.#startedAt = context.world.clock.now();
    for (const folder of context.folders.own().filter((each) => !each.resting || lacksBaseline(context, each)))
      this.#places.set(folder.id, newPlace());
  }

  /**
   * A hint: `directory` is absolute; without one, all of the folder. With the name of a file in it, that file is looked at
   * first and alone, which takes no longer in a large directory than in a small one.
   */
  request(folderId: number, directory?: string, name?: string): void {
    const place = this.#places.get(folderId);
    const folder = this.#context.folders.get(folderId);
    if (place === undefined || folder === undefined) return;
    if (directory === undefined) {
      place.all = true;
      return;
    }
    const inside = relative(folder.path, directory).split(sep).join('/');
    if (inside === '..' || inside.startsWith('../')) return;
    if (inside !== '' && folder.filter.directory(inside) !== undefined) return;
    if (name === undefined || !wantName(place, pathIn(inside, name))) place.directories.add(inside);
  }

  requestAll(): void {
    for (const id of this.#places.keys()) this.request(id);
  }

  watchedBy(folderId: number, by: 'events' | 'polling'): void {
    this.#watchedBy.set(folderId, by);
  }

  /** Full scans of a folder that were completed so far. */
  completed(folderId: number): number {
    return this.#places.get(folderId)?.completed ?? 0;
  }

  /** Every folder that can be reached has been scanned whole and nothing more is asked. */
  get atRest(): boolean {
    return [...this.#places.values()].every(
      (place) => !place.running && !place.looking && (place.unreachable || (place.completed > 0 && !isAsked(place))),
    );
  }

  start(now: number): number | undefined {
    let next: number | undefined;
    for (const [id, place] of this.#places) {
      const folder = this.#context.folders.get(id);
      if (folder === undefined) continue;
      takeDue(place, now);
      next = earlier(next, this.#startNames(folder, place, now));
      if (place.running) continue;
      if (folder.resting && (place.completed > 0 || this.#unverified.concerns(id))) {
        this.#places.delete(id);
        continue;
      }
      next = earlier(next, place.later?.at);
      const scope = nextScan(place, now, unreachableMs);
      if (typeof scope === 'number') next = earlier(next, scope);
      else this.#begin(folder, place, scope, now);
    }
    return next;
  }

  /** Looks at the files that hints named; also while a scan runs. */
  #startNames(folder: WatchedFolder, place: Place, now: number): number | undefined {
    if (place.names.size === 0 || place.looking) return undefined;
    const until = namesWaitUntil(place, now);
    if (until === undefined) this.#lookAtNames(folder, place);
    return until;
  }

  #lookAtNames(folder: WatchedFolder, place: Place): void {
    const { world, tasks } = this.#context;
    const paths = [...place.names];
    place.names.clear();
    place.looking = true;
    tasks.launch(`look at new files in ${folder.path}`, async () => {
      try {
        const before = place.applied;
        const hinted = await readHintedFiles(world, folder, folder.filter, paths);
        if (place.applied !== before) {
          // A scan was quicker, and may have seen something newer.
          for (const path of paths) place.names.add(path);
          return;
        }
        const { findings, clear, unclear } = compareHintedFiles(world, folder, hinted);
        if (place.running) for (const path of clear) place.looked.add(path);
        if (findings.length > 0) this.#findings.apply(folder, findings);
        lookLater(place, clear.map(directoryOf), world.clock.now());
        for (const path of unclear) place.directories.add(directoryOf(path));
      } finally {
        restAfterNames(place, world.clock.now());
        place.looking = false;
      }
    });
  }

  #begin(folder: WatchedFolder, place: Place, scope: Scope, begun: number): void {
    const { world } = this.#context;
    if (scope === 'all') place.all = false;
    place.directories = new Set();
    place.running = true;
    place.looked.clear();
    const apply = (findings: readonly Finding[]) => {
      const valid = findings.filter((finding) => !isOvertaken(place, finding));
      if (valid.length < findings.length) wantOvertaken(place);
      place.applied += 1;
      this.#findings.apply(folder, valid);
    };
    this.#context.tasks.launch(`scan of ${folder.path}`, async () => {
      try {
        const gathered = new WriteBatch<Finding>(world.clock, apply);
        for await (const findings of scanFolder(world, folder, folder.filter, scope, this.#startedAt)) {
          // Only a whole scan tells a file that is gone from one that was moved to another directory.
          const isPartial = scope !== 'all' && findings.some(({ kind }) => kind === 'vanished');
          if (isPartial && findings.every((finding) => isOvertaken(place, finding))) wantOvertaken(place);
          else if (isPartial) this.request(folder.id);
          else gathered.add(findings);
        }
        gathered.flush();
        const now = world.clock.now();
        if (scope === 'all') this.#completed(folder, place, now);
        restAfter(place, scope, begun, now);
      } catch (problem) {
        if (!(problem instanceof FolderUnreachable)) throw problem;
        if (!folder.resting) this.#context.folders.become(folder.id, { kind: 'unreachable', message: messageOf(problem) });
        place.all = true;
        place.notBefore = world.clock.now() + unreachableMs;
        place.unreachable = true;
        // All of it is looked at when it is there again.
        place.names.clear();
      } finally {
        place.running = false;
      }
    });
  }

  #completed(folder: WatchedFolder, place: Place, now: number): void {
    const { world, folders, limits } = this.#context;
    if (folder.resting) {
      place.completed += 1;
      world.ledger.folders.setBaseline(folder.id, now);
      return;
    }
    if (place.unreachable) this.#onReachable(folder);
    place.unreachable = false;
    const by = this.#watchedBy.get(folder.id) ?? 'polling';
    place.completed += 1;
    this.#unverified.scanned(folder.id);
    place.nextFull = now + (this.#context.options.mode === 'watch' && by === 'polling' ? pollingMs : limits.rescanMs);
    if (world.ledger.folders.get(folder.id)?.baselineAt === undefined) world.ledger.folders.setBaseline(folder.id, now);
    if (folders.health(folder.id).kind !== 'paused') folders.become(folder.id, { kind: 'watching', by });
  }
}

/** What the scan knew of files that were looked at meanwhile is not applied: they are looked at once more. */
function wantOvertaken(place: Place): void {
  for (const path of place.looked) place.directories.add(directoryOf(path));
}

/** The record of a file at a document's path. */
export function fileRecord(document: Document, facts: Found['facts']): FileRecord {
  return {
    folderId: document.folderId,
    directory: directoryOf(document.path),
    name: fileNameOf(document.path),
    facts,
    documentId: document.id,
  };
}
