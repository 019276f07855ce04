import { statfs } from 'node:fs/promises';
import { type Message, say } from '../../core/messages/message.ts';
import { type Check, fine, problem, warning } from './check.ts';

const megabyte = 1024 * 1024;
/** Below this, results and the ledger will soon fail to be written. */
const tooLittle = 20 * megabyte;
const little = 500 * megabyte;

/**
 * Free space of the disk that holds these places. Pure.
 * @param names paths, or what else a place is called @param free bytes; undefined if the system does not tell
 */
export function judgeSpace(names: readonly (string | Message)[], free: number | undefined): Check {
  if (free === undefined) return fine('disk', say('health.disk.unknown', { names }));
  const seen = say('health.disk.free', { names, size: free });
  if (free < tooLittle) return problem('disk', seen, say('health.disk.full'));
  return free < little ? warning('disk', seen, say('health.disk.low')) : fine('disk', seen);
}

/** Bytes that this user may still write on a directory's disk; undefined if the system does not tell. */
export async function freeSpace(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize, blocks } = await statfs(directory);
    // Some network file systems report 0 of 0.
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Places on one disk share its free space: it is reported once, under the names of all of them. */
export async function checkSpace(
  places: readonly { readonly name: string | Message; readonly directory: string }[],
  look: (directory: string) => Promise<number | undefined> = freeSpace,
): Promise<Check[]> {
  const rooms = await Promise.all(places.map(async (place) => ({ ...place, free: await look(place.directory) })));
  const byRoom = Map.groupBy(rooms, ({ free }) => (free === undefined ? 'unknown' : Math.round(free / megabyte)));
  return [...byRoom.values()].map((same) =>
    judgeSpace(
      same.map(({ name }) => name),
      same[0]?.free,
    ),
  );
}
