import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError, messageOf } from '../core/messages/message-error.ts';
import type { UploadFile, UploadOptions, UploadSource } from './service.ts';
import { answerStalled, sendStalled, type TransportOutcome } from './transport.ts';

/**
 * A multipart/form-data body (RFC 7578), all but the files' own bytes. It is composed before anything is sent, so that the
 * Content-Length is known. `runUpload` streams it.
 */
interface MultipartForm {
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

/** The caller's `beforeClosingBoundary` said no. */
export class NotSealed extends Error {
  override readonly name = 'NotSealed';
}

/** Bytes that are assembled at a time. */
export const pieceBytes = 1024 * 1024;
const minPortion = 128 * 1024;
/** Bytes that a socket queues before it asks to wait: Node's default. */
const socketQueue = 64 * 1024;
/** Buffers that no socket holds: new ones would outpace the garbage collector. */
const pool: Buffer[] = [];

interface UploadRun {
  /** The closing boundary was written, or may have been. */
  readonly whole: boolean;
  /** Why the body ended early, if the reason was on this side: a file (`FileWithdrawn`) or the caller (`NotSealed`). */
  readonly withdrawn: unknown;
  readonly outcome: TransportOutcome;
}

/** Milliseconds; see `Timeouts`. */
interface UploadLimits {
  readonly sendIdle: number;
  readonly answer: number;
}

/**
 * Streams one upload and waits until it is over, one way or the other.
 *
 *     sending ──► closing (beforeClosingBoundary) ──► whole ──► answered, or in doubt
 *        └─────────────┴─► over: the closing boundary is never written
 *
 * It is whole from the moment `beforeClosingBoundary` resolves `true` while the request is still alive. If the connection
 * dies or an answer arrives before that, the boundary is not written, whatever it resolves to; the upload returns only
 * after it has resolved.
 *
 * It needs one buffer of 1 MiB, whatever the number and size of the files. Portions follow the speed of the line, from 128 KiB to
 * 1 MiB: large ones are fast on a fast line, small ones let a slow line show that it is moving. The buffer is refilled as soon as the
 * next piece is requested. That is safe, because undici requests one only when the socket has room again: a portion that fills the
 * socket's own queue has been written by then. A shorter one may still be queued, so it is handed out as a copy.
 *
 * @param send sends the request with this body, and calls `onAnswer` when the head of the answer arrives
 */
export async function runUpload(
  form: MultipartForm,
  options: UploadOptions,
  limits: UploadLimits,
  send: (body: AsyncIterable<Buffer>, signal: AbortSignal, onAnswer: () => void) => Promise<TransportOutcome>,
): Promise<UploadRun> {
  const over = Promise.withResolvers<void>();
  const broken = new AbortController();
  let state: 'sending' | 'answered' | 'over' = 'sending';
  let whole = false;
  let sent = 0;
  let withdrawn: unknown;
  let sealing: Promise<unknown> | undefined;
  let clock: NodeJS.Timeout | undefined;

  const expect = (milliseconds: number, code: string) => {
    clock = setTimeout(() => broken.abort(Object.assign(new Error('Nothing happened for too long.'), { code })), milliseconds);
  };

  /** The body is held back while an early answer is read: ending it then would close the connection under that answer. */
  async function mayContinue(): Promise<void> {
    if (state === 'answered') await over.promise;
    if (state !== 'sending') throw new Error('The request is over.');
  }

  /**
   * Hands a portion to the socket, once what has already arrived (the connection's end, or an answer) is processed. Writing to a
   * connection that the service has closed fails at once, and an answer waiting in it is lost (measured: two out of three, where the
   * service sends a 413 and closes). The second turn of the event loop catches what the first polled too early for.
   */
  async function* handed(portion: Buffer, isLast = false): AsyncGenerator<Buffer, number, undefined> {
    await eventLoopTurn();
    await eventLoopTurn();
    await mayContinue();
    whole ||= isLast;
    const begun = performance.now();
    expect(limits.sendIdle, sendStalled);
    yield portion;
    clearTimeout(clock);
    sent += portion.length;
    if (state !== 'over') announce(options, sent, form.contentLength);
    return performance.now() - begun;
  }

  async function* body(): AsyncGenerator<Buffer, void, undefined> {
    try {
      const buffer = pool.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
      let portionBytes = minPortion;
      for await (const piece of pieces(form, buffer))
        for (let offset = 0; offset < piece.length; ) {
          const portion = piece.subarray(offset, offset + portionBytes);
          offset += portion.length;
          const took = yield* handed(portion.length < socketQueue ? Buffer.from(portion) : portion);
          if (took < 250) portionBytes = Math.min(pieceBytes, portionBytes * 2);
          else if (took > 2_000) portionBytes = Math.max(minPortion, portionBytes / 2);
        }
      pool.push(buffer);
      await mayContinue();
      const asked = Promise.resolve().then(options.beforeClosingBoundary);
      sealing = asked.catch(() => undefined);
      if (!(await asked)) throw new NotSealed();
      yield* handed(form.closing, true);
      if (state === 'sending') expect(limits.answer, answerStalled);
    } catch (cause) {
      if (state === 'sending') withdrawn = cause;
      throw cause;
    }
  }

  const stream = body();
  const ends = AbortSignal.any([broken.signal, options.signal ?? []].flat());
  try {
    const outcome = await send(stream, ends, () => {
      state = 'answered';
      clearTimeout(clock);
    });
    state = 'over';
    over.resolve();
    clearTimeout(clock);
    await sealing;
    return { whole, withdrawn, outcome };
  } finally {
    // Closes the open file even if undici has stopped reading. A hanging read is not waited for.
    stream.return().catch(() => undefined);
  }
}

/** Progress is only announced: a listener that throws does not end an upload. */
function announce(options: UploadOptions, sent: number, total: number): void {
  try {
    options.onProgress?.(sent, total);
  } catch {}
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
