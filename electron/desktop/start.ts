/**
 * `npm start`: opens the desktop program if Electron's binary and a desktop session are there; otherwise says what is missing
 * and serves the window in a browser. Electron's own package would download the binary on first use; this only looks for it
 * (`path.txt` and `dist/` of the package).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';

const root = join(import.meta.dirname, '..', '..');

/**
 * The path of Electron's executable; undefined if it has not been downloaded. Downloads nothing.
 * @param override a directory to look in instead of the package's own `dist` (ELECTRON_OVERRIDE_DIST_PATH, as Electron has it)
 */
export function findElectron(override?: string, packageDirectory = electronPackage()): string | undefined {
  const note = packageDirectory === undefined ? '' : join(packageDirectory, 'path.txt');
  const name = existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
  if (override === undefined && name === undefined) return undefined;
  const executable = join(override ?? join(packageDirectory ?? '', 'dist'), name ?? 'electron');
  return existsSync(executable) ? executable : undefined;
}

/** Where the package `electron` is installed, if it is. Loading the package itself would start a download. */
function electronPackage(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

export interface StartFacts {
  readonly electron: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How the command-line program is started, without its own arguments. */
  readonly headless: readonly [program: string, ...args: string[]];
  readonly args: readonly string[];
}

/** What `npm start` runs, desktop or browser, and what a person should know first. Pure. */
export function planStart({ electron, platform, environment, headless, args }: StartFacts): {
  readonly notice?: string;
  readonly program: string;
  readonly args: readonly string[];
} {
  const screenless = platform === 'linux' && !environment.DISPLAY && !environment.WAYLAND_DISPLAY;
  if (electron !== undefined && !screenless) return { program: electron, args: ['.', ...args] };
  const [program, ...before] = headless;
  const missing =
    electron === undefined
      ? "Electron's binary is missing here (npx install-electron fetches it)"
      : 'There is no desktop session here (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  return {
    notice: `${missing}, so Intray shows its window in a browser instead.`,
    program,
    args: [...before, 'watch', '--window', '--open', ...args],
  };
}

/** Runs a program in place of this one, with its terminal, its signals and its exit code. */
export function runInstead(program: string, args: readonly string[], options: { readonly cwd?: string } = {}): ChildProcess {
  const child = spawn(program, args, { ...options, stdio: 'inherit' });
  // A terminal signals both programs: forwarding it too would be a second Ctrl-C, which quits at once.
  const reachesBoth = process.platform === 'win32' || [0, 1, 2].some((descriptor) => isatty(descriptor));
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on('SIGTERM', forward);
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, reachesBoth ? () => undefined : forward);
  child.once('error', (error) => {
    console.error(`Intray could not be started: ${error.message}`);
    process.exitCode = 2;
  });
  child.once('close', (code, signal) => {
    // Whoever has started this one sees a signal as if there was nobody in between: a script stops at Ctrl-C.
    if (signal === 'SIGINT' && process.platform !== 'win32') {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
  return child;
}

function start(): void {
  const { notice, program, args } = planStart({
    electron: findElectron(process.env.ELECTRON_OVERRIDE_DIST_PATH),
    platform: process.platform,
    environment: process.env,
    headless: [process.execPath, join(root, 'out', 'main', 'headless.js')],
    args: process.argv.slice(2),
  });
  if (notice !== undefined) console.error(notice);
  runInstead(program, args, { cwd: root });
}

if (import.meta.main) start();
