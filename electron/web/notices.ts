import { Readable } from 'node:stream';
import type { Notice } from '../core/contract/contract.ts';

/** Everything the window shows may be out of date. */
export const everything: Notice = { documents: 'many', progress: [], status: true, settings: true };

/** How often an idle stream sends a heartbeat, in milliseconds: proxies drop silent connections. */
export const heartbeatMs = 15_000;

/** How much may be buffered for a slow reader, in bytes. */
const maxBufferedBytes = 64 * 1024;

/**
 * The notices, one line of JSON each; an empty line is a heartbeat. A reader that falls behind misses single notices, and is told instead that
 * everything may have changed. Unsubscribes when the reader leaves.
 */
export function noticeStream(onNotice: (listener: (notice: Notice) => void) => () => void, everyMs = heartbeatMs): Readable {
  let missed = false;
  const stream = new Readable({
    highWaterMark: maxBufferedBytes,
    read() {
      if (!missed) return;
      missed = false;
      stream.push(lineOf(everything));
    },
    destroy(error, done) {
      clearInterval(heartbeat);
      end();
      done(error);
    },
  });
  const send = (text: string): boolean => {
    if (stream.readableLength >= maxBufferedBytes) return false;
    stream.push(text);
    return true;
  };
  const end = onNotice((notice) => {
    if (!missed) missed = !send(lineOf(notice));
  });
  const heartbeat = setInterval(() => send('\n'), everyMs);
  heartbeat.unref();
  // Sent at once, so that the browser knows it is connected.
  stream.push('\n');
  return stream;
}

function lineOf(notice: Notice): string {
  return `${JSON.stringify(notice)}\n`;
}
