import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { openForUpload, readExactly } from './file-reading.ts';
import type { MultipartForm } from './multipart.ts';
import { type PiecePool, pieceBytes } from './piece-pool.ts';

/** What an upload is told and asked while its body is streamed. */
export interface BodyControl {
  /**
   * Asked before every portion. Throws once the request is over. A promise holds the body back, while an answer that
   * came early is read: to end the body then would break the connection off under that answer.
   */
  readonly mayGoOn: () => Promise<void> | undefined;
  /** A portion is handed to the socket. */
  readonly handing: () => void;
  /** The socket has taken it; `bytes` is its length. */
  readonly taken: (bytes: number) => void;
  /** Everything but the closing boundary is out. Throws if that is not to follow. */
  readonly askToClose: () => Promise<void>;
  /** The closing boundary goes out now. */
  readonly closing: () => void;
}

const leastPace = 128 * 1024;
/** What a socket takes before it asks for patience, in bytes: Node's own default. */
const socketQueue = 64 * 1024;

/**
 * Streams a form's body: fields, files, and, once `control.askToClose` allows it, the closing boundary. Memory: one buffer of
 * 1 MiB, whatever the files' size and number.
 *
 * What is handed out at once follows the line's speed, from 128 KiB to 1 MiB: large portions are fast on a fast line,
 * small ones let a slow line show that it moves.
 *
 * The buffer is filled again as soon as the next piece is asked for. That is safe, for undici asks only when the socket
 * has room again: a portion that fills the socket's own queue has been written whole by then. What is shorter may still be in
 * the queue, and is handed out as a copy.
 */
export async function* uploadBody(
  form: MultipartForm,
  pool: PiecePool,
  control: BodyControl,
): AsyncGenerator<Buffer, void, undefined> {
  let pace = leastPace;
  const piece = pool.take();
  for await (const filled of pieces(form, piece)) yield* portions(filled);
  pool.giveBack(piece);
  await control.askToClose();
  await stillStands();
  control.closing();
  yield* handed(form.closing);

  async function* portions(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
    for (let offset = 0; offset < bytes.length; ) {
      await stillStands();
      const portion = bytes.subarray(offset, offset + pace);
      const begun = performance.now();
      yield* handed(portion.length < socketQueue ? Buffer.from(portion) : portion);
      offset += portion.length;
      const took = performance.now() - begun;
      if (took < 250) pace = Math.min(pieceBytes, pace * 2);
      else if (took > 2_000) pace = Math.max(leastPace, pace / 2);
    }
  }

  function* handed(portion: Buffer): Generator<Buffer, void, undefined> {
    control.handing();
    yield portion;
    control.taken(portion.length);
  }

  /**
   * Lets what has reached this machine be looked at before more is written: the connection's end, or an answer. A write
   * to a connection that the service has closed fails at once, and an answer that was waiting in it is lost with it
   * (seen: two out of three, where a 413 is sent and the connection closed). The second turn of the event loop is for
   * what the first was too late to poll.
   */
  async function stillStands(): Promise<void> {
    await eventLoopTurn();
    await eventLoopTurn();
    await control.mayGoOn();
  }
}

/** Everything before the closing boundary, put together in one buffer that is filled anew for every piece but the last. */
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
    const handle = await openForUpload(file);
    try {
      let position = 0;
      do {
        const length = Math.min(file.size - position, pieceBytes - filled);
        await readExactly(handle, file, { target: buffer, offset: filled, length, position });
        position += length;
        filled += length;
        if (filled === pieceBytes) {
          yield buffer.subarray(0, pieceBytes);
          filled = 0;
        }
      } while (position < file.size);
    } finally {
      await handle.close().catch(() => undefined);
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
