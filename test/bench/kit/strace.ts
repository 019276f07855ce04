import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const there = spawnSync('strace', ['--version']).status === 0;
/** What makes a write survive the death of the machine. */
const calls = 'fsync,fdatasync';

export function hasStrace(): boolean {
  return there;
}

/** The start of a command line: writes the syncs of what follows it to a file, and makes each take so much longer (ms). */
export function syncsCounted(file: string, delayMs: number): readonly string[] {
  const slow = delayMs === 0 ? [] : ['-e', `inject=${calls}:delay_enter=${delayMs * 1_000}`];
  return ['strace', '--follow-forks', '--seccomp-bpf', '--decode-fds=path', '-e', `trace=${calls}`, ...slow, '--output', file];
}

/** The path of each sync that a finished process made. One that another thread interrupted has a second line, without its path. */
export function syncsIn(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => /\bf(?:data)?sync\(\d+<([^>]*)>/.exec(line)?.[1] ?? []);
}
