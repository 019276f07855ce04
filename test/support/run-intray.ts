/**
 * Starts the built program as a person would, in a home directory of its own, and sees how it fares: what it writes to
 * stdout and stderr, how it ends, and the most memory that it had.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { headlessCommand, projectRoot } from '../../resources/tools/build.ts';
import { jsonProblem } from './json-events.ts';
import { Scene } from './scene.ts';

/** Temporary directories of one test. Only `folder` and `home` are made; `dataDir` is the program's to make. */
export interface Workspace {
  readonly root: string;
  /** The folder of documents. */
  readonly folder: string;
  readonly dataDir: string;
  readonly home: string;
  remove(): Promise<void>;
}

export async function makeWorkspace(): Promise<Workspace> {
  const scene = new Scene();
  return {
    root: scene.root,
    folder: scene.folderPath,
    home: scene.directory('home'),
    dataDir: join(scene.root, 'data'),
    remove: () => scene.end(),
  };
}

export interface IntrayOptions {
  readonly args: readonly string[];
  /** HOME, and where the program is started. */
  readonly home: string;
  /** `INTRAY_API_KEY`; none if absent. */
  readonly key?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What is piped into it. Default: nothing at all. */
  readonly input?: string;
  /** A command that runs it somewhere else (`Mounts.enter`). */
  readonly enter?: readonly string[];
}

/** A line of `--json`. */
export type JsonLine = Readonly<Record<string, unknown>>;

export interface IntrayEnd {
  /** The exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The most memory it had, in bytes (VmHWM); undefined where the system does not tell. */
  readonly peakBytes: number | undefined;
  readonly milliseconds: number;
}

export interface Intray {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<IntrayEnd>;
  /** Waits for a condition; fails with what the program said if it ends before, or if the time is up (ms). */
  until(what: string, condition: () => boolean | Promise<boolean>, milliseconds?: number): Promise<void>;
}

/** Every start has a home of its own, and would compile the program again. */
const compiled = join(projectRoot, 'node_modules', '.cache', 'intray-tests');

const running = new Set<ChildProcess>();

/** Ends what a failed test has left running. For `afterEach`. */
export async function stopAll(): Promise<void> {
  const left = [...running];
  for (const child of left) child.kill('SIGKILL');
  await Promise.all(
    left.map(
      (child) =>
        new Promise((resolve) =>
          (child.exitCode ?? child.signalCode) !== null ? resolve(undefined) : child.once('close', resolve),
        ),
    ),
  );
}

export function startIntray(options: IntrayOptions): Intray {
  const started = performance.now();
  const [program, ...before] = [...(options.enter ?? []), process.execPath];
  const child = spawn(program ?? process.execPath, [...before, ...headlessCommand(options.args)], {
    cwd: options.home,
    env: environmentOf(options),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // One that ends without reading its input has done nothing wrong.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  running.add(child);
  const out: Buffer[] = [];
  const error: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => error.push(bytes));
  const stdout = (): string => Buffer.concat(out).toString('utf8');
  const stderr = (): string => Buffer.concat(error).toString('utf8');
  let peakBytes: number | undefined;
  let finished: IntrayEnd | undefined;
  // The peak is kept by the system, so that a glance now and then misses only what came in the last moments.
  const glance = setInterval(() => {
    peakBytes = peakMemory(child.pid) ?? peakBytes;
  }, 50);
  const ended = new Promise<IntrayEnd>((resolve, reject) => {
    child.once('error', (problem) => {
      clearInterval(glance);
      running.delete(child);
      reject(problem);
    });
    child.once('close', (code, signal) => {
      clearInterval(glance);
      running.delete(child);
      finished = { code, signal, stdout: stdout(), stderr: stderr(), peakBytes, milliseconds: performance.now() - started };
      resolve(finished);
    });
  });
  // Whoever awaits it gets the problem; a test that does not must not be ended by it.
  ended.catch(() => undefined);
  const said = (): string => `\nstderr: ${stderr().slice(-2000)}\nstdout: ${stdout().slice(-2000)}`;
  return {
    pid: child.pid ?? 0,
    stdout,
    stderr,
    ended,
    signal: (name) => void child.kill(name),
    async until(what, condition, milliseconds = 120_000) {
      const latest = performance.now() + milliseconds;
      for (;;) {
        // What it did last is looked at once more after its end, and after the time is up.
        const [end, late] = [finished, performance.now() > latest];
        if (await condition()) return;
        if (end !== undefined) throw new Error(`Intray ended (${end.code ?? end.signal}) before ${what}.${said()}`);
        if (late) throw new Error(`Not within ${milliseconds} ms: ${what}.${said()}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

/** Starts it and waits for its end; one that takes longer than `milliseconds` is killed, and the code is null. */
export async function runIntray(options: IntrayOptions, milliseconds = 150_000): Promise<IntrayEnd> {
  const intray = startIntray(options);
  const limit = setTimeout(() => intray.signal('SIGKILL'), milliseconds);
  try {
    return await intray.ended;
  } finally {
    clearTimeout(limit);
  }
}

/** The lines of `--json`; fails at the first that is not a JSON object on a line of its own. */
export function jsonLines(stdout: string): JsonLine[] {
  if (stdout !== '' && !stdout.endsWith('\n')) throw new Error(`The last line does not end: ${stdout.slice(-200)}`);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const value: unknown = JSON.parse(line);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`Not an object: ${line}`);
      const problem = jsonProblem(value);
      if (problem !== undefined) throw new Error(`--json: ${problem}`);
      return value as JsonLine;
    });
}

/** Every file below a directory (links are none), relative with `/`, sorted; empty if the directory is not there. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort();
}

/** The machine's environment without anything of this user: no key, no proxy, no keychain, no settings. */
function environmentOf({ home, key, environment }: IntrayOptions): NodeJS.ProcessEnv {
  const own =
    /^(intray_|npm_|vitest|node_|dbus_|xdg_)|proxy$|^(ci|tz|lang|language|lc_.*|force_color|no_color|test|prod|dev|mode|base_url|ssr)$/i;
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    LANG: 'en_US.UTF-8',
    NODE_COMPILE_CACHE: compiled,
    ...(key === undefined ? {} : { INTRAY_API_KEY: key }),
    ...environment,
  };
}

function peakMemory(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
