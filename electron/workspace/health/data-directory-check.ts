import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFiles } from '../../engine/disk/disk.ts';
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
  const refusal = await dataDirectoryProblem(directory);
  if (refusal !== undefined) return judgeDataDirectory({ directory, refusal, mode: undefined, platform });
  try {
    const { mode } = await stat(directory);
    await createFiles().probeWrite(directory);
    return judgeDataDirectory({ directory, refusal: undefined, mode, platform });
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT';
    return judgeDataDirectory({ directory, refusal: missing ? undefined : reasonOf(error), mode: undefined, platform });
  }
}

/** Why the data directory cannot be made or used, in a sentence; undefined if it can. It is not touched. */
export async function dataDirectoryProblem(directory: string): Promise<string | undefined> {
  const cannot = `The data directory ${printable(directory)} cannot be used`;
  for (let path = directory; ; path = dirname(path)) {
    const found = await lookAt(path);
    if (found === 'missing' && dirname(path) !== path) continue;
    if (found === 'not-a-directory') return `${cannot}: a part of that path is a file.`;
    if (found === 'denied') return `${cannot}: ${printable(path)} may not be looked into by this user.`;
    if (found === 'a-file') return `${cannot}: ${path === directory ? 'it' : printable(path)} is a file.`;
    const writable = await access(path, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    return writable ? undefined : `${cannot}: ${printable(path)} may not be written to by this user.`;
  }
}

async function lookAt(path: string): Promise<'missing' | 'not-a-directory' | 'denied' | 'a-file' | 'directory'> {
  try {
    return (await stat(path)).isDirectory() ? 'directory' : 'a-file';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return 'missing';
    return code === 'ENOTDIR' ? 'not-a-directory' : 'denied';
  }
}
