/** A disk on which the program ends, or which refuses, at a chosen operation. */
import { DiskProblem, type Files } from '../../../electron/engine/ports.ts';

/** The program has ended: nothing that comes after reaches the disk. */
export class Crash extends Error {}

export type Fault =
  | { readonly at: number; readonly kind: 'before' | 'after' }
  /** Half of what `writeAt` was to write is on disk. Other operations are whole or not at all. */
  | { readonly at: number; readonly kind: 'torn' }
  /** The disk takes nothing from this operation on, until it is told to `recover`. */
  | { readonly at: number; readonly kind: 'refused' };

export interface FailingFiles extends Files {
  /** Operations so far. */
  readonly count: number;
  /** Which they were. */
  readonly operations: readonly (keyof Files)[];
  readonly dead: boolean;
  recover(): void;
}

const changes: readonly (keyof Files)[] = ['createWhole', 'replaceWhole', 'writeAt', 'makeDirectory', 'moveNew'];

export function failingFiles(files: Files, fault: Fault | undefined): FailingFiles {
  let count = 0;
  let dead = false;
  let armed = true;
  const operations: (keyof Files)[] = [];

  async function operate<Value>(
    name: keyof Files,
    path: string,
    work: () => Promise<Value>,
    torn: () => Promise<unknown>,
  ): Promise<Value> {
    if (dead) throw new Crash();
    const index = count;
    count += 1;
    operations.push(name);
    if (fault === undefined || !armed || index < fault.at) return work();
    if (fault.kind === 'refused') {
      if (changes.includes(name)) throw new DiskProblem('full', path, 'write');
      return work();
    }
    if (index > fault.at) return work();
    if (fault.kind === 'after') await work();
    if (fault.kind === 'torn') await torn();
    dead = true;
    throw new Crash();
  }

  const nothing = async () => undefined;
  return {
    get count() {
      return count;
    },
    get dead() {
      return dead;
    },
    operations,
    recover: () => {
      dead = false;
      armed = false;
    },
    realPath: (path) => files.realPath(path),
    isBeingWritten: (path) => files.isBeingWritten(path),
    stat: (path) => operate('stat', path, () => files.stat(path), nothing),
    list: (path) => operate('list', path, () => files.list(path), nothing),
    read: (path, position, length) => operate('read', path, () => files.read(path, position, length), nothing),
    hash: (path, signal) => operate('hash', path, () => files.hash(path, signal), nothing),
    contentType: (path) => operate('contentType', path, () => files.contentType(path), nothing),
    open: (path, facts, whole) => operate('open', path, () => files.open(path, facts, whole), nothing),
    probeWrite: (path) => operate('probeWrite', path, () => files.probeWrite(path), nothing),
    createWhole: (path, ...given) => operate('createWhole', path, () => files.createWhole(path, ...given), nothing),
    replaceWhole: (path, bytes) => operate('replaceWhole', path, () => files.replaceWhole(path, bytes), nothing),
    writeAt: (path, expected, position, bytes) =>
      operate(
        'writeAt',
        path,
        () => files.writeAt(path, expected, position, bytes),
        () => files.writeAt(path, expected, position, bytes.subarray(0, bytes.length / 2)),
      ),
    sync: (path, expected) => operate('sync', path, () => files.sync(path, expected), nothing),
    makeDirectory: (path) => operate('makeDirectory', path, () => files.makeDirectory(path), nothing),
    moveNew: (from, to, expected) => operate('moveNew', to, () => files.moveNew(from, to, expected), nothing),
    removeLeftover: (path) => operate('removeLeftover', path, () => files.removeLeftover(path), nothing),
  };
}
