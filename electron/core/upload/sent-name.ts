import transliterate from '@sindresorhus/transliterate';
import { fileNameOf } from '../document/document.ts';

/**
 * How names go out on a route: `plain` ones as they are and others rewritten, `true` as they are wherever that is safe, or
 * `hashed`, each with a part of its content's hash. `untried`: as `plain`, until a document was sent under its true name.
 */
export type Naming = 'plain' | 'true' | 'hashed' | 'untried';

/** Read in the same way by everything: ASCII letters and digits, a few signs, single spaces inside. */
const plain = /^[\w.()+,=@!~[\]-]+(?: [\w.()+,=@!~[\]-]+)*$/;
/** In any script, without what a header, an address or a file system reads as something else. */
const safe = /^(?! )(?:(?! {2}|[\p{C}\p{Pi}\p{Pf}"'`‚„%\\/:*?<>|;&#])[\P{Z} ])+(?<! )$/u;
/** Characters of a rewritten name, without its hash and its extension. */
const maxStem = 100;

/**
 * The name that a document goes out under (electron/service/README.md, "Batches and files"). The same document has the same
 * name each time, and two contents have different ones unless both are plain.
 *
 * @param hash SHA-256 of the content, hex
 */
export function sentNameOf(path: string, hash: string, naming: Naming): string {
  const name = knownName(path);
  const isKept = naming === 'true' ? safe.test(name) : naming !== 'hashed' && plain.test(name);
  return isKept ? name : rewritten(name, hash);
}

/** The name that shows whether a route returns such names unchanged; undefined if this document's name shows nothing. */
export function telltaleName(path: string): string | undefined {
  const name = knownName(path);
  return plain.test(name) || !safe.test(name) ? undefined : name;
}

/** All names that a document may have gone out under. */
export function possibleNames(path: string, hash: string): string[] {
  return [path, ...(['plain', 'true', 'hashed'] as const).map((naming) => sentNameOf(path, hash, naming))];
}

/** The service knows a JPEG by the common endings only. */
function knownName(path: string): string {
  return fileNameOf(path).replace(/\.(?:jpe|jfif)$/i, '.jpg');
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
