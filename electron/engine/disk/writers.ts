import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../system.ts';

/** Where the kernel says which files are open, by path: `/proc/PID/fd/NUMBER` of each. */
type OpenFiles = ReadonlyMap<string, readonly string[]>;

/** One pass over all processes answers everybody who asks within this time, in milliseconds. */
const passMs = 1_000;

/**
 * Tells whether another program has a file open for writing, as far as the system says: on Linux that of the processes of the
 * same user, of root's all; elsewhere nothing, and the answer is no. Costs at most one pass over the processes a second, however
 * many files are asked about, and does not touch the file. Never throws.
 */
export function createWriters(look: () => Promise<OpenFiles> = openFiles): (path: string) => Promise<boolean> {
  let begunAt = Number.NEGATIVE_INFINITY;
  let open: Promise<OpenFiles> = Promise.resolve(new Map());
  return async (path) => {
    if (systemClock.elapsed() - begunAt >= passMs) {
      begunAt = systemClock.elapsed();
      open = look();
    }
    return (await open).get(path)?.some((place) => ifAny(linkAt, place) === path && isForWriting(place)) ?? false;
  };
}

const namesIn: (directory: string) => string[] = readdirSync;
const linkAt: (path: string) => string = readlinkSync;

/** After so many milliseconds other work has its turn: the kernel answers from memory, and mostly sooner. */
const turnMs = 5;

/** Looks at the open files of all processes. */
async function openFiles(): Promise<OpenFiles> {
  const open = new Map<string, string[]>();
  if (process.platform !== 'linux') return open;
  let turn = systemClock.elapsed();
  for (const pid of ifAny(namesIn, '/proc') ?? []) {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) continue;
    for (const fd of ifAny(namesIn, `/proc/${pid}/fd`) ?? []) {
      const place = `/proc/${pid}/fd/${fd}`;
      const path = ifAny(linkAt, place);
      // Anything else is a pipe or a socket.
      if (path?.startsWith('/') !== true) continue;
      const places = open.get(path);
      if (places === undefined) open.set(path, [place]);
      else places.push(place);
    }
    if (systemClock.elapsed() - turn < turnMs) continue;
    await setImmediate();
    turn = systemClock.elapsed();
  }
  return open;
}

/** `flags` are octal; their last two bits say how a file was opened (proc_pid_fdinfo(5)). */
function isForWriting(place: string): boolean {
  const info = ifAny((path) => readFileSync(path, 'utf8'), place.replace('/fd/', '/fdinfo/'));
  const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(info ?? '')?.[1] ?? '0', 8);
  return (flags & 3) !== 0;
}

/** Processes end at any time, and those of others do not tell. */
function ifAny<Value>(read: (path: string) => Value, path: string): Value | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
