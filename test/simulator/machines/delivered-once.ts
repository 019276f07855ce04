import type { MemoryDisk } from '../memory-disk.ts';
import { isWithin, nameOf, sha256 } from '../memory-disk.ts';

/**
 * What is wrong in a folder that several machines write to: each source has one JSON of its content, and one row in all tables, or
 * one in that of each of its steps.
 * @param wanted whether a content has a result that is known for sure
 */
export function* brokenOutputs(
  disk: MemoryDisk,
  folder: string,
  steps: 'one' | 'several',
  wanted: (hash: string) => boolean,
): Generator<string> {
  const paths = [...disk.paths()].filter((path) => isWithin(path, folder));
  const text = (path: string) => new TextDecoder().decode(disk.get(path));
  const tables = paths.filter((path) => path.endsWith('.csv'));
  const rows = tables.map((path) => text(path).split('\n').slice(1)).map((lines) => lines.map((row) => row.split(/[,;]/)[0]));
  const sources = paths.filter((path) => path.endsWith('.pdf'));
  for (const source of sources) {
    const hash = sha256(disk.get(source) ?? new Uint8Array());
    const outputs = paths.filter(
      (path) =>
        path.endsWith('.json') &&
        /^\D/.test(path.slice(source.length - '.pdf'.length)) &&
        path.startsWith(source.slice(0, -'.pdf'.length)),
    );
    const each = rows.map((names) => names.filter((name) => name === nameOf(source)).length);
    const own = steps === 'one' ? each.reduce((sum, count) => sum + count, 0) : Math.max(0, ...each);
    if (outputs.length > 1) yield `${source} has ${outputs.length} outputs: ${outputs.join(', ')}`;
    if (own > 1) yield `${source} has ${own} rows`;
    if (!wanted(hash)) continue;
    if (outputs.length === 0) yield `${source} has no output, and its result is known`;
    if (own === 0) yield `${source} has no row, and its result is known`;
  }
  const sourceOf = (path: string) => path.slice(0, -'.json'.length);
  const strange = paths.filter((path) => path.endsWith('.json') && !sources.includes(sourceOf(path)));
  for (const path of strange) yield `${path} belongs to no source`;
}
