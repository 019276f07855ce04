import { type FileHandle, open } from 'node:fs/promises';
import type { UploadFile } from './service.ts';

/** A file that is not, or no longer, as the caller described it. The upload is taken back. */
export class FileWithdrawn extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'FileWithdrawn';
    this.path = path;
  }
}

/** @throws FileWithdrawn */
export async function openForUpload(file: UploadFile): Promise<FileHandle> {
  try {
    return await open(file.path, 'r');
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

/**
 * Reads exactly `length` bytes of the file at `position` into `target` at `offset`. Where they are the file's last, one
 * byte more is asked for, which shows a file that has grown: `target` must have room for it.
 *
 * @throws FileWithdrawn if the file cannot be read or does not hold exactly `file.size` bytes
 */
export async function readExactly(
  handle: FileHandle,
  file: UploadFile,
  {
    target,
    offset,
    length,
    position,
  }: { readonly target: Buffer; readonly offset: number; readonly length: number; readonly position: number },
): Promise<void> {
  const spare = position + length === file.size ? 1 : 0;
  let read = 0;
  do {
    const bytes = await readSome(handle, file, target, offset + read, length + spare - read, position + read);
    if (bytes === 0 && read < length)
      throw new FileWithdrawn(file.path, `${file.fileName} has become shorter since it was looked at.`);
    read += bytes;
  } while (read < length);
  if (read > length) throw new FileWithdrawn(file.path, `${file.fileName} has grown since it was looked at.`);
}

async function readSome(handle: FileHandle, file: UploadFile, target: Buffer, offset: number, length: number, position: number) {
  try {
    return (await handle.read(target, offset, length, position)).bytesRead;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: UploadFile, cause: unknown): FileWithdrawn {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  if (code === 'ENOENT') return new FileWithdrawn(file.path, `${file.fileName} is no longer there.`);
  return new FileWithdrawn(file.path, `${file.fileName} cannot be read (${code}).`);
}
