import type { Job } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { isAwaited, type PolledFile } from '../../core/poll/poll-outcome.ts';
import type { World } from '../ports.ts';

/** What an answer about a batch tells beyond the results of its documents. Each is called within a transaction. */
type Ledger = World['ledger'];

/**
 * Once the answer lists all files of the batch, results under names that fit none of its jobs are kept with it, for a
 * person to assign, and from then on documents go one by one on this route.
 *
 * @returns how many there are, if a job lacks its own
 */
export function keepUnmatched(
  { routes, unmatched }: Ledger,
  { id: batchId, origin, route, claimed, files: count = 1 }: Batch,
  sent: readonly Job[],
  mapped: ReadonlyMap<number, PolledFile>,
  files: readonly PolledFile[],
): number {
  const taken = new Set([...mapped.values()].map(({ id }) => id));
  for (const { fileId } of unmatched.of(batchId)) if (taken.has(fileId)) unmatched.remove(batchId, fileId);
  const isLacking = sent.some((job) => isAwaited(job) && !mapped.has(job.id));
  if (claimed === true || !isLacking || files.length < count) return 0;
  const left = files.filter(({ id, result }) => result !== undefined && !taken.has(id));
  for (const [index, { id, fileName, result }] of left.entries()) {
    // Two of one id are two results.
    const isSecond = left.findIndex((other) => other.id === id) < index;
    if (result) unmatched.put({ batchId, fileId: isSecond ? `${id} ${fileName}` : id, fileName, result });
  }
  if (left.length > 0 && count > 1) routes.setNames(origin, route, { alone: true });
  return left.length;
}

/** The service has no call that lists categories: they are learned from results. */
export function learnCategories(
  { categories }: Pick<Ledger, 'categories'>,
  { origin, route }: Pick<Batch, 'origin' | 'route'>,
  files: readonly Pick<PolledFile, 'result'>[],
): void {
  const seen = new Map<string, string>();
  for (const { result } of files) {
    if (result?.kind !== 'classification' || result.categoryId === undefined || result.categoryName === undefined) continue;
    seen.set(result.categoryId, result.categoryName);
  }
  categories.learn(
    origin,
    route.id,
    [...seen].map(([id, name]) => ({ id, name })),
    'result',
  );
}
