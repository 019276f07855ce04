import { comparableName, plainName } from './batch.ts';

/**
 * Maps the files of an answer to the documents of a batch: by file name, however it is spelled, then by elimination. The
 * order of an answer says nothing. What cannot be mapped, or might be another's, is in neither map.
 *
 * @param sent the documents of the batch with the names they were sent under
 * @param answered the answer's files
 * @param isWhole nothing of the batch is missing from `sent`: else what is left may be that of a document which is missing
 * @returns by document id, the index into `answered`
 */
export function mapAnswer(
  sent: readonly { readonly id: number; readonly fileName: string }[],
  answered: readonly { readonly fileName: string }[],
  isWhole = true,
): ReadonlyMap<number, number> {
  const mapped = new Map<number, number>();
  const free = new Set(answered.keys());
  const pairOff = (nameOf: (fileName: string) => string) => {
    const unmapped = Map.groupBy(
      sent.filter(({ id }) => !mapped.has(id)),
      ({ fileName }) => nameOf(fileName),
    );
    const answers = Map.groupBy(free, (index) => nameOf(answered[index]?.fileName ?? ''));
    for (const [name, [document, another]] of unmapped) {
      const [index, second] = answers.get(name) ?? [];
      if (document === undefined || another !== undefined || index === undefined || second !== undefined) continue;
      mapped.set(document.id, index);
      free.delete(index);
    }
  };
  pairOff((fileName) => fileName);
  pairOff(comparableName);
  pairOff(plainName);
  const [lastSent, ...moreSent] = sent.filter(({ id }) => !mapped.has(id));
  const [lastFree, ...moreFree] = free;
  const areAlone = moreSent.length === 0 && moreFree.length === 0;
  if (isWhole && lastSent !== undefined && lastFree !== undefined && areAlone) mapped.set(lastSent.id, lastFree);
  return mapped;
}
