import { say } from '../../../core/messages/message.ts';
import { buffered, type Content, type Flaw, incomplete } from './content.ts';

/** Bytes of entropy-coded data that are searched at once. */
const searched = 64 * 1024;

const startOfScan = 0xda;
const endOfImage = 0xd9;

/**
 * Follows the segments of a JPEG: it is proved to be incomplete if its scan data, or a segment, reaches the end of the file
 * without an end of image. What follows the end of image (the video of a motion photo, padding) is no fault; where something
 * else than a marker stands, nothing is proved.
 */
export async function inspectJpeg(content: Content): Promise<Flaw | undefined> {
  const read = buffered(content);
  const cut = incomplete(say('unfit.incomplete.jpeg'));
  let position = 2;
  while (position < content.size) {
    const [mark, code = 0, high, low] = await read(position, 4);
    if (mark !== 0xff) return undefined;
    if (code === 0xff) {
      position += 1;
      continue;
    }
    if (code === endOfImage) return undefined;
    if (high === undefined || low === undefined) return cut;
    position += 2 + high * 256 + low;
    if (code !== startOfScan) continue;
    const marker = await nextMarker(position);
    if (marker === undefined) return cut;
    position = marker;
  }
  return cut;

  /** Where the entropy-coded data ends: at a marker that neither stands for a byte nor restarts. */
  async function nextMarker(from: number): Promise<number | undefined> {
    for (let start = from; start < content.size; start += searched) {
      const bytes = await read(start, searched + 1);
      for (let at = bytes.indexOf(0xff); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
        const code = bytes[at + 1] ?? 0;
        if (code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return start + at;
      }
    }
    return undefined;
  }
}

/** Follows the chunks of a PNG: it is proved to be incomplete if they stop before its end chunk. Padding after that is no fault. */
export async function inspectPng(content: Content): Promise<Flaw | undefined> {
  const read = buffered(content);
  let position = 8;
  while (position < content.size) {
    const header = await read(position, 8);
    const name = header.subarray(4).toString('latin1');
    if (header.length < 8 || !/^[A-Za-z]{4}$/.test(name)) break;
    position += 12 + header.readUInt32BE(0);
    if (name === 'IEND' && position <= content.size) return undefined;
  }
  return incomplete(say('unfit.incomplete.png'));
}
