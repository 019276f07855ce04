import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import { type Check, codeOf, fine, problem, warning } from './check.ts';

export interface DataDirectoryFacts {
  readonly directory: string;
  /** Why it cannot be used. */
  readonly refusal: Message | undefined;
  /** Permission bits; undefined if it does not exist yet. */
  readonly mode: number | undefined;
  readonly platform: NodeJS.Platform;
}

const othersMode = 0o077;

/** Whether the data directory is usable and private. Pure. */
export function judgeDataDirectory({ directory, refusal, mode, platform }: DataDirectoryFacts): Check {
  const path = directory;
  if (refusal !== undefined) return problem('data', refusal, say('health.data.allow'));
  if (mode === undefined) return fine('data', say('health.data.missing', { path }));
  return platform !== 'win32' && (mode & othersMode) !== 0
    ? warning('data', say('health.data.shared', { path }), say('health.data.makePrivate', { path }))
    : fine('data', say('health.data.fine', { path }));
}

export async function checkData(directory: string, platform: NodeJS.Platform): Promise<Check> {
  const refusal = await dataDirectoryProblem(directory);
  if (refusal !== undefined) return judgeDataDirectory({ directory, refusal, mode: undefined, platform });
  try {
    const { mode } = await stat(directory);
    const files = createFiles();
    await files.probeWrite(await files.realPath(directory));
    return judgeDataDirectory({ directory, refusal: undefined, mode, platform });
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT';
    return judgeDataDirectory({ directory, refusal: missing ? undefined : messageOf(error), mode: undefined, platform });
  }
}

/** Why the data directory cannot be created or used; undefined if it can. Leaves nothing behind. */
export async function dataDirectoryProblem(directory: string): Promise<Message | undefined> {
  for (let path = directory; ; path = dirname(path)) {
    const found = await lookAt(path);
    if (found === 'missing' && dirname(path) !== path) continue;
    if (found === 'not-a-directory') return say('health.data.partIsFile', { path: directory });
    if (found === 'denied') return say('health.data.hidden', { path: directory, part: path });
    if (found === 'a-file') return say('health.data.isFile', { path: directory, part: path });
    const isUsable = path === directory ? access(path, constants.W_OK | constants.X_OK) : probeDirectory(path);
    return isUsable.then(
      () => undefined,
      () => say('health.data.readOnly', { path: directory, part: path }),
    );
  }
}

/** Makes a directory in another one and removes it: only that shows whether one can be made there. In /proc nobody can. */
async function probeDirectory(path: string): Promise<void> {
  const probe = join(path, `.intray-${randomUUID()}.partial`);
  await mkdir(probe, { mode: 0o700 });
  await rmdir(probe);
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
