import { createHash } from 'node:crypto';
import { DiskProblem, type DiskProblemKind, type Entry, type Files } from '../support/inside/engine.ts';
import type { SeenFacts } from '../support/seen.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface File {
  readonly bytes: Uint8Array;
  readonly mtimeMs: number;
  readonly ino: number;
  /** When its content last changed, on the clock that nobody can set (ms). */
  readonly changedAt: number;
}

interface Directory {
  readonly ino: number;
  /** The names in it. */
  readonly names: Set<string>;
}

/** An operation that the disk refuses for a while, at a path and below it. */
export interface DiskTrouble {
  readonly on: 'list' | 'read' | 'write';
  readonly kind: DiskProblemKind;
  readonly path: string;
}

export const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const isWithin = (path: string, directory: string): boolean => path === directory || path.startsWith(`${directory}/`);

/** A disk in memory, as people and scanners see it. Content buffers are never modified. */
export class MemoryDisk {
  readonly #files = new Map<string, File>();
  readonly #directories = new Map<string, Directory>([['/', { ino: 2, names: new Set() }]]);
  readonly #clock: VirtualClock;
  readonly #removedAt = new Map<string, number>();
  #inos = 100;
  readonly troubles = new Set<DiskTrouble>();
  /** What is at a path while it is read to be sent, with the facts of what Intray took in: somebody swaps it and swaps it back. */
  readonly decoys = new Map<string, Uint8Array>();
  /** Files that a program has open for writing, by inode. */
  readonly beingWritten = new Set<number>();
  /** A share, or a disk that may be unplugged: it knows no hard links. */
  isShare = false;
  /** Directories that are missing for now: nothing is there, or the empty mount point. */
  away: { readonly path: string; readonly leaves: 'nothing' | 'empty' | 'hidden' | 'other'; readonly since: number } | undefined;
  /** How often it refused something, and how often something was missing. */
  refusals = 0;
  timesAway = 0;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  /** For names never used before. */
  nextNumber(): number {
    return this.#inos++;
  }

  makeDirectory(path: string): void {
    if (this.#directories.has(path)) return;
    this.makeDirectory(parentOf(path));
    this.#directories.set(path, { ino: this.#inos++, names: new Set() });
    this.#directories.get(parentOf(path))?.names.add(nameOf(path));
  }

  /** Writes a file in place; it stays the same file. */
  put(path: string, bytes: Uint8Array): void {
    const ino = this.#files.get(path)?.ino ?? this.#inos++;
    this.set(path, { bytes, mtimeMs: this.#clock.now(), ino, changedAt: this.#clock.elapsed });
  }

  /** Replaces what was there by a new file. */
  replace(path: string, bytes: Uint8Array): void {
    this.remove(path);
    this.put(path, bytes);
  }

  /** Gives one file two names, as during a move. */
  link(from: string, to: string): void {
    const file = this.#files.get(from);
    if (file === undefined) throw problem('missing', from);
    this.set(to, file);
  }

  set(path: string, file: File): void {
    this.makeDirectory(parentOf(path));
    this.#files.set(path, file);
    this.#directories.get(parentOf(path))?.names.add(nameOf(path));
  }

  file(path: string): File | undefined {
    return this.#files.get(path);
  }

  get(path: string): Uint8Array | undefined {
    return this.#files.get(path)?.bytes;
  }

  remove(path: string): void {
    this.#files.delete(path);
    this.#removedAt.set(path, this.#clock.elapsed);
    this.#directories.get(parentOf(path))?.names.delete(nameOf(path));
  }

  /** When a file was last removed from there (elapsed ms); 0 if never. */
  removedAt(path: string): number {
    return this.#removedAt.get(path) ?? 0;
  }

  /** For runs in which nobody asks for that. */
  forgetRemovals(): void {
    this.#removedAt.clear();
  }

  rename(from: string, to: string): void {
    const file = this.#files.get(from);
    if (file === undefined) return;
    this.remove(from);
    this.makeDirectory(parentOf(to));
    this.set(to, file);
  }

  /** Moves a directory and everything in it. */
  renameDirectory(from: string, to: string): void {
    const directory = this.#directories.get(from);
    if (directory === undefined) return;
    this.makeDirectory(parentOf(to));
    this.#directories.get(parentOf(from))?.names.delete(nameOf(from));
    for (const path of this.paths()) if (isWithin(path, from)) this.#move(this.#files, path, to + path.slice(from.length));
    for (const path of [...this.#directories.keys()]) {
      if (isWithin(path, from)) this.#move(this.#directories, path, to + path.slice(from.length));
    }
    this.#directories.get(parentOf(to))?.names.add(nameOf(to));
  }

  #move<Item>(items: Map<string, Item>, from: string, to: string): void {
    const item = items.get(from);
    if (item === undefined) return;
    items.delete(from);
    this.#removedAt.set(from, this.#clock.elapsed);
    items.set(to, item);
  }

  /** Simulates a share mounted again with other inode numbers: every file and directory gets a new one. */
  renumber(path: string): void {
    const base = this.#inos + 1_000;
    const fresh = <Item extends { readonly ino: number }>(item: Item): Item => ({ ...item, ino: base + item.ino });
    for (const [at, file] of this.#files) if (isWithin(at, path)) this.#files.set(at, fresh(file));
    for (const [at, directory] of this.#directories) if (isWithin(at, path)) this.#directories.set(at, fresh(directory));
    this.#inos = 2 * base;
  }

  isBeingWritten(path: string): boolean {
    return this.beingWritten.has(this.#files.get(path)?.ino ?? 0);
  }

  paths(): string[] {
    return [...this.#files.keys()];
  }

  isAway(path: string): boolean {
    return this.away !== undefined && isWithin(path, this.away.path);
  }

  /** @throws DiskProblem if the disk refuses this now */
  check(on: DiskTrouble['on'], path: string): void {
    for (const trouble of this.troubles) {
      if (trouble.on !== on || !isWithin(path, trouble.path)) continue;
      this.refusals += 1;
      throw problem(trouble.kind, path);
    }
  }

  stat(path: string): Awaited<ReturnType<Files['stat']>> {
    if (this.away !== undefined && this.isAway(path)) {
      const { leaves } = this.away;
      if (path !== this.away.path) return leaves === 'other' && nameOf(path) === otherFile.name ? otherFile : undefined;
      if (leaves === 'nothing') return undefined;
      return leaves === 'other'
        ? { ...emptyMountPoint, ino: this.#directories.get(path)?.ino ?? 7, volume: otherVolume }
        : emptyMountPoint;
    }
    const file = this.#files.get(path);
    if (file !== undefined) return { kind: 'file', ...factsOf(file) };
    const directory = this.#directories.get(path);
    return directory === undefined
      ? undefined
      : { kind: 'directory', size: 0, mtimeMs: 0, ino: directory.ino, volume: shareVolume };
  }

  list(path: string): Entry[] {
    this.check('list', path);
    const there = this.stat(path);
    if (there === undefined) throw problem('missing', path);
    if (this.away !== undefined && this.isAway(path)) {
      if (path !== this.away.path) throw problem('missing', path);
      return this.away.leaves === 'other'
        ? [otherFile]
        : this.away.leaves === 'hidden'
          ? [{ ...otherFile, name: '.hidden' }]
          : [];
    }
    const directory = this.#directories.get(path);
    if (directory === undefined) throw problem('not-a-directory', path);
    return [...directory.names].flatMap((name) => {
      const entry = this.stat(path === '/' ? `/${name}` : `${path}/${name}`);
      if (entry === undefined) return [];
      const { kind, size, mtimeMs, ino } = entry;
      return [{ name, kind, size, mtimeMs, ino }];
    });
  }

  /** @throws DiskProblem if this directory is not writable */
  checkDirectory(path: string): void {
    if (this.isAway(path)) throw problem(this.stat(path) === undefined ? 'missing' : 'denied', path);
    if (!this.#directories.has(path)) throw problem('missing', path);
  }
}

/** The mount point of a share that is not mounted: a different, empty directory that is not writable, on the machine's own disk. */
const emptyMountPoint = { kind: 'directory', size: 0, mtimeMs: 0, ino: 7, volume: 'disk' } as const;

/** Without udev, disks that are plugged in one after the other have one name. */
export const shareVolume = 'ext4 /dev/sdb1 / born 1';
const otherVolume = 'ext4 /dev/sdb1 / born 2';

/** What is on another volume: somebody's old document. */
export const otherFile: Entry = { name: 'on another volume.pdf', kind: 'file', size: 321, mtimeMs: 1_500_000_000_000, ino: 77 };

export function problem(kind: DiskProblemKind, path: string): DiskProblem {
  return new DiskProblem(kind, path, 'write');
}

const hashes = new WeakMap<Uint8Array, string>();

/** SHA-256 in hex; each content is hashed only once. */
export function sha256(bytes: Uint8Array): string {
  const known = hashes.get(bytes);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(bytes).digest('hex');
  hashes.set(bytes, hash);
  return hash;
}

export function factsOf({ bytes, mtimeMs, ino }: File): SeenFacts {
  return { size: bytes.length, mtimeMs, ino };
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
