import { basename, dirname, join } from 'node:path';
import type { CheckedInput } from '../../core/contract/contract.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { filedName, firstFree } from '../../engine/deliver/delivery-target.ts';
import { type Clock, DiskProblem, type Entry, type Files } from '../../engine/ports.ts';
import { createFilter } from '../../engine/watch/filter.ts';
import type { ListedFolder } from './folder-list.ts';

/** A folder that files are put into. `path`: absolute, links resolved. */
type Receiving = Pick<ListedFolder, 'path' | 'settings'>;

/**
 * Copies a file into a folder as a document, whole or not at all, under the name that is free there.
 * @param from absolute, links resolved
 * @returns its name in the folder, or why it was not copied
 */
export async function copyInto(files: Files, folder: Receiving, from: string): Promise<Result<string, Message>> {
  if (dirname(from) === folder.path) return err(say('workspace.adding.isThere'));
  try {
    const fit = await fitFile(files, from, from);
    if (!fit.ok) return fit;
    const bytes = await files.read(from, 0, fit.value.size + 1);
    if (bytes.length !== fit.value.size) return err(say('workspace.sample.beingWritten'));
    return await putInto(files, folder, basename(from), bytes, [from]);
  } catch (error) {
    if (!(error instanceof DiskProblem)) throw error;
    return err(say('workspace.sample.unreadable', { message: messageOf(error) }));
  }
}

/**
 * The same with bytes that came from elsewhere.
 * @param given as its own system named it: only the last part counts
 * @param sources nobody may do more with the copy than with these
 */
export async function putInto(
  files: Pick<Files, 'createWhole'>,
  folder: Receiving,
  given: string,
  bytes: Uint8Array,
  sources: readonly string[] = [],
): Promise<Result<string, Message>> {
  const name = nameFor(given);
  if (bytes.length === 0) return err(say('workspace.sample.empty'));
  const ignored = createFilter(folder.settings).file(name);
  if (ignored !== undefined) return err(ignored);
  try {
    return ok(await createUnderFreeName(files, folder.path, name, bytes, sources));
  } catch (error) {
    if (!(error instanceof DiskProblem)) throw error;
    return err(say('workspace.adding.failed', { path: folder.path, message: messageOf(error) }));
  }
}

/** `a.pdf`, else `a (2).pdf`, and so on. @throws DiskProblem */
export function createUnderFreeName(
  files: Pick<Files, 'createWhole'>,
  directory: string,
  name: string,
  bytes: Uint8Array,
  sources: readonly string[] = [],
): Promise<string> {
  return firstFree(async (attempt, limit) => {
    const free = filedName(name, attempt, limit);
    return (await files.createWhole(join(directory, free), bytes, sources)) === 'taken' ? undefined : free;
  });
}

/** Whether a file is one that the service could take, judged by what the disk says of it. @throws DiskProblem */
export async function fitFile(
  files: Pick<Files, 'stat'>,
  path: string,
  shown: string,
): Promise<Result<Omit<Entry, 'name'>, Message>> {
  const found = await files.stat(path);
  if (found === undefined) return err(say('workspace.sample.missing', { path: shown }));
  if (found.kind !== 'file') return err(say('workspace.document.notAFile', { path: shown }));
  if (found.size === 0) return err(say('workspace.sample.empty'));
  if (found.size > maxFileBytes) return err(say('workspace.sample.tooLarge', { maxSize: maxFileBytes }));
  return ok(found);
}

/** The last part of a path of any system, without what Windows would read as something else. */
function nameFor(given: string): string {
  const name = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1).replaceAll('\0', '');
  return process.platform === 'win32' ? name.replace(/[<>:"|?*\p{Cc}]/gu, '-') : name;
}

/** Files that come in pieces at once, and how long a next piece is waited for, in milliseconds. Each file is in memory. */
const maxOpen = 2;
const idleMs = 60_000;

/** Puts together what comes in pieces. Bounded: what is abandoned is forgotten, and nothing larger than the service takes is begun. */
export function createUploadsInPieces(clock: Pick<Clock, 'after'>) {
  const open = new Map<string, { readonly whole: Buffer; filled: number; cancel: () => void }>();

  function forget(upload: string): void {
    open.get(upload)?.cancel();
    open.delete(upload);
  }

  return {
    /** The whole file with its last piece; undefined before. */
    take(
      piece: Pick<CheckedInput<'addPiece'>, 'upload' | 'size' | 'position'>,
      bytes: Uint8Array,
    ): Result<Uint8Array | undefined, Message> {
      const { upload, size, position } = piece;
      if (position === 0) {
        forget(upload);
        if (size > maxFileBytes) return err(say('workspace.sample.tooLarge', { maxSize: maxFileBytes }));
        if (open.size >= maxOpen) return err(say('workspace.adding.busy'));
        open.set(upload, { whole: Buffer.alloc(size), filled: 0, cancel: () => {} });
      }
      const file = open.get(upload);
      const fits = file?.whole.length === size && file.filled === position && position + bytes.length <= size;
      if (!fits || (bytes.length === 0 && size > 0)) {
        forget(upload);
        return err(say('workspace.adding.interrupted'));
      }
      file.cancel();
      file.whole.set(bytes, position);
      file.filled += bytes.length;
      if (file.filled === size) {
        open.delete(upload);
        return ok(file.whole);
      }
      file.cancel = clock.after(idleMs, () => forget(upload));
      return ok(undefined);
    },
  };
}
