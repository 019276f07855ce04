/** What a process has used, as the system tells: its own words where it can be asked, else nothing. */
import { readFileSync } from 'node:fs';

export interface Usage {
  /** Peak memory in bytes. */
  readonly peakBytes: number | undefined;
  /** Current memory in bytes. */
  readonly residentBytes: number | undefined;
  /** Processor time, user and system, with that of children it has waited for. */
  readonly cpuSeconds: number | undefined;
}

const nothing: Usage = { peakBytes: undefined, residentBytes: undefined, cpuSeconds: undefined };
/** Linux reports processor time in hundredths of a second on every machine. */
const ticksPerSecond = 100;

/** The usage of another process; available on Linux only, while the process runs. */
export function usageOf(pid: number): Usage {
  if (process.platform !== 'linux') return nothing;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = (name: string) => new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    const [peak, resident] = [kilobytes('VmHWM'), kilobytes('VmRSS')];
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields after the name, which is in parentheses and may contain anything: state, …, and the four times as 12th to 15th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    // A zombie process has no memory.
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

/** The exact usage of this process. */
export function ownUsage(): { readonly peakBytes: number; readonly cpuSeconds: number } {
  const { user, system } = process.cpuUsage();
  // The system's own peak includes memory from before this program was loaded.
  const peakBytes = usageOf(process.pid).peakBytes ?? process.resourceUsage().maxRSS * 1_024;
  return { peakBytes, cpuSeconds: (user + system) / 1e6 };
}

/** Milliseconds since the epoch with a fraction; it can be compared between processes of one machine. */
export function moment(): number {
  return performance.timeOrigin + performance.now();
}
