import { opendir, stat } from 'node:fs/promises';
import { printable, sentence } from '../words.ts';

/** Why a folder cannot be worked in, in a sentence; undefined if it is there and can be read. @param path absolute */
export async function folderProblem(path: string): Promise<string | undefined> {
  const shown = printable(path);
  try {
    if (!(await stat(path)).isDirectory()) return `${shown} is a file; Intray works through folders. Give the folder it lies in.`;
    const directory = await opendir(path);
    await directory.close();
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return `There is no folder at ${shown}. Check the path, and that the drive or share is connected.`;
    if (code === 'ENOTDIR') return `There is no folder at ${shown}: a part of that path is a file.`;
    if (code === 'EACCES' || code === 'EPERM') return `The folder ${shown} may not be read by this user.`;
    return `The folder ${shown} cannot be read: ${error instanceof Error ? sentence(error.message) : 'unknown reason.'}`;
  }
}
