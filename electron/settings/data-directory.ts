import { join } from 'node:path';
import envPaths from 'env-paths';
import { expandPath, type PathContext } from './paths.ts';

/** Where the ledger and the log are: `--data-dir`, else INTRAY_DATA_DIR, else the system's location for application data. */
export function dataDirectory(given: string | undefined, context: PathContext): string {
  const chosen = given ?? context.dataDirectory;
  return chosen === undefined ? envPaths('intray', { suffix: '' }).data : expandPath(chosen, context);
}

/** The ledger's file in a data directory. */
export function ledgerPath(directory: string): string {
  return join(directory, 'ledger.sqlite');
}
