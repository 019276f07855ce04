import { stat } from 'node:fs/promises';
import { createFiles } from '../../engine/disk.ts';
import { checkDataDirectory } from '../preflight.ts';
import { Refusal } from '../refusal.ts';
import { printable } from '../words.ts';
import { type Check, codeOf, fine, problem, reasonOf, warning } from './check.ts';

export interface DataDirectoryFacts {
  readonly directory: string;
  /** Why it cannot be used. */
  readonly refusal: string | undefined;
  /** Permission bits; undefined if it is not there yet. */
  readonly mode: number | undefined;
  readonly platform: NodeJS.Platform;
}

const othersMode = 0o077;

/** Whether the ledger and the log have a place of their own. Pure. */
export function judgeDataDirectory({ directory, refusal, mode, platform }: DataDirectoryFacts): Check {
  const shown = printable(directory);
  if (refusal !== undefined)
    return problem('data', refusal, 'Give this user the right to write there, or choose another with --data-dir.');
  if (mode === undefined) return fine('data', `${shown} is not there yet; it is made by the first run.`);
  if (platform !== 'win32' && (mode & othersMode) !== 0) {
    return warning(
      'data',
      `${shown} can be looked into by other users of this machine, and the values of every document are in it.`,
      `Make it private: chmod 700 ${shown}`,
    );
  }
  return fine('data', `${shown} can be written to, and is private.`);
}

export async function checkData(directory: string, platform: NodeJS.Platform): Promise<Check> {
  try {
    await checkDataDirectory(directory);
    const { mode } = await stat(directory);
    await createFiles().probeWrite(directory);
    return judgeDataDirectory({ directory, refusal: undefined, mode, platform });
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !(error instanceof Refusal))
      return judgeDataDirectory({ directory, refusal: undefined, mode: undefined, platform });
    return judgeDataDirectory({ directory, refusal: reasonOf(error), mode: undefined, platform });
  }
}
