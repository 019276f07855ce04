import { copyFile, mkdir, open, readdir, realpath } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { maxFileBytes } from '../../../core/protocol/service-shapes.ts';
import { asDiskProblem } from '../../../engine/disk/directories.ts';
import { makeDirectory } from '../../../settings/make-directory.ts';
import { Refusal } from '../../input/refusal.ts';
import { samplesDirectory } from '../../input/resources.ts';

/** Made by the demo itself: it exceeds the service's 25 MB, and the sample documents should stay small. */
export const tooLargeName = 'Too large.pdf';

export interface DemoFolders {
  /** Absolute; it stays after the demo. */
  readonly root: string;
  readonly extracted: string;
  readonly classified: string;
}

/** Creates the demo's folder and copies the sample documents into it twice: once for each kind of route. */
export async function makeDemoFolders(chosen: string | undefined, currentDirectory: string): Promise<DemoFolders> {
  const root = await realpath(
    chosen === undefined ? await makeNextFree(join(currentDirectory, 'demo')) : await makeChosen(chosen),
  );
  const folders = { root, extracted: join(root, 'extracted'), classified: join(root, 'classified') };
  const samples = (await readdir(samplesDirectory())).filter((name) => extname(name) !== '.json' && !name.startsWith('.')).sort();
  for (const folder of [folders.extracted, folders.classified]) {
    await mkdir(folder);
    for (const name of samples) await copyFile(join(samplesDirectory(), name), join(folder, name));
  }
  await makeTooLarge(join(folders.extracted, tooLargeName));
  return folders;
}

/** `demo`, `demo-2`, `demo-3`: an earlier demo is left as it is. */
async function makeNextFree(wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      await mkdir(path);
      return path;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw cannotMake(path, error);
    }
  }
}

async function makeChosen(path: string): Promise<string> {
  try {
    makeDirectory(path);
    if ((await readdir(path)).length === 0) return path;
  } catch (error) {
    throw hasCode(error, 'EEXIST') || hasCode(error, 'ENOTDIR')
      ? new Refusal(say('demo.isFile', { path }))
      : cannotMake(path, error);
  }
  throw new Refusal(say('demo.notEmpty', { path }));
}

function cannotMake(path: string, error: unknown): Refusal {
  return new Refusal(messageOf(asDiskProblem(error, path, 'write')), { cause: error });
}

/** Starts and ends as a PDF does, is 1 MB over the limit, and takes hardly any space where the disk allows sparse files. */
async function makeTooLarge(path: string): Promise<void> {
  const end = Buffer.from('\n%%EOF\n');
  const file = await open(path, 'wx');
  try {
    await file.write('%PDF-1.7\n', 0);
    await file.write(end, 0, end.length, maxFileBytes + 1024 * 1024 - end.length);
  } finally {
    await file.close();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
