import { type FileHandle, open } from 'node:fs/promises';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';
import type { UploadFile } from './service.ts';

/** A file that is not, or no longer, as the caller described it. The upload is cancelled. */
export class FileWithdrawn extends MessageError {
  override readonly name = 'FileWithdrawn';
  readonly path: string;

  constructor(path: string, said: Message) {
    super(said);
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
 * Reads exactly `length` bytes of the file at `position` into `target` at `offset`. With the file's last bytes it asks for
 * one more, to notice a file that has grown: `target` must have room for it.
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
  const { fileName } = file;
  const spare = position + length === file.size ? 1 : 0;
  let read = 0;
  do {
    const bytes = await readSome(handle, file, target, offset + read, length + spare - read, position + read);
    if (bytes === 0 && read < length) throw new FileWithdrawn(file.path, say('service.upload.fileShorter', { fileName }));
    read += bytes;
  } while (read < length);
  if (read > length) throw new FileWithdrawn(file.path, say('service.upload.fileLonger', { fileName }));
}

async function readSome(handle: FileHandle, file: UploadFile, target: Buffer, offset: number, length: number, position: number) {
  try {
    return (await handle.read(target, offset, length, position)).bytesRead;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: UploadFile, cause: unknown): FileWithdrawn {
  const { path, fileName } = file;
  const error = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  if (error === 'ENOENT') return new FileWithdrawn(path, say('service.upload.fileGone', { fileName }));
  return new FileWithdrawn(path, say('service.upload.fileUnreadable', { fileName, error }));
}
