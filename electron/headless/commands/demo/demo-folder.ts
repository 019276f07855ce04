import { copyFile, mkdir, open, readdir, realpath } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { maxFileBytes } from '../../../core/protocol/service-shapes.ts';
import { Refusal } from '../../input/refusal.ts';
import { samplesDirectory } from '../../input/resources.ts';
import { printable } from '../../output/words.ts';

/** The file that the demo makes itself: the service takes 25 MB, and the sample documents should stay small. */
export const tooLargeName = 'Too large.pdf';

export interface DemoFolders {
  /** Absolute; the person's to keep. */
  readonly root: string;
  readonly extracted: string;
  readonly classified: string;
}

/** Makes the demo's folder and fills it with the sample documents, twice: once for each kind of route. */
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
    await mkdir(path, { recursive: true });
    if ((await readdir(path)).length === 0) return path;
  } catch (error) {
    throw hasCode(error, 'EEXIST') || hasCode(error, 'ENOTDIR')
      ? new Refusal(`${printable(path)} is a file, or a part of that path is; --folder takes a new or empty folder.`)
      : cannotMake(path, error);
  }
  throw new Refusal(`${printable(path)} is not empty; the demo works in a new or empty folder.`);
}

function cannotMake(path: string, error: unknown): Refusal {
  const why =
    hasCode(error, 'EACCES') || hasCode(error, 'EPERM') || hasCode(error, 'EROFS')
      ? 'this user may not write there'
      : hasCode(error, 'ENOSPC')
        ? 'the disk is full'
        : 'the system refused it';
  return new Refusal(`The demo cannot make the folder ${printable(path)}: ${why}. Choose another with --folder.`, {
    cause: error,
  });
}

/** A PDF by its head and its end, 1 MB over the limit, and nearly nothing on disk where the system keeps holes. */
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
