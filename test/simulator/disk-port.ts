import { DiskProblem, type Files, isTemporary } from '../support/inside/engine.ts';
import { sameFacts } from '../support/seen.ts';
import { wholeContent } from '../support/whole-content.ts';
import { contentTypeOf, noticedIn } from './contents.ts';
import { factsOf, type MemoryDisk, nameOf, parentOf, problem, sha256 } from './memory-disk.ts';

/** Awaited before and after each operation, by name: it takes time, and the process may die there. */
export type DiskStep = (operation: string, path: string, moment: 'before' | 'half' | 'after') => Promise<void>;

/** What Intray does to the disk. `to`: of a move. */
export interface Touch {
  readonly operation: 'createWhole' | 'replaceWhole' | 'writeAt' | 'moveNew';
  readonly path: string;
  readonly to?: string;
  /** Only a part has been written: an append that a crash cut short. */
  readonly half?: true;
}

/** Notified of everything that Intray does to the disk, right before and right after. */
export interface DiskWitness {
  before(touch: Touch): void;
  after(touch: Touch): void;
}

/** The engine's view of the disk. Atomic writes are complete or absent, as on the real one. */
export function filesOf(disk: MemoryDisk, witness: DiskWitness, step: DiskStep): Files {
  const around = async <Value>(operation: string, path: string, work: () => Value): Promise<Value> => {
    await step(operation, path, 'before');
    const value = work();
    await step(operation, path, 'after');
    return value;
  };
  const ownPrefix = `.intray-${disk.nextNumber()}-`;
  const writable = (path: string) => {
    disk.checkDirectory(parentOf(path));
    disk.check('write', path);
  };
  const content = (path: string): Uint8Array => {
    disk.check('read', path);
    const bytes = disk.isAway(path) ? undefined : disk.get(path);
    if (bytes === undefined) throw problem('missing', path);
    return bytes;
  };
  const hashOf = (bytes: Uint8Array) => ({ sha256: sha256(bytes), size: bytes.length, ...noticedIn(bytes) });
  /** An open file stays open wherever its name goes: later writes to it are visible, a replacement is not. */
  const contentOfOpened = (path: string): (() => Uint8Array) => {
    let bytes = content(path);
    const ino = disk.file(path)?.ino;
    return () => {
      disk.check('read', path);
      if (disk.isAway(path)) throw problem('missing', path);
      const there = disk.file(path);
      if (there !== undefined && there.ino === ino) bytes = there.bytes;
      return bytes;
    };
  };
  const write = (touch: Touch, how: 'in place' | 'anew', bytes: Uint8Array) => {
    writable(touch.path);
    witness.before(touch);
    if (how === 'anew') disk.replace(touch.path, bytes);
    else disk.put(touch.path, bytes);
    witness.after(touch);
    return factsAt(touch.path);
  };
  /** An atomic write uses a temporary name first, which is what a crash leaves behind. */
  const begin = async (operation: string, path: string, bytes: Uint8Array): Promise<string> => {
    const temporary = `${parentOf(path)}/${ownPrefix}${disk.nextNumber()}.tmp`;
    disk.put(temporary, bytes.slice());
    await step(operation, path, 'half');
    return temporary;
  };
  const finish = (touch: Touch, temporary: string) => {
    const bytes = disk.get(temporary);
    // The real disk holds its directory open, and finds it under another name too.
    for (const path of disk.paths()) if (nameOf(path) === nameOf(temporary)) disk.remove(path);
    if (bytes === undefined) throw problem('missing', temporary);
    return write(touch, 'anew', bytes);
  };
  const factsAt = (path: string) => {
    const file = disk.file(path);
    if (file === undefined) throw problem('missing', path);
    return factsOf(file);
  };

  return {
    realPath: async (path) => path,
    async open(path, expected, whole) {
      const now = await around(whole ? 'open' : 'openToSend', path, () => contentOfOpened(path));
      if (!sameFacts(factsAt(path), expected)) throw problem('changed', path);
      return {
        readInto: (target, offset, length, position) =>
          around('read', path, () => {
            const bytes = (disk.decoys.get(path) ?? now()).subarray(position, position + length);
            target.set(bytes, offset);
            return bytes.length;
          }),
        read: (position, length) => around('read', path, () => now().slice(position, position + length)),
        contentType: () => around('contentType', path, () => contentTypeOf(now())),
        // Some files are sent from memory, some are opened once more.
        hash: () => around('hash', path, () => ({ ...hashOf(now()), ...(now().length % 2 === 0 && { bytes: now().slice() }) })),
        close: async () => {},
      };
    },
    isBeingWritten: (path) => around('isBeingWritten', path, () => disk.isBeingWritten(path)),
    stat: (path) => around('stat', path, () => disk.stat(path)),
    list: (directory) => around('list', directory, () => disk.list(directory)),
    read: (path, position, length) => around('read', path, () => content(path).slice(position, position + length)),
    hash: (path) => around('hash', path, () => hashOf(content(path))),
    contentType: (path) => around('contentType', path, () => contentTypeOf(content(path))),
    probeWrite: (directory) =>
      around('probeWrite', directory, () => {
        writable(`${directory}/.intray-probe.tmp`);
      }),
    async createWhole(path, bytes) {
      await step('createWhole', path, 'before');
      writable(path);
      const temporary = disk.stat(path) === undefined ? await begin('createWhole', path, await wholeContent(bytes)) : undefined;
      // Somebody else may have taken the name meanwhile.
      const taken = temporary === undefined || disk.stat(path) !== undefined;
      if (taken && temporary !== undefined) disk.remove(temporary);
      const facts = taken ? 'taken' : finish({ operation: 'createWhole', path }, temporary);
      await step('createWhole', path, 'after');
      return facts;
    },
    async replaceWhole(path, bytes) {
      await step('replaceWhole', path, 'before');
      writable(path);
      const temporary = await begin('replaceWhole', path, await wholeContent(bytes));
      const facts = finish({ operation: 'replaceWhole', path }, temporary);
      await step('replaceWhole', path, 'after');
      return facts;
    },
    removeLeftover: (path) =>
      around('removeLeftover', path, () => {
        if (!isTemporary(nameOf(path))) throw new Error(`${path} is not a leftover`);
        if (nameOf(path).startsWith(ownPrefix)) return;
        writable(path);
        disk.remove(path);
      }),
    sync: (path, expected) =>
      around('sync', path, () => {
        if (!sameFacts(factsAt(path), expected)) throw problem('changed', path);
      }),
    async writeAt(path, expected, position, bytes) {
      await step('writeAt', path, 'before');
      if (disk.isAway(path) || disk.get(path) === undefined) throw problem('missing', path);
      const before = disk.get(path) ?? new Uint8Array();
      if (!sameFacts(factsAt(path), expected) || before.length < position) throw problem('changed', path);
      const kept = before.slice(0, position);
      try {
        writable(path);
      } catch (refused) {
        // As on a real disk, a partial append is truncated again, which changes the file's time.
        if (refused instanceof DiskProblem && refused.kind === 'full') disk.put(path, kept);
        throw refused;
      }
      if (bytes.length > 1) {
        write({ operation: 'writeAt', path, half: true }, 'in place', joined([kept, bytes.slice(0, bytes.length >> 1)]));
        await step('writeAt', path, 'half');
        if (disk.isAway(path) || disk.get(path) === undefined) throw problem('missing', path);
      }
      const facts = write({ operation: 'writeAt', path }, 'in place', joined([kept, bytes]));
      await step('writeAt', path, 'after');
      return facts;
    },
    makeDirectory: (path) =>
      around('makeDirectory', path, () => {
        disk.check('write', path);
        if (disk.isAway(path)) throw problem('missing', path);
        disk.makeDirectory(path);
      }),
    async moveNew(from, to, expected) {
      await step('moveNew', from, 'before');
      const touch: Touch = { operation: 'moveNew', path: from, to };
      writable(from);
      writable(to);
      const [file, there] = [disk.file(from), disk.file(to)];
      if (file === undefined) throw problem('missing', from);
      if (expected !== undefined && !sameFacts(factsAt(from), expected)) throw problem('other', from);
      if (there !== undefined && there.ino !== file.ino) {
        await step('moveNew', from, 'after');
        return 'taken';
      }
      witness.before(touch);
      if (there === undefined) {
        disk.link(from, to);
        if (!disk.isShare) await step('moveNew', from, 'half');
      }
      // Both names are one file: the old name goes, unless somebody has put another file there.
      if (disk.file(from)?.ino === file.ino) disk.remove(from);
      witness.after(touch);
      await step('moveNew', from, 'after');
      return 'moved';
    },
  };

  function joined(pieces: Iterable<Uint8Array>): Uint8Array {
    return new Uint8Array(Buffer.concat([...pieces]));
  }
}
