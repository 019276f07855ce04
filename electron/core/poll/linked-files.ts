import type { PassedOn } from '../document/document.ts';
import { mapAnswer } from '../upload/answer-map.ts';
import { carriesHash } from '../upload/batch.ts';
import type { PolledFile } from './poll-outcome.ts';

/** The job of a content that the service has passed on itself. `sentAs`: the name under which it went to the classification. */
export type Expectant = Pick<PassedOn, 'id' | 'hash' | 'sentAs' | 'state'>;

/**
 * Which file of a batch in a linked extraction is which job's: as a person said; by name, then by elimination, among
 * those for which a person has named the batch; else by a name that carries a part of the content's hash. An event may name the
 * batch of somebody else, and any other name may be somebody else's.
 *
 * @param files those that are nobody's so far
 * @returns by the job's id
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
    const named = those.map(({ id, sentAs = '' }) => ({ id, fileName: sentAs }));
    for (const [id, index] of mapAnswer(named, answered, isWhole)) take(id, answered[index]);
  };
  const here = waiting.filter(({ state }) => state.named?.batch === batch);
  for (const { id, state } of here)
    take(
      id,
      [...free].find((file) => file.id === state.named?.fileId),
    );
  byName(
    here.filter(({ state }) => state.named?.fileId === undefined),
    true,
  );
  byName(
    waiting.filter(({ hash, sentAs = '', state }) => state.named === undefined && carriesHash(sentAs, hash)),
    false,
  );
  return mapped;
}
