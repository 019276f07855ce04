import { extname } from 'node:path';
import { pathIn } from '../../core/document/document.ts';
import type { LeftOut, LeftOutReason } from '../../core/watch/left-out.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { type Filter, type Ignored, maxLevels } from './filter.ts';

/** Something that a scan of a directory left out. */
interface Item {
  readonly reason: LeftOutReason;
  readonly path: string;
}

/** So many are listed by name for each reason; the others are counted. */
const maxListed = 1_000;

/** The reason for a file or a directory that the filter refuses; undefined if nobody misses it. */
export function reasonOf(ignored: NonNullable<Ignored>): LeftOutReason | undefined {
  if (ignored.code === 'ignored.otherType') return 'type';
  if (ignored.code === 'ignored.notIncluded') return 'notIncluded';
  if (ignored.code === 'ignored.directory.deep') return 'deep';
  return ignored.code === 'ignored.ignoredByFolder' ? 'ignored' : undefined;
}

/** What a folder leaves out, by directory, so that a scan of a part of it brings the whole up to date. */
export class LeftOutFiles {
  readonly #byDirectory = new Map<string, readonly Item[]>();
  #filedAwayAt = Number.NEGATIVE_INFINITY;

  /** Whether it is time to look through what was filed away again, in elapsed ms; then it is not for a while. */
  isFiledAwayDue(now: number, everyMs: number): boolean {
    if (now - this.#filedAwayAt < everyMs) return false;
    this.#filedAwayAt = now;
    return true;
  }

  /** What a scan of a directory left out in it. */
  saw(directory: string, items: readonly Item[]): void {
    if (items.length === 0) this.#byDirectory.delete(directory);
    else this.#byDirectory.set(directory, items);
  }

  /** The directories that are still there. */
  keepOnly(directories: ReadonlySet<string>): void {
    for (const directory of this.#byDirectory.keys()) if (!directories.has(directory)) this.#byDirectory.delete(directory);
  }

  /** The paths of what could not be read, and may be, or hold, files that nobody has seen yet. */
  unread(): string[] {
    const items = [...this.#byDirectory.values()].flat();
    return items.flatMap(({ reason, path }) => (reason === 'directory' || reason === 'entry' ? [path] : []));
  }

  all(): LeftOut[] {
    const items = [...this.#byDirectory.values()].flat();
    const groups = Map.groupBy(items, (item) => `${item.reason} ${endingOf(item)}`);
    return [...groups.values()]
      .flatMap(([first, ...others]): LeftOut[] => {
        if (first === undefined) return [];
        const paths = [first, ...others.slice(0, maxListed - 1)].map(({ path }) => path);
        return [{ reason: first.reason, ending: endingOf(first), count: others.length + 1, paths }];
      })
      .toSorted((one, other) => other.count - one.count);
  }
}

function endingOf({ reason, path }: Item): string {
  return reason === 'type' ? extname(path).toLowerCase() : '';
}

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
