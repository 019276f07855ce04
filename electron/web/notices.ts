import { Readable } from 'node:stream';
import type { Notice } from '../core/contract/contract.ts';

/** Says: what the window shows may be out of date, all of it. */
export const everything: Notice = { documents: 'many', progress: [], status: true, settings: true };

/** How often a silent stream says that it is there, in milliseconds: what stands between drops a silent one. */
export const heartbeatMs = 15_000;

/** How much may wait for a reader that is slow, in bytes. */
const patienceBytes = 64 * 1024;

/**
 * The notices as server-sent events. A reader that does not keep up misses the single ones, and is told instead that
 * everything may have changed. Ends its subscription when the reader leaves.
 */
export function noticeStream(onNotice: (listener: (notice: Notice) => void) => () => void, everyMs = heartbeatMs): Readable {
  let missed = false;
  const stream = new Readable({
    highWaterMark: patienceBytes,
    read() {
      if (!missed) return;
      missed = false;
      stream.push(eventOf(everything));
    },
    destroy(error, done) {
      clearInterval(heartbeat);
      end();
      done(error);
    },
  });
  const send = (text: string): boolean => {
    if (stream.readableLength >= patienceBytes) return false;
    stream.push(text);
    return true;
  };
  const end = onNotice((notice) => {
    if (!missed) missed = !send(eventOf(notice));
  });
  const heartbeat = setInterval(() => send(':\n\n'), everyMs);
  heartbeat.unref();
  // The first words go out at once, so that the browser knows that it is connected.
  stream.push('retry: 2000\n\n');
  return stream;
}

function eventOf(notice: Notice): string {
  return `data: ${JSON.stringify(notice)}\n\n`;
}
