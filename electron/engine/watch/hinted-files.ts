import { directoryOf, fileNameOf, sameFacts } from '../../core/document/document.ts';
import { type Found, pathIn } from '../../core/watch/compare-directory.ts';
import { absolutePath, type Folder, isRootAsKnown } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import type { Filter } from './filter.ts';
import { type Finding, isOwnOutput } from './scan.ts';

/** The files that hints named. */
export interface HintedFiles {
  readonly found: readonly Found[];
  /** Paths without a file that the folder takes, or whose file cannot be read. */
  readonly unclear: readonly string[];
}

export interface HintedComparison {
  readonly findings: readonly Finding[];
  /** Paths about which a scan of their directory would find the same. */
  readonly clear: readonly string[];
  /** Paths about which only that scan can tell what happened. */
  readonly unclear: readonly string[];
}

type HintedWorld = Pick<World, 'files' | 'ledger'>;

/** Looks at single files (relative paths), each of which the folder may take or not. */
export async function readHintedFiles(
  world: HintedWorld,
  folder: Folder,
  filter: Filter,
  paths: readonly string[],
): Promise<HintedFiles> {
  try {
    if (!(await isRootAsKnown(world, folder))) return { found: [], unclear: paths };
    const found: Found[] = [];
    for (const path of paths) {
      if (filter.file(path) !== undefined || isOwnOutput(world, folder, path)) continue;
      const entry = await world.files.stat(absolutePath(folder, path));
      if (entry?.kind !== 'file') continue;
      const { size, mtimeMs, ino } = entry;
      found.push({ directory: directoryOf(path), name: fileNameOf(path), facts: { size, mtimeMs, ino } });
    }
    const seen = new Set(found.map(({ directory, name }) => pathIn(directory, name)));
    return { found, unclear: paths.filter((path) => !seen.has(path)) };
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    return { found: [], unclear: paths };
  }
}

/**
 * Compares single files with what the ledger saw there last, by the rules of a scan: a file is new or has changed. To tell
 * whether one was renamed or has gone takes more than its name, so that is left to the scan.
 */
export function compareHintedFiles({ ledger }: Pick<World, 'ledger'>, folder: Folder, hinted: HintedFiles): HintedComparison {
  const findings: Finding[] = [];
  const clear: string[] = [];
  const unclear = [...hinted.unclear];
  for (const found of hinted.found) {
    const { directory, name, facts } = found;
    const path = pathIn(directory, name);
    const row = ledger.files.get(folder.id, directory, name);
    if (row === undefined && ledger.files.knowsInode(folder.id, facts.ino)) {
      unclear.push(path);
      continue;
    }
    clear.push(path);
    if (row === undefined) findings.push({ kind: 'fresh', found });
    else if (!sameFacts(row.facts, facts)) findings.push({ kind: 'changed', found, row });
  }
  return { findings, clear, unclear };
}
