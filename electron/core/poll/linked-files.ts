import type { Awaits } from '../document/awaits.ts';
import { mapAnswer } from '../upload/answer-map.ts';
import { carriesHash } from '../upload/sent-name.ts';
import type { PolledFile } from './poll-outcome.ts';

/** A document that waits for values from an extraction into which the service has passed it on. */
export interface Expectant {
  readonly id: number;
  /** The name under which it went to the classification. */
  readonly fileName: string;
  /** SHA-256 of its content, hex. */
  readonly hash?: string;
  readonly awaits: Awaits;
}

/**
 * Which file of a batch in a linked extraction is which document's: as a person said; by name, then by elimination, among the
 * documents for which a person has named the batch; else by a name that carries a part of the content's hash. An event may name the
 * batch of somebody else, and any other name may be somebody else's.
 *
 * @param files those that are nobody's so far
 * @returns by document id
 */
export function mapLinked(
  waiting: readonly Expectant[],
  files: readonly PolledFile[],
  batch: string,
): ReadonlyMap<number, PolledFile> {
  const mapped = new Map<number, PolledFile>();
  const free = new Set(files);
  const take = (id: number, file: PolledFile | undefined): void => {
    if (file !== undefined && free.delete(file)) mapped.set(id, file);
  };
  const byName = (those: readonly Expectant[], isWhole: boolean): void => {
    const answered = [...free];
    for (const [id, index] of mapAnswer(those, answered, isWhole)) take(id, answered[index]);
  };
  const here = waiting.filter(({ awaits }) => awaits.named?.batch === batch);
  for (const { id, awaits } of here)
    take(
      id,
      [...free].find((file) => file.id === awaits.named?.fileId),
    );
  byName(
    here.filter(({ awaits }) => awaits.named?.fileId === undefined),
    true,
  );
  byName(
    waiting.filter(
      ({ awaits, fileName, hash }) => awaits.named === undefined && hash !== undefined && carriesHash(fileName, hash),
    ),
    false,
  );
  return mapped;
}
