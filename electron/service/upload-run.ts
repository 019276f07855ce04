import type { UploadOptions } from './service.ts';
import { answerStalled, sendStalled, type TransportOutcome } from './transport.ts';
import { type BodyControl, type MultipartForm, uploadBody } from './upload-body.ts';

/** The caller's `beforeClosingBoundary` said no. */
export class NotSealed extends Error {
  override readonly name = 'NotSealed';
}

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
 * @param send sends the request with this body, and calls `onAnswer` when the head of the answer arrives
 */
export async function runUpload(
  form: MultipartForm,
  pool: Buffer[],
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

  const mayContinue = () => {
    if (state === 'over') throw new Error('The request is over.');
    return state === 'answered' ? over.promise.then(() => Promise.reject(new Error('The request is over.'))) : undefined;
  };

  const control: BodyControl = {
    mayContinue,
    handing: () => expect(limits.sendIdle, sendStalled),
    taken: (bytes) => {
      clearTimeout(clock);
      sent += bytes;
      if (state !== 'over') announce(options, sent, form.contentLength);
    },
    askToClose: async () => {
      await mayContinue();
      const asked = Promise.resolve().then(options.beforeClosingBoundary);
      sealing = asked.catch(() => undefined);
      if (!(await asked)) throw new NotSealed();
    },
    closing: () => {
      whole = true;
    },
  };

  async function* body(): AsyncGenerator<Buffer, void, undefined> {
    try {
      yield* uploadBody(form, pool, control);
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
