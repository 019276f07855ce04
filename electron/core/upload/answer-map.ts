import { comparableName, mayBeSpelled, plainName } from './batch.ts';

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
  for (const nameOf of [String, comparableName, plainName]) {
    if (free.size === 0) break;
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
  }
  if (!isWhole || free.size === 0) return mapped;
  const [lastSent, ...moreSent] = sent.filter(({ id }) => !mapped.has(id));
  const [lastFree, ...moreFree] = free;
  const areAlone = moreSent.length === 0 && moreFree.length === 0;
  if (lastSent !== undefined && lastFree !== undefined && areAlone) mapped.set(lastSent.id, lastFree);
  return mapped;
}

/** A document of a batch, by the name it was sent under; `fileId`: what the service has called its file before. */
export interface SentFile {
  readonly id: number;
  readonly fileName: string;
  readonly fileId?: string | undefined;
}

export interface FileMap<File> {
  /** By document id. */
  readonly mapped: ReadonlyMap<number, File>;
  /** Documents of which ids and names say different things: a person tells which file is theirs. */
  readonly contradicted: ReadonlySet<number>;
}

/**
 * The file of each document: by the service's id, which decides only while no name speaks against it; by name where no id is known,
 * or where none of those that are known is in an answer that is whole; then by elimination, unless others have kept their names and
 * nothing could have made this one of that. Whatever contradicts itself is nobody's.
 *
 * @param of what the answer is about: the `whole` batch, as many files as were sent; a `part` of it, or of its documents; or `several`
 *   uploads, so that a name alone says nothing
 * @param isOthers whether a file may be that of a document which is not in `sent`
 */
export function mapFiles<File extends { readonly id: string; readonly fileName: string }>(
  sent: readonly SentFile[],
  files: readonly File[],
  of: 'whole' | 'part' | 'several',
  isOthers: (file: File) => boolean = () => false,
): FileMap<File> {
  const mapped = new Map<number, File>();
  const contradicted = new Set<number>();
  const used = new Set<File>();
  const placeOf = mapAnswer(sent, files, false);
  const named = new Map<number, SentFile>();
  for (const document of sent) {
    const place = placeOf.get(document.id);
    if (place !== undefined) named.set(place, document);
  }
  const holders = Map.groupBy(sent, ({ fileId }) => fileId);
  const entries = Map.groupBy(files, ({ id }) => id);
  const called = Map.groupBy(sent, ({ fileName }) => plainName(fileName));
  for (const [place, file] of files.entries()) {
    const those = holders.get(file.id) ?? [];
    const [holder] = those;
    const bearers = called.get(plainName(file.fileName)) ?? [];
    const bearer = of === 'several' ? undefined : named.get(place);
    let own: SentFile | undefined;
    let doubted: readonly SentFile[] | undefined;
    if (entries.get(file.id)?.length !== 1 || those.length > 1) doubted = [...those, ...bearers];
    else if (holder !== undefined) {
      const others = bearers.filter(({ id, fileId }) => id !== holder.id && (fileId === undefined || !bearers.includes(holder)));
      if (others.length > 0 || (placeOf.get(holder.id) ?? place) !== place) doubted = [holder, ...others];
      else own = holder;
    } else if (bearer?.fileId === undefined) own = bearer;
    // Where its id is in the answer, too, that file contradicts this one.
    else if (of === 'whole' && bearer.fileName === file.fileName && !isOthers(file)) own = bearer;
    if (own !== undefined) mapped.set(own.id, file);
    if (own !== undefined || doubted !== undefined) used.add(file);
    for (const { id } of doubted ?? []) contradicted.add(id);
  }
  for (const id of contradicted) mapped.delete(id);
  if (of !== 'whole' || contradicted.size > 0 || used.size === files.length) return { mapped, contradicted };
  const [lastSent, ...moreSent] = sent.filter(({ id }) => !mapped.has(id));
  const [lastFile, ...moreFiles] = files.filter((file) => !used.has(file));
  const areAlone = moreSent.length === 0 && moreFiles.length === 0 && lastSent?.fileId === undefined;
  const keepsNames = sent.some(({ id, fileName }) => plainName(mapped.get(id)?.fileName ?? '') === plainName(fileName));
  if (
    areAlone &&
    lastSent !== undefined &&
    lastFile !== undefined &&
    (!keepsNames || mayBeSpelled(lastSent.fileName, lastFile.fileName)) &&
    !isOthers(lastFile)
  )
    mapped.set(lastSent.id, lastFile);
  return { mapped, contradicted };
}
