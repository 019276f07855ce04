import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError, messageOf } from '../core/messages/message-error.ts';
import type { UploadFile, UploadSource } from './service.ts';

/**
 * A multipart/form-data body (RFC 7578), all but the files' own bytes. It is composed before anything is sent, so that the
 * Content-Length is known. `uploadBody` streams it.
 */
export interface MultipartForm {
  /** The header's value, with the boundary. */
  readonly contentType: string;
  /** Bytes of the whole body. */
  readonly contentLength: number;
  /** The text fields, and each file after the boundary and headers that precede its bytes. */
  readonly parts: readonly (Buffer | UploadFile)[];
  /** The line break after the last part, and the closing boundary. Until it is out, the request is not whole. */
  readonly closing: Buffer;
}

/**
 * Composes a form.
 *
 * @param fields text fields, in order: name and value
 * @param files each becomes a part named `files`
 * @param boundary random, unless a test needs to know it
 */
export function composeForm(
  fields: readonly (readonly [name: string, value: string])[],
  files: readonly UploadFile[],
  boundary = `intray-${randomBytes(24).toString('hex')}`,
): MultipartForm {
  let start = `--${boundary}\r\n`;
  const parts: (Buffer | UploadFile)[] = [];
  const begin = (headers: string): void => {
    parts.push(Buffer.from(`${start}Content-Disposition: form-data; ${headers}\r\n\r\n`));
    start = `\r\n--${boundary}\r\n`;
  };
  for (const [name, value] of fields) {
    begin(`name="${escapeName(name)}"`);
    parts.push(Buffer.from(value));
  }
  for (const file of files) {
    const type = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(file.contentType) ? file.contentType : 'application/octet-stream';
    begin(`name="files"; filename="${escapeName(file.fileName)}"\r\nContent-Type: ${type}`);
    parts.push(file);
  }
  const closing = Buffer.from(`${parts.length === 0 ? '' : '\r\n'}--${boundary}--\r\n`);
  let contentLength = closing.length;
  for (const part of parts) contentLength += 'open' in part ? part.size : part.length;
  return { contentType: `multipart/form-data; boundary=${boundary}`, contentLength, parts, closing };
}

/** Names are UTF-8. The three characters that would end them are escaped as browsers do (HTML, multipart/form-data). */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}

/** A file that is not, or no longer, as the caller described it. The upload is cancelled. */
export class FileWithdrawn extends MessageError {
  override readonly name = 'FileWithdrawn';
  readonly path: string;

  constructor(path: string, said: Message, options?: ErrorOptions) {
    super(said, options);
    this.path = path;
  }
}

/** Bytes that are assembled at a time. */
export const pieceBytes = 1024 * 1024;

/** How an upload follows and steers the streaming of its body. */
export interface BodyControl {
  /**
   * Called before every portion. Throws once the request is over. Its promise holds the body back while an early answer is
   * read: ending the body then would close the connection under that answer.
   */
  readonly mayContinue: () => Promise<void> | undefined;
  /** A portion is handed to the socket. */
  readonly handing: () => void;
  /** The socket has accepted it; `bytes` is its length. */
  readonly taken: (bytes: number) => void;
  /** Everything but the closing boundary is out. Throws if the boundary must not follow. */
  readonly askToClose: () => Promise<void>;
  /** The closing boundary goes out now. */
  readonly closing: () => void;
}

const minPortion = 128 * 1024;
/** Bytes that a socket queues before it asks to wait: Node's default. */
const socketQueue = 64 * 1024;

/**
 * Streams a form's body: fields, files and, once `control.askToClose` allows it, the closing boundary. It needs one buffer
 * of 1 MiB, whatever the number and size of the files.
 *
 * Portions follow the speed of the line, from 128 KiB to 1 MiB: large ones are fast on a fast line, small ones let a slow
 * line show that it is moving.
 *
 * The buffer is refilled as soon as the next piece is requested. That is safe, because undici requests one only when the
 * socket has room again: a portion that fills the socket's own queue has been written by then. A shorter one may still be
 * queued, so it is handed out as a copy.
 *
 * @param pool buffers that no socket holds: new ones would outpace the garbage collector
 * @throws FileWithdrawn if a file cannot be read, is too short, or has other content than was taken in
 */
export async function* uploadBody(
  form: MultipartForm,
  pool: Buffer[],
  control: BodyControl,
): AsyncGenerator<Buffer, void, undefined> {
  let portionBytes = minPortion;
  const piece = pool.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
  for await (const filled of pieces(form, piece)) yield* portions(filled);
  pool.push(piece);
  await control.askToClose();
  await processArrivals();
  control.closing();
  yield* handed(form.closing);

  async function* portions(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
    for (let offset = 0; offset < bytes.length; ) {
      const portion = bytes.subarray(offset, offset + portionBytes);
      await processArrivals();
      const begun = performance.now();
      yield* handed(portion.length < socketQueue ? Buffer.from(portion) : portion);
      offset += portion.length;
      const took = performance.now() - begun;
      if (took < 250) portionBytes = Math.min(pieceBytes, portionBytes * 2);
      else if (took > 2_000) portionBytes = Math.max(minPortion, portionBytes / 2);
    }
  }

  function* handed(portion: Buffer): Generator<Buffer, void, undefined> {
    control.handing();
    yield portion;
    control.taken(portion.length);
  }

  /**
   * Processes what has already arrived (the connection's end, or an answer) before more is written. Writing to a connection
   * that the service has closed fails at once, and an answer waiting in it is lost (measured: two out of three, where the
   * service sends a 413 and closes). The second turn of the event loop catches what the first polled too early for.
   */
  async function processArrivals(): Promise<void> {
    await eventLoopTurn();
    await eventLoopTurn();
    await control.mayContinue();
  }
}

/** Everything before the closing boundary, assembled in one buffer that is refilled for every piece. A file is hashed on its way. */
async function* pieces({ parts }: MultipartForm, buffer: Buffer): AsyncGenerator<Buffer, void, undefined> {
  let filled = 0;
  for (const part of parts) {
    if (!('open' in part)) {
      for (let position = 0; position < part.length; ) {
        const bytes = part.copy(buffer, filled, position);
        position += bytes;
        filled += bytes;
        if (filled < pieceBytes) continue;
        yield buffer;
        filled = 0;
      }
      continue;
    }
    const { path, fileName, size, sha256 } = part;
    let source: UploadSource | undefined;
    try {
      source = await part.open();
      const hash = source.isAsHashed === true ? undefined : createHash('sha256');
      for (let position = 0; position < size; ) {
        const bytes = await source.readInto(buffer, filled, Math.min(size - position, pieceBytes - filled), position);
        if (bytes === 0) throw new FileWithdrawn(path, say('service.upload.fileShorter', { fileName }));
        hash?.update(buffer.subarray(filled, filled + bytes));
        position += bytes;
        filled += bytes;
        if (filled < pieceBytes) continue;
        yield buffer;
        filled = 0;
      }
      if (hash !== undefined && hash.digest('hex') !== sha256)
        throw new FileWithdrawn(path, say('service.upload.fileSwapped', { fileName }));
    } catch (cause) {
      throw cause instanceof FileWithdrawn ? cause : new FileWithdrawn(path, messageOf(cause), { cause });
    } finally {
      await source?.close().catch(() => undefined);
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
