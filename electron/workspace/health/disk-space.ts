import { statfs } from 'node:fs/promises';
import { bytes, printable } from '../words.ts';
import { type Check, fine, problem, warning } from './check.ts';

const megabyte = 1024 * 1024;
/** With less, results and the ledger soon cannot be written. */
const tooLittle = 20 * megabyte;
const little = 500 * megabyte;

/** Room on the disk that holds a place. Pure. @param free bytes; undefined if the system does not tell */
export function judgeSpace(name: string, free: number | undefined): Check {
  if (free === undefined) return fine('disk', `${name}: the system does not tell how much room there is.`);
  const seen = `${name}: ${bytes(free)} free.`;
  if (free < tooLittle) return problem('disk', seen, 'Make room: what cannot be written waits, and is tried again.');
  if (free < little) return warning('disk', seen, 'Make room before it is full.');
  return fine('disk', seen);
}

/** Bytes that this user may still write on the disk that holds a directory; undefined if nobody knows. */
export async function freeSpace(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize, blocks } = await statfs(directory);
    // Some network file systems know nothing and say 0 of 0.
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Places on one disk share its room: each amount is told once, under the names of all. */
export async function checkSpace(
  places: readonly { readonly name: string; readonly directory: string }[],
  look: (directory: string) => Promise<number | undefined> = freeSpace,
): Promise<Check[]> {
  const rooms = await Promise.all(places.map(async (place) => ({ ...place, free: await look(place.directory) })));
  const byRoom = Map.groupBy(rooms, ({ free }) => (free === undefined ? 'unknown' : Math.round(free / megabyte)));
  return [...byRoom.values()].map((same) => judgeSpace(same.map(({ name }) => printable(name)).join(', '), same[0]?.free));
}
