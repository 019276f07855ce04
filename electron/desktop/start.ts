/**
 * `npm start`: opens the desktop program where Electron's binary is there, and says what is missing where it is not.
 * Electron's own package would fetch the binary on first use; this only looks (`path.txt` and `dist/` of the package).
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where the package `electron` is installed. Loading the package itself would start a download. */
const electronPackage = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

/**
 * Path of Electron's executable, or undefined where it has not been fetched. Fetches nothing.
 * @param override a directory to look in instead of the package's own `dist` (ELECTRON_OVERRIDE_DIST_PATH, as Electron has it)
 */
export function findElectron(override?: string, packageDirectory = electronPackage): string | undefined {
  const note = join(packageDirectory, 'path.txt');
  const name = existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
  if (override === undefined && name === undefined) return undefined;
  const executable = join(override ?? join(packageDirectory, 'dist'), name ?? 'electron');
  return existsSync(executable) ? executable : undefined;
}

function start(): void {
  const executable = findElectron(process.env.ELECTRON_OVERRIDE_DIST_PATH);
  if (executable === undefined) {
    console.error(
      "Electron's binary is missing, so there is no window: fetch it with `npx install-electron`, or use `npm run demo` and `npm run -s intray -- --help`, which work without it.",
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(executable, ['.', ...process.argv.slice(2)], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: 'inherit',
  });
  child.on('error', (error) => {
    console.error(`Electron could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

if (import.meta.main) start();
