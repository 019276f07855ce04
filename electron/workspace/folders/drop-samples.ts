import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Copies the sample documents into a folder, each under a name that is free; gives the names. @throws Error if the disk refuses it */
export async function dropSamples(samplesDirectory: string, folder: string): Promise<string[]> {
  const samples = (await readdir(samplesDirectory)).filter((name) => extname(name) !== '.json' && !name.startsWith('.')).sort();
  const dropped: string[] = [];
  for (const name of samples) dropped.push(await copyToFreeName(join(samplesDirectory, name), folder, name));
  return dropped;
}

async function copyToFreeName(from: string, folder: string, name: string): Promise<string> {
  const ending = extname(name);
  // Read and written: a copy would keep its age on some systems, and count as a file that was there before.
  const bytes = await readFile(from);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name.slice(0, name.length - ending.length)} (${number})${ending}`;
    try {
      await writeFile(join(folder, free), bytes, { flag: 'wx' });
      return free;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
