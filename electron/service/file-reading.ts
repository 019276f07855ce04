import { createHash } from 'node:crypto';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError, messageOf } from '../core/messages/message-error.ts';
import type { UploadFile } from './service.ts';

/** A file that is not, or no longer, as the caller described it. The upload is cancelled. */
export class FileWithdrawn extends MessageError {
  override readonly name = 'FileWithdrawn';
  readonly path: string;

  constructor(path: string, said: Message, options?: ErrorOptions) {
    super(said, options);
    this.path = path;
  }
}

/** Reads up to this many bytes of a file into `target` at `offset`: all of them, unless the file is over. */
export type ReadPiece = (target: Buffer, offset: number, length: number) => Promise<void>;

/**
 * Opens a file for `read`, which is called until `file.size` bytes are read, and closes it after. What was read is hashed on
 * its way: the last call fails unless it was the content that was taken in.
 *
 * @throws FileWithdrawn if the file cannot be read, is too short, or has other content
 */
export async function* reading<Piece>(
  file: UploadFile,
  pieces: (read: ReadPiece) => AsyncGenerator<Piece, void, undefined>,
): AsyncGenerator<Piece, void, undefined> {
  const { path, fileName, size, sha256 } = file;
  const source = await orWithdrawn(path, file.open());
  const hash = createHash('sha256');
  let position = 0;
  try {
    yield* pieces(async (target, offset, length) => {
      for (const end = position + length; position < end; ) {
        const done = position + length - end;
        const bytes = await orWithdrawn(path, source.read(target, offset + done, length - done, position));
        if (bytes === 0) throw new FileWithdrawn(path, say('service.upload.fileShorter', { fileName }));
        hash.update(target.subarray(offset + done, offset + done + bytes));
        position += bytes;
      }
      if (position === size && hash.digest('hex') !== sha256) {
        throw new FileWithdrawn(path, say('service.upload.fileSwapped', { fileName }));
      }
    });
  } finally {
    await source.close().catch(() => undefined);
  }
}

async function orWithdrawn<Value>(path: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    throw new FileWithdrawn(path, messageOf(cause), { cause });
  }
}
