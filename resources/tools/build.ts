/**
 * The built program, for whoever runs it: tests that start `out/main/headless.js` and the npm scripts.
 * Vitest calls `setup` once before a run (`globalSetup` in vitest.config.ts).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '..', '..');
const output = join(projectRoot, 'out');
const scratch = join(projectRoot, 'node_modules', '.cache', 'intray-build');

/** The command-line program. There after `npm run build`, and in every test. */
export const headlessProgram = join(output, 'main', 'headless.js');

/** What Node is given to run the command-line program: its path and the arguments. */
export function headlessCommand(args: readonly string[]): string[] {
  return [headlessProgram, ...args];
}

/** What the bundles are made of. */
const sources = ['electron', 'renderer', 'electron.vite.config.ts', 'package.json', 'tsconfig.json'];
const products = [headlessProgram, join(output, 'main', 'main.js'), join(output, 'preload', 'preload.cjs')];

/** Called by vitest. A build that fails takes the old one away, so that no test runs against a program of yesterday. */
export function setup(): void {
  const problem = buildIfNeeded();
  if (problem === undefined) return;
  rmSync(output, { recursive: true, force: true });
  console.error(`The build failed; tests that start the built program will fail.\n${problem}`);
}

/**
 * Builds `out/` when a file of it is missing or older than a source. Quiet.
 * @returns what the bundler said if it failed, else undefined
 */
export function buildIfNeeded(): string | undefined {
  return isFresh() ? undefined : build();
}

function isFresh(): boolean {
  if (products.some((file) => !existsSync(file))) return false;
  const oldestProduct = Math.min(...products.map((file) => statSync(file).mtimeMs));
  return newestChange() <= oldestProduct;
}

/** Milliseconds of the newest change among the sources. A folder counts too: a file that was taken away changes it. */
function newestChange(): number {
  let newest = 0;
  const look = (path: string): void => {
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts === undefined) return;
    newest = Math.max(newest, facts.mtimeMs);
    if (facts.isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
  };
  for (const source of sources) look(join(projectRoot, source));
  return newest;
}

/** Builds beside `out/` and swaps, so that a program that another process is about to start does not vanish for long. */
function build(): string | undefined {
  const require = createRequire(import.meta.url);
  const bundler = join(dirname(require.resolve('electron-vite/package.json')), 'bin', 'electron-vite.js');
  const fresh = join(scratch, `new-${process.pid}`);
  const retired = join(scratch, `old-${process.pid}`);
  const started = new Date();
  mkdirSync(scratch, { recursive: true });
  try {
    const run = spawnSync(process.execPath, [bundler, 'build', '--outDir', fresh, '--logLevel', 'warn'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    if (run.status !== 0) return `${run.stdout}${run.stderr}${run.error?.message ?? ''}`.trim();
    if (existsSync(output)) renameSync(output, retired);
    renameSync(fresh, output);
    // As old as the moment the bundler began to read: a source that changed since then is newer.
    for (const file of products) utimesSync(file, started, started);
    return undefined;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(retired, { recursive: true, force: true });
  }
}
