/** Input files. They are created once and kept in the system's temporary directory for all runs. */
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { makeBytes, makeFile } from '../../support/make-files.ts';

/** The directory kept between runs; a new layout gets a new number. */
export const cache = join(tmpdir(), `intray-bench-${userInfo().uid}-3`);

export interface FileSet {
  readonly directory: string;
  readonly count: number;
  /** Of each file. */
  readonly bytes: number;
}

/** PDF files of one size with distinct contents, or one content for all of them, fully written to disk. */
export async function fileSet(count: number, bytes: number, contents: 'distinct' | 'equal' = 'distinct'): Promise<FileSet> {
  const directory = await kept(`${contents === 'equal' ? 'equal-' : ''}files-${count}x${bytes}`, async (fresh) => {
    for (let index = 0; index < count; index += 1) {
      const text = `file ${contents === 'equal' ? 0 : index} of ${count}, ${bytes} bytes each`;
      await makeFile(join(fresh, fileName(index)), text, { size: bytes });
    }
  });
  return { directory, count, bytes };
}

export interface Tree {
  readonly directory: string;
  readonly files: number;
  readonly folders: number;
}

/** Small PDF files, evenly spread over folders; with one folder they are in the directory itself. */
export async function tree(files: number, folders: number): Promise<Tree> {
  const directory = await kept(`tree-${files}-in-${folders}`, (fresh) => {
    for (let index = 0; index < files; index += 1) {
      const inside = folders === 1 ? fresh : join(fresh, `folder-${String(index % folders).padStart(4, '0')}`);
      if (index < folders) mkdirSync(inside, { recursive: true });
      writeFileSync(join(inside, fileName(index)), makeBytes('pdf', `page ${index} of ${files} in ${folders}`));
    }
  });
  return { directory, files, folders };
}

/** Creates something once, completely or not at all. `work` fills the empty directory it is given. */
export async function kept(name: string, work: (directory: string) => void | Promise<void>): Promise<string> {
  const directory = join(cache, name);
  if (existsSync(directory)) {
    // An earlier run watched it from another data directory.
    rmSync(join(directory, '.intray'), { force: true });
    return directory;
  }
  const fresh = join(cache, `.making-${process.pid}-${name}`);
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    await work(fresh);
    renameSync(fresh, directory);
  } catch (error) {
    // Another run created the same first.
    if (!existsSync(directory)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return directory;
}

export function pathsOf({ directory, count }: FileSet): string[] {
  return Array.from({ length: count }, (_, index) => join(directory, fileName(index)));
}

/** The same files linked into another directory, so that outputs beside them are not kept. */
export function linkInto(set: FileSet, directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(set.directory)) linkSync(join(set.directory, name), join(directory, name));
}

function fileName(index: number): string {
  return `scan-${String(index).padStart(6, '0')}.pdf`;
}
