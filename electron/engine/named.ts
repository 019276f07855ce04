import { directoryOf, fileNameOf, sameFacts } from '../core/document.ts';
import { type Found, pathIn } from '../core/scan.ts';
import type { Filter } from './filter.ts';
import { absolutePath, type Folder } from './folder.ts';
import { DiskProblem, type World } from './ports.ts';
import { type Finding, isOwnOutput, isRootAsKnown } from './scan.ts';

/** What is at the names that hints gave. */
export interface Named {
  readonly found: readonly Found[];
  /** Paths where no file is that the folder takes, or that cannot be read. */
  readonly unclear: readonly string[];
}

export interface NamesCompared {
  readonly findings: readonly Finding[];
  /** Paths that a scan of their directory would find the same about. */
  readonly clear: readonly string[];
  /** Those of which only that scan can tell what became of them. */
  readonly unclear: readonly string[];
}

type NamedWorld = Pick<World, 'files' | 'ledger'>;

/** Looks at single files (relative paths), each of which the folder may take or not. */
export async function factsOfNames(world: NamedWorld, folder: Folder, filter: Filter, paths: readonly string[]): Promise<Named> {
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
 * Compares single files with what the ledger saw there last, by the rules of a scan: a file is new or has changed. Whether
 * one was renamed or has gone takes more than a look at its name, so that is left to the scan.
 */
export function compareNames({ ledger }: Pick<World, 'ledger'>, folder: Folder, named: Named): NamesCompared {
  const findings: Finding[] = [];
  const clear: string[] = [];
  const unclear = [...named.unclear];
  for (const found of named.found) {
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
