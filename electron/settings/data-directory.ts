import { join } from 'node:path';
import envPaths from 'env-paths';
import { expandPath, type PathContext } from './paths.ts';

/** Where the ledger and the log are: `--data-dir`, or the system's location for application data. */
export function dataDirectory(chosen: string | undefined, context: PathContext): string {
  return chosen === undefined ? envPaths('intray', { suffix: '' }).data : expandPath(chosen, context);
}

/** The ledger's file in a data directory. */
export function ledgerPath(directory: string): string {
  return join(directory, 'ledger.sqlite');
}
