/** What a process has used, as the system tells: its own words where it can be asked, else nothing. */
import { readFileSync } from 'node:fs';

export interface Usage {
  /** The most memory it had, in bytes. */
  readonly peakBytes: number | undefined;
  /** Memory that it has now, in bytes. */
  readonly residentBytes: number | undefined;
  /** Processor time, user and system, with that of children it has waited for. */
  readonly cpuSeconds: number | undefined;
}

const nothing: Usage = { peakBytes: undefined, residentBytes: undefined, cpuSeconds: undefined };
/** Linux counts processor time for those who look in hundredths of a second, on every machine. */
const ticksPerSecond = 100;

/** Of another process. Only Linux tells; a process that has ended has nothing to tell. */
export function usageOf(pid: number): Usage {
  if (process.platform !== 'linux') return nothing;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = (name: string) => new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    const [peak, resident] = [kilobytes('VmHWM'), kilobytes('VmRSS')];
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which is in brackets and may hold anything: state, …, and the four times as the 12th to the 15th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    // One that has ended and is still listed has no memory any more.
    if (peak === undefined) return { ...nothing, cpuSeconds: ticks / ticksPerSecond };
    return {
      peakBytes: Number(peak) * 1_024,
      residentBytes: Number(resident) * 1_024,
      cpuSeconds: ticks / ticksPerSecond,
    };
  } catch {
    return nothing;
  }
}

/** Of this process: exact. */
export function ownUsage(): { readonly peakBytes: number; readonly cpuSeconds: number } {
  const { user, system } = process.cpuUsage();
  // The system's own count of the most memory includes what was there before this program was.
  const peakBytes = usageOf(process.pid).peakBytes ?? process.resourceUsage().maxRSS * 1_024;
  return { peakBytes, cpuSeconds: (user + system) / 1e6 };
}

/** Milliseconds since the epoch with a fraction; it can be compared between processes of one machine. */
export function moment(): number {
  return performance.timeOrigin + performance.now();
}
