/** Processes started by a benchmark: measured, and ended by their ids when it is over. */
import { type ChildProcess, spawn } from 'node:child_process';
import { moment, type Usage, usageOf } from './usage.ts';

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The complete environment; PATH is added. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with each line of its standard output. */
  readonly onLine?: (line: string) => void;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly milliseconds: number;
  readonly peakBytes: number | undefined;
  readonly cpuSeconds: number | undefined;
  /** The end of its output, for error messages. */
  readonly stderr: string;
}

export interface RunningProcess {
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  usage(): Usage;
  /** Asks the process to end, and kills it if it does not. */
  stop(): Promise<ProcessEnd>;
  readonly ended: Promise<ProcessEnd>;
}

const running = new Set<ChildProcess>();
/** The sampling interval in milliseconds. Usage after the last sample before the end is missed. */
const lookMs = 10;
const timeoutMs = 15_000;

/** A child that `stopAll` ends. */
export function keepTrack(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Ends all processes that are still running, by process id. */
export async function stopAll(): Promise<void> {
  const left = [...running];
  for (const child of left) child.kill('SIGKILL');
  await Promise.all(left.map((child) => (hasEnded(child) ? undefined : new Promise((resolve) => child.once('exit', resolve)))));
}

export function startProcess(options: ProcessOptions): RunningProcess {
  const startedAt = moment();
  const child = spawn(options.command, options.args, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { PATH: process.env.PATH, LANG: 'en_US.UTF-8', ...options.environment },
    stdio: ['ignore', options.onLine === undefined ? 'ignore' : 'pipe', 'pipe'],
  });
  keepTrack(child);
  let stderr = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    stderr = (stderr + bytes.toString('utf8')).slice(-2_000);
  });
  if (options.onLine !== undefined) readLines(child, options.onLine);
  let seen: Usage = usageOf(child.pid ?? 0);
  const look = setInterval(() => {
    const now = usageOf(child.pid ?? 0);
    seen = { ...now, peakBytes: now.peakBytes ?? seen.peakBytes, cpuSeconds: now.cpuSeconds ?? seen.cpuSeconds };
  }, lookMs);
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child.once('error', (problem) => {
      clearInterval(look);
      running.delete(child);
      reject(problem);
    });
    let milliseconds = 0;
    child.once('exit', () => {
      clearInterval(look);
      milliseconds = moment() - startedAt;
    });
    child.once('close', (code) => {
      resolve({ code, milliseconds, peakBytes: seen.peakBytes, cpuSeconds: seen.cpuSeconds, stderr });
    });
  });
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    startedAt,
    usage: () => usageOf(child.pid ?? 0),
    ended,
    async stop() {
      if (!hasEnded(child)) child.kill('SIGINT');
      const harder = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      try {
        return await ended;
      } finally {
        clearTimeout(harder);
      }
    },
  };
}

/** Runs a process to its end. @throws Error with its output unless it exits with 0 */
export async function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  const end = await startProcess(options).ended;
  if (end.code !== 0) throw new Error(`${options.command} ended with ${end.code}: ${end.stderr}`);
  return end;
}

function hasEnded(child: ChildProcess): boolean {
  return (child.exitCode ?? child.signalCode) !== null;
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  child.stdout?.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}
