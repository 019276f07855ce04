import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { expandPath, type PathContext } from './paths.ts';

/**
 * Makes a directory, and those that it is in. Node's own way (`recursive`) goes on for ever where nothing can be made and the
 * system says that something is missing (/proc).
 * @param mode of what is made
 * @throws what the system says
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const above = dirname(path);
  if (!existsSync(above)) makeDirectory(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error;
  }
}

/** Where the ledger and the log are: `--data-dir`, else INTRAY_DATA_DIR, else the system's location for application data. */
export function dataDirectory(given: string | undefined, context: PathContext): string {
  const chosen = given ?? context.dataDirectory;
  return chosen === undefined ? envPaths('intray', { suffix: '' }).data : expandPath(chosen, context);
}

/** The ledger's file in a data directory. */
export function ledgerPath(directory: string): string {
  return join(directory, 'ledger.sqlite');
}
