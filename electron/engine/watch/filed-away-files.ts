import { pathIn } from '../../core/watch/compare-directory.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { type Filter, maxLevels } from './filter.ts';
import type { LeftOutFiles } from './left-out-files.ts';

/** Where documents are filed away may be far more than what is new: it is looked through this often, in milliseconds. */
const everyMs = 10 * 60_000;

/** Whoever drops a document where others have been filed away to hears that it is not sent: these files are left out, by name. */
export async function lookWhereFiled(
  { clock, files, ledger }: Pick<World, 'clock' | 'files' | 'ledger'>,
  folder: Folder,
  { file, filedAway: root }: Filter,
  leftOut: LeftOutFiles,
): Promise<void> {
  if (root === undefined || !leftOut.isFiledAwayDue(clock.elapsed(), everyMs)) return;
  const found: { readonly reason: 'filedAway'; readonly path: string }[] = [];
  const queue = [root];
  for (let directory = queue.pop(); directory !== undefined; directory = queue.pop()) {
    const entries = await files.list(absolutePath(folder, directory)).catch((problem: unknown) => {
      if (problem instanceof DiskProblem) return [];
      throw problem;
    });
    const names = new Set(entries.map(({ name }) => name));
    const others: string[] = [];
    for (const { kind, name } of entries) {
      const path = pathIn(directory, name);
      if (kind === 'directory' && path.split('/').length <= maxLevels) queue.push(path);
      else if (kind === 'file' && !names.has(`${name}.json`) && file(path) === undefined) others.push(path);
    }
    const known = others.length === 0 ? undefined : new Set(ledger.documents.pathsIn(folder.id, directory));
    found.push(...others.flatMap((path) => (known?.has(path) ? [] : [{ reason: 'filedAway' as const, path }])));
  }
  leftOut.saw(root, found);
}
