import { extname } from 'node:path';
import type { LeftOut, LeftOutReason } from '../../core/watch/left-out.ts';
import type { Ignored } from './filter.ts';

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
