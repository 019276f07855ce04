import { comparableName } from './batch.ts';

/**
 * Maps the files of an answer to the documents of a batch: by file name, then by elimination. The order of an answer
 * says nothing. What cannot be mapped is in neither map.
 *
 * @param sent the documents of the batch with the names they were sent under
 * @param answered the answer's files
 * @returns by document id, the index into `answered`
 */
export function mapAnswer(
  sent: readonly { readonly id: number; readonly fileName: string }[],
  answered: readonly { readonly fileName: string }[],
): ReadonlyMap<number, number> {
  const mapped = new Map<number, number>();
  const free = new Set(answered.keys());
  const pairOff = (same: (sentName: string, answeredName: string) => boolean) => {
    for (const { id, fileName } of sent) {
      if (mapped.has(id)) continue;
      const matches = [...free].filter((index) => same(fileName, answered[index]?.fileName ?? ''));
      const [only] = matches;
      if (only === undefined || matches.length > 1) continue;
      mapped.set(id, only);
      free.delete(only);
    }
  };
  pairOff((a, b) => a === b);
  pairOff((a, b) => comparableName(a) === comparableName(b));
  const [lastSent, ...moreSent] = sent.filter(({ id }) => !mapped.has(id));
  const [lastFree, ...moreFree] = free;
  if (lastSent !== undefined && lastFree !== undefined && moreSent.length === 0 && moreFree.length === 0) {
    mapped.set(lastSent.id, lastFree);
  }
  return mapped;
}
