/** What a process holds, as Linux tells it. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Sample {
  /** Seconds since the process was started. */
  readonly at: number;
  /** Resident memory, in bytes. */
  readonly memory: number;
  /** Heap and buffers that were still held after garbage was collected last, in bytes; undefined before the first time. */
  readonly held?: number;
  /** Open files, sockets among them. */
  readonly files: number;
  /** Directories that the system watches for it. */
  readonly watches: number;
}

/** Whether this system tells what another process holds. */
export const canMeasure = process.platform === 'linux';

/**
 * @param heldFile where the process says what it holds
 * @throws if there is no such process any more
 */
export function measure(pid: number, at: number, heldFile: string): Sample {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const descriptors = readdirSync(`/proc/${pid}/fd`);
  const held = existsSync(heldFile) ? Number(readFileSync(heldFile, 'utf8')) : 0;
  return {
    at,
    ...(held > 0 && { held }),
    memory: Number(kilobytes ?? 0) * 1_024,
    files: descriptors.length,
    watches: descriptors.reduce((sum, descriptor) => sum + watchesOf(pid, descriptor), 0),
  };
}

function watchesOf(pid: number, descriptor: string): number {
  try {
    if (!readlinkSync(`/proc/${pid}/fd/${descriptor}`).includes('inotify')) return 0;
    return readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8').match(/^inotify /gm)?.length ?? 0;
  } catch {
    // Closed since it was listed.
    return 0;
  }
}
