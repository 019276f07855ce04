import { relative, sep } from 'node:path';
import { type Document, directoryOf, fileNameOf, sameFacts } from '../../core/document.ts';
import type { FileRecord } from '../../core/records.ts';
import { type Found, pathIn } from '../../core/scan.ts';
import { mayBeAtService } from '../../core/transition.ts';
import type { BookedFolder } from '../folder-book.ts';
import { Gathered } from '../gathered.ts';
import { earlier, type Lane, type Parts } from '../parts.ts';
import { type Finding, FolderUnreachable, type Scope, scanFolder } from '../scan.ts';
import type { Unproven } from '../unproven.ts';

interface Place {
  pending: Scope | undefined;
  running: boolean;
  notBefore: number;
  nextFull: number;
  /** Full scans that were completed. */
  completed: number;
  unreachable: boolean;
}

/** A folder that could not be reached is looked for this often. */
const unreachableMs = 10_000;
/** Where the system sends no events, a folder is scanned this often. */
const pollingMs = 5_000;

/** Finds what is new, changed, renamed or gone. Hints only say where to look; a full scan every few minutes is the truth. */
export class ScanLane implements Lane {
  readonly #parts: Parts;
  readonly #unproven: Unproven;
  readonly #places = new Map<number, Place>();
  readonly #watchedBy = new Map<number, 'events' | 'polling'>();
  readonly #startedAt: number;
  readonly #onReachable: (folder: BookedFolder) => void;

  /** @param onReachable called when a folder that was unreachable is there again: an earlier watch of it is dead */
  constructor(parts: Parts, unproven: Unproven, onReachable: (folder: BookedFolder) => void) {
    this.#parts = parts;
    this.#unproven = unproven;
    this.#onReachable = onReachable;
    this.#startedAt = parts.world.clock.now();
    for (const folder of parts.folders.own().filter((each) => !each.resting || this.#lacksBaseline(each))) {
      const place: Place = { pending: 'all', running: false, notBefore: 0, nextFull: 0, completed: 0, unreachable: false };
      this.#places.set(folder.id, place);
    }
  }

  /**
   * A folder that rests before it was ever looked through: what is there now was there before, and what comes while it rests
   * is taken in when it goes on. So it is looked through once, and nothing is taken in.
   */
  #lacksBaseline({ id, settings }: BookedFolder): boolean {
    return settings.existing === 'skip' && this.#parts.world.ledger.folders.get(id)?.baselineAt === undefined;
  }

  /** A hint: `directory` is absolute; without one, all of the folder. */
  request(folderId: number, directory?: string): void {
    const place = this.#places.get(folderId);
    const folder = this.#parts.folders.get(folderId);
    if (place === undefined || folder === undefined) return;
    if (directory === undefined || place.pending === 'all') {
      place.pending = 'all';
      return;
    }
    const inside = relative(folder.path, directory).split(sep).join('/');
    if (inside === '..' || inside.startsWith('../')) return;
    if (inside !== '' && folder.filter.directory(inside) !== undefined) return;
    place.pending = new Set([...(place.pending ?? []), inside]);
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
      (place) => !place.running && (place.unreachable || (place.completed > 0 && place.pending === undefined)),
    );
  }

  start(now: number): number | undefined {
    let next: number | undefined;
    for (const [id, place] of this.#places) {
      const folder = this.#parts.folders.get(id);
      if (folder === undefined || place.running) continue;
      if (folder.resting && (place.completed > 0 || this.#unproven.concerns(id))) {
        this.#places.delete(id);
        continue;
      }
      if (place.completed > 0 && now >= place.nextFull) place.pending = 'all';
      if (place.pending === undefined) {
        next = earlier(next, place.nextFull);
      } else if (now < place.notBefore && place.notBefore - now <= unreachableMs) {
        next = earlier(next, place.notBefore);
      } else {
        this.#begin(folder, place, now);
      }
    }
    return next;
  }

  #begin(folder: BookedFolder, place: Place, begun: number): void {
    const { world } = this.#parts;
    const scope = place.pending ?? 'all';
    place.pending = undefined;
    place.running = true;
    this.#parts.tasks.launch(`scan of ${folder.path}`, async () => {
      try {
        const gathered = new Gathered<Finding>(world.clock, (findings) => this.#apply(folder, findings));
        for await (const findings of scanFolder(world, folder, folder.filter, scope, this.#startedAt)) {
          // Only a whole scan tells a file that is gone from one that was moved to another directory.
          if (scope !== 'all' && findings.some(({ kind }) => kind === 'vanished')) this.request(folder.id);
          else gathered.add(findings);
        }
        gathered.flush();
        const now = world.clock.now();
        if (scope === 'all') this.#completed(folder, place, now);
        // A folder that takes long to list must not be listed without end while files keep coming.
        place.notBefore = now + Math.min(5_000, Math.max(25, 4 * (now - begun)));
      } catch (problem) {
        if (!(problem instanceof FolderUnreachable)) throw problem;
        if (!folder.resting) this.#parts.folders.become(folder.id, { kind: 'unreachable', message: problem.message });
        place.pending = 'all';
        place.notBefore = world.clock.now() + unreachableMs;
        place.unreachable = true;
      } finally {
        place.running = false;
      }
    });
  }

  #completed(folder: BookedFolder, place: Place, now: number): void {
    const { world, folders, limits } = this.#parts;
    if (folder.resting) {
      place.completed += 1;
      world.ledger.folders.setBaseline(folder.id, now);
      return;
    }
    if (place.unreachable) this.#onReachable(folder);
    place.unreachable = false;
    const by = this.#watchedBy.get(folder.id) ?? 'polling';
    place.completed += 1;
    this.#unproven.scanned(folder.id);
    place.nextFull = now + (this.#parts.options.mode === 'watch' && by === 'polling' ? pollingMs : limits.rescanMs);
    if (world.ledger.folders.get(folder.id)?.baselineAt === undefined) world.ledger.folders.setBaseline(folder.id, now);
    if (folders.health(folder.id).kind !== 'paused') folders.become(folder.id, { kind: 'watching', by });
  }

  #apply(folder: BookedFolder, findings: readonly Finding[]): void {
    this.#parts.books.together(() => {
      for (const finding of findings) this.#applyOne(folder, finding);
    });
  }

  #applyOne(folder: BookedFolder, finding: Finding): void {
    if (folder.resting) {
      if (finding.kind === 'fresh') this.#skipped(folder, finding.found);
      return;
    }
    switch (finding.kind) {
      case 'fresh':
        this.#fresh(folder, finding.found);
        return;
      case 'changed':
        this.#changed(folder, finding.found, finding.row);
        return;
      case 'renamed':
        this.#renamed(folder, finding.found, finding.from);
        return;
      case 'vanished':
        this.#vanished(finding.row);
        return;
    }
  }

  #fresh(folder: BookedFolder, found: Found): void {
    const isBaseline = this.#lacksBaseline(folder) && !this.#unproven.concerns(folder.id);
    if (!isBaseline || !this.#skipped(folder, found)) this.#found(folder, found, undefined);
  }

  /** Notes a file that was there before; false for one that was written while the first scan runs: that is new. */
  #skipped(folder: BookedFolder, found: Found): boolean {
    if (found.facts.mtimeMs >= folder.firstWatched) return false;
    this.#parts.world.ledger.files.put({ folderId: folder.id, ...found, skipped: 'existing' });
    return true;
  }

  #found(folder: BookedFolder, found: Found, replaces: number | undefined): void {
    const { ledger, clock, service } = this.#parts.world;
    const now = clock.now();
    const document = this.#parts.books.add({
      folderId: folder.id,
      path: pathIn(found.directory, found.name),
      facts: found.facts,
      origin: service.origin,
      route: folder.settings.route,
      state: { kind: 'settling', since: now },
      foundAt: now,
      dueAt: now + folder.settings.settleSeconds * 1_000,
      ...(replaces !== undefined && { replaces }),
    });
    ledger.files.put({ folderId: folder.id, ...found, documentId: document.id });
    if (this.#unproven.concerns(folder.id)) this.#unproven.found(document.id);
  }

  /** A file whose content may be another now: the same document as long as it was not sent, else a new one that replaces it. */
  #changed(folder: BookedFolder, found: Found, row: FileRecord): void {
    const { ledger, clock } = this.#parts.world;
    const document = row.documentId === undefined ? undefined : ledger.documents.get(row.documentId);
    if (document === undefined || document.path !== pathIn(found.directory, found.name)) {
      // A share that is mounted again may have other inodes.
      const same = sameFacts({ ...row.facts, ino: 0 }, { ...found.facts, ino: 0 });
      if (row.skipped !== undefined && same) ledger.files.put({ ...row, facts: found.facts });
      else this.#found(folder, found, undefined);
      return;
    }
    if (document.state.kind === 'uploading' && !document.state.sent) return;
    if (!isUnsent(document)) {
      this.#found(folder, found, document.id);
      if (['failed', 'settling', 'rejected'].includes(document.state.kind) || isReady(document))
        this.#parts.books.apply([{ id: document.id, event: { kind: 'vanished' } }]);
      return;
    }
    const now = clock.now();
    this.#parts.books.apply([
      {
        id: document.id,
        event: { kind: 'touched', at: now },
        set: { facts: found.facts, hash: undefined, attempts: 0, dueAt: now + folder.settings.settleSeconds * 1_000 },
      },
    ]);
    ledger.files.put({ folderId: folder.id, ...found, documentId: document.id });
    if (this.#unproven.concerns(folder.id)) this.#unproven.found(document.id);
  }

  #renamed(folder: BookedFolder, found: Found, from: FileRecord): void {
    const { ledger } = this.#parts.world;
    const former = pathIn(from.directory, from.name);
    const path = pathIn(found.directory, found.name);
    const document = from.documentId === undefined ? undefined : ledger.documents.get(from.documentId);
    if (ledger.files.get(folder.id, from.directory, from.name) === undefined) {
      // Another name of the same file was met first, and has taken its place.
      this.#fresh(folder, found);
      return;
    }
    if (from.documentId === undefined) {
      ledger.files.put({ folderId: folder.id, ...found, ...(from.skipped !== undefined && { skipped: from.skipped }) });
    } else if (document === undefined || document.path !== former) {
      this.#fresh(folder, found);
      return;
    } else {
      ledger.files.put({ folderId: folder.id, ...found, documentId: document.id });
      this.#parts.books.amend(document.id, { path }, { event: 'renamed', note: `from ${former}` });
    }
    ledger.files.remove(folder.id, from.directory, from.name);
  }

  #vanished(row: FileRecord): void {
    const { ledger } = this.#parts.world;
    const still = ledger.files.get(row.folderId, row.directory, row.name);
    if (still === undefined || still.documentId !== row.documentId) return;
    const document = row.documentId === undefined ? undefined : ledger.documents.get(row.documentId);
    if (document?.state.kind === 'uploading' && !document.state.sent) return;
    ledger.files.remove(row.folderId, row.directory, row.name);
    if (document === undefined || document.path !== pathIn(row.directory, row.name)) return;
    if (document.delivery.kind === 'none') this.#parts.books.apply([{ id: document.id, event: { kind: 'vanished' } }]);
  }
}

function isReady({ state }: Document): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'ready';
}

/** One that may be sent again after its answer was lost was sent: what is known of it is about its old content. */
function isUnsent(document: Document): boolean {
  if (document.possibleDuplicate || mayBeAtService(document.state)) return false;
  return ['settling', 'waiting', 'rejected'].includes(document.state.kind);
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
