import { statSync } from 'node:fs';
import module from 'node:module';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { dirname } from 'node:path';
import envPaths from 'env-paths';

/**
 * Keeps what V8 makes of the program's modules for its next start, which takes a quarter less of the processor. What is kept there is
 * run: so it is only kept where nobody else can write, and where there is no place for such things, nowhere.
 */
export function keepCompiledModules(directory?: string): void {
  try {
    const place = directory ?? envPaths('intray', { suffix: '' }).cache;
    if (isOurs(dirname(place)) === true && isOurs(place) !== false) module.enableCompileCache(place);
  } catch {
    // It cannot be looked at, as in the home of somebody else. Without it, the program starts a little later.
  }
}

/** Undefined: there is none. */
function isOurs(directory: string): boolean | undefined {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined || process.platform === 'win32') return found?.isDirectory();
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/**
 * Where a host has several addresses, Node tries one after the other and leaves each a quarter of a second: over a slow line none of
 * them ever connects. For whatever connects in this thread: to the service, to hooks, and the sandbox.
 */
export function allowSlowLines(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(2_000);
}

/**
 * Suppresses Node's warning that node:sqlite is experimental: nobody can do anything about it, and it would precede every
 * message. Call it before node:sqlite is first loaded.
 */
export function quietSqliteWarning(target: NodeJS.Process = process): void {
  const printers = target.listeners('warning');
  target.removeAllListeners('warning');
  target.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite')) return;
    for (const print of printers) print.call(target, warning);
  });
}
