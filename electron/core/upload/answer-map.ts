import transliterate from '@sindresorhus/transliterate';
import { fileNameOf } from '../document/document.ts';

/** How names go out on a route: `plain` ones as they are and others rewritten, or `hashed`, each with a part of its content's hash. */
export type Naming = 'plain' | 'hashed';

/** Read in the same way by everything: ASCII letters and digits, a few signs, single spaces inside. */
const plain = /^[\w.()+,=@!~[\]-]+(?: [\w.()+,=@!~[\]-]+)*$/;
/** Characters of a rewritten name, without its hash and its extension. */
const maxStem = 100;

/**
 * The name that a document goes out under (electron/service/README.md, "Batches and files"). The same document has the same
 * name each time, and two contents have different ones unless both are plain.
 *
 * @param hash SHA-256 of the content, hex
 */
export function sentNameOf(path: string, hash: string, naming: Naming): string {
  // The service knows a JPEG by the common endings only.
  const name = fileNameOf(path).replace(/\.(?:jpe|jfif)$/i, '.jpg');
  return naming === 'plain' && plain.test(name) ? name : rewritten(name, hash);
}

/** All names that a document may have gone out under. */
export function possibleNames(path: string, hash: string): string[] {
  return [path, ...(['plain', 'hashed'] as const).map((naming) => sentNameOf(path, hash, naming))];
}

function rewritten(name: string, hash: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z\d]{1,8})?$/is.exec(name) ?? [];
  const ascii = transliterate(stem)
    .replace(/[^\w.()+,=@!~[\]-]+/g, '_')
    .replace(/^[._]+|_+$/g, '');
  return `${ascii.slice(0, maxStem) || 'document'}_${tagOf(hash)}${extension}`;
}

/** Six characters of 0-9 and a-z: two of a million contents under one name have the same ones once in 4,000 times. */
function tagOf(hash: string): string {
  return (Number.parseInt(hash.slice(0, 12), 16) % 36 ** 6).toString(36).padStart(6, '0');
}

/** Whether a name was made for this content, and so can be no other's. */
export function carriesHash(sentAs: string, hash: string): boolean {
  return sentAs.replace(/\.[a-z\d]{1,8}$/i, '').endsWith(`_${tagOf(hash)}`);
}

/** Two names count as the same if a service, a disk or a person may confuse them. */
export function comparableName(fileName: string): string {
  // Converting there and back folds what lower case alone keeps apart (ß and SS, the two small sigmas).
  return fileName.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * What is left of a name however a service spells it: percent-encoded, as UTF-8 read as Latin-1, with accents apart or gone,
 * with underscores for spaces, without quotation marks.
 */
export function plainName(fileName: string): string {
  let decoded = decodedPercents(fileName);
  // Else these characters cannot be bytes of UTF-8 that are more than ASCII.
  if (!/[\u0100-\uffff]/.test(decoded) && /[\u0080-\u00ff]/.test(decoded)) {
    const percents = [...decoded].map((byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    const text = decodedPercents(percents);
    if (text !== percents) decoded = text;
  }
  return comparableName(decoded.normalize('NFKD').replace(/[\p{M}\s_+"']/gu, ''));
}

/** Whether a service may have made one name of the other: it drops, adds or replaces characters, and keeps the order of the rest. */
function mayBeSpelled(sent: string, answered: string): boolean {
  const [one, other] = [lettersOf(sent), lettersOf(answered)];
  return isWithin(one, other) || isWithin(other, one);
}

function lettersOf(fileName: string): string {
  return plainName(fileName).replace(/[^a-z0-9]/g, '');
}

/** Whether all characters of a text are in another, in their order. */
function isWithin(text: string, other: string): boolean {
  let next = 0;
  for (const character of other) if (character === text[next]) next += 1;
  return next === text.length;
}

function decodedPercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
  const left = onlyOf(sent.filter(({ id }) => !mapped.has(id)));
  const index = onlyOf([...free]);
  if (left !== undefined && index !== undefined) mapped.set(left.id, index);
  return mapped;
}

/** Undefined if there are several. */
function onlyOf<Item>([first, ...others]: readonly Item[]): Item | undefined {
  return others.length === 0 ? first : undefined;
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
  const left = onlyOf(sent.filter(({ id }) => !mapped.has(id)));
  const file = onlyOf(files.filter((each) => !used.has(each)));
  if (left === undefined || left.fileId !== undefined || file === undefined || isOthers(file)) return { mapped, contradicted };
  const keepsNames = sent.some(({ id, fileName }) => plainName(mapped.get(id)?.fileName ?? '') === plainName(fileName));
  if (!keepsNames || mayBeSpelled(left.fileName, file.fileName)) mapped.set(left.id, file);
  return { mapped, contradicted };
}
