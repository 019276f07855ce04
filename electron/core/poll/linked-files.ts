import type { Awaits } from '../document/awaits.ts';
import { mapAnswer } from '../upload/answer-map.ts';
import { plainName } from '../upload/batch.ts';
import type { PolledFile } from './poll-outcome.ts';

/** A document that waits for values from an extraction into which the service has passed it on. */
export interface Expectant {
  readonly id: number;
  /** The name under which it went to the classification. */
  readonly fileName: string;
  /** The service's id of its file there. */
  readonly fileId?: string;
  readonly awaits: Awaits;
}

/**
 * Which file of a batch in a linked extraction is which document's: as a person said; by an id that the classification gave the file
 * too, unless the file is called like another one; by the name under which it was sent, however it is spelled; then by elimination. That is only done among the documents
 * for which a person has named the batch, or for the last file of a batch whose other files are known: an event may name the batch of
 * somebody else, and what is left of that is nobody's here. Two documents of one name are for a person to tell apart, and so is what
 * may belong to one for which a person has named the batch.
 *
 * @param rivals names of documents which may turn out to be a file's owner although they do not wait (yet)
 * @param files those that are nobody's so far
 * @param hasOurs other files of the batch are documents' of this ledger
 * @returns by document id
 */
export function mapLinked(
  waiting: readonly Expectant[],
  rivals: readonly string[],
  files: readonly PolledFile[],
  { batch, hasOurs }: { readonly batch: string; readonly hasOurs: boolean },
): ReadonlyMap<number, PolledFile> {
  const mapped = new Map<number, PolledFile>();
  const free = new Set(files);
  const take = (id: number, file: PolledFile | undefined): void => {
    if (file === undefined || mapped.has(id) || !free.delete(file)) return;
    mapped.set(id, file);
  };
  const byName = (those: readonly Expectant[], others: readonly string[], isWhole: boolean): void => {
    const left = those.filter(({ id }) => !mapped.has(id));
    const named = [...left, ...others.map((fileName, index) => ({ id: -1 - index, fileName }))];
    const answered = [...free];
    for (const [id, index] of mapAnswer(named, answered, isWhole)) if (id >= 0) take(id, answered[index]);
  };
  const here = waiting.filter(({ awaits }) => awaits.named?.batch === batch);
  for (const { id, awaits } of here) take(id, fileOf(free, awaits.named?.fileId));
  byName(
    here.filter(({ awaits }) => awaits.named?.fileId === undefined),
    [],
    true,
  );
  const open = waiting.filter(({ awaits }) => awaits.named === undefined);
  for (const { id, fileId, fileName } of open) {
    const file = fileOf(free, fileId);
    const name = file && plainName(file.fileName);
    const isNamedAfter = (others: readonly string[]) => others.some((other) => plainName(other) === name);
    const others = waiting.filter((other) => other.id !== id).map((other) => other.fileName);
    if (isNamedAfter([fileName]) || !isNamedAfter([...others, ...rivals])) take(id, file);
  }
  // A person says that the batch has theirs, and nobody knows which.
  const promised = here.filter(({ id, awaits }) => awaits.named?.fileId === undefined && !mapped.has(id));
  const others = [...rivals, ...promised.map(({ fileName }) => fileName)];
  byName(open, others, false);
  const left = open.filter(({ id }) => !mapped.has(id));
  if (left.length === 1 && others.length === 0) byName(left, [], hasOurs || mapped.size > 0);
  return mapped;
}

function fileOf(files: ReadonlySet<PolledFile>, id: string | undefined): PolledFile | undefined {
  return id === undefined ? undefined : [...files].find((file) => file.id === id);
}
