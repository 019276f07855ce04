import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const there = spawnSync('strace', ['--version']).status === 0;
/** What makes a write survive the death of the machine. */
const calls = 'fsync,fdatasync';

export function hasStrace(): boolean {
  return there;
}

/** The start of a command line: counts the syncs of what follows it into a file, and makes each take so much longer (ms). */
export function syncsCounted(file: string, delayMs: number): readonly string[] {
  const slow = delayMs === 0 ? [] : ['-e', `inject=${calls}:delay_enter=${delayMs * 1_000}`];
  return ['strace', '--follow-forks', '--seccomp-bpf', '-e', `trace=${calls}`, ...slow, '--summary-only', '--output', file];
}

/** How many syncs a finished process made: the sum of the summary's fourth column. */
export function syncsIn(file: string): number {
  const rows = readFileSync(file, 'utf8').split('\n');
  const counted = rows.flatMap((row) => /^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s.*\bf(?:data)?sync$/.exec(row)?.[1] ?? []);
  return counted.reduce((sum, count) => sum + Number(count), 0);
}
