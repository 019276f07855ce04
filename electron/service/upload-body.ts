import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError, messageOf } from '../core/messages/message-error.ts';
import type { UploadFile } from './service.ts';

/**
 * The frame of a multipart/form-data body (RFC 7578): everything but the files' own bytes. It is composed before anything
 * is sent, so that the Content-Length is known. `upload-body.ts` streams it.
 */
export interface MultipartForm {
  /** The header's value, with the boundary. */
  readonly contentType: string;
  /** Bytes of the whole body. */
  readonly contentLength: number;
  /** The text fields, each with its boundary before it. May be empty. */
  readonly fields: Buffer;
  /** Each file, with the boundary and headers that precede its bytes. */
  readonly files: readonly { readonly file: UploadFile; readonly head: Buffer }[];
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
  const head = (headers: string) => {
    const bytes = Buffer.from(`${start}${headers}\r\n\r\n`);
    start = `\r\n--${boundary}\r\n`;
    return bytes;
  };
  const fieldBytes = fields.flatMap(([name, value]) => [
    head(`Content-Disposition: form-data; name="${escapeName(name)}"`),
    Buffer.from(value),
  ]);
  const fileParts = files.map((file) => ({ file, head: head(fileHeaders(file)) }));
  const closing = Buffer.from(`${fields.length + files.length === 0 ? '' : '\r\n'}--${boundary}--\r\n`);
  const fieldsJoined = Buffer.concat(fieldBytes);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: fileParts.reduce((sum, part) => sum + part.head.length + part.file.size, fieldsJoined.length + closing.length),
    fields: fieldsJoined,
    files: fileParts,
    closing,
  };
}

function fileHeaders(file: UploadFile): string {
  const type = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(file.contentType) ? file.contentType : 'application/octet-stream';
  return `Content-Disposition: form-data; name="files"; filename="${escapeName(file.fileName)}"\r\nContent-Type: ${type}`;
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

/** Reads up to this many bytes of a file into `target` at `offset`: all of them, unless the file is over. */
type ReadPiece = (target: Buffer, offset: number, length: number) => Promise<void>;

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

/** Buffers in which bodies are assembled, one per upload. They are reused: new ones would outpace the garbage collector. */
export interface PiecePool {
  take(): Buffer;
  /** Only when no socket holds the buffer any more. One that is not given back is left to the garbage collector. */
  giveBack(piece: Buffer): void;
}

/** Bytes that are assembled at a time. */
export const pieceBytes = 1024 * 1024;

export function createPiecePool(maxIdle: number): PiecePool {
  const idle: Buffer[] = [];
  return {
    take: () => idle.pop() ?? Buffer.allocUnsafeSlow(pieceBytes),
    giveBack: (piece) => {
      if (idle.length < maxIdle) idle.push(piece);
    },
  };
}

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
 */
export async function* uploadBody(
  form: MultipartForm,
  pool: PiecePool,
  control: BodyControl,
): AsyncGenerator<Buffer, void, undefined> {
  let portionBytes = minPortion;
  const piece = pool.take();
  for await (const filled of pieces(form, piece)) yield* portions(filled);
  pool.giveBack(piece);
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

/** Everything before the closing boundary, assembled in one buffer that is refilled for every piece. */
async function* pieces(form: MultipartForm, buffer: Buffer): AsyncGenerator<Buffer, void, undefined> {
  let filled = 0;

  function* copied(bytes: Buffer): Generator<Buffer, void, undefined> {
    for (let offset = 0; offset < bytes.length; ) {
      const copiedNow = bytes.copy(buffer, filled, offset, offset + Math.min(bytes.length - offset, pieceBytes - filled));
      offset += copiedNow;
      filled += copiedNow;
      if (filled === pieceBytes) {
        yield buffer.subarray(0, pieceBytes);
        filled = 0;
      }
    }
  }

  yield* copied(form.fields);
  for (const { file, head } of form.files) {
    yield* copied(head);
    yield* reading(file, async function* (read) {
      let left = file.size;
      do {
        const length = Math.min(left, pieceBytes - filled);
        await read(buffer, filled, length);
        left -= length;
        filled += length;
        if (filled < pieceBytes) continue;
        yield buffer.subarray(0, pieceBytes);
        filled = 0;
      } while (left > 0);
    });
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
