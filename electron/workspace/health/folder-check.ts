import { opendir, realpath, stat } from 'node:fs/promises';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import { overlapProblem } from '../../settings/config.ts';
import { printable, sentence } from '../words.ts';
import { type Check, codeOf, fine, problem, reasonOf } from './check.ts';

/** A folder to be checked. Without settings it is one that an engine has never taken up whole. */
export interface DoctorFolder {
  /** Absolute. */
  readonly path: string;
  readonly settings: FolderSettings | undefined;
}

/** What is seen of a folder. */
export type FolderFacts =
  | { readonly kind: 'missing' | 'a-file' }
  | { readonly kind: 'unreadable'; readonly message: string }
  /** `unwritable`: why no file can be made in it. `real`: its path with links resolved. */
  | { readonly kind: 'there'; readonly real: string; readonly unwritable: string | undefined };

/** Pure. */
export function judgeFolder({ path, settings }: DoctorFolder, facts: FolderFacts): Check {
  const shown = printable(path);
  switch (facts.kind) {
    case 'missing':
      return problem('folder', `${shown} is not there.`, 'Connect its drive or share, correct the path, or create it.');
    case 'a-file':
      return problem('folder', `${shown} is a file.`, 'Give the folder that it lies in.');
    case 'unreadable':
      return problem('folder', `${shown} cannot be read: ${sentence(facts.message)}`, 'Give this user the right to read it.');
    case 'there': {
      const link = facts.real === path ? '' : ` (really ${printable(facts.real)})`;
      if (facts.unwritable === undefined) return fine('folder', `${shown}${link} is there, and can be read and written.`);
      return problem(
        'folder',
        `${shown}${link} can be read and not written: ${sentence(facts.unwritable)}`,
        writes(settings)
          ? 'Make it writable: results are written beside the documents, and nothing is sent before that is possible.'
          : 'Make it writable.',
      );
    }
  }
}

function writes(settings: FolderSettings | undefined): boolean {
  if (settings === undefined) return true;
  return settings.outputs.json || settings.outputs.csv !== 'off' || settings.fileAway.kind === 'move';
}

/** Whether these can be watched together. Pure. @param real their paths with links resolved */
export function judgeOverlap(real: readonly string[], platform: NodeJS.Platform): Check[] {
  if (real.length < 2) return [];
  const overlap = overlapProblem(real, platform);
  return overlap === undefined
    ? [fine('folder', `The ${real.length} folders lie apart from each other.`)]
    : [problem('folder', printable(inEnglish(overlap)), 'Change the config file: a document must have one way to go.')];
}

/** A file is made in the folder and removed, for nothing else tells whether that can be done. */
export async function lookAtFolder(folder: DoctorFolder): Promise<FolderFacts> {
  const { path, settings } = folder;
  try {
    if (!(await stat(path)).isDirectory()) return { kind: 'a-file' };
    const directory = await opendir(path);
    await directory.read();
    await directory.close();
    const real = await realpath(path);
    return { kind: 'there', real, unwritable: writes(settings) ? await whyUnwritable(real) : undefined };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'unreadable', message: reasonOf(error) };
  }
}

async function whyUnwritable(path: string): Promise<string | undefined> {
  try {
    await createFiles().probeWrite(path);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
